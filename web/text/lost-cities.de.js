// Was an einem Tisch von Lost Cities geschrieben und gesagt wird, auf Deutsch. Die Namen sind die der deutschen Spielregel.

import { capital, colorOf, isWager, points, rankOf, teller } from "../steps/lost-cities.js";

/**
 * @typedef {import("../steps/lost-cities.js").Color} Color
 * @typedef {import("../steps/lost-cities.js").Pile} Pile
 * @typedef {import("../steps/lost-cities.js").Place} Place
 * @typedef {import("../steps/lost-cities.js").Reason} Reason
 * @typedef {import("../steps/lost-cities.js").Who} Who
 */

/** @type {Record<Color, string>} */
const colors = { RED: "rot", WHITE: "weiß", YELLOW: "gelb", BLUE: "blau", GREEN: "grün", PURPLE: "lila" };

/** The colour before a noun, with an ending; "lila" has none. @param {Color} color @param {string} [ending] */
const colored = (color, ending = "e") => (color === "PURPLE" ? "lila" : colors[color] + ending);

/** @param {number} n */
const number = (n) => (n === 1 ? "1 Karte" : `${n} Karten`);

/** "gelbe 7", "gelbe Wettkarte". @param {string} one */
const card = (one) => `${colored(colorOf(one))} ${isWager(one) ? "Wettkarte" : rankOf(one)}`;

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
    `Runde ${round} beginnt; ${name(who, starter)} ${does(who, starter, "fängst", "fängt")} an.`,
});

/** @param {Reason} reason */
const reason = ({ color, last, wager }) =>
  wager
    ? "Wettkarten kommen vor den Zahlen einer Expedition"
    : `deine ${colored(color)} Expedition ist schon bei ${rankOf(last)}`;

/** @param {Place[]} places @param {Reason | null} against */
const playable = (places, against) =>
  places.includes("EXPEDITION")
    ? ", passt an deine Expedition"
    : `, nur abzuwerfen${against ? `: ${reason(against)}` : ""}`;

/** @type {typeof import("./lost-cities.en.js").default} */
const text = {
  name: "Lost Cities",
  told,
  points,
  colors,

  // The groups of the table.
  hand: "Deine Hand",
  eyes: (name) => ({ hand: `Hand von ${name}`, expeditions: (player) => `Expeditionen von ${player ?? name}` }),
  piles: "Abwurfstapel und Nachziehstapel",
  expeditions: (player) => (player === null ? "Deine Expeditionen" : `Expeditionen von ${player}`),

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
  lay: "Du bist dran: lege eine Karte",
  where: (one, expedition) => `${capital(card(one))}: ${expedition ? "anlegen oder abwerfen?" : "abwerfen?"}`,
  draw: "Jetzt ziehe eine Karte",
  takeBack: "Zurücknehmen",
  sending: "Einen Moment …",
  turnOf: (player) => `${player} ist am Zug`,
  cannot: (one, against) => `${capital(card(one))} ist nur abzuwerfen${against ? `: ${reason(against)}` : ""}.`,
  notHeld: (one) => `Du hast ${card(one)} nicht auf der Hand.`,
  noDraw: (from, laid) =>
    laid
      ? "Die Karte, die du gerade abgeworfen hast, kannst du nicht ziehen."
      : from === "DECK"
      ? "Der Nachziehstapel ist leer."
      : `Der ${colored(from, "e")} Abwurfstapel ist leer.`,
  laid: (one, place) =>
    `${capital(card(one))} liegt ${
      place === "EXPEDITION" ? "an deiner Expedition" : "auf dem Abwurfstapel"
    }. Jetzt ziehe eine Karte.`,
  back: (one) => `${capital(card(one))} ist zurück auf der Hand.`,
  typed: (text) => `Getippt: ${text}`,
  notTyped: (text) => `${text} ist kein Zug. Schreibe Karte, + oder -, und Stapel: Y7+* oder Y7-R.`,

  // The sides.
  handOf: (n) => `${number(n)} auf der Hand`,
  known: (known) => `davon bekannt: ${cards(known)}`,
  round: (round, rounds) => `Runde ${round} von ${rounds}`,

  // The scores.
  score: "Punkte",
  expeditionColumn: "Expedition",
  carried: "Übertrag",
  roundRow: (round) => `Runde ${round}`,
  roundSum: "Runde",
  total: "Gesamt",
  details: (round) => `Expeditionen der Runde ${round}`,
  roundOver: (round) => `Runde ${round} ist vorbei`,
  matchOver: "Die letzte Runde ist vorbei",
  next: "Nächste Runde",
  close: "Tisch zeigen",
};

export default text;
