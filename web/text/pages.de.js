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

/** @param {number} points */
function signed(points) {
  return NUMBER.format(points).replace("-", "−");
}

/** @type {import("./pages.en.js").Pages} */
export default {
  guest: () => `${ANIMALS[Math.floor(Math.random() * ANIMALS.length)]} ${10 + Math.floor(Math.random() * 90)}`,
  duration,
  ago: (seconds) => {
    if (seconds < 60) return "gerade eben";
    if (seconds < 3600) return AGO.format(-Math.round(seconds / 60), "minute");
    if (seconds < 86400) return AGO.format(-Math.round(seconds / 3600), "hour");
    return AGO.format(-Math.round(seconds / 86400), "day");
  },
  cancel: "Abbrechen",
  /** @type {Record<string, string>} */
  gameLines: {
    "lost-cities": "Fünf Expeditionen, eine Hand voll Karten und der Mut aufzubrechen.",
    "livingstone": "Mit dem Boot den Fluss hinauf: Zelte, Edelsteine und ein Geschenk für die Queen.",
    "just4fun": "Addiere deine Karten, besetze das Feld mit der Summe und schaffe vier in einer Reihe.",
  },

  name: {
    title: "Dein Name",
    hint: "Die anderen am Tisch sehen ihn. Es darf ihn mehrmals geben.",
    keep: "Speichern",
    wrong: "1 bis 40 Buchstaben oder Ziffern, mit einzelnen Leerzeichen zwischen den Wörtern.",
    later: "Tische, an denen du schon sitzt, behalten den alten Namen.",
    pair: "Anderes Gerät",
  },

  pageErrors: {
    internal: "Dem Dienst ist ein Fehler unterlaufen. Versuche es noch einmal; die Partie ist sicher.",
    malformed: "Der Dienst hat das nicht verstanden. Prüfe deine Eingabe.",
    match_full: "Alle Plätze sind besetzt. Du kannst zusehen oder einen anderen Tisch suchen.",
    invalid_options: "Diese Optionen nimmt der Dienst nicht an. Wähle andere.",
    forbidden: "Das darfst du nicht.",
  },

  notices: {
    matchStarted: (table) => `${table || "Eine deiner Partien"}: Sie hat begonnen.`,
    matchFinished: (table) => `${table || "Eine deiner Partien"}: Sie ist zu Ende.`,
    rematchOffered: (table) => `${table || "Eine deiner Partien"}: Noch einmal?`,
    invited: (table) => `${table || "Ein Tisch"}: Du bist eingeladen.`,
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
      closed: "Auf gesperrte Felder kommen keine Steine mehr, auch keine eigenen",
    },
    rules: {
      maxTurnsWithoutDeckDraw: "Eine Runde endet nach so vielen Zügen ohne Nachziehstapel (0: nie)",
      river: "Preise am Fluss, a bis j",
      rowBonus: "Punkte für die meisten Zelte in den Reihen 1 bis 6",
      mineCrashDraw: "Nach einem Mineneinsturz zieht eine weitere Karte",
      startSeat: "Es beginnt",
      cardCounts: "Karten im Spiel",
    },
    cards: {
      noCostTent: "Zelt umsonst",
      anyRowTent: "Zelt in beliebiger Reihe",
      scoredRowTent: "Zelt in gewerteter Reihe",
      twoDice: "Zwei Würfel",
      market: "Markt",
      threeStones: "Drei Steine",
      fourCoins: "Vier Münzen",
      vp2: "2 Punkte",
      vp3: "3 Punkte",
      vp4: "4 Punkte",
      boatBack: "Boot zurück",
      mineCrash: "Mineneinsturz",
    },
    rulesOf: {
      ALL: "jeder",
      DRAWER: "wer ihn gezogen hat",
      LOSERS: "wer einen Edelstein verloren hat",
      "": "wen das Los trifft",
      0: "wer den Tisch eröffnet",
      1: "wer als Zweites Platz nimmt",
    },
    guesses:
      "Preise, Punkte und Anzahlen der Karten sind von uns geraten. Stelle sie so ein, wie sie in deiner Schachtel sind.",
    numbers: (count, most) => `${count === 1 ? "Eine Zahl" : `${count} Zahlen`} von 0 bis ${most}`,
    public: "Andere dürfen aus der Lobby dazukommen",
  },

  seek: {
    title: (game) => `Wer spielt ${game}? Suche läuft …`,
    hint: "Der Tisch öffnet sich, sobald jemand da ist. Alle können zusehen.",
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
    silent: (names) => `${names} hat nicht geantwortet.`,
    busy: (name, tables) =>
      tables
        ? `${name} kommt nicht: Du hast mit ${name} schon ${
          count(tables, "laufende Partie", "laufende Partien")
        }, und Plätze für andere bleiben frei.`
        : `${name} kommt nicht: Die übrigen Plätze bleiben gerade für andere frei.`,
    other: (name) => `${name} einladen`,
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
    declineAll: "Alle von dieser Person ablehnen",
    full: "Alle Plätze sind besetzt. Gleich geht es los.",
    reveals: (names) =>
      `Gegeben wird, sobald der Browser von ${names} sein Siegel geöffnet hat: So kann niemand die Karten wählen.`,
  },

  invitation: {
    title: "Du bist eingeladen",
    what: (game, from) =>
      from
        ? `„${from}“ lädt dich ein: ${game || "an einen Tisch"}.`
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
    scores: (scores) => scores.map(({ name, score }) => `${name}: ${signed(score)}`).join(", "),
    rounds: (scores) => `Nur beendete Runden zählen. ${scores}.`,
    early: (scores) =>
      `Punkte bis hierher – ${scores}. Wer aufgibt oder keine Zeit mehr hat, wird Letzter, wie viele es auch sind.`,
    rematch: "Noch einmal",
    carry: "Mit Punktestand",
    carryLabel: "Noch einmal, mit Punktestand",
    asked: "Du möchtest noch einmal spielen. Warten auf die anderen …",
    offered: (name) => `${name} möchte noch einmal spielen.`,
    home: "Startseite",
  },

  embedded: { missing: "Diese Partie gibt es nicht, oder sie ist privat." },

  actions: {
    watching: "Du siehst zu",
    turnBoard: "Tisch umdrehen",
    takeBack: "Meinen letzten Zug zurücknehmen",
    gone: "Du bist aus dieser Partie heraus: Bis zum Ende zieht der Tisch für deinen Platz.",
    resign: "Aufgeben",
    resignSure: "Diese Partie aufgeben?",
    resignYes: "Ja, aufgeben",
    resignNo: "Weiterspielen",
    link: "Link zum Zusehen kopieren",
    linkPrivate: "Dieser Tisch ist privat: Nur wer mitspielt, sieht ihn.",
    copied: "Der Link ist kopiert.",
    soundOn: "Ton einschalten",
    soundOff: "Ton ausschalten",
    rules: "Regeln (englisch)",
  },

  replay: {
    prove: "Gebung prüfen",
    open: "Wiederholung",
    label: (game, names) => `Wiederholung von ${game}, ${names}`,
  },
};
