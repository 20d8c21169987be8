// The texts of the proof of ratings, which is loaded by a button.

/** @typedef {typeof en} LedgerText */
/** @typedef {import("../app/proof/ledger-checks.js").Check} Check */

const NUMBER = { en: new Intl.NumberFormat("en"), de: new Intl.NumberFormat("de") };

const en = {
  title: "Recompute the ratings",
  hint:
    "The service publishes every rated match of this leaderboard as an entry of a list. This page fetches the whole list and computes every number anew, by itself.",
  whose:
    "But this page comes from the service that it checks. If you want more than that, run “croupier verify --ratings”.",
  /** @type {Record<Check, string>} */
  checks: {
    form: "Every entry is written as it must be",
    chain: "No entry was changed, left out or put in",
    weights: "Every match counts for as much as the rules say",
    numbers: "Every rating follows from the one before and the result",
    shown: "What is shown here is what comes out",
    kept: "It is the list that this browser has seen before",
  },
  states: { open: "still to come", now: "under way", done: "holds", wrong: "does not hold" },
  /** @param {number} at @param {number} of */
  progress: (at, of) => `${NUMBER.en.format(at)} of ${NUMBER.en.format(of)} entries`,
  fair: "All of it is true.",
  /** @param {number} entries @param {number} players */
  sum: (entries, players) =>
    entries === 1
      ? `1 entry, ${NUMBER.en.format(players)} players: every number was computed anew.`
      : `${NUMBER.en.format(entries)} entries, ${NUMBER.en.format(players)} players: every number was computed anew.`,
  empty: "The list is still empty: nobody has played a rated match.",
  /** @param {string} name @param {number} rating @param {number} deviation */
  comes: (name, rating, deviation) => `The rating of ${name} comes out as ${rating} ± ${deviation}.`,
  /** @param {number} grown */
  noted: (grown) =>
    grown
      ? `The list begins as it did when this browser last looked, and has grown by ${NUMBER.en.format(grown)} since.`
      : "The list is exactly the one that this browser saw last time.",
  nothingNoted:
    "This browser looked for the first time. From now on it remembers how the list ended, so that nobody can rewrite it unnoticed.",
  partly: "Older entries are kept elsewhere: this check begins with what they came to.",
  unfair: "This is not true:",
  /** @param {number} seq */
  entry: (seq) => `Entry ${NUMBER.en.format(seq)}`,
  replay: "Its match",
  /** @param {number} more */
  more: (more) => `… and ${NUMBER.en.format(more)} more.`,
  detail: "The verifier says",
  /** What does not hold, by the rule. @type {Record<string, string>} */
  wrong: {
    number: "a player’s rating here is not the one that comes out of the list.",
    head: "the list ends otherwise than the leaderboard says.",
    ends: "the leaderboard knows this entry, but the list ends before it.",
    rewritten: "this browser saw another entry here. The list was written anew.",
    shorter: "this browser has seen this entry, but the list ends before it.",
    seq: "an entry is missing before this one, or it stands in another place.",
    link: "it does not follow from the entry before: something was changed, left out or put in.",
    matchTwice: "its match has another entry: it was counted twice.",
    weight: "the match counts for more or less than the rules say.",
    ranks: "the places of the players are not possible.",
    playerTwice: "one player has two seats.",
    short: "who left too early is not told as it must be.",
    newcomer: "a newcomer does not begin with 1500.",
    idle: "the weeks without play were left out.",
    before: "the rating before the match is not the one after the last.",
    mu: "the rating after the match does not follow from the result.",
    sigma: "how sure the rating is does not follow from the result.",
    kept: "a rating has changed that may not change.",
  },
  other: "it is not as the rules demand.",
};

/** @type {LedgerText} */
const de = {
  title: "Die Wertungen nachrechnen",
  hint:
    "Der Dienst veröffentlicht jede gewertete Partie dieser Bestenliste als Eintrag einer Liste. Diese Seite holt die ganze Liste und rechnet jede Zahl selbst nach.",
  whose: "Doch diese Seite kommt von dem Dienst, den sie prüft. Wem das nicht genügt: „croupier verify --ratings“.",
  checks: {
    form: "Jeder Eintrag ist geschrieben, wie er sein muss",
    chain: "Kein Eintrag wurde geändert, ausgelassen oder eingeschoben",
    weights: "Jede Partie zählt so viel, wie die Regeln sagen",
    numbers: "Jede Wertung folgt aus der davor und dem Ergebnis",
    shown: "Was hier steht, ist das, was herauskommt",
    kept: "Es ist die Liste, die dieser Browser schon gesehen hat",
  },
  states: { open: "kommt noch", now: "läuft", done: "stimmt", wrong: "stimmt nicht" },
  progress: (at, of) => `${NUMBER.de.format(at)} von ${NUMBER.de.format(of)} Einträgen`,
  fair: "Alles stimmt.",
  sum: (entries, players) =>
    entries === 1
      ? `1 Eintrag, ${NUMBER.de.format(players)} Spieler: Jede Zahl wurde nachgerechnet.`
      : `${NUMBER.de.format(entries)} Einträge, ${NUMBER.de.format(players)} Spieler: Jede Zahl wurde nachgerechnet.`,
  empty: "Die Liste ist noch leer: Niemand hat eine gewertete Partie gespielt.",
  comes: (name, rating, deviation) => `Für ${name} kommt ${rating} ± ${deviation} heraus.`,
  noted: (grown) =>
    grown
      ? `Die Liste beginnt wie beim letzten Blick dieses Browsers und ist seither um ${
        NUMBER.de.format(grown)
      } gewachsen.`
      : "Die Liste ist genau die, die dieser Browser zuletzt gesehen hat.",
  nothingNoted:
    "Dieser Browser sieht sie zum ersten Mal. Von nun an weiß er, wie die Liste endete, sodass niemand sie unbemerkt umschreiben kann.",
  partly: "Ältere Einträge liegen anderswo: Diese Prüfung beginnt mit dem, was sie ergeben haben.",
  unfair: "Das stimmt nicht:",
  entry: (seq) => `Eintrag ${NUMBER.de.format(seq)}`,
  replay: "Seine Partie",
  more: (more) => `… und ${NUMBER.de.format(more)} weitere.`,
  detail: "Die Prüfung sagt",
  wrong: {
    number: "Die Wertung, die hier steht, ist nicht die, die aus der Liste herauskommt.",
    head: "Die Liste endet anders, als die Bestenliste sagt.",
    ends: "Die Bestenliste kennt diesen Eintrag, aber die Liste endet davor.",
    rewritten: "Dieser Browser hat hier einen anderen Eintrag gesehen. Die Liste wurde neu geschrieben.",
    shorter: "Dieser Browser hat diesen Eintrag gesehen, aber die Liste endet davor.",
    seq: "Davor fehlt ein Eintrag, oder er steht an einer anderen Stelle.",
    link: "Er folgt nicht aus dem Eintrag davor: Etwas wurde geändert, ausgelassen oder eingeschoben.",
    matchTwice: "Seine Partie hat noch einen Eintrag: Sie wurde doppelt gezählt.",
    weight: "Die Partie zählt mehr oder weniger, als die Regeln sagen.",
    ranks: "Die Plätze der Spieler sind nicht möglich.",
    playerTwice: "Ein Spieler hat zwei Plätze.",
    short: "Wer zu früh ging, steht nicht so da, wie es sein muss.",
    newcomer: "Ein Neuling beginnt nicht mit 1500.",
    idle: "Die Wochen ohne Partie wurden ausgelassen.",
    before: "Die Wertung vor der Partie ist nicht die nach der letzten.",
    mu: "Die Wertung nach der Partie folgt nicht aus dem Ergebnis.",
    sigma: "Wie sicher die Wertung ist, folgt nicht aus dem Ergebnis.",
    kept: "Eine Wertung hat sich geändert, die sich nicht ändern darf.",
  },
  other: "Er ist nicht so, wie die Regeln es verlangen.",
};

/** @type {Record<string, LedgerText>} */
const ALL = { en, de };

/** @param {string} language */
export const ledgerText = (language) => ALL[language];
