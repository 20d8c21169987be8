// What a player does with a card in the hand or with the keyboard, on the board of Lost Cities.

import { colorOf, parse, reasonAgainst } from "../steps/lost-cities.js";
import { typed } from "./keys.js";
import { handPlaces } from "./lost-cities-flights.js";

/**
 * @typedef {import("./lost-cities.js").LostCitiesBoard} Board
 * @typedef {import("../steps/lost-cities.js").Place} Place
 * @typedef {import("../steps/lost-cities.js").Pile} Pile
 * @typedef {import("./drag.js").Drop} Drop
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
  if (document.querySelector("dialog[open]")) return; // it lies over the board
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
 * @param {Board} board @param {import("../steps/lost-cities.js").Typed} read
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
function escape(board, event) {
  event.preventDefault();
  const { picked, view } = board;
  if (picked === null) board.closeResult();
  board.buffer = "";
  board.takeBack();
  if (picked !== null && view && board.shadowRoot?.activeElement) board.roving?.go(handPlaces(view.hand)[picked]);
}
