// What is written on the pages of deals that several play, in English. deals.de.js has the same keys.

/** @typedef {typeof import("./deals.en.js").default} DealsText */

const PLURAL = new Intl.PluralRules("en");
const LIST = new Intl.ListFormat("en");
const NUMBER = new Intl.NumberFormat("en");
const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", timeZone: "UTC" });
const MOMENT = new Intl.DateTimeFormat("en", { weekday: "short", hour: "numeric", minute: "2-digit" });

/** @param {number} number @param {string} one @param {string} other */
const count = (number, one, other) => `${NUMBER.format(number)} ${PLURAL.select(number) === "one" ? one : other}`;

export default {
  title: "Deal of the day",
  lead: "The same cards for all, against the same bot: it answers the same moves alike. One try each.",
  today: "Today",
  yesterday: "Yesterday",
  mine: "Your own deals",
  none: "There is no such deal.",
  /** @param {string} game @param {Date} day */
  ofDay: (game, day) => `${game}, ${DAY.format(day)}`,
  /** @param {string[]} names */
  against: (names) => names.length ? `against ${LIST.format(names)}` : "alone",
  /** @param {Date} time */
  from: (time) => `from ${MOMENT.format(time)}`,
  /** @param {Date} time */
  until: (time) => `until ${MOMENT.format(time)}`,
  /** @param {Date} time */
  over: (time) => `over since ${MOMENT.format(time)}`,
  /** @param {number} tries @param {number} finished */
  tries: (tries, finished) => `${count(tries, "try", "tries")}, ${NUMBER.format(finished)} played to the end`,
  yourTry: "Your try",
  once: "You have one try.",
  try: "Play it",
  begun: "You have begun.",
  done: "You have played it.",
  toMatch: "To your match",
  toBoard: "To the board of the deal",
  soon: "It has not begun yet.",
  closed: "It is over.",
  best: "The best line",
  /** @param {string} name @param {number} points */
  bestOf: (name, points) =>
    `By ${name}, with ${count(points, "point", "points")}. Look at it move by move, with what each was worth.`,
  replay: "Replay it",
  why:
    "A deal is neither sealed nor rated: whoever has played it knows the cards, and could tell others. Until it is over, nobody can look at another's match, and nothing is taken back.",
  board: {
    title: "Board",
    all: "All",
    friends: "Friends",
    rank: "Rank",
    player: "Player",
    result: "Result",
    points: "Points",
    moves: "Moves",
    you: "you",
    unnamed: "Somebody",
    won: "won",
    /** @param {number} place */
    place: (place) => place === 2 ? "lost" : `place ${NUMBER.format(place)}`,
    nobody: "Nobody has played it to the end yet.",
    order: "Who has won comes first, then who has more points, then who has needed fewer moves.",
  },
  make: {
    title: "Make a deal for others",
    lead: "For a club, a stream or a class: whoever has the link can try it.",
    name: "Name",
    game: "Game",
    days: "Open for",
    /** @param {number} days */
    open: (days) => count(days, "day", "days"),
    button: "Make it",
    example: "Friday's deal",
  },
};
