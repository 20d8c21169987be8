// Who plays a game for the first time: which match was the first of each game, and which hints were given in it.

/** @typedef {import("./storage.js").Kept} Kept */
/** @typedef {{ match: string, told: string[], over: boolean }} First the first match of a game in this browser */

const HINTS = "croupier:hints";
/** So many hints are given for a game. */
export const MOST_HINTS = 6;

/** The first match of a game, which is this one if there was none. @param {Kept} kept @param {string} game @param {string} match */
export function firstMatch(kept, game, match) {
  return all(kept)[game] ?? { match, told: [], over: false };
}

/** Whether hints may be given in a match. @param {Kept} kept @param {string} game @param {string} match */
export function isBeginner(kept, game, match) {
  const first = firstMatch(kept, game, match);
  return first.match === match && !first.over;
}

/** Keep what was told in the first match of a game. @param {Kept} kept @param {string} game @param {First} first */
export function keepFirst(kept, game, first) {
  kept.setItem(HINTS, JSON.stringify({ ...all(kept), [game]: first }));
}

/** Let the next match of each game be the first one. @param {Kept} kept */
export function beginAgain(kept) {
  kept.removeItem(HINTS);
}

/** The first hint that was not given yet; undefined if there is none. @param {readonly string[]} hints @param {First} first */
export function nextHint(hints, { told }) {
  return told.length < MOST_HINTS ? hints.find((each) => !told.includes(each)) : undefined;
}

/** @param {Kept} kept @returns {Record<string, First>} */
const all = (kept) => JSON.parse(kept.getItem(HINTS) ?? "{}");
