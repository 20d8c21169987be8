// What the board of a game is made of: all that a board may import of this page (`board: 1`, docs/adding-a-board.md). What is
// exported here stays as it is as long as that number does.

export {
  classMap,
  createRef,
  css,
  html,
  LitElement,
  live,
  noChange,
  nothing,
  ref,
  render,
  repeat,
  svg,
  unsafeCSS,
} from "./vendor/lit.js";
export { Board } from "./boards/any-board.js";
export { classes, disabled, same } from "./boards/attributes.js";
export { draggable } from "./boards/drag.js";
export { Flights } from "./boards/flight.js";
export { Roving, typed } from "./boards/keys.js";
export { letters, OUTLINES, seatColours, seatMark, seatStyles } from "./boards/seat-mark.js";

/** @typedef {import("./boards/drag.js").Drop} Drop */
/** @typedef {import("./text/game.js").Who} Who */
/** @typedef {import("./text/game.js").Event} Event */
/** @typedef {import("./text/game.js").GameText} GameText */
/** @typedef {import("./boards/guide.js").Guide} Guide */
/** @typedef {import("./boards/guide.js").Position} Position */
