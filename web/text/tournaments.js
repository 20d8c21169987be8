// The texts of the pages of tournaments, which are loaded with the first of these pages.

/** @typedef {import("./tournaments.en.js").TournamentsText} TournamentsText */

/** @type {Record<string, () => Promise<{ default: TournamentsText }>>} */
const TEXTS = { en: () => import("./tournaments.en.js"), de: () => import("./tournaments.de.js") };
/** @type {Record<string, TournamentsText>} */
const loaded = {};

/** @param {string} language @returns {Promise<TournamentsText>} */
export async function tournamentsText(language) {
  return loaded[language] ??= (await TEXTS[language]()).default;
}

/** The texts of a language, if they are loaded. @param {string} language @returns {TournamentsText | undefined} */
export const tournamentsTextOf = (language) => loaded[language];
