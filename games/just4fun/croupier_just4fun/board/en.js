// What is written at a table of Just4Fun, in English.

import { stops, threats, wins } from "./steps.js";

/** @typedef {import("../../../web/board.js").Who} Who */

/** @param {Who} who @param {number} seat */
const name = ({ players, seat: own }, seat) => seat === own ? "You" : players[seat] ?? "";

/** @param {number} number @param {string} one */
const count = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** @type {Record<string, (event: any, name: string, s: string) => string>} */
const TOLD = {
  matchStarted: (_, name, s) => `The board is laid out. ${name} begin${s}.`,
  cardsPlayed: ({ cards, field }, name, s) => `${name} play${s} ${cards.join(" + ")} and put${s} a stone on ${field}.`,
  fieldLocked: ({ field }, name, s) => `${name} lock${s} field ${field}.`,
  lineCompleted: ({ fields }, name, s) => `${name} own${s} four in a row: ${fields.join(", ")}.`,
  handExchanged: ({ cards }, name, s) => `${name} exchange${s} the hand: ${cards.join(", ")}.`,
  cardsDrawn: ({ count: drawn, cards }, name, s) =>
    `${name} draw${s} ${cards.length ? cards.join(", ") : count(drawn, "card")}.`,
  deckReshuffled: ({ cards }) => `${count(cards, "card")} are shuffled into a new deck.`,
};

/** @param {Record<string, any>} event @param {Who} who */
function sentence(event, who) {
  const [kind, members] = Object.entries(event)[0];
  const seat = members.seat ?? members.starter;
  return TOLD[kind]?.(members, name(who, seat), seat === who.seat ? "" : "s") ?? "";
}

/** @typedef {import("./steps.js").Reason} Reason */
/** @typedef {import("./steps.js").Position} Position */
/** @typedef {{ name: string, count: number }} Stones those of one player on a field */

/** "5 + 11 + 13 = 29", or "29". @param {readonly number[]} cards */
const sum = (cards) =>
  cards.length > 1 ? `${cards.join(" + ")} = ${cards.reduce((one, other) => one + other, 0)}` : `${cards[0]}`;

/** @param {readonly string[]} names */
const list = (names) => new Intl.ListFormat("en").format(names);

/** @param {Reason} reason @param {string} name of the seat of the reason */
const refused = (reason, name) =>
  ({
    ahead: `${name} ${name === "You" ? "are" : "is"} two stones ahead there`,
    locked: `${name} has locked it`,
    own: "you have locked it, and it takes no more stones",
    high: "36 is the highest field",
  })[reason.kind];

export default {
  name: "Just4Fun",
  choose: "Your turn: choose cards that add up to a field",
  /** @param {readonly Record<string, any>[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  words: { exchange: "Exchange the whole hand" },
  /** @param {string} notation a whole move */
  whole: (notation) => {
    if (notation === "exchange") return "Exchange the whole hand";
    const cards = notation.split("+");
    const sum = cards.reduce((sum, card) => sum + Number(card), 0);
    return cards.length > 1 ? `${sum} = ${cards.join(" + ")}` : notation;
  },

  // The groups of the table.
  hand: "Your hand",
  /** The groups of somebody else, in whose eyes a replay is seen. @param {string} name */
  eyes: (name) => ({ hand: `Hand of ${name}` }),
  board: "Board",

  // Cards and fields.
  /** @param {number} value @param {boolean} picked */
  card: (value, picked) => (picked ? `${value}, picked` : `${value}`),
  /** @param {number} number @param {readonly Stones[]} stones */
  field: (number, stones) =>
    `Field ${number}: ${stones.length ? stones.map(({ name, count }) => `${name} ${count}`).join(", ") : "empty"}`,
  /** @param {string} name */
  most: (name) => `; ${name} ${name === "You" ? "have" : "has"} most`,
  /** @param {string} name */
  locked: (name) => `; locked by ${name === "You" ? "you" : name}`,
  /** @param {Reason} reason @param {string} name */
  closed: (reason, name) => `; closed to you: ${refused(reason, name)}`,
  /** @param {string} name */
  gap: (name) => `; the fourth in a row for ${name === "You" ? "you" : name}`,
  inLine: "; part of the winning line",
  fresh: "; a stone has just been put here",
  /** @param {readonly number[]} cards */
  layHere: (cards) => `: put a stone here with ${cards.join(" + ")}`,
  /** @param {readonly number[]} cards */
  markHere: (cards) => `: can be made with ${cards.join(" + ")}`,

  // What is to do.
  pick: "Your turn: pick one to four cards. Their sum is your field.",
  mustExchange: "Your turn: no cards of your hand make an open field, so exchange the hand",
  /** @param {readonly number[]} cards */
  sum: (cards) => cards.length > 1 ? sum(cards) : `Field ${cards[0]}`,
  more: "Place it, or add cards.",
  /** @param {readonly number[]} cards @param {Reason} reason @param {string} name */
  cannot: (cards, reason, name) => `${sum(cards)} is not possible: ${refused(reason, name)}.`,
  /** @param {number} number @param {Reason} reason @param {string} name */
  cannotEnter: (number, reason, name) => `Field ${number} is closed to you: ${refused(reason, name)}.`,
  /** @param {number} number */
  notMade: (number) => `No cards of your hand make ${number}.`,
  /** @param {readonly number[]} cards @param {number} number */
  notThere: (cards, number) => `${sum(cards)}, and not ${number}.`,
  /** @param {number} [number] */
  place: (number) => number ? `Place on ${number}` : "Place",
  other: "Other cards",
  exchange: "Exchange hand",
  takeBack: "Take back",
  sending: "One moment …",
  asked: "Play it, or take it back?",
  /** @param {readonly string[]} names */
  wait: (names) => `${list(names)} to move`,
  /** @param {string} text */
  typed: (text) => `Typed: ${text} – Enter sends it`,
  /** @param {string} text */
  notTyped: (text) => `${text} is not possible now.`,

  // The players.
  players: "Players",
  you: "You",
  sumTitle: "show the sum",
  /** @param {string} name @param {number} points */
  pointsOf: (name, points) => `${name}: ${count(points, "point")}`,
  /** @param {readonly number[]} fields @param {number} points */
  sumOf: (fields, points) =>
    fields.length > 1
      ? `${fields.join(" + ")} = ${points}`
      : fields.length
      ? `field ${points} = ${points}`
      : "no field = 0",
  /** @param {number} n */
  pointsWord: (n) => (n === 1 ? "point" : "points"),
  /** @param {number} n */
  supplyWord: (n) => (n === 1 ? "stone" : "stones"),
  /** @param {number} n */
  supply: (n) => `${count(n, "stone")} left`,
  /** @param {number} n */
  removed: (n) => `${n} removed`,
  /** @param {number} n */
  handOf: (n) => count(n, "card"),
  /** @param {readonly number[]} cards */
  held: (cards) => `Hand: ${cards.join(", ")}`,
  /** @param {number} deck @param {number} discards */
  piles: (deck, discards) => `Deck ${deck}, discards ${discards}`,
  /** @param {number} value @param {number} times */
  discarded: (value, times) => (times > 1 ? `${value} (${times} times)` : `${value}`),

  // The end and the score.
  /** @param {string} name @param {readonly number[]} fields */
  byLine: (name, fields) => `${name} ${name === "You" ? "have" : "has"} four in a row: ${fields.join(", ")}`,
  byCount: "All stones are placed: the fields are counted",
  over: "The match is over",
  lineRule: "Four in a row win, whatever the fields add up to.",
  countRule: "Who has most stones on a field has its number as points. On equal sums, the highest field decides.",
  player: "Player",
  fields: "Fields",
  pointsColumn: "Points",
  highest: "Highest field",
  stonesColumn: "Stones left",
  removedColumn: "Out of play",
  discards: "Discards",
  noDiscards: "none",

  // For beginners, for those who are about to err, and for the end.
  hints: {
    pick: "Four fields in a row win. If nobody gets them, most points win at the end.",
    /** @param {Position} position */
    win: (position) => `A stone on ${wins(position, position.seat ?? 0)[0]} makes your four in a row, which wins.`,
    /** @param {Position} position */
    stop: (position) => {
      const [field] = stops(position, position.seat ?? 0);
      return threats(position.view, position.seat ?? 0).length > 1
        ? `Three in a row glow: a fourth would win. You can take one of the ends: ${field}.`
        : `Three in a row glow: a stone of yours on ${field} is in their way.`;
    },
    lock: "Two stones more than anybody else lock a field for good: it gets a padlock.",
    dash: "A dash on a field: somebody is two stones ahead of you, so it is closed.",
    points: "Most stones on a field: it is yours, and counts its number. A tie is nobody's.",
  },
  warnings: {
    /** @param {{ field: number }} warning */
    win: ({ field }) => `You would miss a win: a stone on ${field} makes four in a row.`,
    /** @param {{ field: number }} warning */
    stop: ({ field }) => `Another player may get four in a row next turn: a stone of yours on ${field} would stop it.`,
    /** @param {{ field: number }} warning */
    safe: ({ field }) => `Field ${field} is locked and yours already: one more stone there changes nothing.`,
  },
  parts: { locked: "Locked for good", led: "Led by one" },
  why: {
    line: () => "Four fields in a row win at once, whatever the points.",
    /** @param {{ place: number, seats: readonly number[] }} why @param {readonly string[]} players */
    others: ({ place, seats }, players) =>
      `Points do not count then: ${list(seats.map((seat) => players[seat]))} share place ${place}.`,
    /** @param {{ seats: readonly number[] }} why @param {readonly string[]} players */
    none: ({ seats }, players) =>
      `${list(seats.map((seat) => players[seat]))} share the place: none of them has a field.`,
    /** @param {{ seat: number, next: number, fields: readonly number[] }} why @param {readonly string[]} players */
    highest: ({ seat, next, fields }, players) =>
      `With equal points, the highest field decides: ${fields[0]} of ${players[seat]} before ${fields[1]} of ${
        players[next]
      }.`,
  },
  best: {
    /** @param {{ seat: number, fields: readonly number[] }} best @param {readonly string[]} players */
    line: ({ seat, fields }, players) => `${players[seat]}: four in a row with ${list(fields.map(String))}`,
    /** @param {{ seat: number, field: number }} best @param {readonly string[]} players */
    field: ({ seat, field }, players) => `${players[seat]}: the highest field, ${field}`,
  },
  /** @type {[string, string][]} */
  keys: [
    ["5+11+13", "picks these cards; Enter puts the stone there"],
    ["exchange", "exchanges the hand, if nothing else is possible"],
  ],
};
