// The steps of Livingstone: `deno test web/steps`. tests/web has those over many positions of real matches.

import {
  bonusOf,
  cardReason,
  dieReason,
  donation,
  gift,
  mostIn,
  originsFor,
  plainReason,
  priceOf,
  prospects,
  sale,
  tentMove,
  tentReason,
  whiteOdds,
  worth,
  written,
} from "./steps.js";
import { joined, lastTurn, marksOf, newsAfter } from "./news.js";

/** @typedef {import("./steps.js").Entry} Entry */
/** @typedef {import("./steps.js").View} View */
/** @typedef {import("./news.js").Event} Event */

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** @param {string} notation @param {object} move */
const entry = (notation, move) => /** @type {Entry} */ (/** @type {unknown} */ ({ notation, move }));

/** @param {number} row @param {string} fromField @param {boolean} [anyRow] */
const tent = (row, fromField, anyRow = false) =>
  entry(`tent ${row}${anyRow ? " any" : ""}${fromField && ` from ${fromField}`}`, {
    placeTent: { row, noCost: false, anyRow, fromField },
  });

const SIDE = { seat: 0, coins: 3, tents: 11, lastDie: 0, passed: false, scoredRows: [], gems: {} };

/** A view for seat 0, with the boat in column c. @param {object} [members] @param {object} [own] */
const view = (members = {}, own = {}) => /** @type {View} */ (/** @type {unknown} */ ({
  boat: 3,
  river: [1, 2, 2, 3, 3, 4, 4, 5, 5, 6],
  pool: [1, 4, 5],
  die: 0,
  diceToTake: 1,
  hand: [],
  bag: { black: 29, clear: 15, blue: 10, red: 5, white: 1 },
  board: [{ field: "c4", column: 3, row: 4, tents: [1, 2], unscored: [0, 0] }],
  sides: [{ ...SIDE, ...own }, { ...SIDE, seat: 1 }],
  ...members,
}));

const PLAN = /** @type {const} */ ({ kind: "tent", free: false, any: false });
const END = [entry("end", { endTurn: {} })];

Deno.test("a die that may not be taken says why", () => {
  const four = [entry("die 4", { takeDie: { value: 4 } })];
  equal(dieReason(view(), 0, four, 4), null);
  equal(dieReason(view({}, { lastDie: 4 }), 0, four, 1), { code: "low", last: 4 });
  equal(dieReason(view({ diceToTake: 2 }), 0, four, 5), { code: "chain", dice: 2 });
  equal(dieReason(view({ die: 2 }), 0, END, 5), { code: "inHand", die: 2 });
  equal(dieReason(view({ diceToTake: 0 }), 0, END, 5), { code: "taken" });
  equal(dieReason(view(), 0, [], 5), { code: "turn" });
  equal(dieReason(view({}, { passed: true }), 0, [], 5), { code: "passed" });
});

Deno.test("a move of one word says why it cannot be made", () => {
  equal(plainReason(view(), END, "end"), null);
  equal(plainReason(view({ die: 4 }), [tent(4, "")], "end"), { code: "unused", die: 4 });
  equal(plainReason(view(), [tent(4, "")], "end"), { code: "noDieYet" });
  equal(plainReason(view({ diceToTake: 0 }), END, "dig"), { code: "taken" });
  equal(plainReason(view({ die: 4 }), [tent(4, "")], "card"), { code: "noCards" });
});

Deno.test("a tent costs the river's price and a coin for each tent there", () => {
  equal([priceOf(view(), 4, false), priceOf(view(), 4, true), priceOf(view(), 6, false)], [5, 3, 2]);
  equal(tentReason(view({ die: 4 }), 0, END, PLAN, 4), { code: "tooDear", price: 5, coins: 3 });
  equal(tentReason(view({ die: 4 }), 0, END, PLAN, 6), { code: "otherRow", die: 4 });
  equal(tentReason(view(), 0, END, PLAN, 4), { code: "dieFirst" });
  equal(tentReason(view({}, { scoredRows: [2] }), 0, END, { ...PLAN, kind: "scored" }, 5), {
    code: "unscoredRow",
    row: 5,
  });
});

Deno.test("every listed place goes with every listed tent but the one that stands there", () => {
  const moves = [tent(4, "a1"), tent(4, "c2"), tent(2, "a1", true)];
  const any = { ...PLAN, any: true };
  equal(originsFor(view(), moves, PLAN, 4), ["a1", "c2"]);
  equal(originsFor(view(), moves, any, 2), ["a1"]);
  equal(tentMove(view(), moves, PLAN, 4, "c2"), moves[1]);
  equal(tentMove(view(), [tent(4, "a1"), tent(1, "b3", true)], PLAN, 4, "b3"), { notation: "tent 4 from b3" });
  equal(tentMove(view(), moves, PLAN, 4, "j6"), null);
});

Deno.test("a card that cannot be used says why", () => {
  equal(cardReason(view(), 0, END, "MARKET"), { code: "noGems" });
  equal(cardReason(view(), 0, END, "TWO_DICE"), { code: "fewDice" });
  equal(cardReason(view({ boat: 1 }), 0, END, "BOAT_BACK"), { code: "firstColumn" });
  equal(cardReason(view(), 0, END, "SCORED_ROW_TENT"), { code: "noScoredRow" });
  equal(cardReason(view(), 0, END, "ANY_ROW_TENT"), { code: "dieFirst" });
  equal(cardReason(view(), 0, [], "VP2"), { code: "turn" });
});

const SALES = [
  entry("sell 3c", { sellGems: { clear: 3, blue: 0, red: 0 } }),
  entry("sell 1r", { sellGems: { clear: 0, blue: 0, red: 1 } }),
  entry("donate 1", { donate: { amount: 1 } }),
  entry("donate 5", { donate: { amount: 5 } }),
];

Deno.test("amounts between the listed ones are legal, too", () => {
  equal(sale(SALES, "sell", { clear: 3, blue: 0, red: 0 }), SALES[0]);
  equal(sale(SALES, "sell", { clear: 2, blue: 0, red: 1 }), { notation: "sell 2c 1r" });
  equal(sale(SALES, "sell", { clear: 0, blue: 1, red: 0 }), null);
  equal(sale(SALES, "sell", { clear: 0, blue: 0, red: 0 }), null);
  equal(donation(SALES, 5), SALES[3]);
  equal(donation(SALES, 3), { notation: "donate 3" });
  equal([donation(SALES, 0), donation(SALES, 6)], [null, null]);
  equal([worth("sell", { clear: 2, blue: 1, red: 1 }), worth("market", { clear: 2, blue: 1, red: 1 })], [10, 7]);
});

Deno.test("what is written is read in any case, and only if it is legal", () => {
  const moves = [...SALES, tent(4, "a1"), tent(6, "c2", true), entry("die 4", { takeDie: { value: 4 } })];
  const found = (/** @type {string} */ text) => written(view(), moves, text)?.notation;
  equal(found("4"), "die 4");
  equal(found(" SELL  2C 1R "), "sell 2c 1r");
  equal(found("donate 2"), "donate 2");
  equal(found("tent 4 from c2"), "tent 4 from c2");
  equal(
    [found("tent 4"), found("donate 9"), found("sell"), found("5"), found("play VP2")],
    []
      .concat(Array(5).fill(undefined)),
  );
});

Deno.test("most tents in a row are of all seats that have as many", () => {
  equal([mostIn(view(), 4), mostIn(view(), 1)], [[1], []]);
  equal([bonusOf(1), bonusOf(6), bonusOf(6, [1, 1, 1, 1, 1, 9])], [12, 2, 9]);
});

Deno.test("the white stone comes once in so many digs, and for sure with all stones", () => {
  const bag = { black: 3, clear: 1, blue: 0, red: 0, white: 1 };
  equal([whiteOdds(view(), 5), whiteOdds(view(), 6), whiteOdds(view({ bag }), 4), whiteOdds(view({ bag }), 6)], [
    12,
    10,
    2,
    1,
  ]);
});

const TENT =
  /** @type {Event} */ (/** @type {unknown} */ ({ tentPlaced: { seat: 1, field: "c4", fromField: "", paid: 2 } }));
const TAKEN = /** @type {Event} */ ({ dieTaken: { seat: 1, value: 4 } });
const ENDED = /** @type {Event} */ ({ turnEnded: { seat: 1 } });
const OWN = /** @type {Event} */ ({ dieTaken: { seat: 0, value: 5 } });
const THIRD = /** @type {Event} */ ({ dieTaken: { seat: 2, value: 6 } });

Deno.test("news are what others did since the own last move", () => {
  const news = [[TAKEN], [TENT], [ENDED]].reduce((before, events) => newsAfter(before, events, 0), []);
  equal(news, [TAKEN, TENT, ENDED]);
  equal(marksOf(news), { fields: ["c4", ""], seats: [1], places: ["die/hand", "die/4"] });
  equal(newsAfter(news, [OWN], 0), []);
  const dug = /** @type {Event} */ (/** @type {unknown} */ ({ stonesDrawn: { seat: 0, stones: { clear: 2 } } }));
  equal(newsAfter(news, [dug], 0), [dug]); // what came out is chance
  equal(newsAfter(news, [THIRD], null), [THIRD]);
});

Deno.test("the last turn of the news is told, without its end", () => {
  equal(lastTurn([TAKEN, TENT, ENDED]), [TAKEN, TENT]);
  equal(lastTurn([TAKEN, ENDED, THIRD]), [THIRD]);
});

Deno.test("who does several things in a row is named once", () => {
  const told = ["Bob takes a 3.", "Bob digs: 2 clear.", "Cid takes a 4.", "Column c is scored: Bob: 3."];
  equal(
    joined(told, ["Ann", "Bob", "Cid"]),
    "Bob takes a 3, digs: 2 clear. Cid takes a 4. Column c is scored: Bob: 3.",
  );
  equal(joined(told.slice(3), ["Bob"]), told[3]);
});

Deno.test("the sum of a score is what the end would add now", () => {
  const gems = { clear: 2, blue: 0, red: 1 };
  const board = [
    { field: "c4", column: 3, row: 4, tents: [1, 2], unscored: [0, 0] },
    { field: "a1", column: 1, row: 1, tents: [1, 1], unscored: [0, 0] },
    { field: "b5", column: 2, row: 5, tents: [1, 0], unscored: [1, 0] },
  ];
  const now = view({ hand: ["VP3", "MARKET", "VP2"], board }, { score: 9, gems });
  equal(prospects(now, 0, true), { score: 9, rows: 6 + 4, gems: 3, cards: 5 });
  equal(prospects(now, 0, false).cards, 0);
  equal(prospects(now, 0, true, [9, 0, 0, 0, 1, 0]).rows, 4 + 1);
});

Deno.test("a gift is safe once somebody else cannot have given as much", () => {
  /** @param {number} chest @param {number} [round] */
  const given = (chest, round = 1) =>
    gift(
      view({ round, sides: [{ ...SIDE, chest }, ...[12, 5, 7].map((wealth, at) => ({ seat: at + 1, wealth }))] }),
      0,
    );
  equal(given(5).safe, false);
  equal(given(6).safe, true);
  equal(given(5).least, { seat: 2, most: 5 });
  equal([given(5, 5), given(5, 6), given(6, 6)].map(({ risk, done }) => [risk, done]), [[false, false], [true, false], [
    false,
    true,
  ]]);
});

Deno.test("of two, four dice tell the chance to be out", () => {
  /** @param {number} chest */
  const given = (chest) => gift(view({ round: 1, sides: [{ ...SIDE, chest }, { seat: 1, wealth: 3 }] }), 0);
  equal([3, 13, 23, 24].map((chest) => given(chest).chance), [100, 56, 1, 0]);
  equal([given(23).safe, given(24).safe], [false, true]);
  equal([given(13).even, given(13).risk], [14, false]); // not before it is late
});
