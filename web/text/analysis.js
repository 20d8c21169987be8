// What is written about the analysis of a match, in each language.

/** @typedef {typeof en} AnalysisText */
/** @typedef {import("../app/replay/move-worth.js").Unit} Unit */

/** @param {number} points those that a move has cost */
const pointsEn = (points) =>
  points < 1 ? "less than a point" : points === 1 ? "about 1 point" : `about ${points} points`;

/** @param {number} points */
const pointsDe = (points) =>
  points < 1 ? "weniger als einen Punkt" : points === 1 ? "etwa 1 Punkt" : `etwa ${points} Punkte`;

/** @param {number} hundredths of the chance to win */
const chanceEn = (hundredths) =>
  hundredths < 1
    ? "less than 1 percentage point"
    : hundredths === 1
    ? "1 percentage point"
    : `${hundredths} percentage points`;

/** @param {number} hundredths */
const chanceDe = (hundredths) =>
  hundredths < 1 ? "weniger als 1 Prozentpunkt" : hundredths === 1 ? "1 Prozentpunkt" : `${hundredths} Prozentpunkte`;

/** @param {number | null | undefined} seconds until it is done, if somebody knows */
const leftEn = (seconds) => seconds ? `, done in about ${minutes(seconds, "a minute", "minutes", "hours")}` : "";

/** @param {number | null | undefined} seconds */
const leftDe = (seconds) => seconds ? `, fertig in etwa ${minutes(seconds, "einer Minute", "Minuten", "Stunden")}` : "";

/** @param {number} seconds @param {string} one @param {string} many @param {string} hours */
function minutes(seconds, one, many, hours) {
  const whole = Math.round(seconds / 60);
  if (whole <= 1) return one;
  return whole < 100 ? `${whole} ${many}` : `${Math.round(whole / 60)} ${hours}`;
}

/** @param {number} points */
const signed = (points) => `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(Math.round(points))}`;

const en = {
  title: "What the moves were worth",
  about: "By what each player knew at the time: the cards that nobody had seen are dealt again, hundreds of times.",
  /** @param {number | null} [place] in the line, 1 for the next one @param {number | null} [seconds] until it is done */
  queued: (place, seconds) =>
    place
      ? `${place === 1 ? "Next in line" : `Place ${place} in the line`}${leftEn(seconds)}`
      : "The analysis waits for its turn…",
  /** @param {number} done @param {number} of @param {number | null} [seconds] until it is done */
  running: (done, of, seconds) => of ? `${done} of ${of} moves${leftEn(seconds)}` : "The analysis begins…",
  goesOn: "You may close this: it goes on, and each move that is judged stands beside it.",
  stop: "Stop it",
  /** @param {number} done @param {number} of */
  stopped: (done, of) => `Stopped after ${done} of ${of} moves.`,
  goOn: "Go on",
  soFar: "So far:",
  failed: "This match could not be analysed.",
  again: "Try again",
  tooMany: "You have had as many moves analysed today as a player may. Try again tomorrow.",
  away: "Matches of this game are not analysed here now.",
  whose: "Moves of",
  /** @param {string} name @param {string} first @param {string} last @param {string} when */
  curve: (name, first, last, when) =>
    `Points that ${name} could expect to be ahead: ${first} at the first move, ${last} ${when}`,
  axis: "Points ahead that could be expected",
  /** A height of the curve. @type {(points: number, even: number) => string} `even`: the chance to win of all alike, in hundredths */
  level: (points) => signed(points),
  begin: "first move",
  end: "at the end",
  yet: "so far",
  skill: "without luck",
  whole: "as it was",
  noCurve: "With more than two players, luck cannot be told apart.",
  /** @param {number} cost @param {number | null} luck */
  sum: (cost, luck) => sumEn(cost, luck, pointsEn),
  /** By what was lost, and the chance to win, if there is one, before that. @type {(points: number, from: number) => string} */
  cost: (points) => `This cost ${pointsEn(points)}.`,
  better: "Better:",
  /** Before a move that is not seen yet. */
  coming: "Next move:",
  good: "A good move: none was better.",
  unsure: "Too close to call: after hundreds of tries, it is not clear which move is better.",
  previous: "Previous mistake",
  next: "Next mistake",
  worst: "Biggest mistake",
  turned: "Where it turned",
  all: "All moves",
  /** @param {number} round */
  round: (round) => `Round ${round}`,
};

/** @type {AnalysisText} */
const de = {
  title: "Was die Züge wert waren",
  about: "Nach dem, was jeder damals wusste: Die Karten, die niemand gesehen hatte, werden Hunderte Male neu verteilt.",
  queued: (place, seconds) =>
    place
      ? `${place === 1 ? "Als Nächstes an der Reihe" : `Platz ${place} in der Warteschlange`}${leftDe(seconds)}`
      : "Die Analyse wartet, bis sie an der Reihe ist …",
  running: (done, of, seconds) => of ? `${done} von ${of} Zügen${leftDe(seconds)}` : "Die Analyse beginnt …",
  goesOn: "Du kannst das schließen: Es geht weiter, und jeder beurteilte Zug ist gleich zu sehen.",
  stop: "Abbrechen",
  stopped: (done, of) => `Nach ${done} von ${of} Zügen abgebrochen.`,
  goOn: "Weitermachen",
  soFar: "Bisher:",
  failed: "Diese Partie konnte nicht analysiert werden.",
  again: "Erneut versuchen",
  tooMany: "Du hast heute schon so viele Züge analysieren lassen, wie ein Spieler darf. Morgen geht es weiter.",
  away: "Partien dieses Spiels werden hier zurzeit nicht analysiert.",
  whose: "Züge von",
  curve: (name, first, last, when) =>
    `Vorsprung in Punkten, den ${name} erwarten konnte: ${first} vor dem ersten Zug, ${last} ${when}`,
  axis: "Vorsprung in Punkten, der zu erwarten war",
  level: (points) => signed(points),
  begin: "erster Zug",
  end: "am Ende",
  yet: "bisher",
  skill: "ohne Glück",
  whole: "wie es war",
  noCurve: "Bei mehr als zwei Spielern lässt sich das Glück nicht herausrechnen.",
  sum: (cost, luck) => sumDe(cost, luck, pointsDe),
  cost: (points) => `Das kostete ${pointsDe(points)}.`,
  better: "Besser:",
  coming: "Nächster Zug:",
  good: "Ein guter Zug: Keiner war besser.",
  unsure: "Zu knapp: Auch nach Hunderten von Versuchen ist nicht klar, welcher Zug besser ist.",
  previous: "Voriger Fehler",
  next: "Nächster Fehler",
  worst: "Größter Fehler",
  turned: "Die Wendepunkte",
  all: "Alle Züge",
  round: (round) => `Runde ${round}`,
};

/** @param {number} cost @param {number | null} luck @param {(amount: number) => string} amount */
function sumEn(cost, luck, amount) {
  const costs = cost ? `Mistakes cost ${amount(cost)} in all` : "There was no clear mistake";
  if (luck === null) return `${costs}.`;
  return `${costs}; luck ${luck ? `${luck > 0 ? "brought" : "cost"} ${amount(Math.abs(luck))}` : "changed nothing"}.`;
}

/** @param {number} cost @param {number | null} luck @param {(amount: number) => string} amount */
function sumDe(cost, luck, amount) {
  const costs = cost ? `Fehler kosteten zusammen ${amount(cost)}` : "Es gab keinen klaren Fehler";
  if (luck === null) return `${costs}.`;
  const brought = luck ? `${luck > 0 ? "brachte" : "kostete"} ${amount(Math.abs(luck))}` : "änderte nichts";
  return `${costs}; das Glück ${brought}.`;
}

/** @type {Record<string, Record<Unit, AnalysisText>>} */
const TEXTS = {
  en: {
    points: en,
    victory: {
      ...en,
      curve: (name, first, last, when) => `The chance of ${name} to win: ${first} at the first move, ${last} ${when}`,
      axis: "Chance to win",
      level: (above, even) => `${Math.round(above + even)} %`,
      sum: (cost, luck) => sumEn(cost, luck, chanceEn),
      cost: (lost, from) =>
        `This lowered the chance to win ${lost < 1 ? `by ${chanceEn(lost)}` : `from ${from} % to ${from - lost} %`}.`,
    },
  },
  de: {
    points: de,
    victory: {
      ...de,
      curve: (name, first, last, when) => `Siegchance von ${name}: ${first} vor dem ersten Zug, ${last} ${when}`,
      axis: "Siegchance",
      level: (above, even) => `${Math.round(above + even)} %`,
      sum: (cost, luck) => sumDe(cost, luck, chanceDe),
      cost: (lost, from) =>
        `Das senkte die Siegchance ${lost < 1 ? `um ${chanceDe(lost)}` : `von ${from} % auf ${from - lost} %`}.`,
    },
  },
};

/** @param {string} language @param {Unit} unit what is counted */
export const analysisText = (language, unit) => TEXTS[language][unit];
