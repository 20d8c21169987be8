// The steps and texts of The Masked Ball: `deno test steps.test.js`.

import de from "./de.js";
import en from "./en.js";
import guide from "./guide.js";
import { choicesOf, nextStep, typedMove } from "./steps.js";

/** @typedef {import("./steps.js").Entry} Entry */
/** @typedef {import("./steps.js").Mask} Mask */
/** @typedef {import("./steps.js").Chosen} Chosen */

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** @param {string} notation @returns {Entry} */
function entry(notation) {
  const [mask, target, named] = notation.toUpperCase().split(" ");
  const move = { mask, ...(target && { target: Number(target) }), ...(named && { named }) };
  return { move: /** @type {Entry["move"]} */ (move), notation };
}

const MOVES = ["wasp 1 owl", "wasp 1 swan", "wasp 2 owl", "fox 1", "tortoise"].map(entry);

Deno.test("every legal move is reached, one choice after the other", () => {
  /** @param {Chosen} chosen @returns {Entry[]} */
  const reached = (chosen) => {
    const { member, entry } = nextStep(MOVES, chosen);
    return entry
      ? [entry]
      : [...choicesOf(MOVES, chosen, member)].flatMap((each) => reached({ ...chosen, [member]: each }));
  };
  equal(reached({}), MOVES);
});

Deno.test("only what a listed move has can be chosen", () => {
  equal([...choicesOf(MOVES, {}, "mask")], ["WASP", "FOX", "TORTOISE"]);
  equal([...choicesOf(MOVES, { mask: "WASP", target: 2 }, "named")], ["OWL"]);
});

Deno.test("a move is typed as it is written", () => {
  for (const { notation } of MOVES) {
    const text = notation.replaceAll(" ", "");
    for (let end = 1; end < text.length; end++) equal(typedMove(MOVES, text.slice(0, end)), null);
    equal(typedMove(MOVES, text.toUpperCase())?.notation, notation);
  }
  equal(typedMove(MOVES, "swan"), undefined);
});

Deno.test("the guide names what the texts have words for, and warns of the Swan only", () => {
  const view = /** @type {any} */ ({ hand: ["SWAN", "WASP"], sides: [{ masks: 1 }, { masks: 1, sheltered: true }] });
  const position = { view, seat: 0, moves: MOVES };
  for (const name of guide.hints(position)) {
    if (!(en.hints[name] && de.hints[name])) throw new Error(name);
  }
  equal(guide.hints(position), ["swan", "wasp", "sheltered"]);
  equal(guide.warning(position, entry("swan")), { name: "leave" });
  equal(guide.warning(position, entry("wasp 1 owl")), null);
});

Deno.test("both languages have the same texts, and no name is left out", () => {
  equal(Object.keys(de), Object.keys(en));
  equal(Object.keys(de.masks), Object.keys(en.masks));
  equal(Object.keys(de.hints), Object.keys(en.hints));
});
