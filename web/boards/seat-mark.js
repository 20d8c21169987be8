// How a seat is marked wherever players are told apart: its colour, an outline of its own, and the initials of its player.

import { css, svg } from "../vendor/lit.js";
import { letters } from "./letters.js";

export { letters } from "./letters.js";

/** The outline of each seat in a box of 28 by 25: no five colours are told apart by everybody. */
// deno-fmt-ignore
export const OUTLINES = [
  "M14 1.200a11.5 11.5 0 1 1 0 23 11.5 11.5 0 1 1 0-23z",
  "M6.5 2h15a3.8 3.8 0 0 1 3.8 3.800v13.600a3.8 3.8 0 0 1-3.8 3.800h-15a3.8 3.8 0 0 1-3.8-3.800V5.800A3.8 3.8 0 0 1 6.5 2z",
  "M12.6 1.200q1.4-1 2.8 0l10.3 7.600q1.4 1 .9 2.600l-3.7 11q-.6 1.8-2.4 1.800h-13q-1.8 0-2.4-1.800l-3.7-11q-.5-1.6.9-2.600z",
  "M12.6 .6q1.4-1.2 2.8 0l11.4 10.700q1.4 1.3 0 2.600L15.4 24.600q-1.4 1.2-2.8 0L1.2 13.900q-1.4-1.3 0-2.600z",
  "M8.4 1h11.2q1.2 0 1.2 1.200v4.300h4.300q1.2 0 1.2 1.200v9.800q0 1.2-1.2 1.200h-4.300v4.300q0 1.2-1.2 1.200H8.400q-1.2 0-1.2-1.200v-4.300H2.900q-1.2 0-1.2-1.200V7.700q0-1.2 1.2-1.200h4.300V2.200Q7.2 1 8.4 1z",
];

/**
 * Return the mark of a seat, as large as `--mark-size` says: decoration, since what it stands beside names the player.
 * @param {number} seat @param {string} initials those of `letters`
 */
export const seatMark = (seat, initials) =>
  svg`
    <svg class="seat-mark seat-${seat}" viewBox="0 0 28 25.4" width="22" height="22" aria-hidden="true"
      focusable="false">
      <path d=${OUTLINES[seat]}></path>
      <text class=${initials.length > 1 ? "two" : ""} x="14" y="17.4">${initials}</text>
    </svg>
  `;

/** The colours of the seats: `--seat`, what is written on it, and its edge, for all that has a class such as `seat-0`. */
// deno-fmt-ignore
export const seatColours = css`
  .seat-0 { --seat: var(--card-r); --seat-ink: #fff; --seat-edge: #5f130f; }
  .seat-1 { --seat: var(--card-b); --seat-ink: #fff; --seat-edge: #0f2c50; }
  .seat-2 { --seat: var(--card-y); --seat-ink: #2b2000; --seat-edge: #6b4d00; }
  .seat-3 { --seat: var(--card-g); --seat-ink: #fff; --seat-edge: #0d331a; }
  .seat-4 { --seat: var(--card-p); --seat-ink: #fff; --seat-edge: #331a50; }
`;

// deno-fmt-ignore
export const seatStyles = css`
  ${seatColours}
  .seat-mark { display: inline-block; vertical-align: middle; flex: none; width: var(--mark-size, 22px); height: var(--mark-size, 22px); overflow: visible; }
  .seat-mark path { fill: var(--seat); stroke: #fff; stroke-width: 1.6; stroke-linejoin: round; paint-order: stroke; filter: drop-shadow(0 0 1px var(--seat-edge)); }
  .seat-mark text { font: 800 13.5px system-ui, sans-serif; text-anchor: middle; fill: var(--seat-ink); }
  .seat-mark .two { font-size: 10.500px; letter-spacing: -0.04em; }
`;

// The page around the boards has them, too.
if (seatStyles.styleSheet) document.adoptedStyleSheets.push(seatStyles.styleSheet);

/** Return the mark of a seat, with the initials that its player has among these; no initials for no players. @param {number} seat @param {readonly string[]} players */
export const markOf = (seat, players) => seatMark(seat, letters(players)[seat] ?? "");
