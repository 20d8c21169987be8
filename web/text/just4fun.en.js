// What is written at a table of Just4Fun, in English.

/** @typedef {import("./game.js").Who} Who */

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

/** @typedef {import("../steps/just4fun.js").Reason} Reason */
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
  /** @param {number} value @param {boolean} marked */
  card: (value, marked) => (marked ? `${value}, marked` : `${value}`),
  /** @param {number} number @param {readonly Stones[]} stones */
  field: (number, stones) =>
    `Field ${number}: ${stones.length ? stones.map(({ name, count }) => `${name} ${count}`).join(", ") : "empty"}`,
  /** @param {string} name */
  most: (name) => `; ${name} ${name === "You" ? "have" : "has"} most`,
  /** @param {string} name */
  locked: (name) => `; locked by ${name === "You" ? "you" : name}`,
  /** @param {Reason} reason @param {string} name */
  closed: (reason, name) => `; closed to you: ${refused(reason, name)}`,
  inLine: "; part of the winning line",
  fresh: "; a stone has just been put here",
  /** @param {readonly number[]} cards */
  layHere: (cards) => `: put a stone here with ${cards.join(" + ")}`,
  /** @param {readonly number[]} cards */
  markHere: (cards) => `: can be made with ${cards.join(" + ")}`,

  // What is to do.
  mark: "Your turn: mark cards, their sum is the field of your stone",
  mustExchange: "Your turn: no cards of your hand make an open field, so exchange the hand",
  sum,
  /** @param {readonly number[]} cards @param {Reason} reason @param {string} name */
  cannot: (cards, reason, name) => `${sum(cards)} is not possible: ${refused(reason, name)}.`,
  /** @param {number} number @param {Reason} reason @param {string} name */
  cannotEnter: (number, reason, name) => `Field ${number} is closed to you: ${refused(reason, name)}.`,
  /** @param {number} number */
  notMade: (number) => `No cards of your hand make ${number}.`,
  /** @param {readonly number[]} cards @param {number} number */
  notThere: (cards, number) => `${sum(cards)}, and not ${number}.`,
  /** @param {number} number */
  place: (number) => `Place on ${number}`,
  other: "Other cards",
  exchange: "Exchange hand",
  takeBack: "Unmark",
  sending: "One moment …",
  /** @param {readonly string[]} names */
  wait: (names) => `${list(names)} to move`,
  /** @param {string} text */
  typed: (text) => `Typed: ${text} – Enter sends it`,
  /** @param {string} text */
  notTyped: (text) => `${text} is not possible now.`,

  // The players.
  you: "You",
  /** @param {number} n */
  points: (n) => count(n, "point"),
  /** @param {number} n */
  supply: (n) => `${count(n, "stone")} left`,
  /** @param {number} n */
  removed: (n) => `${n} removed`,
  /** @param {number} n */
  handOf: (n) => count(n, "card"),
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
  highest: "Highest",
  stonesColumn: "Stones left",
  removedColumn: "Removed",
  discards: "Discards",
  noDiscards: "none",
  close: "Show the board",
};
