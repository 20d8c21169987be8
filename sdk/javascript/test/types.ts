// What the types have to say, and what they must refuse. It is compiled and never run.

import { Bot, Croupier } from "@croupier/client";
import type { Change, Game, LegalMove, Match, MatchView, Turn } from "@croupier/client";
import { gameOf, verify } from "@croupier/client/verify";

type IsAny<T> = 0 extends 1 & T ? true : false;
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const sure = <T extends true>(): T | undefined => undefined;

declare const match: MatchView;
declare const me: Croupier;

sure<Equal<Game, "lost-cities" | "livingstone" | "just4fun">>();

if (match.game === "livingstone") {
  const { state, options, lastEvents, legalMoves } = match;
  sure<Equal<IsAny<typeof state>, false>>();
  sure<Equal<IsAny<typeof options>, false>>();
  sure<Equal<IsAny<(typeof lastEvents)[number]>, false>>();
  const boat: number | undefined = state?.boat;
  const river: number[] = options.river;
  const dice: number[] | undefined = state?.pool;
  for (const event of lastEvents) if ("dieTaken" in event) sure<Equal<IsAny<typeof event.dieTaken>, false>>();
  for (const { move } of legalMoves?.moves ?? []) {
    if ("takeDie" in move) sure<Equal<IsAny<typeof move.takeDie>, false>>();
  }
  // @ts-expect-error: there is no hand of cards in Lost Cities' way
  state?.expeditions;
  void [boat, river, dice];
}

export async function played(): Promise<void> {
  const made = await me.matches.create({ game: "lost-cities", options: { rounds: 1 }, clock: { perMove: "30s" } });
  sure<Equal<typeof made, Match<"lost-cities">>>();
  const hand: string[] | undefined = made.now.state?.hand;
  for await (const change of made.follow({ include: "legalMoves" })) {
    sure<Equal<typeof change, Change<"lost-cities">>>();
    const moves: LegalMove<"lost-cities">[] = change.match.legalMoves?.moves ?? [];
    const played = await made.move(moves[0]!, { expectedDecision: change.match.yourDecision ?? 0 });
    sure<Equal<IsAny<typeof played>, false>>();
  }
  for await (const brief of made.follow({ view: "none" })) {
    const seats: number[] = brief.toMove;
    // @ts-expect-error: without a view, there may be no match
    brief.match.state;
    void seats;
  }
  // @ts-expect-error: no such game
  await me.matches.create({ game: "chess" });
  // @ts-expect-error: an option of another game
  await me.matches.create({ game: "just4fun", options: { rounds: 1 } });
  // @ts-expect-error: a move of another game
  await made.move({ play: { cards: [1] } });
  const found = await me.seek({ game: "just4fun" });
  sure<Equal<typeof found, Match<"just4fun">>>();
  const any = await me.matches.get("...");
  if (any.now.game === "lost-cities") sure<Equal<IsAny<typeof any.now.state>, false>>();
  const [game] = await me.games();
  if (game) await me.matches.create({ game: game.id, clock: { perMove: "30s" } });
  if (game) { for await (const { id } of me.players({ available: game.id })) await made.invite(id); }
  if (game) await me.seek({ game: game.id });
  const replay = await any.replay();
  const wrong: string = verify(replay, await gameOf(replay));
  void [hand, wrong];
}

export class Percy extends Bot {
  override games = ["livingstone"];
  override clock = { perMove: "30s" };
  override choose(turn: Turn) {
    sure<Equal<IsAny<typeof turn.moves>, false>>();
    if (turn.game === "livingstone") sure<Equal<typeof turn.state.boat, number>>();
    sure<Equal<typeof turn.seat, number>>();
    return turn.moves[0];
  }
  override onUndo({ now }: Match) {
    const version: number | undefined = now.undo?.toVersion;
    return version !== undefined;
  }
}
