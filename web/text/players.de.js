// What is written on profiles, leaderboards and the page of friends, in German.

/** @typedef {import("./players.en.js").PlayersText} PlayersText */

const PLURAL = new Intl.PluralRules("de");
const LIST = new Intl.ListFormat("de");
const NUMBER = new Intl.NumberFormat("de");

/** @param {number} number @param {string} one @param {string} other */
function count(number, one, other) {
  return `${NUMBER.format(number)} ${PLURAL.select(number) === "one" ? one : other}`;
}

/** @param {number} rank */
const place = (rank) => `${NUMBER.format(rank)}.`;

/** @type {PlayersText} */
export default {
  times: { live: "live", daily: "täglich" },
  timesHint: { live: "unter einer Stunde", daily: "ein Tag je Zug" },
  kinds: { human: "Menschen", bot: "Bots" },
  person: "Spieler",
  bot: "Bot",
  house: [
    "Denkt einen Zug voraus, und nicht genau.",
    "Denkt einen Zug voraus.",
    "Spielt durch, was die verdeckten Karten sein können.",
    "Spielt durch, was die verdeckten Karten sein können, und nimmt sich Zeit.",
  ],
  says: (description) => `„${description}“`,
  place,

  profile: {
    title: (name) => `Profil von ${name}`,
    own: "So sehen dich andere.",
    since: (date) => `dabei seit ${date}`,
    here: "ist gerade hier",
    away: "ist nicht hier",
    challenge: "Herausfordern",
    challengeLabel: (name) => `${name} herausfordern`,
    play: "Spielen",
    rename: "Namen ändern",
    share: "Link zu mir kopieren",
    shared: "Der Link ist kopiert. Schick ihn einem Freund.",
    friends: "Freunde",
    boards: "Bestenlisten",
    none: "Niemand hier",
    missing: "So jemanden gibt es nicht, oder das Konto wurde gelöscht.",
    nobody: "Du hast noch kein Konto",
    nobodyHint: "Es entsteht mit deinem ersten Tisch. Dann steht hier, wie es dir ergeht.",
    unnamed: "…",
    gone: "gelöscht",
  },

  ratings: {
    title: "Wertungen",
    rating: "Wertung",
    deviation: (deviation) => `± ${deviation}`,
    rank: (rank, size) => size ? `${place(rank)} von ${NUMBER.format(size)}` : `${place(rank)} Platz`,
    provisional: "vorläufig",
    provisionalHint: (matches) =>
      `Nach ${
        count(matches, "Partie", "Partien")
      } ist die Wertung noch geraten. Etwa 20 machen sie sicher und bringen einen Platz auf der Bestenliste.`,
    unlisted: "nicht auf der Bestenliste",
    matches: (matches) => count(matches, "gewertete Partie", "gewertete Partien"),
    what: "Was bedeuten die Zahlen?",
    whatText:
      "Die Wertung sagt, wie stark du vermutlich bist; alle beginnen mit 1500. „± 84“ sagt, wie sicher das ist: Deine Stärke liegt sehr wahrscheinlich innerhalb des Doppelten davon. Bestenlisten ordnen nach Punkten, also nach der Wertung ohne zweimal das „±“: was du sehr wahrscheinlich mindestens hast.",
    none: "Noch keine gewertete Partie.",
    incomplete: "Manche Wertungen können gerade nicht gezeigt werden.",
    noneOwn: "Du hast noch keine gewertete Partie gespielt. Mit der ersten bekommst du eine Wertung.",
    noneOwnPlay: "Eine gewertete Partie spielen",
    recompute: "Diese Wertung nachrechnen",
    board: "Zur Bestenliste",
    loading: "Die Kurve kommt …",
  },

  curve: {
    label: (pool, first, last, matches) =>
      `Wertung in ${pool} über ${count(matches, "Partie", "Partien")}: von ${first} bis ${last}`,
    slider: "Partie",
    point: (rating, change, date) => `${rating} (${change}), ${date}`,
    replay: "Diese Partie ansehen",
    short: "Ansehen",
    begins: "der Anfang",
    list: "Als Liste",
    date: "Datum",
    change: "Änderung",
    match: "Partie",
    replayShort: "Ansehen",
    older: "Ältere zeigen",
    against: (names) => `gegen ${LIST.format(names)}`,
    void: "Partie herausgenommen",
    season: "neue Saison",
  },

  sums: {
    best: (game) => `Beste Wertung, ${game}`,
    matches: "Partien",
    won: "Gewonnen",
    longest: "Längste Siegesserie",
  },

  record: {
    title: "Wie es lief",
    against: { people: "Gegen Menschen", bots: "Gegen Bots" },
    won: "gewonnen",
    drawn: "geteilt",
    lost: "verloren",
    all: (won, drawn, lost) =>
      `${NUMBER.format(won)} gewonnen, ${NUMBER.format(drawn)} geteilt, ${NUMBER.format(lost)} verloren`,
    share: (share) => `${share} % gewonnen`,
    best: "Beste Partie",
    points: (points) => `${points} Punkte`,
    mean: "Punkte je Partie",
    streak: (streak) =>
      streak > 0
        ? `jetzt ${count(streak, "Sieg", "Siege")} in Folge`
        : `jetzt ${count(-streak, "Niederlage", "Niederlagen")} in Folge`,
    longest: (longest) => `längste Serie: ${count(longest, "Sieg", "Siege")}`,
    private: "mit privaten Partien, die nur du siehst",
    none: "Noch keine beendete Partie.",
  },

  reliability: {
    title: "Verlässlich",
    stays: (percent) => `Spielt ${percent} % der Partien zu Ende`,
    words: (percent) => percent >= 95 ? "sehr verlässlich" : percent >= 80 ? "verlässlich" : "geht oft vorher",
    newcomer: "Zu wenige Partien, um es zu sagen",
  },

  best: {
    title: "Beste Partien",
    replay: "ansehen",
  },

  met: {
    title: "Zuletzt getroffen",
    score: (won, lost) => `${won} : ${lost}`,
    scoreLabel: (name, won, lost) => `Gegen ${name} ${won} gewonnen und ${lost} verloren`,
    again: "Nochmal",
    againLabel: (name) => `Nochmal: ${name}`,
  },

  against: {
    title: (name) => `Du und ${name}`,
    you: "Du",
    drawn: "geteilt",
    none: "Ihr habt euch noch nicht getroffen.",
    last: "Die letzte Partie",
  },

  matches: {
    title: "Alle Partien",
    game: "Spiel",
    all: "Alle Spiele",
    result: "Ergebnis",
    results: { all: "alle", won: "gewonnen", lost: "verloren", active: "laufend" },
    more: "Mehr zeigen",
    none: "Hier wird keine Partie gezeigt.",
    noneHint: "Private Partien sehen nur ihre Spieler.",
    label: (game, names, result) => `${game}, ${names}: ${result}`,
    won: "gewonnen",
    lost: "verloren",
    drawn: "geteilt",
    running: "läuft",
    waiting: "wartet auf Spieler",
    aborted: "abgesagt",
    watch: "Zusehen",
    replay: "Ansehen",
    alone: "niemand sonst",
    rated: "gewertet",
  },

  menu: {
    open: "Mehr",
    label: (name) => `Mehr zu ${name}`,
    add: "Freund werden",
    accept: "Freundschaft annehmen",
    asked: "Gefragt",
    askedHint: "Die Anfrage zurücknehmen",
    friend: "Befreundet",
    end: "Freundschaft beenden",
    block: "Blockieren",
    unblock: "Nicht mehr blockieren",
    report: "Melden",
    done: {
      asked: (name) => `${name} ist gefragt. Ihr seid Freunde, sobald die Antwort Ja ist.`,
      friend: (name) => `Du und ${name} seid Freunde.`,
      none: (name) => `Du und ${name} seid keine Freunde.`,
      blocked: (name) => `${name} ist blockiert und erfährt es nicht.`,
      unblocked: (name) => `${name} ist nicht mehr blockiert.`,
      reported: "Danke. Wer diesen Dienst betreibt, sieht es sich an.",
    },
    blocking: {
      title: (name) => `${name} blockieren?`,
      lines: [
        "Ihr trefft euch in keiner Suche, könnt nicht an die Tische des anderen und seht voneinander keine Zurufe.",
        "Der andere erfährt es nicht. Eine Freundschaft endet. In den Einstellungen kannst du es rückgängig machen.",
      ],
      yes: "Blockieren",
    },
    reporting: {
      title: (name) => `${name} melden`,
      hint: "Wer diesen Dienst betreibt, liest es. Der andere erfährt es nicht.",
      reason: "Worum geht es?",
      reasons: {
        cheating: "betrügt",
        stalling: "lässt die Zeit ablaufen oder geht",
        collusion: "spielt mit anderen zusammen",
        name: "hat einen beleidigenden Namen",
        emotes: "belästigt mit Zurufen",
        other: "etwas anderes",
      },
      text: "Was ist passiert? (wenn du magst)",
      send: "Senden",
    },
  },

  friends: {
    title: "Freunde",
    asks: "Sie fragen dich",
    accept: "Annehmen",
    decline: "Nein",
    acceptLabel: (name) => `Annehmen: ${name}`,
    declineLabel: (name) => `Nein: ${name}`,
    here: "Gerade hier",
    notHere: "Nicht hier",
    asked: "Von dir gefragt",
    back: "Zurücknehmen",
    backLabel: (name) => `Die Anfrage an ${name} zurücknehmen`,
    nobodyHere: "Von deinen Freunden ist gerade niemand hier.",
    challenge: "Herausfordern:",
    challengeLabel: (name) => `${name} herausfordern`,
    plays: (game) => `spielt ${game}`,
    playsYou: (game) => `spielt ${game} mit dir`,
    online: "ist hier",
    watch: "Zusehen",
    watchLabel: (name, game) => `${name} zusehen: ${game}`,
    table: "Zum Tisch",
    tableLabel: (name, game) => `Zum Tisch mit ${name}: ${game}`,
    add: "Freunde finden",
    field: "Link, Kennung oder Name",
    fieldHint: "Der Link zu einem Profil, oder der Name von jemandem, den du getroffen hast.",
    ask: "Fragen",
    asking: {
      unknown: "Unter denen, die du getroffen hast, heißt niemand so. Lass dir den Link zum Profil geben.",
      missing: "Zu diesem Link gibt es niemanden mehr.",
      you: "Das bist du.",
    },
    yourLink: "Deinen Link verschicken",
    yourLinkHint: "Wer ihn öffnet, sieht dein Profil und kann dich fragen, ob ihr Freunde sein wollt.",
    copy: "Meinen Link kopieren",
    copied: "Der Link ist kopiert.",
    code: "Als Code zeigen",
    codeName: "Der Link zu deinem Profil, als Code für Kameras",
    empty: "Noch keine Freunde",
    emptyHint:
      "Freunde sehen, wenn du hier bist, und fordern dich mit einem Tipp heraus. Schick jemandem deinen Link, oder frag, wen du getroffen hast.",
    met: "Zuletzt getroffen",
    nobody: "Spiel erst eine Partie: Dein Konto entsteht mit dem ersten Tisch.",
    hidden: "Du zeigst niemandem, dass du hier bist. Das ändern die Einstellungen.",
    row: (here, all) =>
      here ? `${NUMBER.format(here)} von ${NUMBER.format(all)} hier` : `${NUMBER.format(all)}, niemand hier`,
    rowAsks: (asks) => count(asks, "Anfrage", "Anfragen"),
  },

  board: {
    title: "Bestenliste",
    game: "Spiel",
    time: "Tempo",
    kind: "Wer",
    season: "Saison",
    seasonOf: (season) => `Saison ${season}`,
    now: "diese Saison",
    which: "Zeigen",
    views: { top: "Die Besten", around: "Um mich", friends: "Freunde" },
    rank: "Platz",
    player: "Spieler",
    rating: "Wertung",
    points: "Punkte",
    matches: "Partien",
    you: "du",
    size: (size, seq) =>
      `${count(size, "Spieler", "Spieler")} darauf, ${count(seq, "gewertete Partie", "gewertete Partien")}`,
    next: "Weiter",
    first: "Nach oben",
    yours: (rank, size) => `Du bist auf Platz ${NUMBER.format(rank)} von ${NUMBER.format(size)}.`,
    provisional: (matches) =>
      matches
        ? `Du stehst noch nicht darauf: Nach ${
          count(matches, "gewerteten Partie", "gewerteten Partien")
        } von etwa 20 ist deine Wertung noch unsicher.`
        : "Du stehst noch nicht darauf: Etwa 20 gewertete Partien machen deine Wertung sicher.",
    unlisted: "Du stehst nicht darauf: Du willst nicht gelistet sein.",
    none: "Auf dieser Bestenliste steht noch niemand",
    noneHint: "Etwa 20 gewertete Partien bringen dich hierher. Sei der Erste.",
    noneBots: "Bots stehen hier, sobald sie etwa 20 gewertete Partien gegeneinander gespielt haben.",
    noneFriends: "Von deinen Freunden steht niemand auf dieser Bestenliste.",
    addFriends: "Freunde finden",
    toBots: (bots) => `Bestenliste der Bots (${NUMBER.format(bots)})`,
    play: "Eine gewertete Partie spielen",
    recompute: "Diese Bestenliste nachrechnen",
    recomputeHint: "Dein Browser rechnet jede Wertung aus allen Partien nach.",
    row: (rank, name, points) => `${place(rank)} ${name}, ${NUMBER.format(points)} Punkte`,
  },

  row: {
    title: "Du und andere",
    profile: "Mein Profil",
    tournaments: "Turniere",
    boards: "Bestenlisten",
    friends: "Freunde",
  },
};
