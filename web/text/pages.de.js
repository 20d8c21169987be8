// What is written on other pages than a table, in German, with the keys of pages.en.js.

const LIST = new Intl.ListFormat("de", { type: "conjunction" });
const OR = new Intl.ListFormat("de", { type: "disjunction" });
const PLURAL = new Intl.PluralRules("de");
const NUMBER = new Intl.NumberFormat("de");
const AGO = new Intl.RelativeTimeFormat("de", { numeric: "auto" });

const ANIMALS = [
  "Eisvogel",
  "Luchs",
  "Reiher",
  "Otter",
  "Dachs",
  "Waldkauz",
  "Feldhase",
  "Falke",
  "Marder",
  "Segler",
  "Steinbock",
  "Kranich",
];

/** @param {number} number @param {string} one @param {string} other */
function count(number, one, other) {
  return `${NUMBER.format(number)} ${PLURAL.select(number) === "one" ? one : other}`;
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds >= 86400) return count(seconds / 86400, "Tag", "Tage");
  if (seconds >= 3600) return count(seconds / 3600, "Stunde", "Stunden");
  if (seconds >= 60) return count(seconds / 60, "Minute", "Minuten");
  return count(seconds, "Sekunde", "Sekunden");
}

/** @type {import("./pages.en.js").Pages} */
export default {
  guest: () => `${ANIMALS[Math.floor(Math.random() * ANIMALS.length)]} ${10 + Math.floor(Math.random() * 90)}`,
  ago: (seconds) => {
    if (seconds < 60) return "gerade eben";
    if (seconds < 3600) return AGO.format(-Math.round(seconds / 60), "minute");
    if (seconds < 86400) return AGO.format(-Math.round(seconds / 3600), "hour");
    return AGO.format(-Math.round(seconds / 86400), "day");
  },
  cancel: "Abbrechen",

  name: {
    title: "Dein Name",
    hint: "So sehen dich die anderen am Tisch. Andere dürfen genauso heißen.",
    keep: "Speichern",
    wrong: "Ein Name hat 1 bis 40 Buchstaben oder Ziffern, mit einzelnen Leerzeichen zwischen den Wörtern.",
    later: "Tische, an denen du schon sitzt, behalten den alten Namen.",
    pair: "Anderes Gerät",
    signIn: "Anmelden",
    profile: "Mein Profil",
    friends: "Freunde",
    boards: "Bestenlisten",
  },

  pageErrors: {
    internal: "Beim Dienst ist etwas schiefgegangen. Versuche es noch einmal; deiner Partie ist nichts passiert.",
    malformed: "Der Dienst hat das nicht verstanden. Prüfe deine Eingabe.",
    not_your_match: "Du hast an diesem Tisch keinen Platz. Du kannst zusehen.",
    not_your_turn: "Du bist nicht dran. Der Tisch zeigt, wer dran ist.",
    match_not_active: "Diese Partie läuft nicht. Der Tisch zeigt, wie sie steht.",
    undo_refused: "Das lässt sich nicht zurücknehmen.",
    conflict: "Jemand war schneller, oder es ist schon geschehen. Sieh dir den Tisch noch einmal an.",
    version_mismatch: "Die Partie ist inzwischen weitergegangen. Sieh noch einmal hin und entscheide dann.",
    invalid_move: "Das ist kein Zug dieses Spiels. Wähle einen aus der Liste.",
    illegal_move: "Das verbieten die Regeln.",
    match_active: "Diese Partie läuft noch. Spiele sie zu Ende oder gib auf.",
    match_full: "Alle Plätze sind besetzt. Du kannst zusehen oder einen anderen Tisch suchen.",
    invalid_options: "Diese Optionen nimmt der Dienst nicht an. Wähle andere.",
    forbidden: "Das darfst du nicht.",
    suspended: "Du darfst gerade nichts Neues beginnen. Laufende Partien kannst du zu Ende spielen.",
    name_reserved: "So oder ganz ähnlich heißt schon ein Bot dieses Dienstes. Wähle einen anderen Namen.",
  },

  notices: {
    matchStarted: (table) => `${table || "Einer deiner Tische"}: Die Partie hat begonnen.`,
    matchFinished: (table) => `${table || "Einer deiner Tische"}: Die Partie ist zu Ende.`,
    rematchOffered: (table) => `${table || "Einer deiner Tische"}: Spielst du noch einmal?`,
    invited: (table) => `${table || "Ein Tisch"}: Du bist eingeladen.`,
  },

  friendship: {
    friendAsked: (name) => `${name} fragt, ob ihr Freunde seid.`,
    friendAccepted: (name) => `Du und ${name} seid jetzt Freunde.`,
  },

  home: {
    title: "Jetzt spielen",
    play: "Spielen",
    playLabel: (game, name) => name ? `Spielen: ${game} gegen ${name}` : `Spielen: ${game}`,
    against: "Dein Gegner",
    instead: (chosen, names, count) => `${names} ${count === 1 ? "spielt" : "spielen"} statt ${chosen}`,
    noBots: "Gerade ist kein Bot da. Suche dir einen Gegner oder lade jemanden ein.",
    levels: ["leicht", "mittel", "stark", "Profi"],
    foreign: "fremder Bot",
    says: (words) => `sagt: „${words}“`,
    others: "Fremde Bots",
    here: (people, bots) => {
      const all = [people && count(people, "Mensch", "Menschen"), bots && count(bots, "Bot", "Bots")].filter(Boolean)
        .map(String);
      return all.length ? `${LIST.format(all)} ${people + bots === 1 ? "ist" : "sind"} hier` : "Sonst ist niemand hier";
    },
    now: "Hier wird gespielt",
    deal: "Blatt des Tages",
    dealLabel: (game) => `Blatt des Tages: ${game}`,
    find: "Gegner finden",
    findLabel: (game) => `Gegner finden: ${game}`,
    waits: (people) => people === 1 ? "1 wartet" : `${people} warten`,
    rated: "Gewertet",
    ratedLabel: (game) => `Gewertet: ${game}`,
    invite: "Einladen",
    inviteLabel: (game) => `Einladen: jemanden zu ${game}`,
  },

  options: {
    title: "Optionen",
    label: (game) => `Optionen von ${game}`,
    seats: "Spieler",
    clock: "Uhr",
    clocks: {
      usual: "üblich",
      none: "keine Uhr",
      quick: "je 5 min + 3 s pro Zug",
      calm: "je 15 min + 10 s pro Zug",
      move: "1 Minute pro Zug",
      day: "1 Tag pro Zug",
    },
    usually:
      "Üblich: 1 Tag pro Zug mit Bots, je 15 min + 10 s pro Zug mit jemandem, der gefunden wird, keine Uhr mit Freunden. Mit einer Uhr, die nach Minuten zählt, kann verlieren, wer 2 Minuten weg ist; ohne Uhr nach 10 Minuten an öffentlichen Tischen, nach einer Stunde unter Freunden.",
    numbers: (count, least, most) => `${count === 1 ? "Eine Zahl" : `${count} Zahlen`} von ${least} bis ${most}`,
    public: "Andere dürfen aus der Lobby dazukommen",
    rules: "Andere Regeln",
    who: "Wer kommt, wenn du auf Spielen drückst",
    seat: (seat) => `Platz ${seat}`,
    free: "ein Gast (der Platz bleibt frei)",
    done: "Fertig",
  },

  seek: {
    title: (game) => `Wer spielt ${game}? Suche läuft …`,
    keep: "Weitersuchen, auch wenn ich die Seite schließe",
    stop: "Suche beenden",
    short: "Suche läuft …",
    meanwhile: (names) => `Inzwischen gegen ${names} spielen`,
    found: "Es hat sich jemand gefunden: Das ist euer Tisch. Dein anderer Tisch wartet auf dich.",
    back: "Zum anderen Tisch",
  },

  lobby: {
    title: "Lobby",
    waiting: "Tische mit freien Plätzen",
    nobody: "Gerade wartet niemand.",
    alone: "Gerade sucht sonst niemand. Wer als Nächstes sucht, spielt mit dir.",
    code: "Ich habe einen Code",
    tournaments: "Turniere",
    ready: "Spielbereit",
    choose: "Wähle ein Spiel, dann kommen sie an deinen Tisch.",
    running: "Laufende Partien",
    nothing: "Es läuft keine öffentliche Partie.",
    join: "Mitspielen",
    joinLabel: (game, names) => `Mitspielen: ${game} bei ${names}`,
    watch: "Zusehen",
    watchLabel: (game, names) => `Zusehen: ${game}, ${names}`,
    taken: (taken, seats) => `${taken} von ${seats} Plätzen besetzt`,
    clock: (perMove, bank, increment) => {
      if (perMove) return `${duration(parseFloat(perMove))} pro Zug`;
      if (!bank) return "keine Uhr";
      const more = parseFloat(increment ?? "0");
      return `je ${duration(parseFloat(bank))}${more ? `, ${NUMBER.format(more)} s mehr pro Zug` : ""}`;
    },
    absent: (time) => `wer ${duration(parseFloat(time))} weg ist, kann verlieren`,
    all: "Die ganze Lobby",
    first: "Mach den Anfang: Wer als Nächstes sucht, spielt mit dir.",
    searches: (game) => `sucht: ${game}`,
    sit: "Dazusetzen",
    sitLabel: (name, game) => `Dazusetzen: ${game} mit ${name}`,
    minutes: (minutes) => `etwa ${NUMBER.format(minutes)} min`,
    difficulties: ["leicht zu lernen", "mittelschwer", "anspruchsvoll"],
    players: (seats) => count(seats, "Spieler", "Spieler"),
  },

  yours: {
    title: "Deine Tische",
    pair: "Anmelden",
    yourTurn: "Du bist dran",
    left: (time) => `noch ${time}`,
    turnOf: (names) => `${OR.format(names)} am Zug`,
    waiting: "wartet auf Mitspieler",
    invites: "du bist eingeladen",
    won: "gewonnen",
    lost: "verloren",
    drawn: "geteilter Sieg",
    over: "zu Ende",
    aborted: "abgebrochen",
    with: (names) => names.length ? `mit ${LIST.format(names)}` : "noch niemand sonst",
  },

  embedded: { missing: "Diese Partie gibt es nicht, oder sie ist privat." },

  actions: {
    watching: "Du siehst zu",
    turnBoard: "Tisch drehen",
    gone: "Du spielst hier nicht mehr mit: Bis zum Ende zieht der Tisch für dich.",
    leave: "Für alle abbrechen (niemand verliert)",
    leaveSure:
      "Diese Partie verlassen? Du hast noch nicht gezogen: Sie wird für alle abgebrochen, und niemand verliert.",
    leaveYes: "Ja, verlassen",
    resign: "Aufgeben",
    resignSure: "Diese Partie aufgeben?",
    resignYes: "Ja, aufgeben",
    resignNo: "Weiterspielen",
    link: "Link zum Zusehen kopieren",
    linkPrivate: "Dieser Tisch ist privat: Nur wer mitspielt, sieht ihn.",
    keys: "Tasten",
    copied: "Der Link ist kopiert.",
    rules: "Regeln",
  },

  replay: {
    open: "Ansehen",
    label: (game, names) => `Wiederholung ansehen: ${game}, ${names}`,
  },
};
