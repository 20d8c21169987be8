// What is written on all pages and at a table, in German, with the keys of en.js.

const LIST = new Intl.ListFormat("de", { type: "conjunction" });
const PLURAL = new Intl.PluralRules("de");
const NUMBER = new Intl.NumberFormat("de");

/** @param {number} number @param {string} one @param {string} other */
function count(number, one, other) {
  return `${NUMBER.format(number)} ${PLURAL.select(number) === "one" ? one : other}`;
}

/** @param {number} points */
function signed(points) {
  return NUMBER.format(points).replace("-", "−");
}

/** @type {import("./en.js").Core} */
export default {
  language: "de",
  title: "Croupier",
  list: (names) => LIST.format(names),
  number: signed,
  toTable: "Zum Tisch",
  close: "Schließen",
  loading: "Einen Moment …",
  bot: "Bot",

  header: {
    skip: "Zum Inhalt springen",
    home: "Croupier, Startseite",
    main: "Hauptmenü",
    play: "Spielen",
    lobby: "Lobby",
    rules: "Regeln",
    settings: "Einstellungen",
    language: "English",
    languageHint: "Auf Englisch umschalten",
    you: (name) => `Du bist ${name}. Namen ändern`,
    nobody: "Namen wählen",
  },

  table: {
    waiting: "Warten auf Mitspieler",
    over: "Die Partie ist zu Ende",
    back: "Startseite",
    watching: "Du siehst zu",
    talk: "Etwas sagen",
    region: "Spieltisch",
    panels: "Neben dem Spielplan",
    turn: (name) => `${name} am Zug`,
    yourTurn: "Du bist dran",
    late: "hat keine Zeit mehr",
    resigned: "hat aufgegeben",
    claimed: "war zu lange weg",
    out: "ist ausgeschieden",
    played: "der Tisch spielt",
    thinking: "am Zug",
    sending: "Wird gesendet …",
    answer: "Beantworte die Frage",
    clock: "Restzeit",
    short: (name, seconds) => `${name}: noch ${count(seconds, "Sekunde", "Sekunden")}`,
    yourShort: (seconds) => `Du hast noch ${count(seconds, "Sekunde", "Sekunden")}.`,
    history: "Verlauf",
    score: "Punkte",
    text: "Als Text",
    rated: "Gewertet",
    more: "Mehr",
    sounds: "Töne",
    takeBack: "Meinen letzten Zug zurücknehmen",
    points: "Punkte",
    player: "Name",
    rank: "Platz",
    none: "Hier ist kein Tisch",
    missing: "Diesen Tisch gibt es nicht, oder er ist privat. Falls du eingeladen bist, öffne den ganzen Link.",
    gone: "Diesen Tisch darfst du nicht mehr sehen.",
    reset: "Der Dienst ist zu einem früheren Stand zurück.",
  },

  line: {
    lost: "Die Verbindung ist weg. Neuer Versuch läuft …",
    offline: "Du bist offline. Danach geht es weiter …",
    refused: "Ohne Verbindung wurde nichts gesendet. Versuche es noch einmal.",
  },

  errors: {
    unknown: "Das hat nicht geklappt. Versuche es noch einmal oder lade neu.",
    unreachable: "Der Dienst antwortet nicht. Bist du online?",
    unauthenticated: "Du bist hier abgemeldet und ein neuer Gast. Ein behaltenes Konto öffnest du auf der Startseite.",
    unavailable: "Der Dienst ist überlastet. Warte ein paar Sekunden.",
    rate_limited: "Das war zu viel. Warte ein paar Sekunden.",
    timeout: "Das hat zu lange gedauert. Versuche es noch einmal.",
    not_found: "Diesen Tisch gibt es nicht, oder er ist privat. Bitte um einen neuen Link.",
    no_page: "Hier ist nichts.",
  },
};
