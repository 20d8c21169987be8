import { paceOf, shownIn } from "./pools.js";

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
