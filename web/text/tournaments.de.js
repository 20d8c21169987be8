// What is written on the pages of tournaments, in German, with the keys of tournaments.en.js.

const PLURAL = new Intl.PluralRules("de");
const LIST = new Intl.ListFormat("de");
const NUMBER = new Intl.NumberFormat("de");

/** @param {number} number @param {string} one @param {string} other */
function count(number, one, other) {
  return `${NUMBER.format(number)} ${PLURAL.select(number) === "one" ? one : other}`;
}

/** @param {number} rank */
const place = (rank) => `${NUMBER.format(rank)}.`;

/** @type {import("./tournaments.en.js").TournamentsText} */
export default {
  title: "Turniere",
  players: (players) => `${NUMBER.format(players)} Spieler`,
  of: (players, most) => `${NUMBER.format(players)} von ${NUMBER.format(most)} Plätzen belegt`,
  by: (name) => `von ${name}`,
  gone: "gelöscht",
  you: "du",
  bot: "Bot",

  systems: { swiss: "Schweizer System", roundRobin: "jeder gegen jeden", knockout: "K.-o.-Runde", arena: "Arena" },
  systemHints: {
    swiss: "Alle spielen jede Runde, gegen jemanden mit etwa gleich vielen Punkten. Niemand trifft sich zweimal.",
    roundRobin: "Jeder spielt gegen jeden.",
    knockout: "Wer verliert, ist draußen. Nach einem Unentschieden wird einmal neu gespielt, dann entscheidet das Los.",
    arena: "Wer frei ist, bekommt sofort den nächsten Gegner, immer wieder, bis die Zeit um ist.",
  },
  length: (rounds) => count(rounds, "Runde", "Runden"),
  minutes: (minutes) => count(minutes, "Minute", "Minuten"),
  twoLegs: "je zwei Partien mit getauschten Plätzen",
  allAtOnce: "alle Runden zugleich",
  rated: "gewertet",
  private: "nur mit Einladung",
  seats: (seats) => `Tische zu ${NUMBER.format(seats)}`,
  houseBots: (bots) => `aufgefüllt mit ${count(bots, "Bot", "Bots")}`,
  conditions: {
    minRating: (rating) => `Wertung von mindestens ${NUMBER.format(rating)}`,
    maxRating: (rating) => `Wertung von höchstens ${NUMBER.format(rating)}`,
    minMatches: (matches) => `mindestens ${count(matches, "gewertete Partie", "gewertete Partien")}`,
    minReliability: (percent) => `spielt ${NUMBER.format(percent)} % der Partien zu Ende`,
    humans: "nur Menschen",
    bots: "nur Bots",
  },

  list: {
    lead:
      "Ein Abend mit vielen, Runde für Runde. Wer gegen wen spielt, folgt aus den Punkten, und alle können es nachprüfen.",
    make: "Neues Turnier",
    mine: "Deine",
    open: "Zum Mitmachen",
    running: "Läuft gerade",
    finished: "Vorbei",
    none: "Gerade ist nichts offen.",
    noneHint: "Leg eines an, für Freunde, den Verein oder alle: drei Klicks.",
    won: (name) => `${name} hat gewonnen`,
    at: (round, rounds) =>
      rounds ? `Runde ${NUMBER.format(round)} von ${NUMBER.format(rounds)}` : `Paarung ${NUMBER.format(round)}`,
    checkIn: "jetzt einchecken",
    full: "voll",
    whenFull: "beginnt, sobald es voll ist",
    more: "Mehr zeigen",
    status: { open: "offen", checkIn: "Einchecken", running: "läuft", finished: "vorbei", aborted: "abgesagt" },
  },

  step: {
    join: "Mitmachen",
    joinHint: "Ein Konto brauchst du nicht. Bis zum Einchecken kannst du dich wieder abmelden.",
    joinLate: "Jetzt mitmachen",
    joinLateHint: "Es läuft schon: Du spielst ab der nächsten Runde, ohne Punkte für die versäumten.",
    code: "Einladungscode",
    codeHint: "Bei diesem Turnier spielt mit, wer eingeladen ist: Den Code hat, wer es angelegt hat.",
    full: "Alle Plätze sind belegt. Vielleicht meldet sich noch jemand ab.",
    here: "Ich bin da",
    hereHint:
      "Sag, dass du da bist, sonst spielst du nicht mit. Dein Gerät gibt dabei etwas zu den Losen dazu, sodass niemand aussuchen kann, wer sich trifft.",
    elsewhere:
      "Du machst von einem anderen Gerät aus mit, und nur das hat, was du versiegelt hast: Sag dort, dass du da bist.",
    again: "Auf diesem Gerät mitmachen",
    againHint:
      "Du machst von einem anderen Gerät aus mit. Nur von dem aus kannst du sagen, dass du da bist, und an deine Tische kommen: Nimm dann jenes, oder mach stattdessen auf diesem mit.",
    isHere: "Du bist da.",
    joined: "Du bist dabei.",
    joinedHint: (time) => `Komm wieder: ${time}. Dann sagst du, dass du da bist. Wer das nicht tut, spielt nicht mit.`,
    joinedFull: "Sobald alle Plätze belegt sind, sagst du, dass du da bist. Wer das nicht tut, spielt nicht mit.",
    table: "Zu meinem Tisch",
    against: (names) => `gegen ${LIST.format(names)}`,
    leg: (leg) => `Partie ${NUMBER.format(leg)} dieser Paarung`,
    bye: "Du setzt diese Runde aus und bekommst den Punkt dafür.",
    byeNone: "Du setzt diese Runde aus.",
    wait: "Dein Tisch ist fertig.",
    open: (tables) => tables === 1 ? "1 Tisch spielt noch." : `${NUMBER.format(tables)} Tische spielen noch.`,
    arena: "Du bekommst einen Gegner, sobald jemand frei ist.",
    back: "Wieder mitspielen",
    withdrawn: "Du spielst nicht weiter.",
    removed: "Du spielst nicht weiter. Die anderen schon.",
    withheld: "Du hast nicht gesagt, dass du da bist, also spielst du nicht mit.",
    closed: "Anmelden kann man sich nicht mehr.",
    watch: "Du schaust zu.",
    leave: "Turnier verlassen",
    leaveSure: "Dieses Turnier verlassen?",
    leaveOpen: "Bis zum Einchecken kannst du dich wieder anmelden.",
    leaveRunning: "Du verlierst die Partie, die du gerade spielst, und spielst keine Runde mehr.",
    aborted: "Es wurde abgesagt.",
    tooFew: "zu wenige Spieler",
    rank: (rank, size) => `Du wurdest ${place(rank)} von ${NUMBER.format(size)}.`,
    won: "Du hast gewonnen!",
    winner: (name) => `${name} hat gewonnen.`,
    over: "Es ist vorbei.",
    paused: "Es macht gerade Pause: Keine Runde beginnt, bis es weitergeht.",
    held: "Es wartet, bis das Spiel wieder gespielt werden kann. Niemand verliert Zeit, die zählt.",
  },

  until: {
    checkIn: "Einchecken ab",
    start: "Erste Runde in",
    round: "Nächste Runde in",
    roundEnds: "Diese Runde endet spätestens in",
    arenaEnds: "Es endet in",
    soon: "jeden Moment",
    full: "Warten auf Spieler",
    missing: (players) => players === 1 ? "1 Platz ist frei" : `${NUMBER.format(players)} Plätze sind frei`,
  },

  views: {
    label: "Was gezeigt wird",
    standings: "Tabelle",
    rounds: "Runden",
    bracket: "Turnierbaum",
    cross: "Kreuztabelle",
    players: "Spieler",
  },

  standings: {
    rank: "Platz",
    player: "Spieler",
    points: "Punkte",
    cut: "Buchholz mit Streichwertung",
    buchholz: "Buchholz",
    direct: "Direkter Vergleich",
    wins: "Siege",
    berger: "Sonneborn-Berger",
    short: { cut: "B−1", buchholz: "B", direct: "Dir.", wins: "Siege", berger: "SB" },
    after: (round) => round ? `Nach Runde ${NUMBER.format(round)}` : "Vor der ersten Runde",
    /** @param {number} round */
    during: (round) => `Runde ${NUMBER.format(round)} läuft`,
    final: "Endstand",
    moves: "Sie ändert sich mit jedem Ergebnis.",
    what: "Was entscheidet bei gleichen Punkten?",
    whatText:
      "Zuerst die Punkte: ein Sieg ist 1, ein Unentschieden ½. Dann Buchholz mit Streichwertung, die Punkte aller deiner Gegner ohne den schwächsten; Buchholz, sie alle; der direkte Vergleich, was du gegen die geholt hast, die mit dir gleich sind; deine Siege; Sonneborn-Berger, die Punkte derer, die du besiegt hast, und die Hälfte derer, gegen die du unentschieden gespielt hast; zuletzt das Los.",
    whatArena: "Zuerst die Punkte: ein Sieg ist 1, ein Unentschieden ½. Dann die Siege, zuletzt das Los.",
    whatLeft:
      "Wer geht, bevor die Hälfte der eigenen Partien gespielt ist, kommt ans Ende, und keine dieser Partien zählt: auch nicht für die, die sie gewonnen haben.",
    none: "Sie beginnt mit der ersten Runde.",
    around: "Wo ich stehe",
    first: "Nach oben",
    next: "Weiter",
    withdrawn: "nicht mehr dabei",
  },

  rounds: {
    round: (round) => `Runde ${NUMBER.format(round)}`,
    pairing: (round) => `Paarung ${NUMBER.format(round)}`,
    earlier: "Frühere Runde",
    later: "Spätere Runde",
    table: (table) => `Tisch ${NUMBER.format(table)}`,
    none: "Noch keine Runde ist ausgelost.",
    plays: "spielt",
    watch: "Zuschauen",
    watchLabel: (names) => `Zuschauen: ${LIST.format(names)}`,
    replay: "Wiederholung",
    replayLabel: (names) => `Wiederholung: ${LIST.format(names)}`,
    bye: (names) => `Setzt aus: ${LIST.format(names)}`,
    repeat: "Sie haben sich schon getroffen: Sonst war niemand übrig.",
    reasons: {
      resigned: "aufgegeben",
      timeout: "Zeit abgelaufen",
      claimed: "war weg",
      left: "gegangen",
      aborted: "abgebrochen: unentschieden",
      noShow: "nicht gekommen",
      withdrew: "hat das Turnier verlassen",
      held: "unterbrochen: unentschieden",
      overdue: "nicht fertig geworden: unentschieden",
    },
    more: "Weitere Tische",
    own: "dein Tisch",
  },

  bracket: {
    final: "Finale",
    semi: "Halbfinale",
    quarter: "Viertelfinale",
    last: (players) => `Letzte ${NUMBER.format(players)}`,
    bye: "Freilos",
    open: "noch offen",
    nobody: "niemand kam",
  },

  cross: {
    label: "Ergebnisse von jedem gegen jeden",
    cell: (one, other, points) => `${one} gegen ${other}: ${points}`,
    none: "noch nicht gespielt",
  },

  people: {
    none: "Noch niemand ist angemeldet.",
    here: "ist da",
    missing: "noch nicht da",
    left: "nicht mehr dabei",
    withheld: "nicht gekommen",
    more: "Mehr zeigen",
  },

  invite: {
    title: "Einladen",
    hint: "Wer diesen Link öffnet, sieht das Turnier und macht mit einem Klick mit.",
  },

  director: {
    title: "Du leitest es",
    here: (here, all) => `${NUMBER.format(here)} von ${NUMBER.format(all)} sind da`,
    wall: "Für einen Bildschirm, den alle sehen",
    start: "Jetzt einchecken lassen",
    startHint: "Dann kann sich niemand mehr anmelden, und alle sagen, dass sie da sind.",
    startFew: (least) => `Mindestens ${count(least, "Spieler muss", "Spieler müssen")} angemeldet sein.`,
    pause: "Nach dieser Runde pausieren",
    resume: "Weiter",
    remove: "Ausschließen",
    removeLabel: (name) => `${name} ausschließen`,
    removeSure: (name) => `${name} vom Turnier ausschließen?`,
    removeLine: "Wer ausgeschlossen wird, verliert die laufende Partie und kann nicht zurückkommen.",
    abort: "Absagen",
    abortSure: "Dieses Turnier absagen?",
    abortLine: "Alle laufenden Partien werden abgebrochen, und niemand gewinnt. Das lässt sich nicht zurücknehmen.",
    reason: "Warum? Alle sehen es.",
    reasonUsual: "Etwas ist dazwischengekommen",
  },

  make: {
    title: "Neues Turnier",
    which: "Was soll es sein?",
    name: "Name",
    when: "Beginn",
    whenFull: "sobald alle Plätze belegt sind",
    who: "Wer mitmachen darf",
    public: "alle",
    private: "wer den Link hat",
    most: "Plätze",
    rounds: "Runden",
    minutes: "Minuten",
    system: "System",
    clock: "Uhr",
    checkIn: "Einchecken, Minuten",
    pause: "Pause, Minuten",
    legs: "Zwei Partien je Paarung",
    allAtOnce: "Alle Runden zugleich",
    rated: "Gewertet",
    ratedHint: "zählt für die Wertung; nur Menschen",
    bots: "Bots zum Auffüllen",
    more: "Alles andere",
    create: "Anlegen",
    game: "Spiel",
    presets: {
      evening: { name: "Freitagabend", line: "5 Runden, alle spielen jede Runde" },
      now: { name: "Schnelle Runde", line: "beginnt, sobald 4 da sind" },
      all: { name: "Jeder gegen jeden", line: "bis zu 6 Leute, niemand scheidet aus" },
      cup: { name: "Pokal", line: "wer verliert, ist draußen, mit Turnierbaum" },
      arena: { name: "Arena", line: "45 Minuten, kommen und gehen, wie man will" },
      league: { name: "Liga", line: "Wochen in Ruhe, ein Tag je Zug" },
    },
  },

  match: {
    at: (round, table) => `Runde ${NUMBER.format(round)}, Tisch ${NUMBER.format(table)}`,
    back: "Zurück zum Turnier",
    next: "Zu meinem nächsten Tisch",
    nextHint: (names) => `gegen ${LIST.format(names)}`,
    comes: "Das Ergebnis kommt in die Tabelle. Deinen nächsten Tisch bekommst du, wenn die Runde vorbei ist.",
    last: "Das Ergebnis kommt in die Tabelle. Es war dein letzter Tisch.",
    goesOn:
      "Das Ergebnis kommt in den Turnierbaum. Wer weiterkommt, hat den nächsten Tisch, sobald die Runde vorbei ist.",
    over: "Das Turnier ist vorbei.",
    elsewhere: "Du machst von einem anderen Gerät aus mit: Komm mit dem an diesen Tisch.",
    come: "Wer nicht rechtzeitig kommt, verliert diese Partie.",
  },

  notices: {
    checkInOpened: (name) => `${name}: Sag, dass du da bist.`,
    roundPaired: (name, round) => `${name}: Dein Tisch der Runde ${NUMBER.format(round)} ist bereit.`,
    bye: (name, round) => `${name}: Runde ${NUMBER.format(round)} setzt du aus.`,
    finished: (name) => `${name} ist vorbei.`,
    open: "Zum Turnier",
  },

  wall: {
    join: "Mit dem Handy mitmachen",
    empty: "Noch niemand ist angemeldet.",
  },

  missing: "Dieses Turnier gibt es nicht.",
  check: "Die Paarungen prüfen",
  checkHint: "Dein Browser rechnet alle Lose, Paarungen und Tabellen selbst nach.",

  errors: {
    tournament_not_open: "Anmelden kann man sich nicht mehr.",
    tournament_full: "Alle Plätze sind belegt.",
    tournament_not_running: "Es läuft gerade nicht.",
  },
};
