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
  /** Why nothing can be taken back. @type {Record<string, string>} */
  why: {
    none: "You have made no move yet.",
    drawn:
      "Your last move stays: something was drawn or dealt with it or after it, and what was seen cannot be unseen.",
    since: "Your last move stays: after it, somebody has resigned, run out of time or taken a move back.",
    often: "You have asked three times. You can ask again when another player has moved.",
  },
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
  why: {
    none: "Du hast noch keinen Zug gemacht.",
    drawn: "Dein letzter Zug bleibt: Mit ihm oder danach wurde etwas gezogen oder ausgeteilt, und gesehen ist gesehen.",
    since:
      "Dein letzter Zug bleibt: Danach hat jemand aufgegeben, die Zeit überschritten oder einen Zug zurückgenommen.",
    often: "Du hast dreimal gefragt. Frag wieder, wenn jemand anders gezogen hat.",
  },
  refused: (name) => `${name} stimmt nicht zu. Es wird nichts zurückgenommen.`,
  withdrawn: (name) => `${name} fragt nicht mehr. Es wird nichts zurückgenommen.`,
  ended: "Es wird nichts zurückgenommen.",
  undone: "Der Zug ist zurückgenommen.",
};

/** @type {Record<string, UndoText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const undoText = (language) => TEXTS[language];
