// What the page says of a move before it is made, of hints for beginners, and of keys, in each language.

/** @typedef {typeof en} PlayText */

const en = {
  hint: "Hint",
  away: "Close this hint",
  rules: "How is it played?",
  enough: "No more hints",
  play: "Play it",
  anyway: "Play it anyway",
  takeBack: "Take it back",
  sure: "Make this move?",
  silent: "Do not ask again",
  keys: {
    title: "Keys",
    page: "Everywhere",
    game: "Typed in this game",
    signs: "Signs on the cards",
    /** @type {[keys: string, what: string][]} */
    all: [
      ["Tab", "to the next group: cards, fields, buttons"],
      ["← → ↑ ↓", "from one to the next within a group"],
      ["Enter", "choose, lay, answer a question"],
      ["Esc", "take back what was begun, close what lies open"],
      ["n", "to the next match that waits for you, after your move"],
      ["?", "show these keys"],
    ],
    off: "Typed moves, “n” and “?” are switched off in the settings.",
  },
};

/** @type {PlayText} */
const de = {
  hint: "Hinweis",
  away: "Diesen Hinweis schließen",
  rules: "Wie wird gespielt?",
  enough: "Keine Hinweise mehr",
  play: "Spielen",
  anyway: "Trotzdem spielen",
  takeBack: "Zurücknehmen",
  sure: "Diesen Zug machen?",
  silent: "Nicht mehr fragen",
  keys: {
    title: "Tasten",
    page: "Überall",
    game: "Zum Tippen in diesem Spiel",
    signs: "Zeichen auf den Karten",
    all: [
      ["Tab", "zur nächsten Gruppe: Karten, Felder, Knöpfe"],
      ["← → ↑ ↓", "in einer Gruppe von einem zum nächsten"],
      ["Eingabe", "wählen, legen, auf eine Frage antworten"],
      ["Esc", "Begonnenes zurücknehmen, Offenes schließen"],
      ["n", "nach deinem Zug zur nächsten Partie, die auf dich wartet"],
      ["?", "diese Tasten zeigen"],
    ],
    off: "Getippte Züge, „n“ und „?“ sind in den Einstellungen ausgeschaltet.",
  },
};

/** @type {Record<string, PlayText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const playText = (language) => TEXTS[language];
