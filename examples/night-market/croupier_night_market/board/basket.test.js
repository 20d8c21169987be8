// The basket and the texts of The Night Market: `deno test basket.test.js`.

import { choiceOf, counted } from "./basket.js";
import de from "./de.js";
import en from "./en.js";

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

Deno.test("equal goods are one choice", () => {
  equal(counted(["TEA", "SILK", "TEA"]), [["TEA", 2], ["SILK", 1]]);
});

Deno.test("what is not listed cannot be chosen", () => {
  const moves = [{ move: { good: /** @type {const} */ ("TEA") }, notation: "tea" }];
  equal(choiceOf(moves, "TEA"), moves[0]);
  equal(choiceOf(moves, "SILK"), undefined);
});

Deno.test("both languages have the same keys, and tell the same", () => {
  equal(Object.keys(de).sort(), Object.keys(en).sort());
  const who = { players: ["Ann", "Bob"], seat: 0 };
  equal(en.told([{ laid: { goods: ["TEA", "SILK"] } }], who), "You: tea. Bob: silk.");
  equal(en.told([{ chosen: { seat: 1 } }], who), "Bob has chosen.");
});
