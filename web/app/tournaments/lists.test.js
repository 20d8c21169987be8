import { few, listsOf } from "./lists.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** @template T @param {T[]} values */
async function* coming(values) {
  yield* values;
}

Deno.test("there are more where there is one more, and not where those are all", async () => {
  same(await few(coming([1, 2, 3]), 3), { shown: [1, 2, 3], more: false });
  same(await few(coming([1, 2, 3, 4]), 3), { shown: [1, 2, 3], more: true });
  same(await few(coming([1, 2, 3, 4]), 2, (each) => each > 1), { shown: [2, 3], more: true });
});

Deno.test("the own tournament that goes on comes first, however many newer ones are over", async () => {
  const of = (/** @type {string} */ status, /** @type {number} */ length) =>
    Array.from({ length }, (_, id) => ({ id: `${status}${id}`, status }));
  const mine = [...of("finished", 60), ...of("open", 1), ...of("running", 1)];
  const asked = /** @type {any} */ ({
    list: (/** @type {{ mine?: boolean, status?: string }} */ { mine: own, status = "" }) =>
      coming(own ? mine : of(status, status === "open" ? 2 : 1)),
  });
  const { mine: own, open, running } = await listsOf(asked, { mine: 3, open: 2, running: 1, finished: 1 }, true);
  same(own.shown.map(({ id }) => id), ["running0", "open0", "finished0"]);
  same([own.more, open.more, running.more], [true, false, true]);
  same((await listsOf(asked, { mine: 3, open: 2, running: 2, finished: 1 }, false)).running.more, false);
});
