// What is written in the history of a match, in each language.

/** @typedef {typeof en} HistoryText */
/** Who else it concerns, and whether it says itself why. @typedef {{ gone: string[], late: string[], noted: boolean }} Beside */

const ENGLISH = new Intl.ListFormat("en", { type: "conjunction" });
const GERMAN = new Intl.ListFormat("de", { type: "conjunction" });
/** @param {string[]} gone */
const away = (gone) => `${ENGLISH.format(gone)} ${gone.length === 1 ? "was" : "were"} away for too long`;
/** @param {string[]} gone */
const weg = (gone) => `${GERMAN.format(gone)} ${gone.length === 1 ? "war" : "waren"} zu lange weg`;

const en = {
  noHistory: "Nothing has happened yet.",
  sealed: "The deal was sealed ✓",
  before: "Before the deal",
  prove: "Check the deal",
  /** @param {number} number */
  round: (number) => `Round ${number}`,
  /** @param {number} step */
  step: (step) => step ? `Step ${step} in the replay` : "The deal in the replay",
  /** Before a move that the server makes for a seat. @param {string} name */
  played: (name) => `The table plays for ${name}:`,
  /** @type {Record<string, (name: string, beside: Beside) => string>} */
  entries: {
    created: (name) => `${name} has made the table.`,
    joined: (name) => `${name} has sat down.`,
    left: (name) => `${name} has left.`,
    started: () => "The match begins.",
    revealed: (name) => `${name} has opened the seal.`,
    resigned: (name) => `${name} has resigned.`,
    timeout: (_, { late }) => `${ENGLISH.format(late)} ${late.length === 1 ? "is" : "are"} out of time.`,
    claimed: (name, { gone }) => `${away(gone)}: ${name} did not wait any longer.`,
    aborted: (name, { gone, noted }) => {
      if (gone.length) return `${away(gone)}, so ${name} has called the match off.`;
      return name && !noted ? `${name} has left, so the match was called off.` : "The match was called off.";
    },
    asked: (name) => `${name} asks to take a move back.`,
    agreed: (name) => `${name} agrees.`,
    refused: () => "Nothing is taken back.",
    undone: () => "The move is taken back.",
  },
};

/** @type {HistoryText} */
const de = {
  noHistory: "Noch ist nichts geschehen.",
  sealed: "Versiegelt gemischt ✓",
  before: "Vor dem Austeilen",
  prove: "Mischen prüfen",
  round: (number) => `Runde ${number}`,
  step: (step) => step ? `Schritt ${step} in der Wiederholung` : "Das Austeilen in der Wiederholung",
  played: (name) => `Der Tisch spielt für ${name}:`,
  entries: {
    created: (name) => `${name} hat den Tisch eröffnet.`,
    joined: (name) => `${name} hat Platz genommen.`,
    left: (name) => `${name} ist gegangen.`,
    started: () => "Die Partie beginnt.",
    revealed: (name) => `${name} hat das Siegel geöffnet.`,
    resigned: (name) => `${name} hat aufgegeben.`,
    timeout: (_, { late }) => `Die Zeit von ${GERMAN.format(late)} ist abgelaufen.`,
    claimed: (name, { gone }) => `${weg(gone)}: ${name} wollte nicht länger warten.`,
    aborted: (name, { gone, noted }) => {
      if (gone.length) return `${weg(gone)}: ${name} hat die Partie abgebrochen.`;
      return name && !noted
        ? `${name} ist gegangen, darum wurde die Partie abgebrochen.`
        : "Die Partie wurde abgebrochen.";
    },
    asked: (name) => `${name} möchte einen Zug zurücknehmen.`,
    agreed: (name) => `${name} stimmt zu.`,
    refused: () => "Es wird nichts zurückgenommen.",
    undone: () => "Der Zug ist zurückgenommen.",
  },
};

/** @type {Record<string, HistoryText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const historyText = (language) => TEXTS[language];
