// The steps of Lost Cities: `deno test web/steps`.

import { countOf, entryFor, following, formula, parse, pilesAfter, placesFor, reasonAgainst } from "./steps.js";

/** @typedef {import("./steps.js").Entry} Entry */
/** @typedef {import("./steps.js").View} View */

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** @param {string} card @param {string} place @param {string} draw */
const entry = (
  card,
  place,
  draw,
) => /** @type {Entry} */ (/** @type {unknown} */ ({
  move: { card, place, draw },
  notation: `${card} ${place} ${draw}`,
}));

const MOVES = [
  entry("R8", "EXPEDITION", "DECK"),
  entry("R8", "EXPEDITION", "BLUE"),
  entry("R8", "DISCARD", "DECK"),
  entry("R8", "DISCARD", "BLUE"),
  entry("Bx", "DISCARD", "DECK"),
];

/** A view with one red expedition of seat 0. @param {string[]} cards */
const view = (
  cards,
) => /** @type {View} */ (/** @type {unknown} */ ({ sides: [{ expeditions: [{ color: "RED", cards }] }] }));

Deno.test("a card goes where a listed move puts it", () => {
  equal(placesFor(MOVES, "R8"), ["EXPEDITION", "DISCARD"]);
  equal(placesFor(MOVES, "Bx"), ["DISCARD"]);
  equal(placesFor(MOVES, "Y2"), []);
});

Deno.test("after a card, only the piles of its moves can be drawn from", () => {
  equal(pilesAfter(MOVES, { card: "R8", place: "EXPEDITION" }), ["DECK", "BLUE"]);
  equal(pilesAfter(MOVES, { card: "Bx", place: "DISCARD" }), ["DECK"]);
});

Deno.test("the move to send is the listed one", () => {
  const laid = /** @type {const} */ ({ card: "R8", place: "DISCARD" });
  if (entryFor(MOVES, laid, "BLUE") !== MOVES[3]) throw new Error("not the listed entry");
  equal(entryFor(MOVES, laid, "GREEN"), undefined);
});

Deno.test("why a card does not join an expedition", () => {
  equal(reasonAgainst(view([]), 0, "R2"), null);
  equal(reasonAgainst(view(["Rx"]), 0, "Rx"), null);
  equal(reasonAgainst(view(["Rx", "R7"]), 0, "R8"), null);
  equal(reasonAgainst(view(["Rx", "R9"]), 0, "R10"), null);
  equal(reasonAgainst(view(["Rx", "R7"]), 0, "R7"), { color: "RED", last: "R7", wager: false });
  equal(reasonAgainst(view(["R2"]), 0, "Rx"), { color: "RED", last: "R2", wager: true });
});

Deno.test("notation is read as it is typed", () => {
  const steps = /** @type {const} */ ([
    ["r", { rest: "R" }],
    ["r1", { rest: "R1" }],
    ["R10", { card: "R10", rest: "R10" }],
    ["R8", { card: "R8", rest: "R8" }],
    ["rX", { card: "Rx", rest: "RX" }],
    ["R8+", { card: "R8", place: "EXPEDITION", rest: "R8+" }],
    ["R8-", { card: "R8", place: "DISCARD", rest: "R8-" }],
    ["R8 + *", { card: "R8", place: "EXPEDITION", pile: "DECK", rest: "" }],
    ["Bx-R", { card: "Bx", place: "DISCARD", pile: "RED", rest: "" }],
  ]);
  for (const [text, read] of steps) equal(parse(text, false, 5), read);
});

Deno.test("with a card laid, only a pile is read", () => {
  equal(parse("*", true, 5), { pile: "DECK", rest: "" });
  equal(parse("g", true, 5), { pile: "GREEN", rest: "" });
  equal(parse("8", true, 5).wrong, true);
});

Deno.test("what cannot become a move is wrong", () => {
  for (const text of ["Q", "8", "R0", "R1+", "R11", "R8*", "R8++", "R8+9", "P5", "R8+P"]) {
    equal([text, parse(text, false, 5).wrong], [text, true]);
  }
  equal(parse("P5+P", false, 6), { card: "P5", place: "EXPEDITION", pile: "PURPLE", rest: "" });
});

Deno.test("what can become of a card that is laid is what the page may ask about", () => {
  equal(following(MOVES, { card: "R8", place: "DISCARD" }), MOVES.slice(2, 4));
  equal(following(MOVES, { card: "R9", place: "DISCARD" }), []);
});

Deno.test("points are shown as they are counted", () => {
  equal(formula({ sum: 23, wagers: 0, bonus: 0 }), "23 − 20");
  equal(formula({ sum: 0, wagers: 1, bonus: 0 }), "(0 − 20) × 2");
  equal(formula({ sum: 35, wagers: 2, bonus: 20 }), "(35 − 20) × 3 + 20");
});

Deno.test("what a card would make of its expedition is counted as the rules do", () => {
  const scores = ["Y7", "Yx", "Yx Yx Yx", "R5 R8 R10", "Gx G4 G5 G6", "Bx Bx B2 B3 B5 B7 B8 B10"].map((cards) =>
    countOf(cards.split(" ")).score
  );
  equal(scores, [-13, -40, -80, 3, -10, 65]); // test vectors 1 to 5 and 12 of the rules, and a single 7
});
