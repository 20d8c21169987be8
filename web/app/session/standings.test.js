import { inAll, once } from "./standings.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

const PUBLIC = {
  game: "nim",
  opponents: "bots",
  access: "public",
  won: 2,
  drawn: 1,
  lost: 3,
  scored: 5,
  points: 50,
  best: { points: 20, matchId: "a" },
  streak: 1,
  longest: 2,
};

Deno.test("public and private matches are summed for their player, and no run is told that nobody has counted", () => {
  const hidden = {
    ...PUBLIC,
    access: "private",
    won: 4,
    points: 10,
    best: { points: 30, matchId: "b" },
    streak: 4,
    longest: 4,
  };
  const people = { ...PUBLIC, opponents: "people", best: null };
  const [bots, ...others] = inAll(/** @type {any} */ ([PUBLIC, hidden, people]));
  same([bots.won, bots.drawn, bots.lost, bots.scored, bots.points], [6, 2, 6, 10, 60]);
  same([bots.best, bots.streak, bots.longest, bots.access], [{ points: 30, matchId: "b" }, 0, 4, "private"]);
  same(others, [people]);
  same(inAll(/** @type {any} */ ([people, { ...people, best: PUBLIC.best }]))[0].best, PUBLIC.best);
});

Deno.test("who was met in public and in private stands once, where the last match was", () => {
  const [ann, bob] = [{ id: "a", displayName: "Ann", kind: "human" }, { id: "b", displayName: "Bob", kind: "human" }];
  const met = (/** @type {any} */ player, /** @type {string} */ matchId) => ({
    player,
    won: 1,
    drawn: 0,
    lost: 2,
    last: { matchId, time: "" },
  });
  const all = once([met(ann, "3"), met(bob, "2"), met(ann, "1")]);
  same(all.map(({ player, won, lost, last }) => [player.displayName, won, lost, last?.matchId]), [
    ["Ann", 2, 4, "3"],
    ["Bob", 1, 2, "2"],
  ]);
});
