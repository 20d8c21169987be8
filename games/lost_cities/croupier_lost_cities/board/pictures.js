// Pictures of this very board for the rules: `![what it shows](board:NAME)`.

import { COLORS, countOf, ofColor } from "./steps.js";

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Color} Color
 * @typedef {{ hand: string, mine?: string, theirs?: string, known?: string, discards?: string, deck?: number, colors?: number }} Table
 *   cards as they are written, such as "W4 Wx"
 */

/** @param {string} text */
const cards = (text) => text.split(" ").filter(Boolean);

/** @param {Color} color @param {readonly string[]} laid */
function expedition(color, laid) {
  const count = countOf(laid);
  return { color, cards: [...laid], ...count, score: laid.length ? count.score : 0 };
}

/** @param {number} seat @param {readonly Color[]} colors @param {string} laid @param {string} [known] */
function side(seat, colors, laid, known = "") {
  const expeditions = colors.map((color) => expedition(color, ofColor(cards(laid), color)));
  const points = expeditions.reduce((sum, { score }) => sum + score, 0);
  return { seat, handSize: 8, handKnown: cards(known), expeditions, roundScore: points, total: 0 };
}

/** @param {Table} table @returns {View} */
function view({ hand, mine = "", theirs = "", known = "", discards = "", deck = 30, colors = 5 }) {
  const used = COLORS.slice(0, colors);
  return {
    round: 1,
    rounds: 3,
    starter: 0,
    deckSize: deck,
    turnsWithoutDeckDraw: 0,
    hand: cards(hand),
    discards: used.map((color) => {
      const pile = ofColor(cards(discards), color);
      return { color, top: pile.at(-1) ?? "", size: pile.length };
    }),
    sides: [side(0, used, mine), side(1, used, theirs, known)],
    finishedRounds: [],
  };
}

/** @param {Table} table */
const picture = (table) => ({ view: view(table), seat: 0, players: ["Ann", "Bob"], height: 600 });

/** What the last turn has done, as the board marks it. @param {string} card @param {"EXPEDITION" | "DISCARD"} place @param {Color | "DECK"} pile */
const turn = (card, place, pile) => [
  { cardPlayed: { seat: 1, card, place } },
  { cardDrawn: { seat: 1, pile, card: pile === "DECK" ? "" : `${pile[0]}10` } },
];

export default {
  table: picture({
    hand: "R4 Wx W8 Y3 Y9 B7 G2 G6",
    mine: "W3 W5 B2 B4 B6",
    theirs: "R2 R5 Yx Y4 Y6",
    discards: "Rx W2 B3 G4 G9",
    deck: 27,
  }),
  rise: picture({ hand: "Rx R6 Wx W4 W7 W9 Y2 G10", mine: "W3 W5 W6", theirs: "Y5", discards: "B2 G3", deck: 33 }),
  points: picture({
    hand: "W2 W4 Bx B3 B6 B8 G3 G4",
    mine: "Rx Rx R2 R3 R5 R7 R8 R10 Yx G5 G8 G10",
    theirs: "B5 B9",
    discards: "W7 Y2",
    deck: 12,
  }),
  discards: {
    ...picture({
      hand: "R3 R7 W2 W9 Y2 Bx B5 G8",
      mine: "R2",
      theirs: "Y4 Y7",
      known: "Y10",
      discards: "W3 Bx B3 G2",
      deck: 31,
    }),
    last: turn("B3", "DISCARD", "YELLOW"),
  },
  six: picture({
    hand: "R5 W8 Y4 B2 B9 Px P6 P8",
    mine: "P2 P4 R3",
    theirs: "Gx G3 G7 P3",
    discards: "R2 Yx Y2 B4",
    deck: 38,
    colors: 6,
  }),
};
