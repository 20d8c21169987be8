// What is written at the table of any game, in each language.

/** @typedef {typeof en} GenericText */

const en = {
  hand: "Your moves",
  choose: "Your turn: choose a move",
  step: "Then",
  back: "Back",
  wait: "It is not your turn.",
  typed: "Or write a move",
  send: "Make the move",
  amount: (/** @type {number} */ least, /** @type {number} */ most) =>
    `Choose ${least === most ? least : `${least} to ${most}`}:`,
  chosen: (/** @type {number} */ count) => `${count} chosen`,
  these: "Play these",
  table: "The table as text",
  others: "Others",
  broken: "The board of this game does not work here, so this is the plain table.",
  event: (/** @type {string} */ what, /** @type {string} */ who) => who ? `${who}: ${what}.` : `${what}.`,
};

/** @type {GenericText} */
const de = {
  hand: "Deine Züge",
  choose: "Du bist dran: Wähle einen Zug",
  step: "Dann",
  back: "Zurück",
  wait: "Du bist nicht dran.",
  typed: "Oder einen Zug schreiben",
  send: "Ziehen",
  amount: (least, most) => `Wähle ${least === most ? least : `${least} bis ${most}`}:`,
  chosen: (count) => `${count} gewählt`,
  these: "Diese spielen",
  table: "Der Tisch als Text",
  others: "Andere",
  broken: "Der Spielplan dieses Spiels lässt sich hier nicht zeigen, darum siehst du den schlichten Tisch.",
  event: (what, who) => who ? `${who}: ${what}.` : `${what}.`,
};

/** @type {Record<string, GenericText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const genericText = (language) => TEXTS[language];
