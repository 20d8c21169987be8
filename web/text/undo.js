// What is said about taking moves back, in each language.

/** @typedef {typeof en} UndoText */

const en = {
  own: "You ask to take back your last move.",
  /** @param {string} name */
  asks: (name) => `${name} asks to take back the last move.`,
  /** @param {string} names */
  waits: (names) => `${names} has to agree.`,
  agree: "Agree",
  refuse: "Refuse",
  withdraw: "Withdraw",
  none: "You have made no move yet.",
};

/** @type {UndoText} */
const de = {
  own: "Du möchtest deinen letzten Zug zurücknehmen.",
  asks: (name) => `${name} möchte den letzten Zug zurücknehmen.`,
  waits: (names) => `${names} muss noch zustimmen.`,
  agree: "Zustimmen",
  refuse: "Ablehnen",
  withdraw: "Doch nicht",
  none: "Du hast noch nicht gezogen.",
};

/** @type {Record<string, UndoText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const undoText = (language) => TEXTS[language];
