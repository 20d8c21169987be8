// Pictures of this very board for its rules: positions that show one thing each. `height` is that on a phone.

import { TENTS } from "./steps.js";

/** @typedef {import("./steps.js").View} View */
/** @typedef {Partial<View["sides"][number]>} Had what a player has */

const RIVER = [1, 2, 2, 3, 3, 4, 4, 5, 5, 6];
const NONE = { clear: 0, blue: 0, red: 0 };

/** A position, with its tents by field: for each seat how many. @param {Record<string, number[]>} tents @param {Had[]} sides @param {Partial<View>} rest @returns {View} */
function position(tents, sides, rest) {
  const board = Object.entries(tents).map(([field, counts]) => ({
    field,
    column: "abcdefghij".indexOf(field[0]) + 1,
    row: Number(field[1]),
    tents: counts,
    unscored: counts.map(() => 0),
  }));
  const put = (/** @type {number} */ seat) => board.reduce((all, { tents }) => all + tents[seat], 0);
  const all = sides.map((side, seat) => ({
    seat,
    score: 0,
    wealth: 3,
    gems: NONE,
    tents: TENTS - put(seat),
    handSize: 0,
    lastDie: 0,
    passed: false,
    scoredRows: [],
    ...side,
  }));
  return /** @type {View} */ (/** @type {unknown} */ ({
    round: 1,
    starter: 0,
    boat: 1,
    river: RIVER,
    pool: [],
    die: 0,
    diceToTake: 0,
    hand: [],
    deckSize: 24,
    discard: [],
    outOfGame: [],
    bag: { black: 24, clear: 12, blue: 9, red: 4, white: 1 },
    aside: { black: 5, clear: 0, blue: 0, red: 0, white: 0 },
    board,
    sides: all,
    final: null,
    ...rest,
  }));
}

const EARLY = { b2: [0, 1], b5: [1, 0], c4: [0, 1] };
const LATE = {
  a1: [1, 0],
  b5: [1, 0],
  b2: [0, 1],
  c4: [0, 1],
  d1: [1, 0],
  d6: [0, 1],
  e3: [1, 1],
  f2: [0, 1],
  g5: [1, 0],
  h1: [0, 1],
};
const THREE = ["Ann", "Bob", "Cid"];

export default {
  /** A 4 is in the hand, and its field is lit: the river's price, and a coin for the tent that stands there. */
  turn: {
    view: position(EARLY, [{ score: 5, coins: 6, chest: 0, wealth: 6, lastDie: 4 }, {
      score: 2,
      wealth: 5,
      lastDie: 2,
    }], {
      round: 3,
      boat: 3,
      pool: [1, 5],
      die: 4,
    }),
    seat: 0,
    moves: [{
      notation: "tent 4",
      move: { placeTent: { row: 4, noCost: false, anyRow: false, fromField: "" } },
    }],
    height: 470,
  },
  /** All dice are gone, and the tents in the column of the boat score. */
  scored: {
    view: position({ ...EARLY, c1: [1, 0], c6: [1, 0] }, [
      { score: 5, wealth: 2, lastDie: 6 },
      { score: 2, wealth: 8, lastDie: 5 },
    ], { round: 3, boat: 3 }),
    height: 450,
  },
  /** Who has most tents in each row. */
  most: {
    view: position(LATE, [{ score: 19, wealth: 14 }, { score: 22, wealth: 17 }], {
      round: 9,
      boat: 9,
      pool: [2, 3, 5, 6],
    }),
    height: 450,
  },
  /** The meter of a gift that may be the least. */
  gift: {
    view: position({ b2: [0, 1, 0], c4: [1, 0, 1], d1: [0, 0, 1], e3: [1, 0, 0] }, [
      { score: 15, coins: 6, chest: 4, wealth: 10 },
      { score: 12, wealth: 9 },
      { score: 18, wealth: 16 },
    ], { round: 8, boat: 8, pool: [1, 3, 3, 6], diceToTake: 1 }),
    seat: 0,
    players: THREE,
    height: 600,
  },
  /** The chests are open, and the four dice of two players show what each must reach. */
  end: {
    view: position(LATE, [{ score: 41, coins: 0, chest: 17, wealth: 17 }, {
      score: 52,
      coins: 8,
      chest: 11,
      wealth: 19,
    }], {
      round: 10,
      boat: 10,
      final: { rows: [20, 22], gems: [0, 0], cards: [0, 0], dice: [2, 3, 4, 6], eliminated: [1] },
    }),
    height: 490,
  },
};
