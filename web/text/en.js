// What is written on all pages and at a table, in English. de.js has the same keys; pages.en.js has the rest.

/** @typedef {typeof import("./en.js").default} Core */

const LIST = new Intl.ListFormat("en", { type: "conjunction" });
const PLURAL = new Intl.PluralRules("en");
const NUMBER = new Intl.NumberFormat("en");

/** @param {number} number @param {string} one @param {string} other */
function count(number, one, other) {
  return `${NUMBER.format(number)} ${PLURAL.select(number) === "one" ? one : other}`;
}

/** @param {number} points */
function signed(points) {
  return NUMBER.format(points).replace("-", "−");
}

export default {
  language: "en",
  title: "Croupier",
  /** @param {string[]} names */
  list: (names) => LIST.format(names),
  number: signed,
  toTable: "To the table",
  close: "Close",
  loading: "One moment …",
  bot: "bot",

  header: {
    skip: "Skip to content",
    home: "Croupier, home",
    main: "Main",
    play: "Play",
    lobby: "Lobby",
    rules: "Rules",
    settings: "Settings",
    language: "Deutsch",
    languageHint: "Switch to German",
    /** @param {string} name */
    you: (name) => `You are ${name}. Change the name`,
    nobody: "Choose a name",
  },

  table: {
    waiting: "Waiting for players",
    over: "The match is over",
    back: "Home",
    watching: "You watch",
    talk: "Say something",
    region: "Table",
    panels: "Beside the board",
    /** @param {string} name */
    turn: (name) => `${name} to move`,
    yourTurn: "Your turn",
    late: "has run out of time",
    resigned: "has resigned",
    claimed: "was away too long",
    out: "is out",
    played: "played by the table",
    thinking: "to move",
    sending: "Sending …",
    answer: "Answer the question",
    clock: "Time left",
    /** @param {string} name @param {number} seconds */
    short: (name, seconds) => `${name}: ${count(seconds, "second", "seconds")} left`,
    /** @param {number} seconds */
    yourShort: (seconds) => `You have ${count(seconds, "second", "seconds")} left.`,
    history: "History",
    score: "Score",
    text: "As text",
    rated: "Rated",
    more: "More",
    sounds: "Sounds",
    takeBack: "Take back my last move",
    points: "Points",
    player: "Player",
    rank: "Place",
    none: "No table here",
    missing: "There is no such table, or it is private. If you were invited, open the whole link that you were sent.",
    gone: "You may not see this table any more.",
    reset: "The service has gone back to an earlier version of this match. The table shows it as it is now.",
  },

  line: {
    lost: "The connection is lost. Reconnecting …",
    offline: "You are offline. It goes on as soon as you are online again …",
    refused: "There is no connection right now, so nothing was sent. Try again when it is back.",
  },

  /** @type {Record<string, string>} */
  errors: {
    unknown: "That did not work. Try it once more, or load the page again.",
    unreachable: "The service does not answer. Look whether you are online, then try again.",
    unauthenticated:
      "You are signed out here, and a new guest now. If you have kept your account, sign in on the first page.",
    unavailable: "The service is busy. Give it a few seconds.",
    rate_limited: "That was a bit much at once. Wait a few seconds, then try again.",
    timeout: "It took too long. Try again.",
    not_found: "There is no such table, or it is private. Ask for a new link.",
    no_page: "There is no page at this address.",
  },
};
