// The texts of what is loaded when it is needed: the rules, the settings, the wall.

import de from "./more.de.js";
import en from "./more.en.js";

/** @typedef {typeof en} More */

/** @type {Record<string, More>} */
const MORE = { en, de };

/** @param {string} language */
export const moreOf = (language) => MORE[language];
