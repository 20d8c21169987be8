// From the list of legal moves of Just4Fun to what a player can do step by step: mark cards, then lay them on their sum.

/**
 * @typedef {import("../../sdk/javascript/types/api.d.ts").StateOf<"just4fun">} View
 * @typedef {import("../../sdk/javascript/types/api.d.ts").LegalMove<"just4fun">} Entry
 * @typedef {{ kind: "ahead" | "locked", seat: number } | { kind: "own" } | { kind: "high" }} Reason why a field is refused:
 *   somebody is two stones ahead there, or has locked it; the mover has; or there is no such field
 * @typedef {{ cards: number[], rest: string, exchange?: boolean, wrong?: boolean }} Typed
 */

/** The highest field. */
export const HIGHEST = 36;
/** A lead of so many stones bars a field. */
const LEAD = 2;
const EXCHANGE = "EXCHANGE";

/** The cards that a move plays; none if it exchanges the hand. @param {Entry} entry @returns {readonly number[]} */
export const cardsOf = ({ move }) => ("play" in move ? move.play.cards : []);

/** @param {readonly number[]} cards */
export const sumOf = (cards) => cards.reduce((sum, card) => sum + card, 0);

/** @param {readonly number[]} cards */
const sorted = (cards) => [...cards].sort((one, other) => one - other).join("+");

/** The move that plays just these cards, as it is listed. @param {readonly Entry[]} moves @param {readonly number[]} cards */
export const entryFor = (moves, cards) =>
  cards.length ? moves.find((entry) => sorted(cardsOf(entry)) === sorted(cards)) : undefined;

/** The move that exchanges the hand, if it is listed. @param {readonly Entry[]} moves */
export const exchangeOf = (moves) => moves.find((entry) => !cardsOf(entry).length);

/**
 * The moves to a field, those first that play the marked cards, too.
 * @param {readonly Entry[]} moves @param {number} field @param {readonly number[]} [marked]
 */
export function waysTo(moves, field, marked = []) {
  const ways = moves.filter((entry) => sumOf(cardsOf(entry)) === field);
  return [...ways.filter((entry) => hasAll(entry, marked)), ...ways.filter((entry) => !hasAll(entry, marked))];
}

/** The fields of the moves that play the marked cards, and perhaps more. @param {readonly Entry[]} moves @param {readonly number[]} marked */
export const fieldsWith = (moves, marked) =>
  new Set(moves.filter((entry) => hasAll(entry, marked)).map((entry) => sumOf(cardsOf(entry))).filter(Boolean));

/** @param {Entry} entry @param {readonly number[]} marked */
const hasAll = (entry, marked) => placesIn(cardsOf(entry), marked) !== null;

/** Where the cards are in the hand, each in a place of its own; null if they are not. @param {readonly number[]} hand @param {readonly number[]} cards */
export function placesIn(hand, cards) {
  /** @type {number[]} */
  const places = [];
  for (const card of cards) {
    const at = hand.findIndex((other, at) => other === card && !places.includes(at));
    if (at < 0) return null;
    places.push(at);
  }
  return places;
}

/** What the hand adds up to, by any of its cards. @param {readonly number[]} hand */
const sumsOf = (hand) =>
  hand.reduce((sums, card) => new Set([...sums, ...[...sums].map((sum) => sum + card)]), new Set([0]));

/**
 * Why the seat may not put a stone on the field, or null if it may. That own locked fields take no more, by an option, shows
 * only in a move that the hand could make and that is not listed.
 * @param {View} view @param {number} seat @param {readonly Entry[]} moves @param {number} number @returns {Reason | null}
 */
export function reasonAgainst(view, seat, moves, number) {
  const field = view.board.find((one) => one.number === number);
  if (!field) return { kind: "high" };
  const { stones, locked, owner } = field;
  const ahead = stones.findIndex((count) => count >= stones[seat] + LEAD);
  if (ahead >= 0) return { kind: locked ? "locked" : "ahead", seat: locked && owner !== undefined ? owner : ahead };
  const refused = locked && moves.length > 0 && sumsOf(view.hand).has(number) && !waysTo(moves, number).length;
  return refused ? { kind: "own" } : null;
}

/** Whether the match has come to its end by a line or by the last stone. @param {View} view */
export const isOver = ({ line, sides }) => line.length > 0 || sides.every(({ supply }) => supply === 0);

/** The seat that has won by a line, or undefined. @param {View} view */
export const lineOwner = ({ line, board }) => board.find(({ number }) => number === line[0])?.owner;

/** The numbers of the fields that a seat owns, ascending. @param {View} view @param {number} seat */
export const fieldsOf = ({ board }, seat) =>
  board.filter(({ owner }) => owner === seat).map(({ number }) => number).sort((one, other) => one - other);

/** Each value of the pile with how often it is there, ascending. @param {readonly number[]} cards @returns {[number, number][]} */
export function counted(cards) {
  const values = [...new Set(cards)].sort((one, other) => one - other);
  return values.map((value) => [value, cards.filter((card) => card === value).length]);
}

/**
 * What somebody has typed so far of a move such as `5+11+13`, or of `exchange`: the cards as far as the hand has them, of
 * which the last may become another one. `wrong`: it cannot become a move.
 * @param {string} text @param {readonly number[]} hand @returns {Typed}
 */
export function parse(text, hand) {
  const typed = text.toUpperCase().replaceAll(/\s/g, "");
  if (EXCHANGE.startsWith(typed)) return { cards: [], rest: typed, ...(typed === EXCHANGE && { exchange: true }) };
  if (!/^[1-9]\d?(\+[1-9]\d?)*\+?$/.test(typed)) return { cards: [], rest: "", wrong: true };
  const words = typed.split("+").filter(Boolean);
  const cards = words.map(Number);
  if (placesIn(hand, cards)) return { cards, rest: typed };
  const before = cards.slice(0, -1);
  const left = typed.endsWith("+") ? null : without(hand, before);
  const begun = left?.some((card) => String(card).startsWith(/** @type {string} */ (words.at(-1))));
  return begun ? { cards: before, rest: typed } : { cards: [], rest: "", wrong: true };
}

/** The hand without the cards; null if it does not have them. @param {readonly number[]} hand @param {readonly number[]} cards */
function without(hand, cards) {
  const places = placesIn(hand, cards);
  return places && hand.filter((_, at) => !places.includes(at));
}
