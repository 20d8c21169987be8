// What is written at a replay, in English.

/** @typedef {typeof import("./replay.en.js").default} ReplayText */

export default {
  /** @param {string} game */
  heading: (game) => `Replay: ${game}`,
  title: "Replay",
  region: "The table at this step",
  controls: "Steps",
  first: "First step",
  back: "One step back",
  play: "Play",
  pause: "Pause",
  next: "One step on",
  last: "Last step",
  speed: "Speed",
  speeds: { slow: "slow", normal: "normal", fast: "fast", rapid: "very fast" },
  slider: "Step",
  /** @param {number} step @param {number} last */
  of: (step, last) => `${step} of ${last}`,
  /** @param {{ round: number | null, turn: number } | null} place */
  place: (place) =>
    !place ? "Deal:" : place.round === null ? `Turn ${place.turn}:` : `Round ${place.round}, turn ${place.turn}:`,
  quiet: "Nothing happened at the table.",
  eyes: "Perspective",
  all: "All hands",
  mine: "What I saw",
  table: "What the table saw",
  /** @param {string} name */
  seat: (name) => `What ${name} saw`,
  /** @param {number} cards @returns {string} */
  hiddenMine: (cards) => cards === 1 ? "(You did not see the card.)" : "(You did not see the cards.)",
  /** @param {number} cards @returns {string} */
  hiddenTable: (cards) => cards === 1 ? "(The table did not see the card.)" : "(The table did not see the cards.)",
  /** @param {number} cards @param {string} name @returns {string} */
  hiddenSeat: (cards, name) => cards === 1 ? `(${name} did not see the card.)` : `(${name} did not see the cards.)`,
  steps: "All steps",
  more: "More of this replay",
  points: "Points at each step",
  /** @param {string} name @param {string} points */
  stands: (name, points) => `${name}: ${points}`,
  /** The keys of a replay, for the dialog of all keys. @type {[keys: string, what: string][]} */
  replayKeys: [
    ["← →", "one step back or on"],
    ["Home End", "the first or the last step"],
    ["Space", "play, or pause"],
    ["?", "these keys"],
  ],
  copy: "Copy link",
  copied: "The link to this step is copied.",
  copiedPrivate: "The link to this step is copied. The match is private: only its players can open it.",
  download: "Download",
  analyse: "Analyse the moves",
  /** @param {string} game */
  unjudged: (game) => `Moves of ${game} are not analysed here.`,
  notBegun: "There is nothing to see here yet: this match has not begun.",
  neverBegun: "There is nothing to see here: this match was called off before it began.",
  running: "This match is still running: you see what you could see at the table.",
};
