// What is asked for before a table is opened, and in which words: docs/adding-a-board.md.

export default {
  fields: {
    layout: { usual: "ORIGINAL", on: "RANDOM" },
    ownLocked: { usual: true, on: false },
    startSeat: { usual: "", of: ["", 0, 1] },
  },
  en: {
    labels: {
      layout: "The fields of the board are shuffled",
      ownLocked: "Nobody puts more stones on a field that is locked",
      startSeat: "The first turn",
    },
    values: { startSeat: { "": "drawn by lot", 0: "whoever opens the table", 1: "the next at the table" } },
  },
  de: {
    labels: {
      layout: "Die Felder des Spielplans werden gemischt",
      ownLocked: "Auf gesicherte Felder kommen keine Steine mehr, auch keine eigenen",
      startSeat: "Es beginnt",
    },
    values: { startSeat: { "": "wen das Los trifft", 0: "wer den Tisch eröffnet", 1: "wer als Zweites Platz nimmt" } },
  },
};
