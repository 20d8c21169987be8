// What is written and said at a table of Livingstone, in German.

import { bonusOf, DICE } from "./steps.js";

/** @typedef {import("../../../web/board.js").Who} Who */
/** @typedef {import("./steps.js").Card} Card */
/** @typedef {import("./steps.js").Reason} Reason */
/** @typedef {import("./steps.js").Trade} Trade */
/** @typedef {{ clear: number, blue: number, red: number, black?: number, white?: number }} Stones */

const LIST = new Intl.ListFormat("de");

/** @type {Record<string, string>} */
const CARDS = {
  NO_COST_TENT: "Zelt umsonst",
  ANY_ROW_TENT: "Zelt in belie\u00adbiger Reihe",
  SCORED_ROW_TENT: "Zelt in gewer\u00adteter Reihe",
  TWO_DICE: "Zwei Würfel",
  MARKET: "Markt",
  THREE_STONES: "Drei Steine",
  FOUR_COINS: "Vier Münzen",
  VP2: "2 Punkte",
  VP3: "3 Punkte",
  VP4: "4 Punkte",
  BOAT_BACK: "Boot zurück",
  MINE_CRASH: "Mineneinsturz",
};
/** @type {Record<Card, string>} */
const EFFECTS = {
  NO_COST_TENT:
    "Für ein Zelt mit einem Würfel: Der Fluss kostet nichts. Jedes Zelt auf dem Feld kostet weiterhin eine Münze.",
  ANY_ROW_TENT: "Für ein Zelt mit einem Würfel: eine beliebige Reihe, egal was der Würfel zeigt.",
  SCORED_ROW_TENT:
    "Ein weiteres Zelt ohne Würfel und ohne den Preis des Flusses, in einer Reihe, in der schon ein Zelt von dir gewertet wurde. In dieser Runde bringt es keine Punkte, zählt aber für die meisten Zelte mit.",
  TWO_DICE: "Nimm in diesem Zug einen Würfel mehr, höher als der vorige.",
  MARKET: "Verkaufe Edelsteine für Münzen und ebenso viele Punkte: je 1 für klare, 2 für blaue, 3 für rote.",
  THREE_STONES: "Zieh drei Steine aus dem Beutel, wie beim Schürfen.",
  FOUR_COINS: "Nimm 4 Münzen.",
  VP2: "2 Punkte, jetzt oder am Ende.",
  VP3: "3 Punkte, jetzt oder am Ende.",
  VP4: "4 Punkte, jetzt oder am Ende.",
  BOAT_BACK:
    "Das Boot fährt eine Spalte zurück; dort wird noch einmal gebaut und gewertet. Die Karte verlässt das Spiel.",
  MINE_CRASH:
    "Gilt sofort, wenn jemand sie zieht: Alle Edelsteine aller Spieler kommen zurück in den Beutel, und es werden Karten nachgezogen.",
};
/** @type {Record<string, string>} */
const STONES = { black: "schwarz", clear: "klar", blue: "blau", red: "rot", white: "weiß" };

/** @param {number} number @param {string} one @param {string} many */
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/** @param {number} number */
const coins = (number) => count(number, "Münze", "Münzen");

/** @param {Stones} stones */
const stones = (stones) =>
  LIST.format(
    Object.entries(stones).filter(([, number]) => number > 0).map(([kind, number]) => `${number} ${STONES[kind]}`),
  );

/** @param {number} number */
const tents = (number) => count(number, "Zelt", "Zelte");

/** @param {number} number */
const points = (number) => count(number, "Punkt", "Punkte");

/** @param {number} chance as a whole percentage that is 100 only if it is rounded */
const percent = (chance) => `${chance === 100 ? "über 99" : chance}\u00a0%`;

/** Whether a gift is enough. @param {number} given @param {number | null} chance that it is not, of two */
function enough(given, chance) {
  if (chance === null) return "Das ist der Königin vielleicht zu wenig";
  return given < DICE ? "Das ist immer zu wenig, du wärst raus" : `Das Risiko auszuscheiden ist ${percent(chance)}`;
}

/** @param {readonly number[]} all "1, 2 und 4" */
const numbers = (all) => LIST.format(all.map(String));

/** @param {readonly number[]} seats @param {readonly string[]} players */
const named = (seats, players) => LIST.format(seats.map((seat) => players[seat]));

/**
 * Who is out in spite of all points; without dice, of more than two.
 * @param {{ lost: readonly { seat: number, points: number, chest: number }[], dice?: number }} why @param {readonly string[]} players
 */
function outs({ lost, dice }, players) {
  const lostPoints = (/** @type {number} */ all) =>
    all === 1 ? "Der Punkt zählt nicht" : `Die ${all} Punkte zählen nicht`;
  if (dice) {
    return lost.map(({ seat, points: all, chest }) =>
      `${players[seat]} gab der Königin ${chest}, und die Würfel zeigen ${dice}: ${lostPoints(all)}.`
    ).join(" ");
  }
  const [{ points: all, chest }, ...others] = lost;
  const names = named(lost.map(({ seat }) => seat), players);
  return others.length
    ? `${names} gaben der Königin am wenigsten, je ${chest}: Ihre Punkte zählen nicht.`
    : `${names} gab der Königin am wenigsten, ${chest}: ${lostPoints(all)}.`;
}

/** Why something cannot be done now, as the end of a sentence. @type {Record<string, (reason: Reason) => string>} */
const REASONS = {
  turn: () => "du bist nicht dran",
  passed: () => "du setzt diese Runde aus",
  low: ({ last }) => `ein Würfel muss höher sein als dein letzter, die ${last}`,
  inHand: ({ die }) => `nutze erst die ${die} in deiner Hand`,
  taken: () => "du hast in diesem Zug schon einen Würfel genommen",
  chain: ({ dice }) =>
    `du musst ${dice} Würfel nehmen, jeder höher als der vorige; es müssen also höhere übrig bleiben`,
  dieFirst: () => "nimm erst einen Würfel",
  unused: ({ die }) => `nutze erst die ${die} in deiner Hand`,
  noDieYet: () => "du musst erst einen Würfel nehmen",
  noPass: () => "nur bevor du einen Würfel nimmst",
  noCards: () => "es ist keine Karte mehr da",
  otherRow: ({ die }) => `mit deinem Würfel kommt es in Reihe ${die}`,
  unscoredRow: ({ row }) => `in Reihe ${row} wurde noch kein Zelt von dir gewertet`,
  noScoredRow: () => "noch in keiner Reihe wurde ein Zelt von dir gewertet",
  noTents: () => "du hast kein Zelt mehr",
  tooDear: ({ price, coins: have }) => `es kostet ${coins(price)}, und du hast ${have}`,
  onlyHere: () => "deine einzigen Zelte stehen schon dort",
  noGems: () => "du hast keine Edelsteine",
  noneChosen: () => "wähle mindestens einen Edelstein",
  noCoins: () => "du hast keine Münzen",
  fewDice: () => "es sind zu wenige höhere Würfel übrig",
  firstColumn: () => "das Boot liegt in der ersten Spalte",
};

/** @param {Who} who @param {number} seat */
const name = ({ players, seat: own }, seat) => seat === own ? "Du" : players[seat] ?? "";

/** @type {Record<string, (event: any, who: Who, name: string, verb: (du: string, er: string) => string) => string>} */
const TOLD = {
  roundStarted: ({ round, boat, dice }) =>
    `Runde ${round} beginnt, das Boot liegt bei ${"abcdefghij"[boat - 1]}. Würfel: ${dice.join(", ")}.`,
  dieTaken: ({ value }, _, name, verb) => `${name} ${verb("nimmst", "nimmt")} eine ${value}.`,
  cardDrawn: ({ card }, _, name, verb) =>
    `${name} ${verb("ziehst", "zieht")} ${card ? `„${CARDS[card]}“` : "eine Karte"}.`,
  deckReshuffled: ({ cards }) => `${count(cards, "Karte wird", "Karten werden")} zu einem neuen Stapel gemischt.`,
  mineCrashed: (_, __, name, verb) =>
    `${name} ${verb("ziehst", "zieht")} „Mineneinsturz“: Alle Edelsteine kommen zurück in den Beutel.`,
  coinsTaken: ({ coins: taken }, _, name, verb) => `${name} ${verb("nimmst", "nimmt")} ${coins(taken)}.`,
  stonesDrawn: ({ stones: drawn }, _, name, verb) =>
    `${name} ${verb("schürfst", "schürft")}: ${stones(drawn)}.${
      drawn.white ? " Die Mine stürzt ein, und alle Steine kommen zurück." : ""
    }`,
  tentPlaced: ({ field, paid, fromField }, _, name, verb) =>
    `${name} ${verb("stellst", "stellt")} ein Zelt ${fromField ? `von ${fromField} ` : ""}auf ${field} für ${
      coins(paid)
    }.`,
  gemsSold: ({ gems, coins: got, points }, _, name, verb) =>
    `${name} ${verb("verkaufst", "verkauft")} ${stones(gems)} für ${coins(got)}${
      points ? ` und ${count(points, "Punkt", "Punkte")}` : ""
    }.`,
  donated: ({ amount }, _, name, verb) =>
    `${name} ${verb("spendest", "spendet")} der Königin${amount ? ` ${coins(amount)}` : ""}.`,
  cardPlayed: ({ card }, _, name, verb) => `${name} ${verb("spielst", "spielt")} „${CARDS[card]}“.`,
  turnEnded: (_, __, name, verb) => `${name} ${verb("beendest", "beendet")} den Zug.`,
  passed: (_, __, name, verb) => `${name} ${verb("setzt", "setzt")} den Rest der Runde aus.`,
  roundScored: ({ boat, points }, { players }) =>
    `Spalte ${"abcdefghij"[boat - 1]} wird gewertet: ${
      players.map((player, seat) => `${player}: ${points[seat]}`).join(", ")
    }.`,
  matchScored: ({ eliminated }, { players }) =>
    eliminated.length
      ? `Die Truhen werden geöffnet: Zu wenig gespendet ${eliminated.length === 1 ? "hat" : "haben"} ${
        LIST.format(eliminated.map((/** @type {number} */ seat) => players[seat]))
      }.`
      : "Die Truhen werden geöffnet: Alle haben genug gespendet.",
};

/** @param {Record<string, any>} event @param {Who} who */
function sentence(event, who) {
  const [kind, members] = Object.entries(event)[0];
  const own = members.seat === who.seat;
  return TOLD[kind]?.(members, who, name(who, members.seat), (du, er) => own ? du : er) ?? "";
}

export default {
  name: "Livingstone",
  /** @param {readonly Record<string, any>[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  cards: CARDS,
  effects: EFFECTS,
  stones: STONES,
  coins,
  /** @param {Reason} reason */
  reason: (reason) => REASONS[reason.code](reason),
  /** @param {string} what @param {string} why */
  cannot: (what, why) => `${what}: ${why}.`,

  // The groups of the table.
  players: "Spieler",
  board: "Spielplan",
  /** @param {string} column */
  column: (column) => `Felder der Spalte ${column}, in der das Boot liegt`,
  dice: "Würfel",
  tray: "Was du tun kannst",
  hand: "Deine Karten",

  // The board.
  row: "Reihe",
  most: "Meiste Zelte, am Ende",
  each: "Je Zelt, diese Runde",
  /** @param {string} column @param {number} price @param {boolean} boat */
  place: (column, price, boat) => `${column}, Preis ${price}${boat ? ", hier liegt das Boot" : ""}`,
  /** @param {number} row */
  rowOf: (row) => `Reihe ${row}: Ein Zelt bringt ${points(row)}, wenn seine Spalte gewertet wird`,
  /** @param {number} bonus @param {readonly string[]} players */
  mostOf: (bonus, players) =>
    `${points(bonus)} am Ende für die meisten Zelte${
      players.length > 1 ? `, geteilt von ${LIST.format(players)}` : players.length ? `: ${players[0]}` : ""
    }`,
  /** @param {number} row @param {{ player: string, tents: number }[]} counts @param {number} bonus @param {number} sharers */
  tentsInRow: (row, counts, bonus, sharers) =>
    counts.length
      ? `Reihe ${row}: ${counts.map(({ player, tents }) => `${player} ${tents}`).join(", ")}. Am Ende ${
        sharers > 1 ? `je ${bonus} : ${sharers} = ${points(Math.floor(bonus / sharers))}` : points(bonus)
      } für die meisten Zelte.`
      : `Reihe ${row}: noch kein Zelt. Die meisten bringen am Ende ${points(bonus)}.`,
  empty: "leer",
  /** @param {string} player @param {number} number @param {number} unscored */
  tentsOf: (player, number, unscored) =>
    `${player} ${tents(number)}${unscored ? `, davon in dieser Runde nicht gewertet ${unscored}` : ""}`,
  isNew: "neu",
  /** @param {string} field @param {number} price */
  putHere: (field, price) => `ein Zelt auf ${field} stellen, für ${coins(price)}`,

  // The players.
  player: "Spieler",
  points: "Punkte",
  wealth: "Besitz",
  gems: "Steine",
  tents: "Zelte",
  handSize: "Karten",
  die: "Würfel",
  wealthTold: (/** @type {number} */ wealth) => `${wealth}: Münzen und Truhe zusammen`,
  gemsTold: (/** @type {Stones} */ gems) => stones(gems) || "keine",
  sitsOut: "setzt aus",
  chestOf: (/** @type {number} */ chest) => `${chest} in der Truhe`,
  tentsLeft: (/** @type {number} */ number) => `noch ${tents(number)}`,
  cardsHeld: (/** @type {number} */ number) => count(number, "Karte", "Karten"),
  lastDie: (/** @type {number} */ die) => die ? `letzter Würfel ${die}` : "noch kein Würfel",
  /** @param {string} player @param {number} score */
  pointsOf: (player, score) => `${player}: ${points(score)}`,
  sumTitle: "zeigt alles, mit der Rechnung",
  /** @param {{ score: number, rows: number, gems: number, cards: number }} sum what the end would add now */
  sumOf: ({ score, rows, gems, cards }) =>
    `bisher ${score} + meiste Zelte ${rows} + Steine ${gems}${cards ? ` + Karten ${cards}` : ""} = ${
      score + rows + gems + cards
    }, wenn jetzt Schluss wäre`,
  /** @param {number} score @param {{ rows: readonly number[], gems: readonly number[], cards: readonly number[] }} final @param {number} seat */
  sumOfEnd: (score, { rows, gems, cards }, seat) =>
    `Zelte und Karten ${score - rows[seat] - gems[seat] - cards[seat]} + meiste Zelte ${rows[seat]} + Edelsteine ${
      gems[seat]
    } + Karten auf der Hand ${cards[seat]} = ${score}`,

  // The Queen's gift.
  theGift: "Geschenk für die Königin",
  /** @param {number} number @param {number} more how much of it is only being chosen */
  given: (number, more) =>
    more ? `Königin: ${number - more}\u00a0+\u00a0${more}\u00a0=\u00a0${number}.` : `Königin: ${number}.`,
  evenBet: (/** @type {number} */ number) => `ab\u00a0${number} reicht es meist`,
  /** @param {{ given: number, least: { seat: number, most: number }, chance: number | null, safe: boolean }} gift @param {readonly string[]} players */
  giftTold: ({ given, least, chance, safe }, players) => {
    if (chance !== null) {
      if (safe) return "Mehr zeigen vier Würfel nie.";
      if (given < DICE) return `0 bis ${DICE - 1} sind immer zu wenig: Du wärst raus.`;
      return `Risiko auszuscheiden: ${percent(chance)}.`;
    }
    if (safe) return `Mehr, als ${players[least.seat]} überhaupt hat (${least.most}).`;
    return `Kleinste Gabe: raus. ${players[least.seat]} gab ${least.most ? `bis zu ${least.most}` : "noch nichts"}.`;
  },

  // Round, bag and cards.
  /** @param {number} round @param {number} rounds */
  round: (round, rounds) => `Runde ${round} von ${rounds}`,
  begun: (/** @type {string} */ starter) => `, begonnen von ${starter}`,
  deckAndBag: (/** @type {number} */ deck, /** @type {number} */ bag) => `Stapel ${deck} · Beutel ${bag}`,
  overview: "Karten und Beutel",
  theBag: "Beutel und Stapel",
  bagWord: "Beutel",
  deckWord: "Stapel",
  bag: "Im Beutel",
  aside: "Beiseite",
  stonesColumn: "Steine",
  white: "Wer den weißen Stein zieht, bekommt nichts, und alle beiseitegelegten Steine kommen zurück in den Beutel.",
  cardColumn: "Karte",
  inGame: "Im Spiel",
  played: "Gespielt",
  gone: "Weg",
  close: "Zum Tisch",

  // What is to do.
  /** @param {number} last */
  take: (last) => `Du bist dran: Nimm einen Würfel${last ? ` über ${last}` : ""}`,
  /** @param {number} die */
  useDie: (die) => `Was machst du mit der ${die}?`,
  endTurn: "Fertig? Dann beende den Zug",
  waitFor: (/** @type {readonly string[]} */ players) =>
    `${LIST.format(players)} ${players.length > 1 ? "sind" : "ist"} am Zug`,
  sending: "Einen Moment …",
  asked: "Spielen oder zurücknehmen?",
  typed: (/** @type {string} */ text) => `Getippt: ${text} – Eingabe macht den Zug`,
  notTyped: (/** @type {string} */ text) => `„${text}“ ist jetzt nicht möglich.`,
  since: "Seit deinem letzten Zug",
  sayTitle: "Was zu tun ist",
  newsTitle: "zeigt alle Neuigkeiten",
  latest: "Letzter Zug",

  // Dice.
  /** @param {number} value @param {number} number */
  takeDie: (value, number) => number > 1 ? `Eine ${value} nehmen, eine von ${number}` : `Die ${value} nehmen`,
  /** @param {number} value @param {number} number */
  dieOf: (value, number) => number > 1 ? `${number} Würfel mit ${value}` : `Würfel ${value}`,
  /** @param {number} value @param {string} player "" for the viewer */
  inHand: (value, player) => player ? `${player} hat die ${value} genommen` : `In deiner Hand: ${value}`,
  noDice: "Es sind keine Würfel übrig.",

  // What can be done.
  tent: "Zelt",
  tentAt: (/** @type {string} */ field) => `Zelt auf ${field}`,
  dig: (/** @type {number} */ number) => number ? `${count(number, "Stein", "Steine")} schürfen` : "Schürfen",
  digRisk: (/** @type {number} */ odds) =>
    odds > 1 ? `misslingt 1\u00a0von\u00a0${odds}\u00a0Mal` : "du findest nichts",
  takeCoins: (/** @type {number} */ number) => number ? `${coins(number)} nehmen` : "Münzen nehmen",
  coinsNote: "zum Ausgeben",
  /** @param {number} price @param {number} row */
  tentNote: (price, row) => `${coins(price)} → ${points(row)}`,
  /** @param {number} price @param {number} row */
  tentTold: (price, row) => `kostet ${coins(price)}, bringt am Ende der Runde ${points(row)}`,
  drawCard: "Karte ziehen",
  deckLeft: (/** @type {number} */ number) => `noch ${number}`,
  sell: "Steine ver\u00adkaufen",
  donate: "Spenden",
  giveTold: "Der Königin spenden: Die Münzen kommen für immer in deine Truhe.",
  nobodySees: "Niemand sieht, wie viele",
  forGood: "für immer",
  end: "Zug beenden",
  pass: "Runde aussetzen",
  noCards: "Noch keine Karten: Mit einem Würfel ziehst du eine.",
  back: "Zurück",
  use: "Spielen",
  /** @param {string} card @param {number} number */
  held: (card, number) => number > 1 ? `${card}, ${number}-mal` : card,
  whichRow: "Welche Reihe?",
  /** @param {string} field */
  whichTent: (field) => `Kein Zelt ist übrig: Welches von deinen kommt auf ${field}?`,
  from: (/** @type {string} */ field) => `von ${field}`,
  rowFor: (/** @type {string} */ field, /** @type {number} */ price) => `${field} für ${coins(price)}`,
  sellTitle: "Edelsteine an die Bank verkaufen",
  marketTitle: "Edelsteine auf dem Markt verkaufen",
  donateTitle: "Der Königin spenden: Wie viele Münzen, für immer?",
  /** @param {string} kind @param {number} most */
  amountOf: (kind, most) => `${kind}, 0 bis ${most}`,
  coinsRange: (/** @type {number} */ most) => `Münzen, 1 bis ${most}`,
  less: "eins weniger",
  more: "eins mehr",
  all: "Alle",
  /** @param {Trade} trade @param {Stones} gems @param {number} got */
  sellNow: (trade, gems, got) =>
    stones(gems)
      ? `${stones(gems)} verkaufen für ${coins(got)}${trade === "market" ? ` und ${points(got)}` : ""}`
      : "Verkaufen",
  donateNow: (/** @type {number} */ number) => `${coins(number)} in deine Truhe`,

  // The end.
  score: "Wertung",
  rowsNow: "Meiste Zelte in den Reihen",
  finalTold: "Meiste Zelte: am Ende, je Reihe; Edelsteine: je ein Punkt; Karten auf der Hand: die mit Punkten.",
  total: "Summe",
  chest: "Truhe",
  out: "ausgeschieden, zu wenig gespendet",
  isOut: "raus",
  isEnough: "genug",
  /** @param {readonly number[]} dice */
  chestDice: (dice) =>
    `Die Würfel zeigen ${numbers(dice)}: Wer weniger als ${
      dice.reduce((one, other) => one + other, 0)
    } gespendet hat, scheidet aus.`,
  /** @param {number} players */
  chestRule: (players) =>
    players === 2
      ? "Am Ende werden vier Würfel geworfen: Wessen Truhe weniger enthält, als sie zeigen, scheidet aus, wie viele Punkte es auch sind."
      : "Am Ende werden die Truhen geöffnet: Wer am wenigsten gespendet hat, scheidet aus, wie viele Punkte es auch sind.",
  /** @param {Trade} trade */
  prices: (trade) =>
    trade === "sell"
      ? "1 Münze für einen klaren, 3 für einen blauen, 5 für einen roten Stein. Was bis zum Ende bleibt, ist je ein Punkt."
      : "1 Münze und 1 Punkt für einen klaren, je 2 für einen blauen, je 3 für einen roten Stein.",

  // What the guide names.
  hints: {
    dice: "Ein Würfel wird Zelt, Steine, Münzen oder Karte. Der nächste: immer höher.",
    use: (/** @type {import("./guide.js").Position} */ { view: { die }, options }) =>
      `Ein Zelt in Reihe ${die} bringt ${points(die)}, die meisten dort am Ende ${bonusOf(die, options.rowBonus)}.`,
    dig: "Klar, blau, rot: 1, 3, 5 Münzen oder am Ende 1 Punkt. Schwarz: wertlos.",
    cards: "Eine Karte zu spielen kostet keinen Würfel: Tipp sie an, um sie zu lesen.",
    queen: (/** @type {{ view: { sides: readonly unknown[] } }} */ { view }) =>
      view.sides.length === 2
        ? "Am Ende fallen vier Würfel: Wer weniger spendet, als sie zeigen, scheidet aus."
        : "Wer der Königin am wenigsten spendet, scheidet am Ende aus, trotz aller Punkte.",
  },
  warnings: {
    gift: (/** @type {any} */ { coins: left, chest, last, chance }) =>
      `${last ? "Das kann dein letzter Zug sein." : "Danach kommt nur noch eine Runde."} Du behältst ${
        coins(left)
      } und hast ${chest} gespendet: ${enough(chest, chance)}.`,
    pass: (/** @type {any} */ { dice }) => `Du setzt die Runde aus, obwohl du ${numbers(dice)} noch nehmen könntest.`,
    beyond: (/** @type {any} */ { given, most }) =>
      `In deiner Truhe wären ${given}, aber vier Würfel zeigen nie mehr als ${most}.`,
  },
  parts: { rounds: "Zelte und Karten", rows: "Meiste Zelte", gems: "Edel\u00adsteine", cards: "Karten auf der Hand" },
  best: {
    rows: (/** @type {any} */ { seats, points: earned }, /** @type {readonly string[]} */ players) =>
      `Meiste Zelte in den Reihen: ${LIST.format(seats.map((/** @type {number} */ seat) => players[seat]))} ${
        seats.length > 1 ? "haben dafür je" : "hat dafür"
      } ${points(earned)} geholt.`,
  },
  why: {
    gift: (/** @type {any} */ why, /** @type {readonly string[]} */ players) => outs(why, players),
    out: (/** @type {any} */ { seats }, /** @type {readonly string[]} */ players) =>
      `Darum teilen sich ${named(seats, players)} den letzten Platz.`,
    allOut: () => "So sind alle raus, und niemand hat gewonnen.",
    chest: (/** @type {any} */ { seats, behind, counts }, /** @type {readonly string[]} */ players) =>
      `Bei gleichen Punkten entscheidet das größere Geschenk: ${counts[0]} von ${named(seats, players)}, ${
        counts[1]
      } von ${named(behind, players)}.`,
    tents: (/** @type {any} */ { seats, behind, counts }, /** @type {readonly string[]} */ players) =>
      `Bei gleichen Punkten und Geschenken entscheiden die Zelte auf dem Plan: ${counts[0]} von ${
        named(seats, players)
      }, ${counts[1]} von ${named(behind, players)}.`,
    same: (/** @type {any} */ { seats }, /** @type {readonly string[]} */ players) =>
      `${named(seats, players)} teilen sich den Platz: Punkte, Geschenke und Zelte auf dem Plan sind gleich.`,
  },
  keys: [
    ["1 … 6", "einen Würfel nehmen"],
    ["tent 4", "ein Zelt in Reihe 4 stellen"],
    ["coins · dig · card", "was ein Würfel sonst kann"],
    ["sell 2c 1b", "2 klare Steine und einen blauen verkaufen"],
    ["donate 5", "der Königin 5 Münzen geben"],
    ["end", "den Zug beenden"],
  ],
  /** @param {string} name */
  eyes: (name) => ({ hand: `Karten von ${name}` }),
  leastOut: "Wer am wenigsten gespendet hat, scheidet aus, wie viele Punkte es auch sind.",
};
