import { whenOf } from "./when.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("another day of the next week is told by its name, a later one by its date", () => {
  const at = (/** @type {number} */ day, /** @type {number} */ hour) => new Date(2026, 10, day, hour, 14).getTime();
  const told = (/** @type {number} */ then, /** @type {string} */ language) => whenOf(then, at(28, 20), language);
  same([at(28, 23), at(29, 20), at(30, 0), at(34, 20), at(35, 20)].map((then) => told(then, "en")), [
    "23:14",
    "tomorrow 20:14",
    "Monday 00:14",
    "Friday 20:14",
    "December 5, 2026 20:14",
  ]);
  same([at(34, 20), at(35, 20)].map((then) => told(then, "de")), ["Freitag 20:14", "5. Dezember 2026 20:14"]);
});
