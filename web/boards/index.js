// Which element plays a game. A game that is not named here is played on the generic board.

/**
 * @typedef {object} Kind
 * @property {string} board the tag of the board
 * @property {() => Promise<unknown>} load defines the board; loads it when it is called first
 * @property {{ tag: string, load: () => Promise<unknown> } | null} score the standings, or null if the board says all
 */

/** @type {Record<string, Kind>} */
const KINDS = {
  "lost-cities": {
    board: "lost-cities-board",
    load: () => import("./lost-cities.js"),
    score: { tag: "lost-cities-score", load: () => import("./lost-cities-score.js") },
  },
  "livingstone": {
    board: "livingstone-board",
    load: () => import("./livingstone.js"),
    score: { tag: "livingstone-score", load: () => import("./livingstone-score.js") },
  },
  "just4fun": {
    board: "just4fun-board",
    load: () => import("./just4fun.js"),
    score: { tag: "just4fun-score", load: () => import("./just4fun-score.js") },
  },
};

/** @type {Kind} */
const GENERIC = { board: "generic-board", score: null, load: () => import("./generic.js") };

/** The elements of a game. @param {string} game @returns {Kind} */
export const boardOf = (game) => (Object.hasOwn(KINDS, game) ? KINDS[game] : GENERIC);
