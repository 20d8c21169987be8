// The texts of profiles, leaderboards and friends, which are loaded with the first of these pages.

/** @typedef {import("./players.en.js").PlayersText} PlayersText */

/** @type {Record<string, () => Promise<{ default: PlayersText }>>} */
const TEXTS = { en: () => import("./players.en.js"), de: () => import("./players.de.js") };
/** @type {Record<string, PlayersText>} */
const loaded = {};

/** @param {string} language @returns {Promise<PlayersText>} */
export async function playersText(language) {
  return loaded[language] ??= (await TEXTS[language]()).default;
}

/** The texts of a language, if they are loaded. @param {string} language @returns {PlayersText | undefined} */
export const playersTextOf = (language) => loaded[language];
