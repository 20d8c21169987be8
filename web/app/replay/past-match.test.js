import { PastMatch } from "./past-match.js";

Deno.test("the cards of all are whole once every hand is, and not before", async () => {
  /** What ends the stream of a seat. @type {Record<number, () => void>} */
  const ends = {};
  const match = {
    over: true,
    now: { yourSeat: 0, seats: [0, 1].map((index) => ({ index, player: { displayName: `${index}` } })) },
    async *follow(/** @type {{ as: number }} */ { as }) {
      yield { version: 1, match: { toMove: [], state: { hand: [] } }, events: [] };
      await new Promise((resolve) => ends[as] = () => resolve(undefined));
    },
  };
  const past = new PastMatch(/** @type {any} */ ({ me: { matches: { get: () => Promise.resolve(match) } } }), "m");
  const told = () => new Promise((resolve) => past.addEventListener("change", resolve, { once: true }));
  await told();
  const here = told();
  past.seen("all");
  await here;
  for (const [seat, whole] of [[0, false], [1, true]]) {
    const ended = told();
    ends[Number(seat)]();
    await ended;
    if (past.whole("all") !== whole) throw new Error(`after seat ${seat}: ${!whole}`);
  }
});
