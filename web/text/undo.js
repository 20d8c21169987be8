// What is said about taking moves back, in each language.

/** @typedef {typeof en} UndoText */

const en = {
  own: "You ask to take back your last move.",
  /** @param {string} name */
  asks: (name) => `${name} asks to take back a move.`,
  goes: "This would be taken back:",
  /** @param {string} names */
  waits: (names) => `${names} has to agree.`,
  agree: "Agree",
  refuse: "Refuse",
  withdraw: "Withdraw",
  /** @param {string} name */
  refused: (name) => `${name} does not agree. Nothing is taken back.`,
  /** @param {string} name */
  withdrawn: (name) => `${name} does not ask any more. Nothing is taken back.`,
  ended: "Nothing is taken back.",
  undone: "The move is taken back.",
};

/** @type {UndoText} */
const de = {
  own: "Du möchtest deinen letzten Zug zurücknehmen.",
  asks: (name) => `${name} möchte einen Zug zurücknehmen.`,
  goes: "Zurückgenommen würde:",
  waits: (names) => `${names} muss noch zustimmen.`,
  agree: "Zustimmen",
  refuse: "Ablehnen",
  withdraw: "Doch nicht",
  refused: (name) => `${name} stimmt nicht zu. Es wird nichts zurückgenommen.`,
  withdrawn: (name) => `${name} fragt nicht mehr. Es wird nichts zurückgenommen.`,
  ended: "Es wird nichts zurückgenommen.",
  undone: "Der Zug ist zurückgenommen.",
};

/** @type {Record<string, UndoText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const undoText = (language) => TEXTS[language];
