// The drawings of Livingstone: tents, gems, dice, the boat. They are our own; a seat has a shape and a letter besides its colour.

import { css, html, nothing, svg } from "../vendor/lit.js";

/** The letters of the seats, as in the table as text. */
export const LETTERS = "ABCDE";

/** The drawings, once for each shadow root; others refer to them by id. */
// deno-fmt-ignore
export const drawings = svg`<svg class="drawings" aria-hidden="true" focusable="false"><defs>
  <symbol id="tent-0" viewBox="0 0 28 28"><path d="M14 2 27 26H1z"/></symbol>
  <symbol id="tent-1" viewBox="0 0 28 28"><path d="M1 26C1 11 6 4 14 4s13 7 13 22z"/></symbol>
  <symbol id="tent-2" viewBox="0 0 28 28"><path d="M14 2 27 11l-3 2v13H4V13l-3-2z"/></symbol>
  <symbol id="tent-3" viewBox="0 0 28 28"><path d="M1 26 6 6h16l5 20z"/></symbol>
  <symbol id="tent-4" viewBox="0 0 28 28"><path d="M11 1h2l1 3 1-3h2l-1 5c3 8 6 14 11 20H1C6 20 9 14 12 6z"/></symbol>
  <symbol id="gem-clear" viewBox="0 0 20 20"><path d="m10 2 7 8-7 8-7-8z" fill="var(--clear)" stroke="currentColor" stroke-width="1.6"/></symbol>
  <symbol id="gem-blue" viewBox="0 0 20 20"><path d="M5 3h10l3 5-8 10L2 8z" fill="var(--card-b, #28609f)" stroke="currentColor"/></symbol>
  <symbol id="gem-red" viewBox="0 0 20 20"><path d="m6 2 8 0 4 4 0 8-4 4-8 0-4-4 0-8z" fill="var(--card-r, #b3312a)" stroke="currentColor"/></symbol>
  <symbol id="gem-black" viewBox="0 0 20 20"><path d="M3 12 6 5l6-2 6 6-2 7-7 2z" fill="#3a3631" stroke="currentColor"/></symbol>
  <symbol id="gem-white" viewBox="0 0 20 20"><circle cx="10" cy="10" r="7.5" fill="#fff" stroke="currentColor" stroke-width="1.6"/></symbol>
  <symbol id="boat" viewBox="0 0 40 22"><path class="sail" d="M19 1v12H8q7-4 11-12zM21 2q7 4 8 11h-8z"/><path class="hull" d="M3 14h34q-3 7-9 7H12q-6 0-9-7z"/></symbol>
</defs></svg>`;

/** @param {string} id */
export const drawing = (id) =>
  svg`
    <svg class="drawing" aria-hidden="true" focusable="false">
      <use href="#${id}"></use>
    </svg>
  `;

/**
 * The tents of a seat on a field: what it lies in has to name them.
 * @param {number} seat @param {number} [count] @param {boolean} [unscored]
 */
export const tent = (seat, count = 1, unscored = false) =>
  html`<span class="tent s${seat} ${unscored ? "unscored" : ""}" aria-hidden="true">${drawing(`tent-${seat}`)}<b
    >${LETTERS[seat]}</b>${count > 1 ? html`<i>${count}</i>` : nothing}</span>`;

/** A number of gems of a kind. @param {string} kind @param {number} count */
export const gems = (kind, count) =>
  html`<span class="gem ${count ? "" : "none"}" aria-hidden="true">${drawing(`gem-${kind}`)}${count}</span>`;

/** Where the pips of a die are, by what it shows; places of a square of three by three. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

/** A die: what it lies in has to name it. @param {number} value */
export const die = (value) =>
  svg`
    <svg class="die" viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <rect x="1.5" y="1.5" width="33" height="33" rx="7"></rect>
      ${[...(PIPS[value] ?? "")].map((place) =>
        svg`<circle cx=${9 + 9 * (Number(place) % 3)} cy=${9 + 9 * Math.floor(Number(place) / 3)} r="3.4"></circle>`
      )}
    </svg>
  `;

// deno-fmt-ignore
export const drawingStyles = css`
  .drawings { position: absolute; width: 0; height: 0; }
  .drawing { display: block; width: 100%; height: 100%; overflow: visible; }
  .s0 { --seat: var(--card-r, #b3312a); --seat-ink: #fff; --seat-edge: var(--card-r-edge, #7f1e19); }
  .s1 { --seat: var(--card-b, #28609f); --seat-ink: #fff; --seat-edge: var(--card-b-edge, #163e6d); }
  .s2 { --seat: var(--card-y, #edbf3c); --seat-ink: #2b2000; --seat-edge: var(--card-y-edge, #a87f0c); }
  .s3 { --seat: var(--card-g, #2c7442); --seat-ink: #fff; --seat-edge: var(--card-g-edge, #174a27); }
  .s4 { --seat: var(--card-p, #6f4399); --seat-ink: #fff; --seat-edge: var(--card-p-edge, #47266a); }
  .tent { position: relative; display: inline-grid; grid-template: 100% / 100%; place-items: center; width: var(--tent, 24px); height: var(--tent, 24px); vertical-align: middle; flex: none; }
  .tent > * { grid-area: 1 / 1; }
  .tent .drawing { fill: var(--seat); stroke: var(--seat-edge); stroke-width: 1.6; stroke-linejoin: round; filter: drop-shadow(0 1px 1px rgb(0 0 0 / 0.3)); }
  .tent b { position: relative; font: 800 calc(var(--tent, 24px) * 0.46) / 1 system-ui, sans-serif; color: var(--seat-ink); padding-top: calc(var(--tent, 24px) * 0.26); }
  .tent i {
    position: absolute; right: -5px; top: -4px; min-width: 14px; padding: 0 3px; border-radius: 7px; font: 700 10px / 14px system-ui, sans-serif; text-align: center;
    color: #fff; background: #221d16; box-shadow: 0 0 0 1px rgb(255 255 255 / 0.6);
  }
  .unscored .drawing { stroke-dasharray: 3 2.4; fill: color-mix(in srgb, var(--seat) 82%, black); stroke: #fff; }
  .gem { display: inline-flex; align-items: center; gap: 2px; font-variant-numeric: tabular-nums; --clear: #e8f4fb; }
  .gem .drawing { width: 13px; height: 13px; }
  .die { display: block; width: 40px; height: 40px; }
  .die rect { fill: #fffdf6; stroke: #6d6253; stroke-width: 1.5; }
  .die circle { fill: #2b2620; }
`;
