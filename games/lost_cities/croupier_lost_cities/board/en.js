// What is written and said at a table of Lost Cities, in English. The keys are the same in every language.

import { capital, colorOf, COST, isWager, listed, parse, points, rankOf, strongest, teller } from "./steps.js";

/**
 * @typedef {import("./steps.js").Color} Color
 * @typedef {import("./steps.js").Pile} Pile
 * @typedef {import("./steps.js").Place} Place
 * @typedef {import("./steps.js").Reason} Reason
 * @typedef {import("./steps.js").Who} Who
 * @typedef {{ seat: number, color: Color, round: number | null, points: number }} Best null: the only round
 */

/** @type {Record<Color, string>} */
const colors = { RED: "red", WHITE: "white", YELLOW: "yellow", BLUE: "blue", GREEN: "green", PURPLE: "purple" };

/** @param {number} n */
const number = (n) => (n === 1 ? "1 card" : `${n} cards`);

/** "yellow 7", "yellow wager". @param {string} one */
const card = (one) => `${colors[colorOf(one)]} ${rank(one)}`;

/** @param {string} one */
const rank = (one) => (isWager(one) ? "wager" : rankOf(one));

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

/** What wagers do, by their number. */
const times = ["", ", doubled by a wager", ", tripled by 2 wagers", ", quadrupled by 3 wagers"];

/** What points and the signs on the table say. */
const legend = {
  title: "Points and signs",
  points:
    `An expedition counts the sum of its numbers, less ${COST}: doubled by one wager, tripled by two, quadrupled by three, ` +
    "losses too. From 8 cards on, 20 are added. Without a card it counts 0.",
  late: "comes too late for its expedition, and can only be discarded",
  drawn: "where the last card was drawn",
  laid: "where the last card was laid",
  seen: "drawn from a discard pile, so both of you know it",
};

/** @param {Reason} reason */
const reason = ({ color, last, wager }) =>
  wager
    ? `wagers come before the numbers of an expedition`
    : `your ${colors[color]} expedition is at ${rankOf(last)} already`;

/** @param {{ view: import("./steps.js").View }} position */
function cost({ view }) {
  const { color, sum } = strongest(view);
  return sum > COST
    ? `Each colour is an expedition and costs ${COST}. Your ${colors[color]} cards make ${sum}.`
    : `Each colour is an expedition and costs ${COST}: three high cards make up for it.`;
}

/** @param {Place[]} places @param {Reason | null} against */
const playable = (places, against) =>
  places.includes("EXPEDITION")
    ? ", playable on your expedition"
    : `, discard only${against ? `: ${reason(against)}` : ""}`;

export default {
  name: "Lost Cities",
  told,
  /** @param {string} notation a whole move */
  whole: (notation) => {
    const { card: laid = "", place, pile: from = "DECK" } = parse(notation, false, 6);
    return `${place === "EXPEDITION" ? "play" : "discard"} ${card(laid)} and draw from ${pile(from)}`;
  },
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

  // What is written on the table.
  /** @param {string | null} player null: the viewer */
  expeditionPlace: (player) => (player === null ? "Your expedition" : `${player}’s expedition`),
  discardPlace: "Discard pile",

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
  lay: "Your turn: choose a card",
  /** @param {string} one @param {number | null} score of its expedition then; null: it cannot join it */
  where: (one, score) =>
    `${capital(card(one))}: ${
      score === null ? "to the discard pile?" : `expedition (then\u00a0${points(score)}) or discard?`
    }`,
  /** @param {readonly Pile[]} from */
  draw: (from) => from.length === 1 ? `Draw a card from ${pile(from[0])}` : "Draw a card: deck or a pile",
  /** @param {string} player */
  turnOf: (player) => `${player} to move`,
  takeBack: "Take back",
  sending: "One moment …",
  asked: "Play it, or take it back?",
  /** @param {string} one @param {Reason | null} against */
  cannot: (one, against) => `${capital(card(one))} can only be discarded${against ? `: ${reason(against)}` : ""}.`,
  /** Why the picked card cannot be laid where somebody has tapped. @param {string} one */
  elsewhere: (one) =>
    `${capital(card(one))} goes to your ${colors[colorOf(one)]} expedition or the ${
      colors[colorOf(one)]
    } discard pile.`,
  first: "First play or discard a card of your hand, then draw.",
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

  only: "discard only",

  // The sides.
  /** @param {number} n */
  handOf: (n) => `${number(n)} in hand`,
  /** @param {readonly string[]} known */
  known: (known) => `of these known: ${cards(known)}`,
  /** @param {number} round @param {number} rounds */
  round: (round, rounds) => `Round ${round} of ${rounds}`,

  // The scores.
  /** The points of a match that somebody gave up. @param {string} scores */
  early: (scores) => `Only finished rounds count. ${scores}.`,
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
  /** @param {string | null} player null: the viewer @param {number} round */
  begins: (player, round) => player === null ? `You begin round ${round}.` : `${player} begins round ${round}.`,
  matchOver: "The last round is over",
  next: "Next round",

  // How points are counted.
  /** @param {string | null} player null: the viewer */
  pointsOf: (player) => (player === null ? "Your points" : `Points of ${player}`),
  /** @param {Color} color @param {string | null} player */
  expeditionOf: (color, player) =>
    player === null ? `Your ${colors[color]} expedition` : `${capital(colors[color])} expedition of ${player}`,
  terms: {
    cards: "cards",
    cost: "cost",
    /** @param {number} n */
    wagers: (n) => (n === 1 ? "1 wager" : `${n} wagers`),
    bonus: "8 cards",
    points: "points",
  },
  /** How the points of an expedition are made, in words. @param {{ wagers: number, bonus: number }} expedition */
  counted: ({ wagers, bonus }) =>
    `The sum of the numbers, less ${COST} for the expedition${times[wagers]}${
      bonus ? ", and 20 for 8 cards or more" : ""
    }.`,
  legend,

  // What the page asks for: guide.js.
  hints: {
    start: "Lay a card on your expedition or discard it. Then draw one.",
    end: (/** @type {any} */ { view }) =>
      `The round ends with the last card of the deck: ${number(view.deckSize)} to go.`,
    cost,
    rise: "Numbers only rise. Dimmed cards come too late: they can only be discarded.",
    wagers: "Wagers come before the numbers. They multiply the gain, and the loss too.",
    discards: "You may draw from the discards, too. So may the other: mind what you throw.",
  },
  warnings: {
    /** @param {{ cards: readonly string[] }} warning */
    skip: ({ cards: left }) => `This leaves out your ${colors[colorOf(left[0])]} ${listed(left.map(rank), "and")}.`,
    /** @param {{ color: Color }} warning */
    wager: ({ color }) => `After a number, your ${colors[color]} wager can no longer be laid.`,
    /** @param {{ color: Color, most: number }} warning */
    loss: ({ color, most }) =>
      `This ${colors[color]} expedition cannot make up for its ${COST}: its numbers make ${most} at most.`,
  },
  parts: {
    carried: "Carried over",
    /** @param {{ round: number }} part */
    round: ({ round }) => `Round ${round}`,
    /** @param {{ color: Color }} part */
    color: ({ color }) => capital(colors[color]),
  },
  best: {
    /** @param {Best} best @param {readonly string[]} players */
    expedition: ({ seat, color, round, points: made }, players) =>
      `Best expedition: ${players[seat]}, ${colors[color]}${round ? ` in round ${round}` : ""}, ${made} points`,
  },
  why: {
    /** @param {Best} why @param {readonly string[]} players */
    loss: ({ seat, color, round, points: made }, players) =>
      `Without the ${colors[color]} expedition${round ? ` of round ${round}` : ""} (${points(made)}), ` +
      `${players[seat]} would have won.`,
    /** @param {{ seat: number, round: number, most: number }} why @param {readonly string[]} players */
    round: ({ seat, round, most }, players) => `Round ${round} decided it: ${players[seat]} was ${most} points ahead.`,
    /** @param {{ seat: number, points: readonly number[] }} why @param {readonly string[]} players */
    carried: ({ seat, points: [own, other] }, players) =>
      `${players[seat]} has won with the points carried over; this match alone stands at ${points(own)} to ${
        points(other)
      }.`,
    /** @param {{ points: number }} why */
    equal: ({ points: all }) => `Both have ${points(all)} points, and nothing but points counts: the win is shared.`,
    /** @param {{ seat: number, rounds: number }} why @param {readonly string[]} players */
    all: ({ seat, rounds }, players) =>
      `${players[seat]} was ahead in ${rounds === 2 ? "both rounds" : `all ${rounds} rounds`}.`,
  },
  /** @type {[string, string][]} */
  keys: [
    ["Y7+*", "Lay yellow 7 on its expedition, draw from the deck (*)"],
    ["Bx-R", "Discard a blue wager (x), draw from the red discards"],
    ["R W Y B G P", "Red, white, yellow, blue, green, purple"],
  ],
  signs: [
    ["↓", capital(legend.late)],
    ["↗", capital(legend.drawn)],
    ["◉", capital(legend.seen)],
  ],
};
