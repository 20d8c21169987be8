// What is written on the page, in German, with the keys of en.js.

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

/** @param {number} points */
function signed(points) {
  return NUMBER.format(points).replace("-", "−");
}

/** @type {import("./en.js").Text} */
export default {
  language: "de",
  title: "Croupier",
  guest: () => `${ANIMALS[Math.floor(Math.random() * ANIMALS.length)]} ${10 + Math.floor(Math.random() * 90)}`,
  list: (names) => LIST.format(names),
  number: signed,
  duration,
  ago: (seconds) => {
    if (seconds < 60) return "gerade eben";
    if (seconds < 3600) return AGO.format(-Math.round(seconds / 60), "minute");
    if (seconds < 86400) return AGO.format(-Math.round(seconds / 3600), "hour");
    return AGO.format(-Math.round(seconds / 86400), "day");
  },
  toTable: "Zum Tisch",
  close: "Schließen",
  cancel: "Abbrechen",
  loading: "Einen Moment …",
  bot: "Bot",

  /** @type {Record<string, string>} */
  gameNames: { "lost-cities": "Lost Cities", "livingstone": "Livingstone", "just4fun": "Just4Fun" },
  /** @type {Record<string, string>} */
  gameLines: {
    "lost-cities": "Fünf Expeditionen, eine Hand voll Karten und der Mut aufzubrechen.",
    "livingstone": "Mit dem Boot den Fluss hinauf: Zelte, Edelsteine und ein Geschenk für die Queen.",
    "just4fun": "Addiere deine Karten, besetze das Feld mit der Summe und schaffe vier in einer Reihe.",
  },

  header: {
    skip: "Zum Inhalt springen",
    home: "Croupier, Startseite",
    main: "Hauptmenü",
    play: "Spielen",
    lobby: "Lobby",
    rules: "Regeln",
    turns: (turns) => count(turns, "Tisch wartet auf dich", "Tische warten auf dich"),
    settings: "Einstellungen",
    language: "English",
    languageHint: "Auf Englisch umschalten",
    you: (name) => `Du bist ${name}. Namen ändern`,
    nobody: "Namen wählen",
  },

  name: {
    title: "Dein Name",
    hint: "Die anderen am Tisch sehen ihn. Es darf ihn mehrmals geben.",
    keep: "Speichern",
    wrong: "1 bis 40 Buchstaben oder Ziffern, mit einzelnen Leerzeichen zwischen den Wörtern.",
    later: "Tische, an denen du schon sitzt, behalten den alten Namen.",
    pair: "Anderes Gerät",
  },

  home: {
    title: "Jetzt spielen",
    play: "Spielen",
    playLabel: (game, name) => name ? `${game} gegen ${name} spielen` : `${game} spielen`,
    against: "Dein Gegner",
    noBots: "Gerade ist kein Bot da. Suche jemanden oder lade jemanden ein.",
    bots: {
      Hugo: "denkt voraus",
      Rosa: "setzt auf Glück",
      Otto: "denkt voraus",
      Lotte: "setzt auf Glück",
    },
    find: "Gegner finden",
    findLabel: (game) => `Gegner für ${game} finden`,
    invite: "Einladen",
    inviteLabel: (game) => `Jemanden zu ${game} einladen`,
    seats: (min, max) => min === max ? `${min} Personen` : `${min} bis ${max} Personen`,
  },

  options: {
    title: "Optionen",
    label: (game) => `Optionen von ${game}`,
    seats: "Personen",
    clock: "Uhr",
    clocks: {
      usual: "1 Tag je Zug mit Bots, sonst keine",
      none: "keine Uhr",
      quick: "je 5 Minuten, 3 Sekunden mehr pro Zug",
      calm: "je 15 Minuten, 10 Sekunden mehr pro Zug",
      move: "1 Minute pro Zug",
      day: "1 Tag pro Zug",
    },
    rounds: "Runden",
    colors: "Farben",
    colorsOf: { 5: "fünf", 6: "sechs, mit Violett" },
    flags: {
      allowPass: "Man darf den Rest einer Runde aussetzen",
      coinsPublic: "Alle sehen alle Münzen",
      random: "Die Felder des Spielplans werden gemischt",
    },
    public: "Andere dürfen aus der Lobby dazukommen",
  },

  seek: {
    title: (game) => `Wer spielt ${game}? Suche läuft …`,
    hint: "Der Tisch öffnet sich, sobald jemand da ist.",
    same: "wer dasselbe gewählt hat, findet dich.",
    keep: "Weitersuchen, wenn ich die Seite verlasse",
    stop: "Suche beenden",
  },

  lobby: {
    title: "Lobby",
    waiting: "Tische mit freien Plätzen",
    nobody: "Gerade wartet niemand.",
    running: "Laufende Partien",
    nothing: "Es läuft keine öffentliche Partie.",
    join: "Mitspielen",
    joinLabel: (game, names) => `${game} mitspielen bei ${names}`,
    watch: "Zusehen",
    watchLabel: (game, names) => `Bei ${game} zusehen, ${names}`,
    taken: (taken, seats) => `${taken} von ${seats} Plätzen besetzt`,
    noClock: "keine Uhr",
    clock: (perMove, bank, increment) => {
      if (perMove) return `${duration(parseFloat(perMove))} pro Zug`;
      if (!bank) return "keine Uhr";
      const more = parseFloat(increment ?? "0");
      return `je ${duration(parseFloat(bank))}${more ? `, ${NUMBER.format(more)} s mehr pro Zug` : ""}`;
    },
    all: "Die ganze Lobby",
  },

  yours: {
    title: "Deine Tische",
    none: "Du sitzt noch an keinem Tisch.",
    pair: "Code von einem anderen Gerät",
    yourTurn: "Du bist am Zug",
    turnOf: (names) => `${OR.format(names)} am Zug`,
    waiting: "wartet auf Mitspieler",
    won: "gewonnen",
    lost: "verloren",
    drawn: "geteilt",
    over: "zu Ende",
    aborted: "abgebrochen",
    label: (game, names, status) => `${game}, ${names}: ${status}`,
    with: (names) => names.length ? `mit ${LIST.format(names)}` : "noch niemand sonst",
  },

  wait: {
    title: "Warten auf Mitspieler",
    forBot: (name) => `${name} kommt gleich an den Tisch …`,
    declined: (names) => `${names} kann nicht kommen. Du kannst den Link verschicken oder die Partie absagen.`,
    invited: "Schicke diesen Link weiter. Wer ihn öffnet, setzt sich mit einem Klick dazu.",
    link: "Link zum Tisch",
    copy: "Link kopieren",
    copied: "Der Link ist kopiert.",
    share: "Teilen …",
    seats: "Plätze",
    seat: (seat) => `Platz ${seat}`,
    free: "frei",
    you: "du",
    public: "Dieser Tisch steht in der Lobby: Alle dürfen dazukommen.",
    leave: "Tisch verlassen",
    callOff: "Tisch auflösen",
    start: "Beginnen",
    join: "Platz nehmen",
    decline: "Ablehnen",
    full: "Alle Plätze sind besetzt. Gleich geht es los.",
    reveals: (names) =>
      `Gegeben wird, sobald der Browser von ${names} sein Siegel geöffnet hat: So kann niemand die Karten wählen.`,
  },

  invitation: {
    title: "Du bist eingeladen",
    what: (game, from) =>
      from
        ? `${from} lädt dich ein: ${game || "an einen Tisch"}.`
        : game
        ? `An einen Tisch: ${game}.`
        : "An einen privaten Tisch.",
    hint: "Nimm Platz, solange er frei ist.",
    takenTitle: "Hier ist kein Platz mehr für dich",
    taken: "Alle Plätze sind besetzt, oder die Partie hat begonnen oder wurde abgesagt. Bitte um einen neuen Link.",
    join: "Platz nehmen",
    name: "Dein Name",
    later: "Nicht jetzt",
  },

  table: {
    back: "Startseite",
    talk: "Etwas sagen",
    region: "Spieltisch",
    panels: "Neben dem Spielplan",
    turn: (name) => `${name} am Zug`,
    yourTurn: "Du bist am Zug",
    watching: "Du siehst zu",
    you: "du",
    late: "hat keine Zeit mehr",
    resigned: "hat aufgegeben",
    thinking: "am Zug",
    sending: "Wird gesendet …",
    clock: "Restzeit",
    short: (name, seconds) => `${name}: noch ${count(seconds, "Sekunde", "Sekunden")}`,
    yourShort: (seconds) => `Du hast noch ${count(seconds, "Sekunde", "Sekunden")}.`,
    turnBoard: "Tisch umdrehen",
    history: "Verlauf",
    score: "Punkte",
    text: "Als Text",
    more: "Mehr",
    moves: (moves) => count(moves, "Zug", "Züge"),
    noHistory: "Noch ist nichts geschehen.",
    entries: {
      created: (name) => `${name} hat den Tisch eröffnet.`,
      joined: (name) => `${name} hat Platz genommen.`,
      left: (name) => `${name} ist gegangen.`,
      started: () => "Die Partie beginnt.",
      revealed: (name) => `${name} hat das Siegel geöffnet.`,
      resigned: (name) => `${name} hat aufgegeben.`,
      timeout: (name) => `Die Zeit von ${name} ist abgelaufen.`,
      aborted: () => "Die Partie wurde abgebrochen.",
      asked: (name) => `${name} möchte einen Zug zurücknehmen.`,
      agreed: (name) => `${name} stimmt zu.`,
      refused: () => "Es wird nichts zurückgenommen.",
      undone: () => "Der Zug ist zurückgenommen.",
    },
    takeBack: "Meinen letzten Zug zurücknehmen",
    resign: "Aufgeben",
    resignSure: "Diese Partie aufgeben?",
    resignYes: "Ja, aufgeben",
    resignNo: "Weiterspielen",
    link: "Link zum Zusehen kopieren",
    linkPrivate: "Dieser Tisch ist privat: Nur wer mitspielt, sieht ihn.",
    copied: "Der Link ist kopiert.",
    soundOn: "Ton an",
    soundOff: "Ton aus",
    rules: "Regeln (englisch)",
    points: "Punkte",
    player: "Name",
    rank: "Platz",
    none: "Hier ist kein Tisch",
    missing:
      "Diesen Tisch gibt es nicht, oder er ist privat. Falls du eingeladen bist, öffne den ganzen Link, den du bekommen hast.",
    gone: "Diesen Tisch darfst du nicht mehr sehen.",
    reset: "Der Dienst ist zu einem früheren Stand der Partie zurückgekehrt. Der Tisch zeigt, wie es jetzt steht.",
  },

  end: {
    title: "Die Partie ist zu Ende",
    youWon: "Du hast gewonnen!",
    won: (name) => `${name} hat gewonnen.`,
    shared: (names) => `${LIST.format(names)} teilen sich den Sieg.`,
    nobody: "Niemand hat gewonnen.",
    reasons: {
      completed: "Bis zum Ende gespielt.",
      resigned: "Durch Aufgabe.",
      timeout: "Durch Zeitablauf.",
      aborted: "Die Partie wurde abgebrochen.",
    },
    scores: (scores) => scores.map(({ name, score }) => `${name} ${signed(score)}`).join(", "),
    rounds: (scores) => `Nur beendete Runden zählen: ${scores}.`,
    early: (scores) =>
      `Punkte bis hierher: ${scores}. Wer aufgibt oder keine Zeit mehr hat, wird Letzter, wie viele es auch sind.`,
    rematch: "Noch einmal",
    carry: "Mit Punktestand",
    carryLabel: "Noch einmal, mit Punktestand",
    asked: "Du möchtest noch einmal spielen. Warten auf die anderen …",
    offered: (name) => `${name} möchte noch einmal spielen.`,
    home: "Startseite",
  },

  replay: {
    prove: "Gebung prüfen",
    open: "Wiederholung",
    label: (game, names) => `Wiederholung von ${game}, ${names}`,
    step: (step) => `Schritt ${step} in der Wiederholung`,
  },

  line: {
    lost: "Die Verbindung ist weg. Neuer Versuch läuft …",
    offline: "Du bist offline. Sobald es wieder geht, geht es weiter …",
    back: "Die Verbindung ist wieder da.",
    refused: "Gerade gibt es keine Verbindung, darum wurde nichts gesendet. Versuche es, wenn sie wieder da ist.",
  },

  notices: {
    matchStarted: "Eine deiner Partien hat begonnen.",
    matchFinished: "Eine deiner Partien ist zu Ende.",
    rematchOffered: "Jemand möchte noch einmal mit dir spielen.",
    invited: "Du bist an einen Tisch eingeladen.",
  },

  errors: {
    unknown: "Das hat nicht geklappt. Versuche es noch einmal oder lade die Seite neu.",
    unreachable: "Der Dienst antwortet nicht. Prüfe, ob du online bist, und versuche es noch einmal.",
    unauthenticated:
      "Dieser Dienst kennt dich nicht mehr, darum bist du jetzt ein neuer Gast. Wähle einen Namen, wenn du magst.",
    unavailable: "Der Dienst ist gerade überlastet. Versuche es in ein paar Sekunden noch einmal.",
    rate_limited: "Das war etwas viel auf einmal. Warte ein paar Sekunden und versuche es noch einmal.",
    timeout: "Es hat zu lange gedauert. Versuche es noch einmal.",
    not_found: "Diesen Tisch gibt es nicht, oder er ist privat. Bitte um einen neuen Link.",
    not_your_match: "Du hast an diesem Tisch keinen Platz. Du kannst zusehen.",
    forbidden: "Das darfst du nicht.",
    not_your_turn: "Du bist nicht am Zug. Der Tisch zeigt, wer dran ist.",
    match_not_active: "Diese Partie läuft nicht. Der Tisch zeigt, wie sie steht.",
    match_active: "Diese Partie läuft noch. Spiele sie zu Ende oder gib auf.",
    undo_refused: "Das geht nicht zurück: Es hat Verdecktes gezeigt, oder danach wurde zu oft gefragt.",
    match_full: "Alle Plätze sind besetzt. Du kannst zusehen oder einen anderen Tisch suchen.",
    conflict: "Jemand war schneller, oder es war schon getan. Sieh dir den Tisch noch einmal an.",
    version_mismatch: "Die Partie ist inzwischen weitergegangen. Sieh noch einmal hin und entscheide dann.",
    invalid_move: "Das ist kein Zug dieses Spiels. Wähle einen aus der Liste.",
    illegal_move: "Das verbieten die Regeln.",
    invalid_options: "Diese Optionen nimmt der Dienst nicht an. Wähle andere.",
    malformed: "Der Dienst hat das nicht verstanden. Prüfe deine Eingabe.",
    internal: "Dem Dienst ist ein Fehler unterlaufen. Versuche es noch einmal; die Partie ist sicher.",
  },

  generic: {
    hand: "Deine Züge",
    choose: "Du bist am Zug: Wähle einen Zug",
    step: "Dann",
    back: "Zurück",
    wait: "Du bist nicht am Zug.",
    typed: "Oder einen Zug schreiben",
    send: "Ziehen",
    table: "Der Tisch als Text",
    others: "Andere",
    event: (what, who) => who ? `${who}: ${what}.` : `${what}.`,
  },
};
