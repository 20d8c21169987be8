// The texts of the proof of pairings, which is loaded by a button.

/** @typedef {typeof en} PairingsText */
/** @typedef {import("../app/proof/pairings-checks.js").Check} Check */

const NUMBER = { en: new Intl.NumberFormat("en"), de: new Intl.NumberFormat("de") };

const en = {
  title: "Check the pairings",
  hint:
    "All that happens in a tournament is in a public list. This page fetches it, and computes every lot, every pairing and the standings anew, by itself.",
  whose:
    "But this page comes from the service that it checks. If you want more than that, run “croupier verify --tournament”.",
  /** @type {Record<Check, string>} */
  checks: {
    form: "Every entry is written as it must be",
    chain: "No entry was changed, left out or put in",
    lots: "The lots follow from what was bound before anybody joined, and from what the players revealed",
    course: "Everybody came, went and played when that was allowed",
    pairings: "In each round, those met who had to",
    results: "Each table has its own results, in time",
    standings: "The standings follow from the results",
    shown: "What is shown here is what comes out",
    own: "What your browser gave is in it",
    kept: "It is the list that this browser has seen before",
  },
  states: { open: "not looked at", now: "under way", done: "holds", wrong: "does not hold" },
  /** @param {number} at @param {number} of */
  progress: (at, of) => `${NUMBER.en.format(at)} of ${NUMBER.en.format(of)} entries`,
  fair: "All of it is true.",
  /** @param {number} entries @param {number} rounds @param {number} players */
  sum: (entries, rounds, players) =>
    `${NUMBER.en.format(entries)} entries, ${NUMBER.en.format(rounds)} ${rounds === 1 ? "round" : "rounds"}, ${
      NUMBER.en.format(players)
    } ${players === 1 ? "player" : "players"}: all was computed anew.`,
  /** @param {number} players */
  withheld: (players) =>
    players === 1
      ? "1 player did not reveal anything in the check-in. Of all who joined, only such could have tried two sets of lots."
      : `${
        NUMBER.en.format(players)
      } players did not reveal anything in the check-in. Only with such helpers could a server have tried several sets of lots.`,
  nobodyWithheld: "All who play have revealed what they gave: nobody could try other lots.",
  /** @param {number} players */
  late: (players) =>
    `${
      NUMBER.en.format(players)
    } joined late, when the server knew the lots: that moves who meets whom in the rounds after.`,
  noted: "The list goes on as this browser saw it last time.",
  nothingNoted:
    "This browser looked for the first time. From now on it remembers how the list ended, so that nobody can rewrite it unnoticed.",
  unfair: "This is not true:",
  /** @param {number} entry */
  entry: (entry) => `Entry ${NUMBER.en.format(entry)}`,
  detail: "The verifier says",
  /** @param {string} check */
  broken: (check) => `This does not hold: “${check}”.`,
  /** What does not hold, by the rule. @type {Record<string, string>} */
  wrong: {
    version: "an entry is missing before this one, or it stands in another place.",
    link: "it does not follow from the entry before: something was changed, left out or put in.",
    key: "the lots are not those that were bound when the tournament was made.",
    entropy: "what a player revealed is not what was sealed.",
    withheld: "those who have not revealed are not named as they must be.",
    pairing: "the tables of this round are not those that follow from points and lots.",
    bye: "somebody sits out who would have had to play, or plays who would have had to sit out.",
    repeats: "tables whose two have met before are not named as they must be.",
    result: "the result is not possible.",
    table: "it is not the result of an open table.",
    match: "the match is not that of this table.",
    standings: "the standings are not those that follow from the results.",
    due: "something else had to happen first.",
    seal: "the seal of your entry is not the one that your browser gave.",
    missing: "you have joined, but the list does not have you.",
    headShown: "the page shows another list.",
    rows: "the standings that are shown are not those that come out.",
    ends: "the page knows this entry, but the list ends before it.",
    rewritten: "this browser saw another entry here. The list was written anew.",
    shorter: "this browser has seen this entry, but the list ends before it.",
  },
  could: "What could still be tricked?",
  coulds: [
    {
      what: "Alone, nothing.",
      how:
        "The server bound its part before anybody joined, and did not know what the players would reveal. Players do not know the server’s part.",
    },
    {
      what: "With helpers who withhold:",
      how:
        "each of them may reveal or not, so a server with two helpers has four tries. Who withholds is named, and does not play.",
    },
    {
      what: "With helpers who come and go:",
      how:
        "who joins late, leaves or returns just before a round changes who meets whom, and the server knows the lots by then. The list has each of them with its time.",
    },
    {
      what: "With helpers who lose on purpose:",
      how: "as in any tournament.",
    },
    {
      what: "By telling:",
      how: "the server knows the lots of the rounds to come, and could tell somebody.",
    },
    {
      what: "By refusing:",
      how: "it may let somebody not join, or call the tournament off.",
    },
  ],
};

/** @type {PairingsText} */
const de = {
  title: "Die Paarungen prüfen",
  hint:
    "Alles, was in einem Turnier geschieht, steht in einer öffentlichen Liste. Diese Seite holt sie und rechnet jedes Los, jede Paarung und die Tabelle selbst nach.",
  whose: "Doch diese Seite kommt von dem Dienst, den sie prüft. Wem das nicht genügt: „croupier verify --tournament“.",
  checks: {
    form: "Jeder Eintrag ist geschrieben, wie er sein muss",
    chain: "Kein Eintrag wurde geändert, ausgelassen oder eingeschoben",
    lots:
      "Die Lose folgen aus dem, was vor der ersten Anmeldung festlag, und aus dem, was die Spieler aufgedeckt haben",
    course: "Alle kamen, gingen und spielten, als es erlaubt war",
    pairings: "In jeder Runde trafen sich die, die sich treffen mussten",
    results: "Jeder Tisch hat seine eigenen Ergebnisse, rechtzeitig",
    standings: "Die Tabelle folgt aus den Ergebnissen",
    shown: "Was hier steht, ist das, was herauskommt",
    own: "Was dein Browser gegeben hat, steht darin",
    kept: "Es ist die Liste, die dieser Browser schon gesehen hat",
  },
  states: { open: "nicht angesehen", now: "läuft", done: "stimmt", wrong: "stimmt nicht" },
  progress: (at, of) => `${NUMBER.de.format(at)} von ${NUMBER.de.format(of)} Einträgen`,
  fair: "Alles stimmt.",
  sum: (entries, rounds, players) =>
    `${NUMBER.de.format(entries)} Einträge, ${NUMBER.de.format(rounds)} ${rounds === 1 ? "Runde" : "Runden"}, ${
      NUMBER.de.format(players)
    } Spieler: Alles wurde nachgerechnet.`,
  withheld: (players) =>
    players === 1
      ? "1 Spieler hat beim Einchecken nichts aufgedeckt. Von allen, die sich angemeldet hatten, konnten nur solche zweierlei Lose ausprobieren."
      : `${
        NUMBER.de.format(players)
      } Spieler haben beim Einchecken nichts aufgedeckt. Nur mit solchen Helfern hätte ein Server mehrere Lose ausprobieren können.`,
  nobodyWithheld:
    "Alle, die spielen, haben aufgedeckt, was sie gegeben hatten: Niemand konnte andere Lose ausprobieren.",
  late: (players) =>
    `${
      NUMBER.de.format(players)
    } kamen später dazu, als der Server die Lose schon kannte: Das verschiebt, wer sich in den Runden danach trifft.`,
  noted: "Die Liste geht so weiter, wie dieser Browser sie zuletzt gesehen hat.",
  nothingNoted:
    "Dieser Browser sieht sie zum ersten Mal. Von nun an weiß er, wie die Liste endete, sodass niemand sie unbemerkt umschreiben kann.",
  unfair: "Das stimmt nicht:",
  entry: (entry) => `Eintrag ${NUMBER.de.format(entry)}`,
  detail: "Die Prüfung sagt",
  broken: (check) => `Das gilt nicht: „${check}“.`,
  wrong: {
    version: "Davor fehlt ein Eintrag, oder er steht an einer anderen Stelle.",
    link: "Er folgt nicht aus dem Eintrag davor: Etwas wurde geändert, ausgelassen oder eingeschoben.",
    key: "Die Lose sind nicht die, die festlagen, als das Turnier angelegt wurde.",
    entropy: "Was ein Spieler aufgedeckt hat, ist nicht das, was er versiegelt hatte.",
    withheld: "Wer nichts aufgedeckt hat, ist nicht genannt, wie es sein muss.",
    pairing: "Die Tische dieser Runde sind nicht die, die aus Punkten und Losen folgen.",
    bye: "Jemand setzt aus, der spielen müsste, oder spielt, der aussetzen müsste.",
    repeats: "Tische, an denen sich zwei wieder treffen, sind nicht genannt, wie es sein muss.",
    result: "Das Ergebnis ist nicht möglich.",
    table: "Es ist nicht das Ergebnis eines offenen Tisches.",
    match: "Die Partie ist nicht die dieses Tisches.",
    standings: "Die Tabelle ist nicht die, die aus den Ergebnissen folgt.",
    due: "Vorher hätte etwas anderes geschehen müssen.",
    seal: "Das Siegel deines Eintrags ist nicht das, das dein Browser gegeben hat.",
    missing: "Du hast dich angemeldet, aber die Liste kennt dich nicht.",
    headShown: "Die Seite zeigt eine andere Liste.",
    rows: "Die Tabelle, die hier steht, ist nicht die, die herauskommt.",
    ends: "Die Seite kennt diesen Eintrag, aber die Liste endet davor.",
    rewritten: "Dieser Browser hat hier einen anderen Eintrag gesehen. Die Liste wurde neu geschrieben.",
    shorter: "Dieser Browser hat diesen Eintrag gesehen, aber die Liste endet davor.",
  },
  could: "Womit ließe sich noch betrügen?",
  coulds: [
    {
      what: "Allein mit nichts.",
      how:
        "Der Teil des Servers lag fest, bevor sich jemand anmeldete, und er wusste nicht, was die Spieler aufdecken würden. Die Spieler kennen den Teil des Servers nicht.",
    },
    {
      what: "Mit Helfern, die nichts aufdecken:",
      how:
        "Jeder von ihnen kann aufdecken oder nicht; mit zwei Helfern hat ein Server also vier Versuche. Wer nichts aufdeckt, wird genannt und spielt nicht mit.",
    },
    {
      what: "Mit Helfern, die kommen und gehen:",
      how:
        "Wer kurz vor einer Runde dazukommt, geht oder zurückkehrt, ändert, wer sich trifft, und dann kennt der Server die Lose. Die Liste nennt jeden mit der Zeit.",
    },
    {
      what: "Mit Helfern, die absichtlich verlieren:",
      how: "wie in jedem Turnier.",
    },
    {
      what: "Durch Verraten:",
      how: "Der Server kennt die Lose der kommenden Runden und könnte sie jemandem sagen.",
    },
    {
      what: "Durch Ablehnen:",
      how: "Er kann jemanden nicht mitspielen lassen oder das Turnier absagen.",
    },
  ],
};

/** @type {Record<string, PairingsText>} */
const ALL = { en, de };

/** @param {string} language */
export const pairingsText = (language) => ALL[language];
