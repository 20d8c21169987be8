// What the page says beside a board that is a guest, in each language.

/** @typedef {typeof en} GuestText */

const en = {
  /** @param {string} name */
  title: (name) => `Board of ${name}`,
  /** @param {string} name */
  note: (name) => `Board by the makers of ${name}, not by this site. It never needs a code or a password.`,
  plain: "Plain table",
  moves: "Your move",
  idle: "Your choice is shown here before it is played.",
  trusted: "What you play on the board is shown here.",
  play: "You play:",
  played: "Played:",
  make: "Make the move",
  back: "Take back",
  trust: "Do not ask for this board",
  ask: "Ask before each move",
  paused: "The board comes back once nothing is written here any more.",
};

/** @type {GuestText} */
const de = {
  title: (name) => `Spielplan von ${name}`,
  note: (name) =>
    `Der Spielplan ist von denen, die ${name} gemacht haben, nicht von dieser Seite. Er braucht nie einen Code oder ein Passwort.`,
  plain: "Schlichter Tisch",
  moves: "Dein Zug",
  idle: "Was du wählst, steht hier, bevor es gespielt wird.",
  trusted: "Was du auf dem Spielplan spielst, steht hier.",
  play: "Du spielst:",
  played: "Gespielt:",
  make: "Ziehen",
  back: "Zurücknehmen",
  trust: "Bei diesem Spielplan nicht fragen",
  ask: "Vor jedem Zug fragen",
  paused: "Der Spielplan kommt wieder, sobald hier nichts mehr geschrieben wird.",
};

/** @type {Record<string, GuestText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const guestText = (language) => TEXTS[language];
