// What a player types on the table of Livingstone: a move in writing, made by Enter.

import { written } from "./steps.js";
import { typed } from "../../../web/board.js";

/** @typedef {import("./board.js").LivingstoneBoard} Board */

/** What is typed anywhere on the table. @param {Board} board @param {KeyboardEvent} event */
export function type(board, event) {
  if (document.querySelector("dialog[open], :popover-open")) return; // it lies over the board
  if (event.key === "Escape") return escape(board, event);
  if (board.buffer) return edit(board, event);
  const key = typed(event);
  if (key === undefined || !board.mayAct) return;
  board.hint = "";
  board.buffer = key;
}

/** @param {Board} board @param {KeyboardEvent} event what has been begun goes on */
function edit(board, event) {
  if (event.key === "Enter") return enter(board, event);
  if (event.key === "Backspace") board.buffer = board.buffer.slice(0, -1);
  if (event.key === " ") event.preventDefault(); // or it would press what has the focus
  const key = event.key === " " ? " " : typed(event);
  if (key !== undefined) board.buffer += key;
}

/** @param {Board} board @param {KeyboardEvent} event */
function enter(board, event) {
  const { buffer, view, legal } = board;
  event.preventDefault();
  board.buffer = "";
  const move = view && written(view, legal, buffer);
  if (move) return board.decide(move);
  board.hint = board.t.notTyped(buffer);
}

/** Takes back what has been begun. @param {Board} board @param {KeyboardEvent} event */
function escape(board, event) {
  const { step } = board;
  if (!board.half && !board.open) return;
  event.preventDefault();
  board.go(null);
  if (step && board.shadowRoot?.activeElement) {
    board.updateComplete.then(() => origin(board, step));
  }
}

/** Focuses what the choice came from. @param {Board} board @param {import("./board.js").Step} step */
function origin({ roving }, step) {
  if (step.name === "card") return roving?.go(`card/${step.card}`);
  if (step.name === "coins") return roving?.go("action/donate");
  roving?.enter("tray");
}
