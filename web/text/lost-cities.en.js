// What is written and said at a table of Lost Cities, in English. The keys are the same in every language.

import { capital, colorOf, isWager, points, rankOf, teller } from "../steps/lost-cities.js";

/**
 * @typedef {import("../steps/lost-cities.js").Color} Color
 * @typedef {import("../steps/lost-cities.js").Pile} Pile
 * @typedef {import("../steps/lost-cities.js").Place} Place
 * @typedef {import("../steps/lost-cities.js").Reason} Reason
 * @typedef {import("../steps/lost-cities.js").Who} Who
 */

/** @type {Record<Color, string>} */
const colors = { RED: "red", WHITE: "white", YELLOW: "yellow", BLUE: "blue", GREEN: "green", PURPLE: "purple" };

/** @param {number} n */
const number = (n) => (n === 1 ? "1 card" : `${n} cards`);

/** "yellow 7", "yellow wager". @param {string} one */
const card = (one) => `${colors[colorOf(one)]} ${isWager(one) ? "wager" : rankOf(one)}`;

/** @param {readonly string[]} all */
const cards = (all) => all.map(card).join(", ");

/** @param {Pile} pile */
const pile = (pile) => (pile === "DECK" ? "the deck" : `the ${colors[pile]} discard pile`);

/** @param {Who} who @param {number} seat */
const name = (who, seat) => (seat === who.seat ? "You" : who.players[seat]);

/** The verb for somebody. @param {Who} who @param {number} seat @param {string} verb */
const does = (who, seat, verb) => (seat === who.seat ? verb : `${verb}s`);

const told = teller({
  turn: (who, { seat, card: laid, place }, { pile: from, card: drawn }) =>
    `${name(who, seat)} ${does(who, seat, place === "EXPEDITION" ? "play" : "discard")} ${card(laid)} ` +
    `and ${does(who, seat, "draw")}${drawn ? ` ${card(drawn)}` : ""} from ${pile(from)}.`,
  ended: (who, { round, sides }) =>
    `Round ${round} is over: ${sides.map(({ seat, score }) => `${name(who, seat)}: ${points(score)}`).join(", ")}.`,
  started: (who, { round, starter }) => `Round ${round} begins. ${name(who, starter)} ${does(who, starter, "start")}.`,
});

/** @param {Reason} reason */
const reason = ({ color, last, wager }) =>
  wager
    ? `wagers come before the numbers of an expedition`
    : `your ${colors[color]} expedition is at ${rankOf(last)} already`;

/** @param {Place[]} places @param {Reason | null} against */
const playable = (places, against) =>
  places.includes("EXPEDITION")
    ? ", playable on your expedition"
    : `, only to discard${against ? `: ${reason(against)}` : ""}`;

export default {
  name: "Lost Cities",
  told,
  points,
  colors,

  // The groups of the table.
  hand: "Your hand",
  /** The groups of somebody else, in whose eyes a replay is seen. @param {string} name */
  eyes: (name) => ({
    hand: `Hand of ${name}`,
    expeditions: (/** @type {string | null} */ player) => `Expeditions of ${player ?? name}`,
  }),
  piles: "Discard piles and deck",
  /** @param {string | null} player null: the viewer's own */
  expeditions: (player) => (player === null ? "Your expeditions" : `Expeditions of ${player}`),

  // Cards and piles.
  /** @param {string} one @param {{ places: Place[], against: Reason | null } | null} turn null: not to move */
  handCard: (one, turn) => capital(card(one)) + (turn ? playable(turn.places, turn.against) : ""),
  /** @param {string} one */
  picked: (one) => `${capital(card(one))}, picked: choose where it goes`,
  /** @param {Color} color @param {readonly string[]} all @param {number} score */
  expedition: (color, all, score) =>
    `${capital(colors[color])} expedition, ${all.length ? `${cards(all)}; ${points(score)} points` : "empty"}`,
  /** @param {Color} color @param {string} top @param {number} size */
  discard: (color, top, size) =>
    `${capital(colors[color])} discard pile, ${size ? `${card(top)} on top of ${number(size)}` : "empty"}`,
  /** @param {number} size */
  deck: (size) => `Deck, ${number(size)}`,
  layHere: ": lay the card here",
  drawHere: ": draw from here",
  takeBackHere: ": take the card back",
  laidLast: ", laid last",
  drawnLast: ", drawn from last",

  // What is to do.
  lay: "Your turn: lay a card",
  /** @param {string} one @param {boolean} expedition */
  where: (one, expedition) =>
    `${capital(card(one))}: ${expedition ? "expedition or discard?" : "to the discard pile?"}`,
  draw: "Now draw a card",
  /** @param {string} player */
  turnOf: (player) => `${player} to move`,
  takeBack: "Take back",
  sending: "One moment …",
  /** @param {string} one @param {Reason | null} against */
  cannot: (one, against) => `${capital(card(one))} can only be discarded${against ? `: ${reason(against)}` : ""}.`,
  /** @param {string} one */
  notHeld: (one) => `You do not hold ${card(one)}.`,
  /** @param {Pile} from @param {boolean} laid whether the card of this turn lies there */
  noDraw: (from, laid) =>
    laid ? "You cannot draw the card that you have just discarded." : `${capital(pile(from))} is empty.`,
  /** @param {string} one @param {Place} place */
  laid: (one, place) =>
    `${capital(card(one))} laid on ${
      place === "EXPEDITION" ? "your expedition" : "the discard pile"
    }. Now draw a card.`,
  /** @param {string} one */
  back: (one) => `${capital(card(one))} is back in your hand.`,
  /** @param {string} text */
  typed: (text) => `Typed: ${text}`,
  /** @param {string} text */
  notTyped: (text) => `${text} is no move. Write a card, + or -, and a pile: Y7+* or Y7-R.`,

  // The sides.
  /** @param {number} n */
  handOf: (n) => `${number(n)} in hand`,
  /** @param {readonly string[]} known */
  known: (known) => `of these known: ${cards(known)}`,
  /** @param {number} round @param {number} rounds */
  round: (round, rounds) => `Round ${round} of ${rounds}`,

  // The scores.
  score: "Score",
  expeditionColumn: "Expedition",
  carried: "Carried over",
  /** @param {number} round */
  roundRow: (round) => `Round ${round}`,
  roundSum: "Round",
  total: "Total",
  /** @param {number} round */
  details: (round) => `Expeditions of round ${round}`,
  /** @param {number} round */
  roundOver: (round) => `Round ${round} is over`,
  matchOver: "The last round is over",
  next: "Next round",
  close: "Show the table",
};
