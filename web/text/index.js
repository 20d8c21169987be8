// What is written on the page: in the language of the browser, or the one that was chosen.

import { languageOf, moduleOf, webOf } from "../boards/games.js";

/** @typedef {import("./en.js").Core} Core what all pages and tables need */
/** @typedef {import("./pages.en.js").Pages} Pages what other pages need besides: it is there once `loadAll` was called */
/** @typedef {Core & Pages} Text the texts of the shell */
/** @typedef {import("./game.js").GameText} GameText those of a game */
/** @typedef {Text & { game: GameText }} BoardText what a board gets */
/** @typedef {Promise<{ default: unknown }>} Loading */

const LANGUAGE = "croupier:language";

/** The languages by their codes, with the names that they give themselves. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** Nobody reads two languages at once: each is loaded when it is chosen. @type {Record<string, () => Loading>} */
const SHELL = { en: () => import("./en.js"), de: () => import("./de.js") };
/** @type {Record<string, () => Loading>} */
const PAGES = { en: () => import("./pages.en.js"), de: () => import("./pages.de.js") };

/** @type {Record<string, Text>} */
const loaded = {};

/**
 * The language that was chosen, or else the first of the browser's that there is.
 * @param {Pick<Storage, "getItem">} kept
 */
export function chosen(kept) {
  const wanted = [kept.getItem(LANGUAGE) ?? "", ...navigator.languages];
  return wanted.map((each) => each.slice(0, 2).toLowerCase()).find((each) => each in LANGUAGES) ?? "en";
}

/** @param {Pick<Storage, "setItem">} kept @param {string} language */
export function keepLanguage(kept, language) {
  kept.setItem(LANGUAGE, language);
}

/** The texts of a language once those of a table are loaded. @param {string} language @returns {Promise<Text>} */
export async function load(language) {
  const { default: found } = await SHELL[language]();
  return loaded[language] ??= /** @type {Text} */ ({ .../** @type {Core} */ (found) });
}

/** The texts of a language once all of them are loaded. @param {string} language @returns {Promise<Text>} */
export async function loadAll(language) {
  const [text, { default: found }] = await Promise.all([load(language), PAGES[language]()]);
  return Object.assign(text, found);
}

/** Whether all texts are loaded. @param {Text} text */
export const isWhole = (text) => "home" in text;

/** The texts of a language that is loaded. @param {string} language */
export function textOf(language) {
  return loaded[language];
}

/**
 * The texts for the board of a game, in the language of the others if it has that.
 * @param {Text} text
 * @param {string} game
 * @returns {Promise<BoardText>}
 */
export async function withGame(text, game) {
  const { texts = [] } = webOf(game) ?? {};
  const own = texts.length && await moduleOf(game, `${languageOf(texts, text.language)}.js`);
  const { default: words } = own || await import("./any-game.js");
  return { ...text, game: own ? guarded(game, words) : /** @type {GameText} */ (words) };
}

/**
 * The texts of a package, which tell nothing where they throw: a table and a replay go on without that.
 * @param {string} game
 * @param {GameText} words
 * @returns {GameText}
 */
const guarded = (game, words) => ({
  ...words,
  told: (events, who) => {
    try {
      return words.told(events, who);
    } catch (error) {
      console.error(`The texts of ${game} are wrong:`, error);
      return "";
    }
  },
});
