import { letters } from "./letters.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("players are told apart by as few letters as can be", () => {
  same(letters(["Ann", "Bob"]), ["A", "B"]);
  same(letters(["Ann", "Alf", "Bob"]), ["AN", "AL", "B"]);
  same(letters(["Fox 1", "Fox 2"]), ["F1", "F2"]);
  same(letters(["Ann", "Ann"]), ["A1", "A2"]);
});
