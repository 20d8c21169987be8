// From the list of legal moves of Just4Fun to what a player can do step by step: pick cards, then lay them on their sum.

/**
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").StateOf<"just4fun">} View
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").LegalMove<"just4fun">} Entry
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").EventOf<"just4fun">} Event
 * @typedef {View["board"][number]} Field
 * @typedef {{ kind: "ahead" | "locked", seat: number } | { kind: "own" } | { kind: "high" }} Reason why a field is refused:
 *   somebody is two stones ahead there, or has locked it; the mover has; or there is no such field
 * @typedef {{ cards: number[], rest: string, exchange?: boolean, wrong?: boolean }} Typed
 */

/** A lead of so many stones bars a field. */
export const LEAD = 2;
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
 * The moves to a field, those first that play the picked cards, too.
 * @param {readonly Entry[]} moves @param {number} field @param {readonly number[]} [picked]
 */
export function waysTo(moves, field, picked = []) {
  const ways = moves.filter((entry) => sumOf(cardsOf(entry)) === field);
  return [...ways.filter((entry) => hasAll(entry, picked)), ...ways.filter((entry) => !hasAll(entry, picked))];
}

/** The fields of the moves that play the picked cards, and perhaps more. @param {readonly Entry[]} moves @param {readonly number[]} picked */
export const fieldsWith = (moves, picked) =>
  new Set(moves.filter((entry) => hasAll(entry, picked)).map((entry) => sumOf(cardsOf(entry))).filter(Boolean));

/** @param {Entry} entry @param {readonly number[]} picked */
const hasAll = (entry, picked) => placesIn(cardsOf(entry), picked) !== null;

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

/** The names of the places of a hand: equal cards are told apart by their number. @param {readonly number[]} hand */
export const handPlaces = (hand) =>
  hand.map((card, at) => `hand/${card}.${hand.slice(0, at).filter((other) => other === card).length}`);

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

// --- Lines of four.

/**
 * @typedef {{ view: View, seat: number | null, moves: readonly Entry[], people?: boolean }} Position `people`: docs/adding-a-board.md
 * @typedef {{ seat: number, fields: number[], gap: number, soon: boolean }} Three three fields of a seat in a line of four, and
 *   the `gap`, which is not lost to it; `soon`: one stone there makes the line
 */

const SIDE = 6;
const LENGTH = 4;

/** The places of all lines of four, from 0 on, row by row. */
const LINES = [[0, 1], [1, 0], [1, 1], [1, -1]].flatMap(([down, right]) =>
  Array.from({ length: SIDE * SIDE }, (_, at) => ({ row: Math.floor(at / SIDE), column: at % SIDE }))
    .map(({ row, column }) =>
      Array.from({ length: LENGTH }, (_, step) => ({ row: row + step * down, column: column + step * right }))
    )
    .filter((line) => line.every(({ row, column }) => row < SIDE && column >= 0 && column < SIDE))
    .map((line) => line.map(({ row, column }) => row * SIDE + column))
);

/** The lines of which a seat has all fields but one, where it may still put stones. @param {View} view @returns {Three[]} */
export function threes(view) {
  if (isOver(view)) return [];
  const lines = LINES.map((line) => line.map((at) => view.board[at]));
  return view.sides.filter(({ supply }) => supply).flatMap(({ seat }) =>
    lines.flatMap((line) => {
      const missing = line.filter(({ owner }) => owner !== seat);
      const [gap] = missing;
      if (missing.length !== 1 || leadOver(gap, seat) >= LEAD) return [];
      const fields = line.map(({ number }) => number);
      return [{ seat, fields, gap: gap.number, soon: leadOver(gap, seat) <= 0 }];
    })
  );
}

/** By how many stones the best of the others leads a seat on a field; less than 0 if it is behind. @param {Field} field @param {number} seat */
export const leadOver = ({ stones }, seat) =>
  Math.max(...stones.map((count, at) => at === seat ? 0 : count)) - stones[seat];

/** The fields where one stone of the seat makes four in a row. @param {View} view @param {number} seat */
export const winning = (view, seat) =>
  new Set(threes(view).filter((three) => three.seat === seat && three.soon).map(({ gap }) => gap));

/** The field of a move; undefined if it exchanges the hand. @param {View} view @param {Entry} entry @returns {Field | undefined} */
export const fieldOf = ({ board }, entry) => board.find(({ number }) => number === sumOf(cardsOf(entry)));

/** The fields that the moves reach. @param {View} view @param {readonly Entry[]} moves @returns {Field[]} */
export const reached = (view, moves) => [...new Set(moves.flatMap((entry) => fieldOf(view, entry) ?? []))];

/** The reached fields where a stone of the seat wins. @param {Position} position @param {number} seat */
export const wins = ({ view, moves }, seat) => {
  const fields = winning(view, seat);
  return reached(view, moves).map(({ number }) => number).filter((number) => fields.has(number));
};

/** The fields where another player would win next. @param {View} view @param {number} seat @returns {number[]} */
export const threats = (
  view,
  seat,
) => [...new Set(view.sides.flatMap((side) => side.seat === seat ? [] : [...winning(view, side.seat)]))];

/**
 * Those of them that the moves reach, and where one stone keeps the others from winning: of three players, two may stand there.
 * @param {Position} position @param {number} seat @returns {number[]}
 */
export function stops({ view, moves }, seat) {
  const rivals = view.sides.map((side) => side.seat).filter((other) => other !== seat);
  const near = rivals.map((rival) => ({ rival, fields: winning(view, rival) }));
  return reached(view, moves).filter(({ number, stones }) => {
    const here = near.filter(({ fields }) => fields.has(number));
    return here.length && here.every(({ rival }) => stones[rival] <= stones[seat]);
  }).map(({ number }) => number);
}

/** The places of the fields on the board, from 0 on. @param {View} view @param {readonly number[]} fields */
export const placesOf = ({ board }, fields) => fields.map((number) => board.findIndex((one) => one.number === number));

/**
 * What the events are about: fields, players, and the deck.
 * @param {readonly Event[]} events @returns {{ fields: number[], seats: number[], deck: boolean }}
 */
export function marksOf(events) {
  /** @type {any[]} */
  const all = events.flatMap((event) => Object.values(event));
  return {
    fields: all.flatMap(({ field, fields }) => field ?? fields ?? []),
    seats: all.flatMap(({ seat }) => seat ?? []),
    deck: events.some((event) => "deckReshuffled" in event),
  };
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
