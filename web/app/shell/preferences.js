// What a player prefers, which the browser keeps: how pages look, how fast things move, what is asked.

/** @typedef {import("../session/storage.js").Kept} Kept */
/**
 * @typedef {object} Preferences
 * @property {"system" | "light" | "dark"} theme
 * @property {number} pace how long what moves takes, times the usual; 0 is at once
 * @property {boolean} sounds when it is the player's turn, time runs out, and cards, dice or stones are moved
 * @property {boolean} confirm whether each move is asked about before it is made
 * @property {boolean} warn whether moves are asked about that their player may not want
 * @property {boolean} print whether all is written larger
 * @property {boolean} notation whether the history shows how moves are written
 */

const PREFERENCES = "croupier:preferences";
/** What `boot.js` gives to the page before anything is drawn. */
const LOOK = "croupier:look";
const LARGE = 1.25;

/** @type {Preferences} */
const USUAL = { theme: "system", pace: 1, sounds: false, confirm: false, warn: true, print: false, notation: false };

/** The preferences that are kept. @param {Kept} kept @returns {Preferences} */
export const preferencesOf = (kept) => ({ ...USUAL, ...JSON.parse(kept.getItem(PREFERENCES) ?? "{}") });

/** Keep preferences, and have the page look like them. @param {Kept} kept @param {Preferences} preferences */
export function prefer(kept, preferences) {
  kept.setItem(PREFERENCES, JSON.stringify(preferences));
  kept.setItem(LOOK, look(preferences));
  document.documentElement.style.cssText = look(preferences);
}

/** The style of the document that differs from that of `app.css`. @param {Preferences} preferences */
function look({ theme, pace, print }) {
  return [
    theme === USUAL.theme ? "" : `color-scheme: ${theme};`,
    pace === USUAL.pace ? "" : `--pace: ${pace};`,
    print ? `--print: ${LARGE};` : "",
  ].join("");
}
