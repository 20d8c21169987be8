// What is written and said at a table of Lost Cities, in English. Keys are the same in every language.

import { colorOf, isWager, rankOf } from "../steps/lost-cities.js";

/**
 * @typedef {import("../steps/lost-cities.js").Color} Color
 * @typedef {import("../steps/lost-cities.js").Pile} Pile
 * @typedef {import("../steps/lost-cities.js").Place} Place
 * @typedef {import("../steps/lost-cities.js").Reason} Reason
 * @typedef {import("../../sdk/javascript/types/api.d.ts").EventOf<"lost-cities">} Event
 * @typedef {{ players: readonly string[], seat: number | null }} Who
 */

/** @type {Record<Color, string>} */
const COLORS = { RED: "red", WHITE: "white", YELLOW: "yellow", BLUE: "blue", GREEN: "green", PURPLE: "purple" };

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} n @param {string} one @param {string} [many] */
const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** A number with a sign that is told from a dash. @param {number} n */
const points = (n) => String(n).replace("-", "−");

/** "yellow 7", "yellow wager". @param {string} card */
const card = (card) => `${COLORS[colorOf(card)]} ${isWager(card) ? "wager" : rankOf(card)}`;

/** @param {readonly string[]} cards */
const cards = (cards) => cards.map(card).join(", ");

/** @param {Pile} pile */
const pile = (pile) => (pile === "DECK" ? "the deck" : `the ${COLORS[pile]} discard pile`);

/** @param {Who} who @param {number} seat */
const subject = ({ players, seat: own }, seat) => (seat === own ? "You" : (players[seat] ?? `Seat ${seat + 1}`));

/** @param {Who} who @param {number} seat @param {string} verb the verb for "you" */
const does = (who, seat, verb) => `${subject(who, seat)} ${seat === who.seat ? verb : `${verb}s`}`;

/** @param {Who} who @param {Extract<Event, { cardPlayed: unknown }>["cardPlayed"]} played */
const played = (who, { seat, card: one, place }) =>
  place === "EXPEDITION" ? `${does(who, seat, "play")} ${card(one)}` : `${does(who, seat, "discard")} ${card(one)}`;

/** @param {Who} who @param {Extract<Event, { cardDrawn: unknown }>["cardDrawn"]} drawn */
const drawn = (who, { seat, pile: from, card: one }) => {
  const what = from === "DECK" && seat === who.seat && one ? ` ${card(one)}` : "";
  const taken = from === "DECK" || !one ? "" : ` ${card(one)}`;
  const verb = seat === who.seat ? "draw" : "draws";
  return from === "DECK" ? `${verb}${what} from the deck` : `${verb}${taken} from ${pile(from)}`;
};

/**
 * One sentence for each thing that happened; laying a card and drawing one are told together.
 * @param {readonly Event[]} events @param {Who} who @returns {string}
 */
function told(events, who) {
  /** @type {string[]} */
  const sentences = [];
  for (const event of events) {
    if ("cardPlayed" in event) sentences.push(played(who, event.cardPlayed));
    else if ("cardDrawn" in event) {
      const before = sentences.pop();
      const after = drawn(who, event.cardDrawn);
      sentences.push(before ? `${before} and ${after}.` : `${subject(who, event.cardDrawn.seat)} ${after}.`);
    } else if ("roundEnded" in event) {
      const scores = event.roundEnded.sides.map((side) => `${subject(who, side.seat)} ${points(side.score)}`);
      sentences.push(`Round ${event.roundEnded.round} ends: ${scores.join(", ")}.`);
    } else if ("roundStarted" in event) {
      const { round, starter } = event.roundStarted;
      sentences.push(`Round ${round} begins. ${does(who, starter, "begin")}.`);
    }
  }
  return sentences.join(" ");
}

/** @param {Reason} reason */
const reason = ({ color, last, wager }) =>
  wager
    ? `wagers come before the first number of the ${COLORS[color]} expedition`
    : `the ${COLORS[color]} expedition is at ${rankOf(last)} already`;

/** Where a card can be laid, or why not. @param {Place[]} places @param {Reason | null} against */
const playable = (places, against) => {
  if (places.includes("EXPEDITION")) return ", playable on your expedition";
  return `, only to discard${against ? `: ${reason(against)}` : ""}`;
};

export default {
  name: "Lost Cities",
  told,
  points,
  card,
  cards,
  colors: COLORS,

  // The groups of the table, as they are spoken.
  hand: "Your hand",
  piles: "Discard piles and deck",
  /** @param {string | null} player null: the viewer's own */
  expeditions: (player) => (player === null ? "Your expeditions" : `Expeditions of ${player}`),

  // What a button is called.
  /** @param {string} one @param {{ places: Place[], against: Reason | null } | null} turn null: not to move */
  handCard: (one, turn) => capital(card(one)) + (turn ? playable(turn.places, turn.against) : ""),
  /** @param {string} one */
  picked: (one) => `${capital(card(one))}, picked. Choose where it goes, or take it back`,
  /** @param {Color} color @param {readonly string[]} all @param {number} score */
  expedition: (color, all, score) =>
    `${capital(COLORS[color])} expedition, ` + (all.length ? `${cards(all)}; ${points(score)} points` : "empty"),
  /** @param {Color} color @param {string} top @param {number} size */
  discard: (color, top, size) =>
    `${capital(COLORS[color])} discard pile, ` +
    (size ? `${card(top)} on top${size > 1 ? `, ${count(size, "card")}` : ""}` : "empty"),
  /** @param {number} size */
  deck: (size) => `Deck, ${count(size, "card")}`,
  layHere: ". Lay the card here",
  drawHere: ". Draw from here",
  takeBackHere: ". Take the card back",

  // The line above the hand.
  lay: "Your turn: lay a card",
  /** @param {string} one @param {boolean} expedition */
  where: (one, expedition) => `${capital(card(one))}: ${expedition ? "expedition or discard pile?" : "discard it?"}`,
  draw: "Now draw a card",
  takeBack: "Take back",
  sending: "Sending …",
  /** @param {string} one @param {Reason} against */
  cannot: (one, against) => `${capital(card(one))} can only be discarded: ${reason(against)}.`,
  /** @param {string} one @param {Place} place */
  laid: (one, place) =>
    `${capital(card(one))} laid on ${place === "EXPEDITION" ? "your expedition" : "the discard pile"}. Now draw a card.`,
  /** @param {string} one */
  back: (one) => `${capital(card(one))} is back in your hand.`,
  /** @param {string} text */
  typed: (text) => `Typed: ${text}`,
  /** @param {string} text */
  notTyped: (text) => `${text} is not possible now.`,

  // The other hand, the round, the deck.
  /** @param {number} n */
  handOf: (n) => count(n, "card"),
  /** @param {readonly string[]} known */
  known: (known) => `known: ${cards(known)}`,
  /** @param {number} round @param {number} rounds */
  round: (round, rounds) => `Round ${round} of ${rounds}`,
  lastCard: "last card",

  // The table of scores.
  score: "Score",
  colour: "Expedition",
  carried: "Carried over",
  /** @param {number} round */
  roundRow: (round) => `Round ${round}`,
  /** @param {number} round what the expeditions are worth now */
  asItLies: (round) => `Round ${round}`,
  total: "Total",
  sum: "Round",
  /** @param {number} round */
  roundOver: (round) => `Round ${round} is over`,
  matchOver: "The last round is over",
  next: "Next round",
  close: "Show the table",
};
