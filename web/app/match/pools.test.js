import { nameOfPool, ownPool, paceOf, shownIn } from "./pools.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("A clock is live by less than five minutes a move, or less than an hour with forty increments.", () => {
  same(paceOf({ perMove: "299s" }), "live");
  same(paceOf({ perMove: "300s" }), "daily");
  same(paceOf({ perMove: "86400s" }), "daily");
  same(paceOf({ bank: "900s", increment: "10s" }), "live");
  same(paceOf({ bank: "3200s", increment: "10s" }), "daily");
});

Deno.test("The numbers of a player are those of the latest season of a game, at that pace.", () => {
  const rated = (/** @type {string} */ pool) => ({ pool, rating: 1500, deviation: 100 });
  const ratings = ["a-b.live.human.9", "a-b.live.human.10", "a-b.daily.human.11", "a.live.human.12"].map(rated);
  same(shownIn(ratings, "a-b", "live"), rated("a-b.live.human.10"));
  same(shownIn(ratings, "a", "daily"), undefined);
  same(shownIn(undefined, "a", "daily"), undefined);
});

const nobody = { kind: "human", ratings: [], statistics: [] };
const won = (/** @type {string} */ game, /** @type {number} */ won) => ({ game, won, drawn: 0, lost: 1 });

Deno.test("A leaderboard that is opened is one on which the viewer can be, whatever others there are.", () => {
  const all = ["a.live.bot.3", "b.live.human.0", "b.live.human.2"];
  const rated = (/** @type {string} */ pool, matches = 1) => ({ pool, rating: 1500, deviation: 300, matches });
  const name = (/** @type {any} */ player) => nameOfPool(ownPool(player, all));
  same(ownPool(undefined, all).kind, "human");
  same(name({ ...nobody, statistics: [won("a", 1), won("b", 1), won("b", 2)] }), "b.live.human.2");
  same(name({ ...nobody, kind: "bot", statistics: [won("a", 1)] }), "a.live.bot.3");
  const ratings = [rated("a.daily.human.0"), rated("b.live.human.0", 7)];
  same(name({ ...nobody, ratings, statistics: [won("a", 9)] }), "b.live.human.2");
});
