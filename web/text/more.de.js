// Was auf Seiten steht, die erst bei Bedarf geladen werden.

/** @type {import("./more.js").More} */
export default {
  settings: {
    title: "Einstellungen",
    language: "Sprache",
    sound: "Töne",
    soundHint: "wenn du am Zug bist, und wenn deine Zeit knapp wird",
    notify: "Mitteilungen",
    notifyHint: "wenn du am Zug bist und diese Seite nicht siehst, solange sie offen ist",
    blocked: "Dieser Browser erlaubt der Seite keine Mitteilungen. Du kannst sie in seinen Einstellungen erlauben.",
    typing: "Getippte Züge",
    typingHint: "einzelne Tasten am Tisch, etwa Y7+*; schalte es aus, wenn du mit deinem Gerät sprichst",
    research: "Partien für die Forschung",
    researchHint:
      "wer diesen Dienst betreibt, darf Partien weitergeben, bei denen alle zustimmen: Spiel, Optionen, Gebung, Züge mit den Sekunden dazwischen, Ergebnis und Monat; keine Namen, keine Ids. Wer eine Partie gesehen hat, kann sie trotzdem wiedererkennen. Du kannst es hier beenden; was weitergegeben wurde, bleibt es",
    earlier: "Ein früheres Konto dieses Browsers gilt wieder.",
    become: (/** @type {string} */ name) => `Wieder ${name} sein`,
    back: (/** @type {string} */ name) => `Dieser Dienst kennt dich wieder: Du bist ${name}, wie zuvor.`,
  },
  notify: {
    title: "Du bist am Zug",
  },
  wall: {
    title: "Live an den Tischen",

    come: (/** @type {string} */ address) => `Spiel mit: ${address}`,
  },
  rules: {
    title: "Regeln",
    english: "Die Regeln gibt es nur auf Englisch.",
    exact: "Auf den Buchstaben genau, für alle, die Programme schreiben (englisch)",
    none: "Dieses Spiel gibt es nicht.",
  },
};
