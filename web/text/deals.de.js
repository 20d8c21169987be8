// Was auf den Seiten der Austeilungen steht, die mehrere spielen, auf Deutsch.

const PLURAL = new Intl.PluralRules("de");
const LIST = new Intl.ListFormat("de");
const NUMBER = new Intl.NumberFormat("de");
const DAY = new Intl.DateTimeFormat("de", { day: "numeric", month: "long", timeZone: "UTC" });
const MOMENT = new Intl.DateTimeFormat("de", { weekday: "short", hour: "numeric", minute: "2-digit" });

/** @param {number} number @param {string} one @param {string} other */
const count = (number, one, other) => `${NUMBER.format(number)} ${PLURAL.select(number) === "one" ? one : other}`;

/** @type {import("./deals.en.js").DealsText} */
export default {
  title: "Blatt des Tages",
  lead: "Dieselben Karten für alle, gegen denselben Bot: Auf gleiche Züge antwortet er gleich. Ein Versuch für jeden.",
  today: "Heute",
  yesterday: "Gestern",
  mine: "Deine eigenen",
  none: "Das gibt es nicht.",
  ofDay: (game, day) => `${game}, ${DAY.format(day)}`,
  against: (names) => names.length ? `gegen ${LIST.format(names)}` : "allein",
  from: (time) => `ab ${MOMENT.format(time)}`,
  until: (time) => `bis ${MOMENT.format(time)}`,
  over: (time) => `vorbei seit ${MOMENT.format(time)}`,
  tries: (tries, finished) => `${count(tries, "Versuch", "Versuche")}, ${NUMBER.format(finished)} zu Ende gespielt`,
  yourTry: "Dein Versuch",
  once: "Du hast einen Versuch.",
  try: "Spielen",
  begun: "Du hast begonnen.",
  done: "Du hast es gespielt.",
  toMatch: "Zu deiner Partie",
  toBoard: "Zur Tafel",
  soon: "Es hat noch nicht begonnen.",
  closed: "Es ist vorbei.",
  best: "Der beste Weg",
  bestOf: (name, points) =>
    `Von ${name}, mit ${count(points, "Punkt", "Punkten")}. Sieh ihn Zug für Zug an, und was jeder wert war.`,
  replay: "Ansehen",
  why:
    "Das ist weder versiegelt noch gewertet: Wer es gespielt hat, kennt die Karten und könnte sie verraten. Bis es vorbei ist, kann niemand die Partie eines anderen ansehen, und nichts wird zurückgenommen.",
  board: {
    title: "Tafel",
    all: "Alle",
    friends: "Freunde",
    rank: "Rang",
    player: "Spieler",
    result: "Ergebnis",
    points: "Punkte",
    moves: "Züge",
    you: "du",
    unnamed: "Jemand",
    won: "gewonnen",
    place: (place) => place === 2 ? "verloren" : `Platz ${NUMBER.format(place)}`,
    nobody: "Noch hat es niemand zu Ende gespielt.",
    order: "Wer gewonnen hat, steht vorn, dann zählen die Punkte, dann weniger Züge.",
  },
  make: {
    title: "Eins für andere machen",
    lead: "Für einen Verein, einen Stream oder eine Klasse: Wer den Link hat, kann es versuchen.",
    name: "Name",
    game: "Spiel",
    days: "Offen für",
    open: (days) => count(days, "Tag", "Tage"),
    button: "Anlegen",
    example: "Blatt am Freitag",
  },
};
