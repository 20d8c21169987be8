// What is said of the tables that wait for the player, in each language.

/** @typedef {typeof en} BadgeText */

const en = {
  /** @param {number} turns */
  turns: (turns) => turns > 1 ? `${turns} tables wait for you` : "1 table waits for you",
  /** @param {string} table */
  firstOf: (table) => `First: ${table}`,
  /** @param {number} turns */
  yourTurn: (turns) => turns > 1 ? `Your turn (${turns})` : "Your turn",
  /** At a table, where it is seen whose turn it is there. @param {number} turns */
  others: (turns) => turns > 1 ? `${turns} other matches wait` : "1 other match waits",
  /** At a table where it is not the player's turn. @param {number} turns */
  next: (turns) => `Next match (${turns})`,
};

/** @type {BadgeText} */
const de = {
  turns: (turns) => turns > 1 ? `${turns} Tische warten auf dich` : "1 Tisch wartet auf dich",
  firstOf: (table) => `Zuerst: ${table}`,
  yourTurn: (turns) => turns > 1 ? `Du bist dran (${turns})` : "Du bist dran",
  others: (turns) => turns > 1 ? `${turns} andere Partien warten` : "1 andere Partie wartet",
  next: (turns) => `Nächste Partie (${turns})`,
};

/** @type {Record<string, BadgeText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const badgeText = (language) => TEXTS[language];
