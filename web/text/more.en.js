// What is written on pages that are loaded when they are needed, in English. more.de.js has the same keys.

export default {
  settings: {
    title: "Settings",
    language: "Language",
    sound: "Sounds",
    soundHint: "when it is your turn, and when your time runs out",
    notify: "Notifications",
    notifyHint: "when it is your turn and you do not see this page, as long as it is open",
    blocked: "This browser does not let the page notify you. Allow it in the browser's settings of this page.",
    typing: "Typed moves",
    typingHint: "single keys on the table, such as Y7+*; switch it off if you speak to your machine",
    research: "Games for research",
    researchHint:
      "whoever runs this service may give away the matches in which all players agree: game, options, deal, moves with the seconds between them, result and month; no names, no ids. Whoever has seen a match can still tell which one it is. You can end this here, but what was given away stays so",
    earlier: "An earlier account of this browser works again.",
    become: (/** @type {string} */ name) => `Be ${name} again`,
    back: (/** @type {string} */ name) => `This service knows you again: you are ${name}, as before.`,
  },
  notify: {
    title: "It is your turn",
  },
  wall: {
    title: "Live at the tables",
    come: (/** @type {string} */ address) => `Play along: ${address}`,
  },
  rules: {
    title: "Rules",
    english: "The rules are there in English only.",
    exact: "To the letter, for those who write programs",
    none: "There is no such game.",
  },
};
