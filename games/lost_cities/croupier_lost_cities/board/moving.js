// What moves on the board of Lost Cities: cards that are dragged, laid by the keyboard, or fly from one view to the next.

import { colorOf, handPlaces, parse, reasonAgainst } from "./steps.js";
import { typed } from "../../../web/board.js";

/**
 * @typedef {import("./board.js").LostCitiesBoard} Board
 * @typedef {import("./steps.js").Place} Place
 * @typedef {import("./steps.js").Pile} Pile
 * @typedef {import("../../../web/board.js").Drop} Drop
 * @typedef {import("./board.js").Event} Event
 * @typedef {import("./steps.js").Laid} Laid
 * @typedef {{ from: string, to: string, ghost?: string }} Flight `ghost`: what is seen of a card that goes to another
 *   hand: the card, or "" for its back
 */

// --- Dragging.

/** Picks the card that is dragged, and says where it may be dropped. @param {Board} board @param {HTMLElement} item @returns {Drop[] | null} */
export function dragStart(board, item) {
  const at = Number(item.dataset.index);
  if (!board.mayAct) return null;
  if (board.laid) board.takeBack();
  if (board.picked !== at) board.pick(at);
  board.performUpdate();
  // A card has one expedition and one discard pile, so all of the row is good enough an aim.
  return [zone(board, "EXPEDITION", ".mine", `side${board.seat}`), zone(board, "DISCARD", ".middle", "pile")];
}

/** @param {Board} board @param {Place} name @param {string} row @param {string} kind @returns {Drop} */
function zone(board, name, row, kind) {
  const area = /** @type {Element} */ (board.renderRoot.querySelector(row)).getBoundingClientRect();
  const element = /** @type {Element} */ (board.at(`${kind}/${colorOf(board.pickedCard)}`));
  return { name, area, element };
}

/**
 * Lays the card, or brings it home.
 * @param {Board} board @param {DOMRect} from where the card was let go @param {string} [place] undefined: elsewhere
 */
export function dragEnd(board, from, place) {
  const { picked, pickedCard, view } = board;
  board.flights?.hold("drag", from);
  if (place) board.lay(/** @type {Place} */ (place));
  if (board.laid || picked === null || !view) return;
  board.moving = [{ from: "drag", to: handPlaces(view.hand)[picked] }];
  board.picked = null;
  if (place) board.explain(pickedCard);
}

// --- Keys.

/** What is typed anywhere on the table. @param {Board} board @param {KeyboardEvent} event */
export function type(board, event) {
  if (document.querySelector("dialog[open], :popover-open")) return; // it lies over the board
  if (event.key === "Escape" && board.sum) return closeSum(board, event);
  if (event.key === "Escape" && (board.result || board.buffer || board.half)) return escape(board, event);
  if (event.key === "Backspace") board.buffer = board.buffer.slice(0, -1);
  if (event.key === " " && board.inNotation) return event.preventDefault(); // or it would press what has the focus
  const key = typed(event);
  board.inNotation = key !== undefined;
  if (key === undefined || !board.mayAct) return;
  const text = board.buffer + key.toUpperCase();
  const read = parse(text, board.laid !== null, board.view?.discards.length ?? 0);
  const wrong = read.wrong ? board.t.notTyped(text) : follow(board, read);
  board.buffer = wrong || board.laid ? "" : read.rest;
  if (wrong) board.tell(wrong, true);
}

/**
 * Does what was typed so far; says why if it cannot be done.
 * @param {Board} board @param {import("./steps.js").Typed} read
 */
function follow(board, { card, place, pile }) {
  if (card && !board.laid && board.pickedCard !== card) {
    const at = board.view?.hand.indexOf(card) ?? -1;
    if (at < 0) return board.t.notHeld(card);
    board.pick(at);
  }
  if (place && !board.places.includes(place)) return board.t.cannot(board.pickedCard, against(board));
  if (place) board.lay(place);
  if (pile && !board.piles.includes(pile)) return board.t.noDraw(pile, isLaid(board, pile));
  if (pile) board.draw(pile);
  board.stepped = false;
  return "";
}

/** Why the picked card cannot be laid. @param {Board} board */
const against = ({ view, seat, pickedCard }) => view && seat !== null ? reasonAgainst(view, seat, pickedCard) : null;

/** Whether the pile has got the card that is laid. @param {Board} board @param {Pile} pile */
const isLaid = ({ laid }, pile) => laid?.place === "DISCARD" && colorOf(laid.card) === pile;

/** @param {Board} board @param {KeyboardEvent} event */
function closeSum(board, event) {
  event.preventDefault();
  board.sum = null;
}

/** @param {Board} board @param {KeyboardEvent} event */
function escape(board, event) {
  event.preventDefault();
  const { picked, view } = board;
  if (picked === null) board.closeResult();
  board.buffer = "";
  board.takeBack();
  if (picked !== null && view && board.shadowRoot?.activeElement) board.roving?.go(handPlaces(view.hand)[picked]);
}

// --- Flights.

/**
 * @param {readonly Event[]} events @param {Laid | null} laid the card that the viewer's board shows on its place already
 * @param {number | null} seat @param {readonly string[]} hand the viewer's hand as it is now
 * @returns {Flight[]}
 */
export function flightsOf(events, laid, seat, hand) {
  if (events.some((event) => "roundStarted" in event)) {
    return handPlaces(hand).map((to) => ({ from: "pile/DECK", to }));
  }
  return events.flatMap((event) => {
    if ("cardPlayed" in event) return played(event.cardPlayed, laid, seat);
    if ("cardDrawn" in event) return drawn(event.cardDrawn, seat, hand);
    return [];
  });
}

/** @param {Extract<Event, { cardPlayed: unknown }>["cardPlayed"]} event @param {Laid | null} laid @param {number | null} seat @returns {Flight[]} */
function played({ seat: mover, card, place }, laid, seat) {
  if (mover === seat && laid) return [];
  const from = mover === seat ? `hand/${card}.0` : `handof/${mover}`;
  return [{ from, to: `card/${place === "EXPEDITION" ? `side${mover}` : "pile"}/${colorOf(card)}` }];
}

/** @param {Extract<Event, { cardDrawn: unknown }>["cardDrawn"]} event @param {number | null} seat @param {readonly string[]} hand @returns {Flight[]} */
function drawn({ seat: mover, pile, card }, seat, hand) {
  const from = `pile/${pile}`;
  if (mover !== seat) return [{ from, to: `handof/${mover}`, ghost: card }];
  const to = handPlaces(hand).filter((place) => place.startsWith(`hand/${card}.`)).at(-1);
  return to ? [{ from, to }] : [];
}
