// The cards of Lost Cities, as numbers: five colours of twelve.
"use strict";

const HAND = 8;
const COLOURS = 5;
const EACH = 12;
const CARDS = Array.from({ length: COLOURS * EACH }, (_, card) => card);
const MOVES = CARDS.length - 2 * HAND; // the deck after the deal

const colour = (card) => Math.floor(card / EACH);

module.exports = { CARDS, COLOURS, HAND, MOVES, colour };
