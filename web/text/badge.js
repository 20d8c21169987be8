// What is said of the tables that wait for the player, in each language.

/** @typedef {typeof en} BadgeText */

const en = {
  /** @param {number} turns */
  turns: (turns) => turns > 1 ? `${turns} tables wait for you` : "1 table waits for you",
  /** @param {string} table */
  firstOf: (table) => `To the first: ${table}`,
  /** @param {number} turns */
  yourTurn: (turns) => turns > 1 ? `Your turn (${turns})` : "Your turn",
};

/** @type {BadgeText} */
const de = {
  turns: (turns) => turns > 1 ? `${turns} Tische warten auf dich` : "1 Tisch wartet auf dich",
  firstOf: (table) => `Zum ersten: ${table}`,
  yourTurn: (turns) => turns > 1 ? `Du bist dran (${turns})` : "Du bist dran",
};

/** @type {Record<string, BadgeText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const badgeText = (language) => TEXTS[language];
