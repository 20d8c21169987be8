// Which element plays a game. A game that is not named here is played on the generic board.

/**
 * @typedef {object} Kind
 * @property {string} board the tag of the board
 * @property {string | null} score the tag of the standings, or null if the board says all of it
 * @property {() => Promise<unknown>} load defines both elements; loads them when it is called first
 */

/** @type {Record<string, Kind>} */
const KINDS = {
  "lost-cities": {
    board: "lost-cities-board",
    score: "lost-cities-score",
    load: () => Promise.all([import("./lost-cities.js"), import("./lost-cities-score.js")]),
  },
  "livingstone": {
    board: "livingstone-board",
    score: "livingstone-score",
    load: () => Promise.all([import("./livingstone.js"), import("./livingstone-score.js")]),
  },
  "just4fun": {
    board: "just4fun-board",
    score: "just4fun-score",
    load: () => Promise.all([import("./just4fun.js"), import("./just4fun-score.js")]),
  },
};

/** @type {Kind} */
const GENERIC = { board: "generic-board", score: null, load: () => import("./generic.js") };

/** The elements of a game. @param {string} game @returns {Kind} */
export const boardOf = (game) => (Object.hasOwn(KINDS, game) ? KINDS[game] : GENERIC);
