// The steps of Just4Fun: `deno test web/steps`.

import {
  cardsOf,
  counted,
  entryFor,
  exchangeOf,
  fieldsOf,
  fieldsWith,
  isOver,
  lineOwner,
  parse,
  placesIn,
  reasonAgainst,
  sumOf,
  threes,
  waysTo,
} from "./steps.js";

/** @typedef {import("./steps.js").Entry} Entry */
/** @typedef {import("./steps.js").View} View */

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** @param {number[]} cards @returns {Entry} */
const play = (...cards) => ({ move: { play: { cards } }, notation: cards.join("+") });

/** @type {Entry} */
const EXCHANGE = { move: { exchange: {} }, notation: "exchange" };

/** The moves of a hand on an empty board, as the service lists them. @param {readonly number[]} hand */
function movesOf(hand) {
  const parts = hand.reduce((all, card) => [...all, ...all.map((part) => [...part, card])], [
    /** @type {number[]} */ ([]),
  ]);
  const moves = parts.filter((cards) => cards.length && sumOf(cards) <= 36).map((cards) => play(...cards));
  return [...new Map(moves.map((entry) => [entry.notation, entry])).values()];
}

/** @param {Record<number, Partial<View["board"][number]>>} fields @param {number[]} [hand] @param {Partial<View>} [more] @returns {View} */
const view = (fields, hand = [], more = {}) => ({
  starter: 0,
  deckSize: 40,
  hand,
  discard: [],
  board: Array.from(
    { length: 36 },
    (_, at) => ({ number: at + 1, stones: [0, 0, 0], locked: false, ...fields[at + 1] }),
  ),
  sides: [0, 1, 2].map((seat) => ({ seat, handSize: 4, supply: 20, removed: 0, score: 0, highestField: 0 })),
  line: [],
  ...more,
});

/** Hands of all kinds: equal cards, high ones, low ones. */
const HANDS = [[2, 5, 8, 12], [1, 1, 1, 1], [12, 12, 12, 12], [16, 17, 18, 19], [3, 7, 8, 15], [1, 1, 11, 11], [
  1,
  2,
  12,
  19,
]];

Deno.test("every legal move is reached by picking its cards, whatever places they have", () => {
  for (const hand of HANDS) {
    const moves = movesOf(hand);
    for (const entry of moves) {
      const places = placesIn(hand, cardsOf(entry)) ?? [];
      equal(new Set(places).size, cardsOf(entry).length);
      const picked = places.reverse().map((at) => hand[at]);
      if (entryFor(moves, picked) !== entry) throw new Error(entry.notation);
    }
  }
});

Deno.test("every legal move is reached from its field", () => {
  for (const hand of HANDS) {
    const moves = movesOf(hand);
    const found = Array.from({ length: 36 }, (_, at) => waysTo(moves, at + 1)).flat();
    equal(found.map(({ notation }) => notation).sort(), moves.map(({ notation }) => notation).sort());
  }
});

Deno.test("every legal move is typed as it is written, and is whole at its last letter", () => {
  for (const hand of HANDS) {
    for (const { notation, move } of movesOf(hand)) {
      for (let end = 1; end <= notation.length; end++) {
        const read = parse(notation.slice(0, end), hand);
        equal([notation, end, read.wrong], [notation, end, undefined]);
      }
      equal(parse(notation, hand).cards, "play" in move ? move.play.cards : []);
    }
  }
  for (let end = 1; end < 8; end++) {
    equal(parse("exchange".slice(0, end), [1]), { cards: [], rest: "EXCHANGE".slice(0, end) });
  }
  equal(parse("Exchange", [1]), { cards: [], rest: "EXCHANGE", exchange: true });
});

Deno.test("no cards, and cards that are not listed, make no move", () => {
  equal(entryFor([EXCHANGE], []), undefined);
  equal(entryFor([play(5)], [5, 8]), undefined);
  if (exchangeOf([EXCHANGE]) !== EXCHANGE || exchangeOf([play(5)])) throw new Error("not the exchange");
});

Deno.test("of several ways to a field, those with the picked cards come first", () => {
  const moves = movesOf([3, 4, 7, 8]);
  equal(waysTo(moves, 7).map(({ notation }) => notation), ["3+4", "7"]);
  equal(waysTo(moves, 7, [7]).map(({ notation }) => notation), ["7", "3+4"]);
  equal([...fieldsWith(moves, [7, 8])].sort((a, b) => a - b), [15, 18, 19, 22]);
  equal([...fieldsWith([EXCHANGE], [])], []);
});

Deno.test("equal cards have places of their own", () => {
  equal(placesIn([5, 5, 8], [5, 5]), [0, 1]);
  equal(placesIn([5, 8], [5, 5]), null);
});

Deno.test("why a field is refused", () => {
  const now = view({ 12: { stones: [2, 1, 0], owner: 0 }, 7: { stones: [0, 2, 0], owner: 1, locked: true } }, [
    1,
    2,
    3,
    4,
  ]);
  equal(reasonAgainst(now, 2, [], 12), { kind: "ahead", seat: 0 });
  equal(reasonAgainst(now, 1, [], 12), null);
  equal(reasonAgainst(now, 0, [], 12), null);
  equal(reasonAgainst(now, 0, [], 7), { kind: "locked", seat: 1 });
  equal(reasonAgainst(now, 0, [], 37), { kind: "high" });
  equal(reasonAgainst(now, 0, [], 30), null);
});

Deno.test("an own locked field is refused only where a move to it is missing", () => {
  const now = view({ 7: { stones: [0, 2, 0], owner: 1, locked: true } }, [3, 4, 12, 13]);
  equal(reasonAgainst(now, 1, [play(3)], 7), { kind: "own" });
  equal(reasonAgainst(now, 1, [play(3), play(3, 4)], 7), null);
  equal(reasonAgainst(now, 1, [], 7), null);
  equal(reasonAgainst({ ...now, hand: [1, 1, 1, 1] }, 1, [play(1)], 7), null);
});

Deno.test("what cannot become a move is wrong", () => {
  for (const text of ["+", "5++", "0", "13", "5+5", "q", "5+x", "5+exchange"]) {
    equal([text, parse(text, [5, 8, 12]).wrong], [text, true]);
  }
  equal(parse("8+12+", [5, 8, 12]), { cards: [8, 12], rest: "8+12+" });
  equal(parse("1", [5, 8, 12]), { cards: [], rest: "1" });
  equal(parse("8 + 1", [5, 8, 12]), { cards: [8], rest: "8+1" });
});

Deno.test("the end, who has won by a line, and what a seat owns", () => {
  const fields = { 1: { owner: 1 }, 30: { owner: 1 }, 14: { owner: 2 } };
  equal(isOver(view({})), false);
  equal(isOver(view(fields, [], { line: [30, 1, 24, 14] })), true);
  equal(isOver(view({}, [], { sides: view({}).sides.map((side) => ({ ...side, supply: 0 })) })), true);
  equal(lineOwner(view(fields, [], { line: [30, 1, 24, 14] })), 1);
  equal(lineOwner(view(fields)), undefined);
  equal(fieldsOf(view(fields), 1), [1, 30]);
  equal(counted([5, 12, 5, 1]), [[1, 1], [5, 2], [12, 1]]);
});

Deno.test("three in a row lack a field that is not lost to them", () => {
  const row = {
    1: { stones: [1, 0, 0], owner: 0 },
    2: { stones: [2, 1, 0], owner: 0 },
    4: { stones: [1, 0, 0], owner: 0 },
  };
  equal(threes(view(row)), [{ seat: 0, fields: [1, 2, 3, 4], gap: 3, soon: true }]);
  equal(threes(view({ ...row, 3: { stones: [0, 1, 0], owner: 1 } }))[0].soon, false);
  equal(threes(view({ ...row, 3: { stones: [0, 2, 0], owner: 1, locked: true } })), []);
  equal(threes(view({ ...row, 3: { stones: [1, 0, 0], owner: 0 } }, [], { line: [1, 2, 3, 4] })), []);
  const [, ...others] = view({}).sides;
  equal(threes(view(row, [], { sides: [{ ...view({}).sides[0], supply: 0 }, ...others] })), []);
  // A line does not go on in the next row.
  equal(threes(view({ 5: row[1], 6: row[2], 7: row[4] })), []);
});
