// Stones: a shape for each seat, besides its colour and the initial of its player. Own drawings.

import { css, html, nothing, OUTLINES, seatColours, svg } from "../../../web/board.js";

/** A pile is drawn as high as this at most; a number says how high it is. */
const HIGHEST = 3;
/** How far a stone of a pile lies above the one below it, of 28. */
const STEP = 3;

/**
 * The stones of a seat on a field, or one of them: what they lie in has to name them.
 * @param {number} seat @param {string} letter @param {number} [count]
 */
export const stone = (seat, letter, count = 1) =>
  svg`
    <svg class="stone seat-${seat}" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      ${Array.from({ length: Math.min(count, HIGHEST) }, (_, at) =>
        svg`<use href="#stone-${seat}" y=${-STEP * at}></use>`)}
      <text class=${letter.length > 1 ? "letter two" : "letter"} x="14" y=${17.8 -
        STEP * (Math.min(count, HIGHEST) - 1)}>${letter}</text>
    </svg>
  `;

/** The stones of a seat, and how many there are. @param {number} seat @param {string} letter @param {number} count */
export const pile = (seat, letter, count) =>
  html`${stone(seat, letter, count)}${count > 1 ? html`<b class="times" aria-hidden="true">${count}</b>` : nothing}`;

/** @param {string} id @param {string} shape */
const drawn = (id, shape) =>
  svg`
    <symbol id=${id} viewBox="0 0 28 28" overflow="visible">
      <ellipse class="shadow" cx="14.5" cy="24" rx="13" ry="3.6" />
      <path class="edge" d=${shape} transform="translate(0 2.6)" />
      <path class="top" d=${shape}/>
        <path class="bevel" d=${shape} transform="translate(14 12.5) scale(0.8) translate(-14 -12.5)" />
        </symbol>
  `;

/** The drawings, once for each shadow root; stones refer to them by id. */
export const stoneDrawings = OUTLINES.slice(0, 4).map((outline, seat) => drawn(`stone-${seat}`, outline));

/** Stones, as high as `--stone` says. */
// deno-fmt-ignore
export const stoneStyles = css`
  .drawings { position: absolute; width: 0; height: 0; }
  ${seatColours}
  .stone { display: inline-block; vertical-align: middle; flex: none; width: var(--stone, 22px); height: var(--stone, 22px); overflow: visible; }
  .shadow { fill: rgb(30 18 4 / 0.3); } .edge { fill: var(--seat-edge); } .top { fill: var(--seat); stroke: var(--seat-edge); stroke-width: 0.7; }
  .bevel { fill: rgb(255 255 255 / 0.1); stroke: rgb(255 255 255 / 0.62); stroke-width: 1.1; }
  .letter { font: 800 15px system-ui, sans-serif; text-anchor: middle; fill: var(--seat-ink); } .letter.two { font-size: 12px; letter-spacing: -0.04em; }
  .times {
    min-width: 1.5em; padding: 0 0.25em; border-radius: 1em; text-align: center; font: 800 max(11px, calc(var(--stone) * 0.34)) / 1.3 system-ui, sans-serif; font-variant-numeric: tabular-nums;
    color: #fff; background: #221a10; box-shadow: 0 0 0 1.500px rgb(255 255 255 / 0.75);
  }
`;
