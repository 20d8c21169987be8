// From the list of legal moves of Lost Cities to what a player can do step by step: lay a card, then draw one.

/**
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").StateOf<"lost-cities">} View
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").LegalMove<"lost-cities">} Entry
 * @typedef {Entry["move"]["place"]} Place
 * @typedef {Entry["move"]["draw"]} Pile
 * @typedef {Exclude<Pile, "DECK">} Color
 * @typedef {{ card: string, place: Place }} Laid
 * @typedef {{ color: Color, last: string, wager: boolean }} Reason
 * @typedef {{ card?: string, place?: Place, pile?: Pile, rest: string, wrong?: boolean }} Typed
 */

/** @type {Color[]} */
export const COLORS = ["RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"];

/** The colour of a card such as "Y7", or of a letter. @param {string} card @returns {Color} */
export const colorOf = (card) => /** @type {Color} */ (COLORS.find((color) => color[0] === card[0]));

/** The rank of a card: "2" to "10", or "x" for a wager. @param {string} card */
export const rankOf = (card) => card.slice(1);

/** Whether the card is a wager. @param {string} card */
export const isWager = (card) => rankOf(card) === "x";

/** Whether all rounds of the match have been scored. @param {View} view */
export const isOver = (view) => view.finishedRounds.length === view.rounds;

/** What the seats brought along from matches before. @param {View} view */
export const carriedOf = ({ sides, finishedRounds: [first] }) =>
  first ? first.sides.map(({ total, score }) => total - score) : sides.map(({ total }) => total);

/** Whether there is one round and nothing else: the total is its score. @param {View} view */
export const isSingle = (view) => view.rounds === 1 && !carriedOf(view).some(Boolean);

/** What an expedition costs. */
export const COST = 20;

/** The cards of this colour. @param {readonly string[]} cards @param {Color} color */
export const ofColor = (cards, color) => cards.filter((card) => colorOf(card) === color);

/** What a card adds to the sum of its expedition. @param {string} card */
export const valueOf = (card) => (isWager(card) ? 0 : Number(rankOf(card)));

/** @param {readonly string[]} cards */
export const sumOf = (cards) => cards.reduce((sum, card) => sum + valueOf(card), 0);

/** From so many cards on, an expedition has a bonus. */
const MANY = 8;
const BONUS = 20;

/**
 * How the points of an expedition with these cards are made.
 * @param {readonly string[]} cards at least one
 */
export function countOf(cards) {
  const sum = sumOf(cards);
  const wagers = cards.filter(isWager).length;
  const bonus = cards.length >= MANY ? BONUS : 0;
  return { sum, wagers, bonus, score: (sum - COST) * (1 + wagers) + bonus };
}

/** The points of a seat's expedition once this card has joined it. @param {View | null} view @param {number | null} seat @param {string} card */
export function scoreWith(view, seat, card) {
  const expeditions = view?.sides[seat ?? -1]?.expeditions ?? [];
  return countOf([...(expeditions.find(({ color }) => color === colorOf(card))?.cards ?? []), card]).score;
}

/** The colour of which the hand has the largest sum, and that sum. @param {View} view */
export const strongest = ({ hand, discards }) =>
  discards.map(({ color }) => ({ color, sum: sumOf(ofColor(hand, color)) }))
    .reduce((most, one) => (one.sum > most.sum ? one : most));

/** The names of the cards of a hand: the three wagers of a colour are told apart by their number. @param {readonly string[]} hand */
export const handPlaces = (hand) =>
  hand.map((card, at) => `hand/${card}.${hand.slice(0, at).filter((other) => other === card).length}`);

/** Where the card can be laid. @param {readonly Entry[]} moves @param {string} card @returns {Place[]} */
export const placesFor = (moves, card) => [
  ...new Set(moves.filter(({ move }) => move.card === card).map(({ move }) => move.place)),
];

/** The piles to draw from once a card has been laid. @param {readonly Entry[]} moves @param {Laid} laid @returns {Pile[]} */
export const pilesAfter = (moves, laid) => following(moves, laid).map(({ move }) => move.draw);

/** The whole move, as it is listed, or undefined. @param {readonly Entry[]} moves @param {Laid} laid @param {Pile} pile */
export const entryFor = (moves, laid, pile) => following(moves, laid).find(({ move }) => move.draw === pile);

/** What can become of a card that is laid. @param {readonly Entry[]} moves @param {Laid} laid */
export const following = (moves, laid) =>
  moves.filter(({ move }) => move.card === laid.card && move.place === laid.place);

/**
 * Why the card may not join the seat's expedition, or null if it may: the expedition's last card is not lower,
 * or the card is a wager that comes too late.
 * @param {View} view @param {number} seat @param {string} card @returns {Reason | null}
 */
export function reasonAgainst(view, seat, card) {
  const color = colorOf(card);
  const cards = view.sides[seat]?.expeditions.find((one) => one.color === color)?.cards ?? [];
  const last = cards.at(-1);
  if (!last || isWager(last)) return null;
  if (isWager(card)) return { color, last, wager: true };
  return Number(rankOf(card)) > Number(rankOf(last)) ? null : { color, last, wager: false };
}

const TURN = /^(?:([A-Z])(?:(10|[2-9X])(?:([+-])([A-Z*])?)?|1)?)?$/;
const DRAW = /^([A-Z*])?$/;

/**
 * What somebody has typed so far of a move such as `R8+*`; with a card laid already, of a pile alone. `rest` is what
 * is kept of the text: empty when it is complete. `wrong`: it cannot become a move.
 * @param {string} text @param {boolean} laid @param {number} colors @returns {Typed}
 */
export function parse(text, laid, colors) {
  const typed = text.toUpperCase().replaceAll(/\s/g, "");
  const letters = COLORS.slice(0, colors).map((color) => color[0]);
  const known = (/** @type {string | undefined} */ letter) => !letter || letter === "*" || letters.includes(letter);
  const match = (laid ? DRAW : TURN).exec(typed);
  if (!match || !known(match[1]) || !known(match[4])) return { rest: "", wrong: true };
  if (laid) return match[1] ? { pile: pileOf(match[1]), rest: "" } : { rest: "" };
  const [, letter, rank, place, pile] = match;
  return {
    ...(rank && { card: letter + rank.toLowerCase() }),
    ...(place && { place: placeOf(place) }),
    ...(pile && { pile: pileOf(pile) }),
    rest: pile ? "" : typed,
  };
}

/** @param {string} sign @returns {Place} */
const placeOf = (sign) => (sign === "+" ? "EXPEDITION" : "DISCARD");

/** @param {string} letter @returns {Pile} */
const pileOf = (letter) => (letter === "*" ? "DECK" : colorOf(letter));

// --- From events to sentences: what is the same in every language.

/**
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").EventOf<"lost-cities">} Event
 * @typedef {Extract<Event, { cardPlayed: unknown }>["cardPlayed"]} Played
 * @typedef {Extract<Event, { cardDrawn: unknown }>["cardDrawn"]} Drawn
 * @typedef {Extract<Event, { roundEnded: unknown }>["roundEnded"]} Ended
 * @typedef {Extract<Event, { roundStarted: unknown }>["roundStarted"]} Started
 * @typedef {{ players: readonly string[], seat: number | null }} Who the names by seat, and the seat that is told
 *
 * @typedef {object} Sentences
 * @property {(who: Who, played: Played, drawn: Drawn) => string} turn
 * @property {(who: Who, ended: Ended) => string} ended
 * @property {(who: Who, started: Started) => string} started
 */

/** A number with the sign that is not taken for a hyphen. @param {number} n */
export const points = (n) => String(n).replace("-", "−");

/**
 * How the points of an expedition are made: "(9 − 20) × 2 + 20".
 * @param {{ sum: number, wagers: number, bonus: number }} expedition
 */
export function formula({ sum, wagers, bonus }) {
  const gain = `${sum} − ${COST}`;
  return `${wagers ? `(${gain}) × ${wagers + 1}` : gain}${bonus ? ` + ${bonus}` : ""}`;
}

/** "3, 4 and 5". @param {readonly string[]} words @param {string} and */
export const listed = (words, and) =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(` ${and} `);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Tells events in a sentence each; a card that is laid and the one that is drawn after it make one together.
 * @param {Sentences} sentences
 */
export const teller = (sentences) => (/** @type {readonly Event[]} */ events, /** @type {Who} */ who) =>
  events.map((event, at) => tell(sentences, who, event, events[at + 1])).filter(Boolean).join(" ");

/** @param {Sentences} sentences @param {Who} who @param {Event} event @param {Event | undefined} next */
function tell(sentences, who, event, next) {
  if ("roundEnded" in event) return sentences.ended(who, event.roundEnded);
  if ("roundStarted" in event) return sentences.started(who, event.roundStarted);
  if ("cardPlayed" in event && next && "cardDrawn" in next) {
    return sentences.turn(who, event.cardPlayed, next.cardDrawn);
  }
  return "";
}
