// What is written about rated matches: before one is looked for, at its table, and after its end; in each language.

/** @typedef {typeof en} RatedText */

const ENGLISH = new Intl.PluralRules("en");
const ORDINAL = new Intl.PluralRules("en", { type: "ordinal" });
/** @type {Record<string, string>} */
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" };

const en = {
  name: "Rated",
  sign: "This match is rated",
  /** @param {string} game */
  label: (game) => `Play ${game} rated`,
  title: "Play rated",
  intro: "You meet somebody about as strong as you. The result changes both ratings.",
  /** @param {number} rating @param {number} deviation */
  yours: (rating, deviation) => `Your rating: ${rating} ± ${deviation}`,
  newcomer: "You begin with a rating of 1500. Some 20 matches make it sure.",
  time: "Time",
  clocks: {
    quick: "5 minutes each + 3 seconds a move",
    calm: "15 minutes each + 10 seconds a move",
    day: "1 day a move",
  },
  live: "live",
  daily: "daily",
  preset: "Rules",
  /** @param {number} seats */
  players: (seats) => `${seats} players`,
  usual: "as usual",
  what: "What that means",
  terms: [
    "The deal is sealed: nobody can choose the cards, not even the server.",
    "No move is taken back.",
    "Whoever runs out of time, gives up or stays away has lost.",
    "Anybody may watch, and the result is in a public list from which all ratings can be recomputed.",
    "With the same player, three matches a day count in full and three more by half.",
  ],
  go: "Look for an opponent",
  instead: "Look for somebody without rating",
  close: "Not now",
  /** @param {string} time @param {number} minutes */
  young: (time, minutes) =>
    `Rated matches are for accounts that are 10 minutes old. Yours can play from ${time} on, in ${minutes} ${
      ENGLISH.select(minutes) === "one" ? "minute" : "minutes"
    }. Until then, you can play without rating.`,
  guest:
    "Rated matches are for accounts that are 10 minutes old. Yours is made as soon as you look for somebody or play a bot; come back then.",
  unlisted: "You have chosen not to be on leaderboards, and so cannot play rated. The settings change that.",
  /** @param {string} time */
  suspended: (time) =>
    `You have left too many matches, or an operator has suspended you. You can play rated again from ${time} on.`,
  suspendedForGood: "An operator has suspended you from new matches.",
  none: "This game cannot be played rated here.",
  refused: "The service does not take this as a rated match:",
  /** @param {string} game */
  seeking: (game) => `Rated ${game}: looking for somebody about as strong`,
  /** @param {number} low @param {number} high */
  window: (low, high) => `Ratings from ${low} to ${high}. The range grows the longer you wait.`,
  widest: "All ratings now.",
  stakes: "What is at stake",
  /** @param {number} place */
  place: (place) => `${place}${ENDINGS[ORDINAL.select(place)]} place`,
  win: "You win",
  draw: "A tie",
  loss: "You lose",
  early: "A match that ends before each player has made two moves counts for nothing.",
  rating: "Rating",
  player: "Player",
  you: "you",
  /** @param {number} deviation */
  unsure: (deviation) => `± ${deviation}`,
  provisional: "provisional",
  after: "What has changed",
  computing: "The ratings are being computed …",
  later: "The ratings are not computed yet. They will be here when you come back.",
  /** @param {string} name @param {number} before @param {number} after @param {string} by */
  change: (name, before, after, by) => `${name}: from ${before} to ${after}, ${by}`,
  same: "no change",
  byHalf: "It counts by half, as you had met three times in 24 hours.",
  uncounted: "This match does not count",
  /** @type {Record<string, string>} */
  reasons: {
    pairLimit: "You had met six times in 24 hours. Further matches with the same player change nothing.",
    tooShort: "It ended before each player had made two moves.",
    left:
      "It ended before each player had made two moves. For whoever has left three such matches within 24 hours, it counts as lost.",
    void: "The operator has taken it out; the ledger says why. Everybody has back what it had changed.",
    aborted: "It was called off.",
    mixedKinds: "People and bots have no common rating.",
    oneSeat: "There was only one player.",
    other: "The service says why in the match’s data.",
  },
  board: "Leaderboard",
  profile: "Your profile",
  profileShort: "Profile",
  /** @param {string} name */
  profileOf: (name) => `Profile of ${name}`,
  /** @param {string} name */
  about: (name) => `About ${name}`,
  /** @param {number} won @param {number} drawn @param {number} lost */
  against: (won, drawn, lost) => `You against this player: ${won} won, ${drawn} tied, ${lost} lost`,
  never: "You have not finished a match against each other yet.",
  unrated: "No rating in this game yet",
  challenge: "Challenge",
  gone: "This player has deleted the account.",
};

/** @type {RatedText} */
const de = {
  name: "Gewertet",
  sign: "Diese Partie ist gewertet",
  label: (game) => `${game} gewertet spielen`,
  title: "Gewertet spielen",
  intro: "Du triffst jemanden, der etwa so stark ist wie du. Das Ergebnis ändert beide Wertungen.",
  yours: (rating, deviation) => `Deine Wertung: ${rating} ± ${deviation}`,
  newcomer: "Du beginnst mit einer Wertung von 1500. Etwa 20 Partien machen sie sicher.",
  time: "Zeit",
  clocks: {
    quick: "je 5 Minuten + 3 Sekunden pro Zug",
    calm: "je 15 Minuten + 10 Sekunden pro Zug",
    day: "1 Tag pro Zug",
  },
  live: "live",
  daily: "täglich",
  preset: "Regeln",
  players: (seats) => `${seats} Spieler`,
  usual: "wie üblich",
  what: "Was das heißt",
  terms: [
    "Die Karten sind versiegelt gemischt: Niemand kann sie wählen, auch der Server nicht.",
    "Kein Zug wird zurückgenommen.",
    "Wer die Zeit überschreitet, aufgibt oder wegbleibt, hat verloren.",
    "Jeder darf zuschauen, und das Ergebnis steht in einer öffentlichen Liste, aus der sich alle Wertungen nachrechnen lassen.",
    "Mit demselben Gegner zählen drei Partien am Tag ganz und drei weitere halb.",
  ],
  go: "Gegner suchen",
  instead: "Ohne Wertung jemanden suchen",
  close: "Jetzt nicht",
  young: (time, minutes) =>
    `Gewertet spielen kann, wessen Konto 10 Minuten alt ist. Du kannst es ab ${time}, in ${minutes} ${
      minutes === 1 ? "Minute" : "Minuten"
    }. Bis dahin kannst du ohne Wertung spielen.`,
  guest:
    "Gewertet spielen kann, wessen Konto 10 Minuten alt ist. Deines entsteht, sobald du jemanden suchst oder gegen einen Bot spielst; komm dann wieder.",
  unlisted:
    "Du willst auf keiner Bestenliste stehen und kannst darum nicht gewertet spielen. Das lässt sich in den Einstellungen ändern.",
  suspended: (time) =>
    `Du hast zu viele Partien verlassen oder bist gesperrt worden. Gewertet spielen kannst du wieder ab ${time}.`,
  suspendedForGood: "Du bist für neue Partien gesperrt worden.",
  none: "Dieses Spiel kann hier nicht gewertet gespielt werden.",
  refused: "Der Dienst nimmt das nicht als gewertete Partie an:",
  seeking: (game) => `${game} gewertet: Wir suchen jemanden, der etwa so stark ist`,
  window: (low, high) => `Wertungen von ${low} bis ${high}. Je länger du wartest, desto weiter wird gesucht.`,
  widest: "Jetzt alle Wertungen.",
  stakes: "Worum es geht",
  place: (place) => `${place}. Platz`,
  win: "Du gewinnst",
  draw: "Gleichstand",
  loss: "Du verlierst",
  early: "Endet die Partie, bevor alle zwei Züge gemacht haben, zählt sie nicht.",
  rating: "Wertung",
  player: "Spieler",
  you: "du",
  unsure: (deviation) => `± ${deviation}`,
  provisional: "vorläufig",
  after: "Was sich geändert hat",
  computing: "Die Wertungen werden berechnet …",
  later: "Die Wertungen sind noch nicht berechnet. Sie stehen hier, wenn du wiederkommst.",
  change: (name, before, after, by) => `${name}: von ${before} auf ${after}, ${by}`,
  same: "unverändert",
  byHalf: "Sie zählt halb, denn ihr hattet in 24 Stunden dreimal gegeneinander gespielt.",
  uncounted: "Diese Partie zählt nicht",
  reasons: {
    pairLimit:
      "Ihr hattet in 24 Stunden sechsmal gegeneinander gespielt. Weitere Partien mit demselben Gegner ändern nichts.",
    tooShort: "Sie endete, bevor alle zwei Züge gemacht hatten.",
    left:
      "Sie endete, bevor alle zwei Züge gemacht hatten. Wer in 24 Stunden drei solche Partien verlassen hat, für den zählt sie als verloren.",
    void:
      "Der Betreiber hat sie aus der Wertung genommen; warum, steht in deren Verzeichnis. Alle haben zurück, was sie geändert hatte.",
    aborted: "Sie wurde abgebrochen.",
    mixedKinds: "Menschen und Bots haben keine gemeinsame Wertung.",
    oneSeat: "Es gab nur einen Spieler.",
    other: "Warum, sagt der Dienst in den Daten der Partie.",
  },
  board: "Bestenliste",
  profile: "Dein Profil",
  profileShort: "Profil",
  profileOf: (name) => `Profil von ${name}`,
  about: (name) => `Über ${name}`,
  against: (won, drawn, lost) => `Du gegen diesen Spieler: ${won} gewonnen, ${drawn} unentschieden, ${lost} verloren`,
  never: "Ihr habt noch keine Partie gegeneinander beendet.",
  unrated: "In diesem Spiel noch ohne Wertung",
  challenge: "Herausfordern",
  gone: "Dieser Spieler hat sein Konto gelöscht.",
};

/** @type {Record<string, RatedText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const ratedText = (language) => TEXTS[language];
