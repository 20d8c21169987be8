// The drawings of Livingstone: tents, stones, coins, dice, the boat, the chest, the bag, and what one does with a die. They
// are our own; a seat has a tent of its own shape, with the initials of its player, and each kind of stone has a shape.

import { css, html, nothing, seatStyles, svg } from "../../../web/board.js";

/** The drawings, once for each shadow root; others refer to them by id. */
// deno-fmt-ignore
export const drawings = svg`<svg class="drawings" aria-hidden="true" focusable="false"><defs>
  <symbol id="tent-0" viewBox="0 0 28 28"><ellipse class="shadow" cx="14" cy="25.5" rx="14" ry="2.4"/><path class="rim" d="M14 3 26.5 25h-25z"/><path d="M14 3 26.5 25h-25z"/><path class="shade" d="m14 3 12.5 22H17z"/><path class="pole" d="M14 3V.5"/></symbol>
  <symbol id="tent-1" viewBox="0 0 28 28"><ellipse class="shadow" cx="14" cy="25.5" rx="14" ry="2.4"/><path class="rim" d="M1.5 25C1.5 11 6 4 14 4s12.5 7 12.5 21z"/><path d="M1.5 25C1.5 11 6 4 14 4s12.5 7 12.5 21z"/><path class="shade" d="M14 4c8 0 12.5 7 12.5 21H20c0-12-2-19-6-21z"/></symbol>
  <symbol id="tent-2" viewBox="0 0 28 28"><ellipse class="shadow" cx="14" cy="25.5" rx="13" ry="2.4"/><path class="rim" d="m14 2 13 9-3 2v12H4V13l-3-2z"/><path d="m14 2 13 9-3 2v12H4V13l-3-2z"/><path class="shade" d="m14 2 13 9-3 2H14zM4 13h20v2.500H4z"/></symbol>
  <symbol id="tent-3" viewBox="0 0 28 28"><ellipse class="shadow" cx="14" cy="25.5" rx="14" ry="2.4"/><path class="rim" d="M1 25 6 5h16l5 20z"/><path d="M1 25 6 5h16l5 20z"/><path class="shade" d="m22 5 5 20h-6L18 5zM6 5h16l.5 2.500h-17z"/></symbol>
  <symbol id="tent-4" viewBox="0 0 28 28"><ellipse class="shadow" cx="14" cy="25.5" rx="13" ry="2.4"/><path class="rim" d="M12.5 5 3 25h22L15.5 5z"/><path class="pole" d="m11 .8 3.8 5M17 .8l-3.8 5"/><path d="M12.5 5Q9 16 2.5 25h23Q19 16 15.5 5z"/><path class="shade" d="M14.5 5h1Q19 16 25.5 25H18Q15 15 14.5 5z"/></symbol>

  <symbol id="gem-clear" viewBox="0 0 20 20"><path d="m10 1 7.5 9-7.5 9-7.5-9z" fill="#cfe8f6" stroke="#3f7796" stroke-width="1.3"/><path d="M10 1.5 3 10h7z" fill="#fff"/><path d="M10 10h7l-7 8.500z" fill="#86b9d8"/><path d="M3 10h7v8.500z" fill="#b3d8ec"/></symbol>
  <symbol id="gem-blue" viewBox="0 0 20 20"><path d="M5 3h10l4 5.500L10 18 1 8.500z" fill="#2f6dbb" stroke="#0f3565" stroke-width="1.2"/><path d="M5.5 3.500h9L12.6 8.500H7.400z" fill="#9cc6f7"/><path d="m5 3.5 2.4 5H1.700z" fill="#5d9be2"/><path d="m15 3.5 3.3 5h-5.700z" fill="#3f7fcf"/><path d="M12.6 8.500h5.700L10 17.300z" fill="#1c4d90"/><path d="M7.4 8.500h5.200L10 17z" fill="#3c7bcb"/></symbol>
  <symbol id="gem-red" viewBox="0 0 20 20"><path d="M6 2h8l4 4v8l-4 4H6l-4-4V6z" fill="#b8322a" stroke="#63120e" stroke-width="1.2"/><path d="M6.2 2.600h7.600l-2 3.400H8.200z" fill="#f0877c"/><path d="m2.6 6.2 3.4 2v3.600l-3.4 2z" fill="#d9534a"/><path d="m17.4 6.2-3.4 2v3.600l3.4 2z" fill="#8d1f19"/><path d="M6.2 17.400h7.600l-2-3.400H8.200z" fill="#7a1813"/><path d="M8.2 6h3.600L14 8.200v3.600L11.8 14H8.200L6 11.800V8.200z" fill="#dd5c52"/><path d="M8.2 6h3.600L6 11.800V8.200z" fill="#f7b2aa"/></symbol>
  <symbol id="gem-black" viewBox="0 0 20 20"><path d="m2.5 12.5 3.2-8L12 2.3 18 8.500l-1.8 7.6-7.6 2.300z" fill="#37322c" stroke="#15120f"/><path d="M5.7 4.5 12 2.300l.8 5.500L8 10.300z" fill="#756c60"/><path d="m12.8 7.8 5.2.7-1.8 7.600z" fill="#1f1b17"/></symbol>
  <symbol id="gem-white" viewBox="0 0 20 20"><ellipse cx="10" cy="10.5" rx="8.3" ry="7.6" fill="#fff" stroke="#77705f" stroke-width="1.3"/><path d="M3.6 14q7 4.5 13.4-1-2 5-7 5-4.5 0-6.4-4z" fill="#d5cfc1"/><ellipse cx="7" cy="7.3" rx="2.5" ry="1.5" fill="#f3f0e8" transform="rotate(-25 7 7.3)"/></symbol>

  <symbol id="coin" viewBox="0 0 20 20"><circle cx="10" cy="10.6" r="8.9" fill="#8f6410"/><circle cx="10" cy="9.6" r="8.9" fill="#f0c24b" stroke="#8f6410"/><circle cx="10" cy="9.6" r="6.3" fill="#e5b035" stroke="#f9e3a0" stroke-width="1.2"/></symbol>
  <symbol id="crown" viewBox="0 0 24 18"><path d="M2 16 .8 4.600l6 4.600L12 1l5.2 8.2 6-4.600L22 16z" fill="#f0c24b" stroke="#7d560a" stroke-linejoin="round"/><path d="M2.6 13h18.8" stroke="#7d560a"/></symbol>
  <symbol id="star" viewBox="0 0 20 20"><path d="m10 1 2.7 5.9 6.3.7-4.7 4.3 1.3 6.300L10 15l-5.6 3.2 1.3-6.300L1 7.600l6.3-.7z" fill="#f0c24b" stroke="#8a5f0c" stroke-linejoin="round"/></symbol>
  <symbol id="leaf" viewBox="0 0 20 20"><rect x="5.5" y="1.5" width="12" height="15.5" rx="2" fill="#b58a3d" stroke="#6b4c17" transform="rotate(9 11 9)"/><rect x="2.5" y="2.5" width="12" height="15.5" rx="2" fill="#f6e7bf" stroke="#6b4c17"/><path d="m8.5 6 1.4 3.1 3.3.3-2.5 2.2.8 3.3-3-1.8-3 1.8.8-3.3-2.5-2.2 3.3-.3z" fill="#b5682b"/></symbol>
  <symbol id="pick" viewBox="0 0 24 24"><path d="M5 21.5 15 8.5" stroke="#6d4317" stroke-width="3.2" stroke-linecap="round"/><path d="M6.5 4.200Q16 2 22.2 14.600q.3 1.3-.6.6-5.3-5-9.2-6.400Q9 7.2 6.2 5.400q-.7-.8.3-1.200z" fill="#c9d2d8" stroke="#3e474d" stroke-linejoin="round"/></symbol>
  <symbol id="coins" viewBox="0 0 24 24"><g fill="#e5b035" stroke="#7d560a"><path d="M2 17.500v3c0 1.4 2.7 2.5 6 2.500s6-1.1 6-2.500v-3z"/><path d="M2 13.500v3.500c0 1.4 2.7 2.5 6 2.500s6-1.1 6-2.500v-3.500z"/><ellipse cx="8" cy="13.5" rx="6" ry="2.5" fill="#f6d473"/><circle cx="16.5" cy="7.5" r="6.3"/><circle cx="16.5" cy="7.5" r="4" fill="#f6d473" stroke="#fdf0c0"/></g></symbol>
  <symbol id="trade" viewBox="0 0 24 24"><use href="#gem-blue" width="12" height="12"/><use href="#coin" x="11" y="11" width="13" height="13"/><path d="M14 4q5 0 5.5 5M10 20q-5 0-5.5-5" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/><path d="m17 7.5 2.6 2.700L22 7.300M2 16.600l2.5-2.800L7 16.5" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/></symbol>
  <symbol id="dice" viewBox="0 0 24 24"><g fill="#fffaf0" stroke="#5a4a38"><rect x="1.5" y="8" width="13" height="13" rx="3" transform="rotate(-8 8 14)"/><rect x="11" y="2" width="11" height="11" rx="2.6" transform="rotate(12 16 8)"/></g><g fill="#2b2620"><circle cx="5.2" cy="12" r="1.3"/><circle cx="8.2" cy="14.5" r="1.3"/><circle cx="11.2" cy="17" r="1.3"/><circle cx="15" cy="5.5" r="1.1"/><circle cx="18" cy="9.5" r="1.1"/></g></symbol>
  <symbol id="done" viewBox="0 0 24 24"><path d="M3 12h13M11 6l6 6-6 6M21 5v14" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></symbol>
  <symbol id="moon" viewBox="0 0 24 24"><path d="M15 3a9.5 9.5 0 1 0 6 14A9 9 0 0 1 15 3z" fill="currentColor"/></symbol>

  <symbol id="boat" viewBox="0 0 64 44">
    <path d="M37 16q-1-5 3-6-1-5 4-5 0-4 5-4 5 1 4 5 4 1 2 4-5 1-9 2-1 3-5 4z" fill="#fff" opacity=".8"/>
    <path d="M36 15h7v11h-7z" fill="#2f2a26"/><path d="M35.5 17h8v3h-8z" fill="#c8452f"/>
    <path d="M12 24h31v8H12z" fill="#f7efdc" stroke="#6b5433"/><path d="M10 20h35l2 4H9z" fill="#c8452f" stroke="#7a2416"/>
    <path d="M15 26.500h4v4h-4zM22 26.500h4v4h-4zM29 26.500h4v4h-4zM36 26.500h4v4h-4z" fill="#3f6d8c"/>
    <path d="M7 22V7" stroke="#4a3218" stroke-width="1.4"/><path d="m7 7 9 3-9 3.500z" fill="#2d5fa3"/>
    <path d="M1 29q4 1 7 2h46q5-1 8-4-1 9-7 13H10Q3 38 1 29z" fill="#6b3d18" stroke="#3d210b"/><path d="M4 35h55q-1 2-2 3H6z" fill="#f0c24b" opacity=".85"/>
  </symbol>
  <symbol id="chest" viewBox="0 0 52 44">
    <path d="M6 17Q6 4 26 4t20 13z" fill="#7a4a20" stroke="#3a210b" stroke-width="1.3"/><path d="M11 15Q12 8 26 8t15 7z" fill="#2b1708"/>
    <g fill="#f0c24b" stroke="#8f6410" stroke-width=".8"><ellipse cx="15" cy="17" rx="5" ry="3"/><ellipse cx="36" cy="17" rx="6" ry="3"/><ellipse cx="25" cy="14.5" rx="7" ry="3.8"/><ellipse cx="21" cy="18" rx="6" ry="3"/><ellipse cx="31" cy="17.5" rx="5" ry="3"/></g>
    <path d="M4 19h44v20q0 3-3 3H7q-3 0-3-3z" fill="#9a6230" stroke="#3a210b" stroke-width="1.3"/><path d="M4.5 25.500h43M4.5 33.500h43" stroke="#6f431b"/>
    <path d="M4 19h44v4H4zM9 19h4v23H9zM39 19h4v23h-4z" fill="#d9a93c" stroke="#7d560a" stroke-width=".8"/><path d="M22 20h8v9q-4 4-8 0z" fill="#f0c24b" stroke="#7d560a"/><path d="M26 23.500v3" stroke="#3a210b" stroke-width="2" stroke-linecap="round"/>
  </symbol>
  <symbol id="bag" viewBox="0 0 44 46">
    <path d="M15 9Q6 1 11 2q5 1 6 1 3-3 6-1 3 1 7-1 5 0-2 8z" fill="#a9763f" stroke="#4d2f10" stroke-width="1.3" stroke-linejoin="round"/>
    <path d="M15 10Q2 21 2.5 33 3 44 22 44t19.5-11Q42 21 28 10z" fill="#b98448" stroke="#4d2f10" stroke-width="1.3"/><path d="M28 10q14 11 13.5 23Q41 44 22 44q14-6 13-17-1-9-7-17z" fill="#8c5c2a"/>
    <path d="M13.5 9.500h16" stroke="#f0dcae" stroke-width="3" stroke-linecap="round"/><path d="M29 10q5 2 4 8M29 10q2 4-1 8" fill="none" stroke="#f0dcae" stroke-width="1.6" stroke-linecap="round"/>
  </symbol>
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
 * @param {number} seat @param {string} initials @param {number} [count] @param {boolean} [unscored]
 */
export const tent = (seat, initials, count = 1, unscored = false) =>
  html`
    <span class="tent seat-${seat} ${unscored ? "unscored" : ""}"
      aria-hidden="true">${drawing(`tent-${seat}`)}<b class=${initials.length > 1
        ? "two"
        : ""}>${initials}</b>${count > 1
        ? html`<i>${count}</i>`
        : nothing}</span>
  `;

/** A number of gems of a kind. @param {string} kind @param {number} count */
export const gems = (kind, count) =>
  html`<span class="gem" aria-hidden="true">${drawing(`gem-${kind}`)}${count}</span>`;

/** What stands before a number and says of what it is. @param {string} id @param {unknown} number */
export const counted = (id, number) => html`<span class="counted" aria-hidden="true">${drawing(id)}${number}</span>`;

/** Where the pips of a die are, by what it shows; places of a square of three by three. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

/** A die: what it lies in has to name it. The span is what rolls: to move a drawing itself takes a layout. @param {number} value */
export const die = (value) =>
  html`<span class="die" aria-hidden="true"><svg viewBox="0 0 40 40" focusable="false">
    <rect class="under" x="2" y="3.5" width="36" height="35.5" rx="8"></rect>
    <rect class="top" x="2" y="1" width="36" height="35.5" rx="8"></rect>
    ${
    [...(PIPS[value] ?? "")].map((place) =>
      svg`<circle cx=${10.5 + 9.5 * (Number(place) % 3)} cy=${
        9.3 + 9.5 * Math.floor(Number(place) / 3)
      } r="3.7"></circle>`
    )
  }</svg></span>`;

// deno-fmt-ignore
export const drawingStyles = css`
  :host { --rem: calc(1rem * var(--print, 1)); }
  .drawings { position: absolute; width: 0; height: 0; }
  .drawing { display: block; width: 100%; height: 100%; overflow: visible; flex: none; }
  ${seatStyles}
  .tent { position: relative; display: inline-grid; grid-template: 100% / 100%; place-items: center; width: var(--tent, 24px); height: var(--tent, 24px); vertical-align: middle; flex: none; }
  .tent > * { grid-area: 1 / 1; }
  .tent .drawing { fill: var(--seat); stroke: var(--seat-edge); stroke-width: 1.2; stroke-linejoin: round; }
  .shadow { fill: rgb(30 20 5 / 0.34); stroke: none; }
  .rim { fill: none; stroke: #fffaf0; stroke-width: 3.6; stroke-dasharray: none; }
  .shade { fill: rgb(0 0 0 / 0.2); stroke: none; }
  .pole { fill: none; stroke-width: 1.6; stroke-linecap: round; }
  .tent b { position: relative; font: 800 calc(var(--tent, 24px) * 0.44) / 1 system-ui, sans-serif; color: var(--seat-ink); padding-top: calc(var(--tent, 24px) * 0.3); }
  .tent .two { font-size: calc(var(--tent, 24px) * 0.34); letter-spacing: -0.04em; }
  .tent i {
    position: absolute; right: -14%; top: -10%; min-width: 14px; padding: 0 3px; border-radius: 7px; font: 700 10px / 14px system-ui, sans-serif; text-align: center;
    color: #fff; background: #221d16; box-shadow: 0 0 0 1px rgb(255 255 255 / 0.6);
  }
  .unscored .drawing { stroke-dasharray: 3 2.2; stroke: #fff; fill: color-mix(in srgb, var(--seat) 78%, #777); opacity: 0.86; }
  .gem, .counted { display: inline-flex; align-items: center; gap: 2px; font-variant-numeric: tabular-nums; }
  .gem .drawing, .counted .drawing { width: var(--stone, 13px); height: var(--stone, 13px); }
  .die { display: block; flex: none; width: var(--die, 40px); height: var(--die, 40px); } .die svg { display: block; width: 100%; height: 100%; overflow: visible; }
  .die .under { fill: #a8906a; stroke: rgb(0 0 0 / 0.35); stroke-width: 1; }
  .die .top { fill: #fffaf0; stroke: #cdbb99; stroke-width: 1; }
  .die circle { fill: #2b2620; }
`;
