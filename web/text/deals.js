// The texts of the pages of deals, which are loaded with the first of these pages.

/** @typedef {import("./deals.en.js").DealsText} DealsText */

/** @type {Record<string, () => Promise<{ default: DealsText }>>} */
const TEXTS = { en: () => import("./deals.en.js"), de: () => import("./deals.de.js") };
/** @type {Record<string, DealsText>} */
const loaded = {};

/** @param {string} language @returns {Promise<DealsText>} */
export async function dealsText(language) {
  return loaded[language] ??= (await TEXTS[language]()).default;
}

/** The texts of a language, if they are loaded. @param {string} language @returns {DealsText | undefined} */
export const dealsTextOf = (language) => loaded[language];
