// What is asked for before a table is opened, and in which words: docs/adding-a-board.md.

export default {
  fields: {
    rounds: { usual: 3, of: [1, 2, 3, 4, 5, 6, 7, 8, 9], told: true },
    colors: { usual: 5, of: [5, 6], told: true },
    startSeat: { usual: "", of: ["", 0, 1] },
    maxTurnsWithoutDeckDraw: { usual: 0, most: 1000 },
  },
  en: {
    labels: {
      rounds: "Rounds",
      colors: "Colours",
      startSeat: "The first turn",
      maxTurnsWithoutDeckDraw: "A round ends after so many turns without the deck (0: never)",
    },
    values: {
      colors: { 5: "five", 6: "six, with purple" },
      startSeat: { "": "drawn by lot", 0: "whoever opens the table", 1: "the next at the table" },
    },
  },
  de: {
    labels: {
      rounds: "Runden",
      colors: "Farben",
      startSeat: "Es beginnt",
      maxTurnsWithoutDeckDraw: "Eine Runde endet nach so vielen Zügen ohne Nachziehstapel (0: nie)",
    },
    values: {
      colors: { 5: "fünf", 6: "sechs, mit Violett" },
      startSeat: { "": "wen das Los trifft", 0: "wer den Tisch eröffnet", 1: "wer als Zweites Platz nimmt" },
    },
  },
};
