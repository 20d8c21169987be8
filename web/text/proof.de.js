// What is written at a proof, in German.

const PLURAL = new Intl.PluralRules("de");

/** @param {number} number @param {string} one @param {string} many */
const count = (number, one, many) => `${number} ${PLURAL.select(number) === "one" ? one : many}`;

/** @type {import("./proof.en.js").ProofText} */
export default {
  title: "Wurde ehrlich gemischt?",
  hint: "Diese Seite rechnet die ganze Partie selbst nach, aus dem, was vor der ersten Karte zugesagt war.",
  whose: "Sie kommt aber von dem Dienst, den sie prüft. Wem das nicht genügt, prüft mit „make verify“ " +
    "oder an einem Tisch von anderswo.",
  checks: {
    form: "Die Wiederholung ist vollständig",
    commitment: "Der Startwert ist der, der vor der ersten Karte zugesagt war",
    terms: "Die Optionen, die Uhr und alles andere Vereinbarte sind die, mit denen die Partie begann",
    chain: "Kein Schritt wurde geändert, weggelassen oder eingefügt",
    seats: "Alle haben einen Platz und einen Anteil am Zufall",
    steps: "Jede Karte, jeder Würfel, jeder Stein und jeder erzwungene Zug kam vom Zufall, und jeder Zug war erlaubt",
    result: "Der Tisch am Ende, die Punkte und das Ergebnis folgen aus den Schritten",
    notes: "Es ist das, was dieser Browser gesehen hat",
  },
  states: { open: "kommt noch", now: "läuft", done: "stimmt", wrong: "stimmt nicht" },
  progress: (at, of) => `${at} von ${of} Schritten`,
  fair: "Alles stimmt.",
  sealed: "Gegeben wurde versiegelt: Niemand konnte die Karten wählen, weder der Dienst noch die Mitspieler.",
  open:
    "Gegeben wurde, was zugesagt war. Aber es wurde offen gegeben: Der Dienst und wer zuletzt kam, konnten zusammen " +
    "nach Karten suchen, die ihnen passen. Versiegelt, wie an den Tischen dieser Seite, bleibt dafür keine Wahl.",
  noted: (steps, moves) =>
    `Dieser Browser hatte ${count(steps, "Schritt", "Schritte")} und ${count(moves, "Zug", "Züge")} von dir notiert.`,
  nothingNoted: "Dieser Browser war nicht dabei und hatte nichts zu vergleichen.",
  notMine: (moves) =>
    `${
      count(moves, "Zug", "Züge")
    } deines Platzes kamen nicht von diesem Browser, sondern von einem anderen Gerät von dir oder ` +
    "von der Uhr.",
  unfair: "Das stimmt nicht:",
  detail: "Die Prüfung sagt",
  wrong: {
    changed: ({ step }) => `Schritt ${step} wurde nachträglich geändert.`,
    torn: ({ step }) => `Schritt ${step} folgt nicht auf den davor: Etwas fehlt, kam dazu oder wurde vertauscht.`,
    missing: ({ step }) => `Schritt ${step} fehlt oder steht an einer anderen Stelle.`,
    length: () => "Das Ende wurde abgeschnitten, oder etwas wurde angehängt.",
    commitment: () => "Die Karten kommen von einem anderen Startwert als dem, der vor der ersten Karte zugesagt war.",
    terms: () =>
      "Was vor der ersten Karte vereinbart war, wurde nachträglich geändert, etwa die Optionen oder die Uhr.",
    games: () => "Die Wiederholung ist von zwei Spielen zugleich.",
    stranger: ({ what }) => `Diese Seite kann ${what} nicht nachrechnen; croupier verify kann es.`,
    unknown: ({ what }) => `Diese Seite kennt nicht, was in ${what} steht, und kann die Partie nicht prüfen.`,
    form: ({ what }) => `Die Wiederholung ist nicht so geschrieben, wie sie es sein muss${what ? `: ${what}` : ""}.`,
    seats: () => "Die Spieler und ihre Plätze passen nicht zusammen.",
    seal: ({ step, name }) => `Schritt ${step}: Was ${name} aufgedeckt hat, ist nicht das, was versiegelt war.`,
    illegal: ({ step, name }) =>
      `Schritt ${step}: Mit diesen Karten, Würfeln und Steinen war dieser Zug von ${name} nicht möglich.`,
    turn: ({ step, name }) => `Schritt ${step}: ${name} war nicht am Zug.`,
    forced: ({ step, name }) => `Schritt ${step}: Der Zug für ${name} ist nicht der, den der Zufall gezogen hat.`,
    forcedMissing: ({ step, name }) => `Schritt ${step}: Der Zug, der für ${name} gemacht werden musste, fehlt.`,
    deadline: ({ step }) => `Schritt ${step}: Die Zeit war um, und niemand sagte es, oder sie war noch nicht um.`,
    revealing: ({ step }) => `Schritt ${step}: Die Siegel wurden nicht so geöffnet, wie es abgemacht war.`,
    gone: ({ step }) =>
      `Schritt ${step}: Es hieß, jemand sei weg, der es nicht war, oder die Partie wurde zu spät verlassen.`,
    seen: ({ step }) => `Bei Schritt ${step} hat dieser Browser eine andere Partie gesehen als diese.`,
    ownMove: ({ step }) => `Bei Schritt ${step} hast du einen anderen Zug gemacht als den in dieser Wiederholung.`,
    ownSeals: () => "Deine Siegel sind nicht die, die dieser Browser aufgehoben hat.",
    promise: ({ what }) => `Als du dich gesetzt hast, war etwas anderes zugesagt: ${what}.`,
    options: () => "Die Optionen der Partie wurden geändert oder sind nicht möglich.",
    settings: () => "Die Uhr, die Zeit, nach der jemand als weg gilt, oder die Art zu mischen ist nicht möglich.",
    points: () => "Die Punkte sind nicht die, auf die die Partie hinausläuft.",
    result: () => "Das Ergebnis ist nicht das, auf das die Partie hinausläuft.",
    table: ({ what }) => `Der Tisch am Ende ist nicht der, auf den die Partie hinausläuft: ${what}.`,
    clocks: () => "Die Restzeiten sind nicht die, auf die die Partie hinausläuft.",
    seals: () => "Die Siegel sind nicht die der Partie.",
    report: ({ what }) => `Was über die Partie gesagt wird, passt nicht zu ihren Schritten: ${what}.`,
    order: ({ step }) => `Schritt ${step} kann dort und so nicht geschehen sein.`,
    other: () => "Etwas stimmt nicht, wofür diese Seite keine Worte hat.",
  },
};
