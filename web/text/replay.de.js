// What is written at a replay, in German.

/** @type {import("./replay.en.js").ReplayText} */
export default {
  heading: (game) => `Wiederholung: ${game}`,
  title: "Wiederholung",
  region: "Der Tisch bei diesem Schritt",
  controls: "Schritte",
  first: "Erster Schritt",
  back: "Einen Schritt zurück",
  play: "Abspielen",
  pause: "Anhalten",
  next: "Einen Schritt weiter",
  last: "Letzter Schritt",
  speed: "Tempo",
  speeds: { slow: "langsam", normal: "normal", fast: "schnell", rapid: "sehr schnell" },
  slider: "Schritt",
  of: (step, last) => `${step} von ${last}`,
  place: (place) =>
    !place ? "Austeilen:" : place.round === null ? `Zug ${place.turn}:` : `Runde ${place.round}, Zug ${place.turn}:`,
  quiet: "Am Tisch ist nichts geschehen.",
  eyes: "Blickwinkel",
  all: "Alle Karten",
  mine: "Was ich sah",
  table: "Was der Tisch sah",
  seat: (name) => `Was ${name} sah`,
  hiddenMine: (cards) => cards === 1 ? "(Die Karte hast du nicht gesehen.)" : "(Die Karten hast du nicht gesehen.)",
  hiddenTable: (cards) =>
    cards === 1 ? "(Die Karte hat der Tisch nicht gesehen.)" : "(Die Karten hat der Tisch nicht gesehen.)",
  hiddenSeat: (cards, name) =>
    cards === 1 ? `(Die Karte hat ${name} nicht gesehen.)` : `(Die Karten hat ${name} nicht gesehen.)`,
  steps: "Alle Schritte",
  more: "Mehr zu dieser Wiederholung",
  points: "Punkte bei jedem Schritt",
  stands: (name, points) => `${name}: ${points}`,
  replayKeys: [
    ["← →", "ein Schritt zurück oder weiter"],
    ["Pos1 Ende", "der erste oder der letzte Schritt"],
    ["Leertaste", "abspielen oder anhalten"],
    ["?", "diese Tasten"],
  ],
  copy: "Link kopieren",
  copied: "Der Link zu diesem Schritt ist kopiert.",
  copiedPrivate:
    "Der Link zu diesem Schritt ist kopiert. Die Partie ist privat: Nur wer mitgespielt hat, kann ihn öffnen.",
  download: "Herunterladen",
  analyse: "Züge analysieren",
  unjudged: (game) => `Züge in ${game} werden hier nicht analysiert.`,
  notBegun: "Hier gibt es noch nichts zu sehen: Die Partie hat noch nicht begonnen.",
  neverBegun: "Hier gibt es nichts zu sehen: Die Partie wurde vor dem Beginn abgesagt.",
  running: "Diese Partie läuft noch: Du siehst, was du am Tisch sehen konntest.",
};
