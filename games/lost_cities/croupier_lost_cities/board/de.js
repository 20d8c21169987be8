// Was an einem Tisch von Lost Cities geschrieben und gesagt wird, auf Deutsch. Die Namen sind die der deutschen Spielregel.

import { capital, colorOf, COST, isWager, listed, parse, points, rankOf, strongest, teller } from "./steps.js";

/**
 * @typedef {import("./steps.js").Color} Color
 * @typedef {import("./steps.js").Pile} Pile
 * @typedef {import("./steps.js").Place} Place
 * @typedef {import("./steps.js").Reason} Reason
 * @typedef {import("./steps.js").Who} Who
 */

/** @type {Record<Color, string>} */
const colors = { RED: "rot", WHITE: "weiß", YELLOW: "gelb", BLUE: "blau", GREEN: "grün", PURPLE: "lila" };

/** The colour before a noun, with an ending; "lila" has none. @param {Color} color @param {string} [ending] */
const colored = (color, ending = "e") => (color === "PURPLE" ? "lila" : colors[color] + ending);

/** @param {number} n */
const number = (n) => (n === 1 ? "1 Karte" : `${n} Karten`);

/** "gelbe 7", "gelbe Wettkarte". @param {string} one */
const card = (one) => `${colored(colorOf(one))} ${rank(one)}`;

/** @param {string} one */
const rank = (one) => (isWager(one) ? "Wettkarte" : rankOf(one));

/** "die gelbe 7", "eine gelbe Wettkarte". @param {string} one */
const aCard = (one) => `${isWager(one) ? "eine" : "die"} ${card(one)}`;

/** @param {readonly string[]} all */
const cards = (all) => all.map(card).join(", ");

/** @param {Pile} pile */
const pile = (pile) => (pile === "DECK" ? "vom Nachziehstapel" : `vom ${colored(pile, "en")} Abwurfstapel`);

/** @param {Who} who @param {number} seat */
const name = (who, seat) => (seat === who.seat ? "Du" : who.players[seat]);

/** @param {Who} who @param {number} seat @param {string} you @param {string} other */
const does = (who, seat, you, other) => (seat === who.seat ? you : other);

const told = teller({
  turn(who, { seat, card: laid, place }, { pile: from, card: drawn }) {
    const lays = place === "EXPEDITION"
      ? `${does(who, seat, "legst", "legt")} ${aCard(laid)} an`
      : `${does(who, seat, "wirfst", "wirft")} ${aCard(laid)} ab`;
    const draws = `${does(who, seat, "ziehst", "zieht")}${drawn ? ` ${aCard(drawn)}` : ""} ${pile(from)}`;
    return `${name(who, seat)} ${lays} und ${draws}.`;
  },
  ended: (who, { round, sides }) =>
    `Runde ${round} ist vorbei: ${sides.map(({ seat, score }) => `${name(who, seat)}: ${points(score)}`).join(", ")}.`,
  started: (who, { round, starter }) =>
    `Runde ${round}: ${name(who, starter)} ${does(who, starter, "fängst", "fängt")} an.`,
});

/** Was Wettkarten tun, nach ihrer Zahl. */
const times = [
  "",
  ", verdoppelt durch eine Wettkarte",
  ", verdreifacht durch 2 Wettkarten",
  ", vervierfacht durch 3 Wettkarten",
];

/** Was Punkte und die Zeichen am Tisch sagen. */
const legend = {
  title: "Punkte und Zeichen",
  points:
    `Eine Expedition zählt die Summe ihrer Zahlen minus ${COST}. Eine Wettkarte verdoppelt das, zwei verdreifachen und drei ` +
    "vervierfachen es, auch einen Verlust. Ab 8 Karten kommen 20 dazu. Ohne Karte zählt sie 0.",
  late: "kommt für ihre Expedition zu spät und lässt sich nur abwerfen",
  drawn: "hier wurde die letzte Karte gezogen",
  laid: "hier wurde die letzte Karte gelegt",
  seen: "von einem Abwurfstapel gezogen, ihr kennt sie also beide",
};

/** @param {Reason} reason */
const reason = ({ color, last, wager }) =>
  wager
    ? "Wettkarten kommen in einer Expedition vor den Zahlen"
    : `deine ${colored(color)} Expedition ist schon bei ${rankOf(last)}`;

/** @param {{ view: import("./steps.js").View }} position */
function cost({ view }) {
  const { color, sum } = strongest(view);
  return sum > COST
    ? `Jede Farbe ist eine Expedition und kostet ${COST}. Deine ${colored(color, "en")} Karten zählen ${sum}.`
    : `Jede Farbe ist eine Expedition und kostet ${COST}: Das gleichen drei hohe Karten aus.`;
}

/** @param {Place[]} places @param {Reason | null} against */
const playable = (places, against) =>
  places.includes("EXPEDITION")
    ? ", passt an deine Expedition"
    : `, lässt sich nur abwerfen${against ? `: ${reason(against)}` : ""}`;

/** @type {typeof import("./en.js").default} */
const text = {
  name: "Lost Cities",
  told,
  whole: (notation) => {
    const { card: laid = "", place, pile: from = "DECK" } = parse(notation, false, 6);
    return `${aCard(laid)} ${place === "EXPEDITION" ? "anlegen" : "abwerfen"} und ${pile(from)} ziehen`;
  },
  points,
  colors,

  // The groups of the table.
  hand: "Deine Hand",
  eyes: (name) => ({ hand: `Hand von ${name}`, expeditions: (player) => `Expeditionen von ${player ?? name}` }),
  piles: "Abwurfstapel und Nachziehstapel",
  expeditions: (player) => (player === null ? "Deine Expeditionen" : `Expeditionen von ${player}`),

  // What is written on the table.
  expeditionPlace: (player) => (player === null ? "Deine Expedition" : `Expedition von ${player}`),
  discardPlace: "Abwurf\u00adstapel",

  // Cards and piles.
  handCard: (one, turn) => capital(card(one)) + (turn ? playable(turn.places, turn.against) : ""),
  picked: (one) => `${capital(card(one))}, gewählt: wohin damit?`,
  expedition: (color, all, score) =>
    `${capital(colored(color))} Expedition, ${all.length ? `${cards(all)}; ${points(score)} Punkte` : "leer"}`,
  discard: (color, top, size) =>
    `${capital(colored(color, "er"))} Abwurfstapel, ${size ? `${number(size)}, oben ${card(top)}` : "leer"}`,
  deck: (size) => `Nachziehstapel, ${number(size)}`,
  layHere: ": hierhin legen",
  drawHere: ": hier ziehen",
  takeBackHere: ": Karte zurücknehmen",
  laidLast: ", zuletzt gelegt",
  drawnLast: ", zuletzt von hier gezogen",

  // What is to do.
  lay: "Du bist dran: Wähle eine Karte",
  where: (one, score) =>
    `${capital(card(one))}: ${score === null ? "abwerfen?" : `anlegen (dann\u00a0${points(score)}) oder abwerfen?`}`,
  draw: (from) =>
    from.length === 1 ? `Zieh eine Karte ${pile(from[0])}` : "Zieh eine Karte: vom Stapel oder aus dem Abwurf",
  takeBack: "Zurück\u00adnehmen",
  sending: "Einen Moment …",
  asked: "Spielen oder zurücknehmen?",
  turnOf: (player) => `${player} ist am Zug`,
  cannot: (one, against) => `${capital(aCard(one))} lässt sich nur abwerfen${against ? `: ${reason(against)}` : ""}.`,
  elsewhere: (one) =>
    `${capital(aCard(one))} gehört an deine ${colored(colorOf(one))} Expedition oder auf den ${
      colored(colorOf(one), "en")
    } Abwurfstapel.`,
  first: "Lege erst eine Handkarte an oder wirf sie ab, dann zieh.",
  notHeld: (one) =>
    `Du hast ${isWager(one) ? "keine" : "die"} ${card(one)}${isWager(one) ? "" : " nicht"} auf der Hand.`,
  noDraw: (from, laid) =>
    laid
      ? "Die Karte, die du gerade abgeworfen hast, kannst du nicht ziehen."
      : from === "DECK"
      ? "Der Nachziehstapel ist leer."
      : `Der ${colored(from, "e")} Abwurfstapel ist leer.`,
  laid: (one, place) =>
    `${capital(aCard(one))} liegt ${
      place === "EXPEDITION" ? "an deiner Expedition" : "auf dem Abwurfstapel"
    }. Zieh jetzt eine Karte.`,
  back: (one) => `${capital(aCard(one))} ist wieder auf deiner Hand.`,
  typed: (text) => `Getippt: ${text}`,
  notTyped: (text) => `${text} ist kein Zug. Schreibe Karte, + oder -, und Stapel: Y7+* oder Y7-R.`,

  only: "nur abwerfen",

  // The sides.
  handOf: (n) => `${number(n)} auf der Hand`,
  known: (known) => `davon bekannt: ${cards(known)}`,
  round: (round, rounds) => `Runde ${round} von ${rounds}`,

  // The scores.
  early: (scores) => `Nur beendete Runden zählen. ${scores}.`,
  score: "Punkte",
  expeditionColumn: "Expedition",
  carried: "Übertrag",
  roundRow: (round) => `Runde ${round}`,
  roundSum: "Runde",
  total: "Gesamt",
  details: (round) => `Expeditionen der Runde ${round}`,
  roundOver: (round) => `Runde ${round} ist vorbei`,
  begins: (player, round) => player === null ? `Du beginnst Runde ${round}.` : `${player} beginnt Runde ${round}.`,
  matchOver: "Die letzte Runde ist vorbei",
  next: "Nächste Runde",

  // How points are counted.
  pointsOf: (player) => (player === null ? "Deine Punkte" : `Punkte von ${player}`),
  expeditionOf: (color, player) =>
    player === null ? `Deine ${colored(color)} Expedition` : `${capital(colored(color))} Expedition von ${player}`,
  terms: {
    cards: "Karten",
    cost: "Kosten",
    wagers: (n) => (n === 1 ? "1 Wette" : `${n} Wetten`),
    bonus: "8 Karten",
    points: "Punkte",
  },
  counted: ({ wagers, bonus }) =>
    `Die Summe der Zahlen minus ${COST} für die Expedition${times[wagers]}${
      bonus ? ", plus 20 für 8 Karten oder mehr" : ""
    }.`,
  legend,

  // What the page asks for: guide.js.
  hints: {
    start: "Leg eine Karte an deine Expedition oder wirf sie ab. Dann zieh eine.",
    end: ({ view }) => `Die Runde endet mit der letzten Karte vom Nachziehstapel: noch ${number(view.deckSize)}.`,
    cost,
    rise: "Zahlen müssen steigen. Blasse Karten kommen zu spät: nur noch abwerfen.",
    wagers: "Wettkarten kommen vor die Zahlen. Sie vervielfachen Gewinn, aber auch Verlust.",
    discards: "Auch Abgeworfenes darf man ziehen: Achte darauf, was du hinlegst.",
  },
  warnings: {
    skip: ({ cards: left }) =>
      `Damit überspringst du deine ${colored(colorOf(left[0]))} ${listed(left.map(rank), "und")}.`,
    wager: ({ color }) => `Nach einer Zahl kannst du deine ${colored(color)} Wettkarte nicht mehr anlegen.`,
    loss: ({ color, most }) =>
      `Diese ${
        colored(color)
      } Expedition kann ihre ${COST} nicht mehr ausgleichen: Ihre Zahlen ergeben höchstens ${most}.`,
  },
  parts: {
    carried: "Übertrag",
    round: ({ round }) => `Runde ${round}`,
    color: ({ color }) => capital(colors[color]),
  },
  best: {
    expedition: ({ seat, color, round, points: made }, players) =>
      `Beste Expedition: ${players[seat]}, ${colors[color]}${round ? ` in Runde ${round}` : ""}, ${made} Punkte`,
  },
  why: {
    loss: ({ seat, color, round, points: made }, players) =>
      `Ohne die ${colored(color)} Expedition${round ? ` der Runde ${round}` : ""} (${points(made)}) ` +
      `hätte ${players[seat]} gewonnen.`,
    round: ({ seat, round, most }, players) =>
      `Runde ${round} hat entschieden: ${players[seat]} lag darin ${most} Punkte vorn.`,
    carried: ({ seat, points: [own, other] }, players) =>
      `${players[seat]} hat durch den Übertrag gewonnen; diese Partie allein steht ${points(own)} zu ${points(other)}.`,
    equal: ({ points: all }) => `Beide haben ${points(all)} Punkte, und nur die Punkte zählen: Der Sieg wird geteilt.`,
    all: ({ seat, rounds }, players) =>
      `${players[seat]} lag in ${rounds === 2 ? "beiden" : `allen ${rounds}`} Runden vorn.`,
  },
  keys: [
    ["Y7+*", "Gelbe 7 anlegen, vom Nachziehstapel (*) ziehen"],
    ["Bx-R", "Blaue Wettkarte (x) abwerfen, vom roten Abwurfstapel ziehen"],
    ["R W Y B G P", "Rot, Weiß, Gelb, Blau, Grün, Lila"],
  ],
  signs: [
    ["↓", capital(legend.late)],
    ["↗", capital(legend.drawn)],
    ["◉", capital(legend.seen)],
  ],
};

export default text;
