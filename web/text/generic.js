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
  why: {
    wrong: "The board of this game does not work here, so this is the plain table.",
    faulty: "The board of this game has a fault, so this is the plain table.",
    late: "The board of this game did not come, so this is the plain table.",
    silent: "The board of this game did not answer any more, so this is the plain table.",
    noisy: "The board of this game sent far too much, so this is the plain table.",
    elsewhere: "The board of this game led to another page, so this is the plain table.",
    strange: "The board of this game sent what no board sends, so this is the plain table.",
    chosen: "This is the plain table, as you wished. Load the page again for the board of this game.",
  },
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
  why: {
    wrong: "Der Spielplan dieses Spiels lässt sich hier nicht zeigen, darum siehst du den schlichten Tisch.",
    faulty: "Der Spielplan dieses Spiels hat einen Fehler, darum siehst du den schlichten Tisch.",
    late: "Der Spielplan dieses Spiels kam nicht, darum siehst du den schlichten Tisch.",
    silent: "Der Spielplan dieses Spiels hat nicht mehr geantwortet, darum siehst du den schlichten Tisch.",
    noisy: "Der Spielplan dieses Spiels hat viel zu viel geschickt, darum siehst du den schlichten Tisch.",
    elsewhere: "Der Spielplan dieses Spiels führte auf eine andere Seite, darum siehst du den schlichten Tisch.",
    strange:
      "Der Spielplan dieses Spiels hat geschickt, was kein Spielplan schickt, darum siehst du den schlichten Tisch.",
    chosen: "Das ist der schlichte Tisch, wie du es wolltest. Für den Spielplan dieses Spiels lade die Seite neu.",
  },
  event: (what, who) => who ? `${who}: ${what}.` : `${what}.`,
};

/** @type {Record<string, GenericText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const genericText = (language) => TEXTS[language];
