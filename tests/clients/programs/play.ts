// Plays a match of each game to its end, with a client whose types are generated. The types are
// checked strictly before it runs: what does not narrow does not compile.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];
type Move = Schemas["LegalMoves"]["moves"][number]["move"];

const baseUrl = process.argv[2]!;
type Media = "application/json" | "application/problem+json";

const anybody = createClient<paths, Media>({ baseUrl });

function told<T>(answer: { data?: T; error?: Schemas["Problem"] }): T {
  if (answer.data === undefined) throw new Error(answer.error?.detail);
  return answer.data;
}

async function newcomer(displayName: string) {
  const made = told(await anybody.POST("/v1/players", { body: { displayName, kind: "bot" } }));
  const headers = { Authorization: `Bearer ${made.token}` };
  return createClient<paths, Media>({ baseUrl, headers });
}

// What only one of the games has, by nothing but the `game` of the match.
function glance(match: Schemas["Match"]): string {
  if (match.game === "livingstone") {
    const first: number | undefined = match.options.cardCounts.mineCrash;
    return `boat ${match.state?.boat} ${first}`;
  }
  if (match.game === "just4fun") return `line ${match.state?.line.length ?? 0}`;
  const game: "lost-cities" = match.game;
  // @ts-expect-error: there is no boat in Lost Cities
  void match.state?.boat;
  return `${game} round ${match.state?.round}`;
}

function taken(move: Move): string {
  if ("placeTent" in move) return `tent ${move.placeTent?.row}`;
  if ("play" in move) return `cards ${move.play?.cards.join("+")}`;
  if ("card" in move) return `card ${move.card} ${move.draw}`;
  return Object.keys(move).join();
}

async function play(body: Schemas["NewMatch"]): Promise<void> {
  const seats = [await newcomer("One"), await newcomer("Two")];
  const made = told(await seats[0]!.POST("/v1/matches", { body }));
  const path = { match_id: made.id };
  let match: Schemas["Match"] = told(
    await seats[1]!.POST("/v1/matches/{match_id}/join", { params: { path }, body: {} }),
  );
  let moves = 0;
  while (match.status === "active") {
    const mover = seats[match.toMove[0]!]!;
    const legal = told(
      await mover.GET("/v1/matches/{match_id}/legal-moves", { params: { path } }),
    );
    const chosen = legal.moves[Math.floor(Math.random() * legal.moves.length)]!;
    const answer = told(
      await mover.POST("/v1/matches/{match_id}/moves", {
        params: { path },
        // The move as it was listed: what is printed is what may be sent.
        body: { move: chosen.move, expectedVersion: legal.version },
      }),
    );
    if (!answer.match) throw new Error(taken(chosen.move));
    match = answer.match;
    moves += 1;
  }
  console.log(match.game, moves, match.outcome?.reason, glance(match));
}

await play({ game: "lost-cities", options: { rounds: 1 } });
await play({ game: "livingstone", clock: { perMove: "600s" } });
await play({ game: "just4fun", options: { layout: "RANDOM" } });
