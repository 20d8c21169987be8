// Pictures for the rules of Just4Fun: positions that the page draws with the board itself.

/** @typedef {import("./steps.js").View} View */
/** @typedef {Record<number, readonly number[]>} Stones of each seat, by field */

// deno-fmt-ignore
const ORIGINAL = [
   1, 14, 30, 24, 19,  8,
  33, 11,  9, 16, 35, 21,
   6, 27, 31, 20,  3, 12,
  15, 32,  5, 29, 17, 26,
  22, 10, 18, 36, 25,  2,
  28,  7, 23,  4, 13, 34,
];
const STONES = 20;
const LEAD = 2;

/** What a field is with these stones. @param {number} number @param {readonly number[]} stones */
function fieldWith(number, stones) {
  const [most, second] = [...stones].sort((one, other) => other - one);
  const owner = most > second ? { owner: stones.indexOf(most) } : {};
  return { number, stones: [...stones], locked: most - second >= LEAD, ...owner };
}

/** The table with these stones. @param {Stones} stones @param {number[]} [hand] @param {number[]} [line] @returns {View} */
function tableWith(stones, hand = [], line = []) {
  const board = ORIGINAL.map((number) => fieldWith(number, stones[number] ?? [0, 0]));
  const sides = [0, 1].map((seat) => {
    const own = board.filter(({ owner }) => owner === seat).map(({ number }) => number);
    const placed = board.reduce((sum, field) => sum + field.stones[seat], 0);
    const score = own.reduce((one, other) => one + other, 0);
    return { seat, handSize: 4, supply: STONES - placed, removed: 0, score, highestField: Math.max(0, ...own) };
  });
  return { starter: 0, deckSize: 40, hand, discard: [], board, sides, line };
}

/** What the hand can reach of the fields in the picture. @param {number[][]} plays */
const movesOf = (plays) => plays.map((cards) => ({ move: { play: { cards } }, notation: cards.join("+") }));

const players = ["Anna", "Ben"];
const HEIGHT = 440;
const HIGH = 520;

export default {
  sum: {
    view: tableWith({ 24: [1, 0], 20: [0, 1] }, [4, 5, 9, 12]),
    seat: 0,
    players,
    moves: movesOf([[4], [5], [9], [12], [4, 5], [4, 9], [5, 9], [4, 12], [5, 12], [9, 12], [4, 5, 9], [4, 5, 12], [
      4,
      9,
      12,
    ], [
      5,
      9,
      12,
    ], [4, 5, 9, 12]]),
    height: HIGH,
  },
  fields: {
    view: tableWith({ 30: [1, 0], 24: [2, 1], 16: [1, 1], 9: [0, 1], 11: [2, 0], 27: [0, 3] }, [3, 6, 8, 10]),
    seat: 0,
    players,
    height: HIGH,
  },
  three: {
    view: tableWith({ 6: [1, 0], 27: [1, 0], 31: [2, 1], 35: [0, 1], 3: [0, 1], 29: [0, 1], 18: [1, 0] }),
    players,
    height: HEIGHT,
  },
  line: {
    view: tableWith(
      { 6: [1, 0], 27: [1, 0], 31: [2, 1], 20: [1, 0], 35: [0, 1], 3: [0, 1], 29: [0, 1], 18: [1, 0] },
      [],
      [6, 27, 31, 20],
    ),
    players,
    last: [{ cardsPlayed: { seat: 0, cards: [8, 12], field: 20 } }],
    height: HEIGHT,
  },
};
