// What a player does with a card in the hand or with the keyboard, on the board of Just4Fun.

import { parse, placesIn, sumOf } from "./steps.js";
import { picking } from "./parts.js";
import { typed } from "../../../web/board.js";

/**
 * @typedef {import("./board.js").Just4FunBoard} Board
 * @typedef {import("../../../web/board.js").Drop} Drop
 */

/** The cards that were picked before a drag: it comes home to them. @type {WeakMap<Board, readonly number[]>} */
const before = new WeakMap();

/** Picks the card that is dragged; it may be dropped on each field. @param {Board} board @param {HTMLElement} item @returns {Drop[] | null} */
export function dragStart(board, item) {
  const at = Number(item.dataset.index);
  if (!board.mayAct || board.exchange) return null;
  before.set(board, board.picked);
  if (!board.picked.includes(at)) board.pick(at);
  board.performUpdate();
  const fields = /** @type {NodeListOf<HTMLElement>} */ (board.renderRoot.querySelectorAll("[data-field]"));
  return [...fields].map((element) => ({
    name: element.dataset.field ?? "",
    area: element.getBoundingClientRect(),
    element,
  }));
}

/** Lays the picked cards, or says why they do not go there. @param {Board} board @param {string} [name] the field; undefined: elsewhere */
export function dragEnd(board, name) {
  const { ready, cards } = board;
  if (name === undefined) return board.picks(before.get(board) ?? []);
  const field = Number(name);
  if (sumOf(cards) !== field) return board.tell(board.t.notThere(cards, field), true);
  ready ? board.send(ready) : board.tell(picking(board), true);
}

/** What is typed anywhere on the table. @param {Board} board @param {KeyboardEvent} event */
export function type(board, event) {
  if (document.querySelector("dialog[open], :popover-open")) return; // it lies over the board
  if (event.key === "Escape" && (board.open || board.buffer || board.half)) return escape(board, event);
  if (event.key === "Enter" && board.buffer) return enter(board, event);
  if (event.key === "Backspace" && board.buffer) return read(board, board.buffer.slice(0, -1));
  const key = event.key === " " && board.buffer ? " " : typed(event);
  if (key === undefined || !board.mayAct) return;
  event.preventDefault(); // the space would press what has the focus
  read(board, board.buffer + key.toUpperCase().trim());
}

/** Picks what was typed so far. @param {Board} board @param {string} text */
function read(board, text) {
  const { cards, rest, exchange, wrong } = parse(text, board.view?.hand ?? []);
  if (wrong || (board.exchange && cards.length)) {
    board.takeBack();
    return board.tell(board.t.notTyped(text), true);
  }
  board.picks(placesIn(board.view?.hand ?? [], cards) ?? []);
  board.buffer = rest;
  if (exchange) exchanged(board, text);
}

/** @param {Board} board @param {string} text */
function exchanged(board, text) {
  if (board.exchange) return board.send(board.exchange);
  board.buffer = "";
  board.tell(board.t.notTyped(text), true);
}

/** Sends what was typed. @param {Board} board @param {KeyboardEvent} event */
function enter(board, event) {
  event.preventDefault(); // or it would press what has the focus
  const { ready, half, buffer } = board;
  if (ready && parse(buffer, board.view?.hand ?? []).cards.join("+") === buffer) return board.send(ready);
  board.buffer = "";
  board.tell(half ? picking(board) : board.t.notTyped(buffer), true);
}

/** @param {Board} board @param {KeyboardEvent} event */
function escape(board, event) {
  event.preventDefault();
  board.open = "";
  board.takeBack();
  if (board.shadowRoot?.activeElement) board.roving?.enter("hand");
}
