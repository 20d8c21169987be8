import { cellName, cellsOf } from "./cross.js";
import { isDone, pointsOf, written } from "./points.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** @param {number[]} ranks @param {number[]} [absent] */
const result = (ranks, absent = []) => ({ matchId: "m", ranks, absent, reason: "completed" });
/** @param {ReturnType<typeof result>[]} results @param {string | null} [matchId] @returns {any} */
const table = (results, matchId = null) => ({ players: [{ id: "a" }, { id: "b" }], results, matchId });

Deno.test("points are written as people do", () => {
  same([0, 0.5, 1, 2.5, 1.25, 2 / 3].map((points) => written(points, "en")), ["0", "½", "1", "2½", "1¼", "⅔"]);
  same(written(1 + 1 / 48, "de"), "1,02");
});

Deno.test("a win is a point, a tie a half, and who is absent has none of what is left", () => {
  same(pointsOf(table([result([0, 1])]), 1), [1, 0]);
  same(pointsOf(table([result([0, 0])]), 1), [0.5, 0.5]);
  same(pointsOf(table([result([1, 0], [1])]), 2), [0, 0]);
  same(pointsOf(table([result([0, 1], [1])]), 2), [2, 0]);
  same(pointsOf(table([result([0, 0]), result([0, 1], [1])]), 2), [1.5, 0.5]);
  const four = { players: ["a", "b", "c", "d"].map((id) => ({ id })), results: [result([0, 1, 1, 3])] };
  same(pointsOf(/** @type {any} */ (four), 1), [1, 0.5, 0.5, 0]);
});

Deno.test("a table is done once it has a result and no match that is open", () => {
  same([table([]), table([], "m"), table([result([0, 1])], "m"), table([result([0, 1])])].map(isDone), [
    false,
    false,
    false,
    true,
  ]);
});

Deno.test("a cross table has what each won of each other", () => {
  const cells = cellsOf([{ tables: [table([result([1, 0])])] }, { tables: [table([])] }], 1);
  same([cells.get(cellName("a", "b"))?.points, cells.get(cellName("b", "a"))?.points, cells.size], [0, 1, 2]);
});
