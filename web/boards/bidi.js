// The names of players inside sentences, titles and lists. Elements that have nothing but a name are isolated by app.css.

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const BEGIN = "\u2068";
const END = "\u2069";

/** Return the name so that the words and numbers beside it keep their order. @param {string} name */
export const isolated = (name) => RIGHT_TO_LEFT.test(name) ? `${BEGIN}${name}${END}` : name;

/** Return the letters of a name alone. @param {string} name as `isolated` returns it */
export const bare = (name) => name.replaceAll(BEGIN, "").replaceAll(END, "");
