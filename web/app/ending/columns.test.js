import { columns, partName, shortened, telling } from "./columns.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("columns stand on nought or hang from it", () => {
  const { zero, groups } = columns([{ points: [30, -10] }, { points: [0, 10] }]);
  same(zero, 0.75);
  same(groups.map((bars) => bars.map(({ y, height }) => [y, height])), [[[0, .75], [.75, .25]], [[.75, 0], [.5, .25]]]);
  const all = groups.flat();
  same(all.every(({ x, width }, at) => x + width <= (all[at + 1]?.x ?? 1) + 1e-9), true);
  same(columns([{ points: [0, 0] }]).groups[0].map(({ height }) => height), [0, 0]);
});

Deno.test("sources of points have names, shorter ones where there are many", () => {
  const rounds = [1, 2, 3, 4, 5, 6].map((round) => ({ name: "round", round, points: [] }));
  const game =
    /** @type {any} */ ({ parts: { round: (/** @type {any} */ { round }) => `Round ${round}`, gems: "Gems" } });
  const names = rounds.map((part) => partName(part, game));
  same(shortened(rounds.slice(0, 2), names.slice(0, 2)), ["Round 1", "Round 2"]);
  same(shortened([{ name: "gems" }, ...rounds], ["All gems", ...names]), ["All gems", "1", "2", "3", "4", "5", "6"]);
  same(partName({ name: "gems", points: [] }, game), "Gems");
  same(partName({ name: "tents", points: [] }, undefined), "tents");
});

Deno.test("points of which nobody has any are not told, nor those that are the sum, nor any where a row has won", () => {
  const parts = [[3, 1], [0, 0], [0, 2]].map((points) => ({ name: `${points}`, points }));
  const names = (/** @type {any} */ summary) => telling(summary).map(({ name }) => name);
  same(names({ parts, best: null }), ["3,1", "0,2"]);
  same(names({ parts: parts.slice(0, 2), best: null }), []);
  same(names({ parts, best: null, row: { seat: 0, pieces: ["1"] } }), []);
  same(names(undefined), []);
});
