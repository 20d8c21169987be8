// The points of all seats over the steps of a replay, as lines: a colour and a dash for each seat.

import { html, nothing, svg } from "../../vendor/lit.js";
import { markOf } from "../../boards/seat-mark.js";
import { placesOf } from "../match/story.js";

/** The dashes of the seats' lines, in pixels. */
const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "4 4"];

/** @typedef {readonly (readonly number[])[]} Points by step, and by seat */
/** @typedef {{ first: number, last: number, step: number, marks: readonly number[], rounds: boolean, points: Points, drawn: boolean, players: readonly string[] }} Course */

/** The width and height in which lines are drawn, before they are stretched. */
const WIDTH = 1000;
const HEIGHT = 100;
/** What is left above the highest and below the lowest points. */
const EDGE = 4;
/** So many rounds have room for their numbers. */
const NUMBERED = 12;

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .curve { position: relative; height: var(--curve, 56px); margin-inline: 8px; touch-action: none; cursor: pointer; background: var(--sunken); border-radius: var(--radius-s); }
  .curve svg { display: block; width: 100%; height: 100%; border-radius: inherit; overflow: hidden; }
  .curve path { fill: none; stroke: var(--seat); stroke-width: 2.5; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
  .curve .seat-2 { stroke: var(--card-y-edge); }
  .curve .mark, .curve .nought { stroke: var(--line-strong); stroke-width: 1; vector-effect: non-scaling-stroke; opacity: .6; }
  .curve .nought { stroke-dasharray: 1 3; opacity: 1; }
  .curve .now { position: absolute; inset: -3px auto -3px 0; width: 100%; pointer-events: none; }
  .curve .now::before { content: ""; position: absolute; inset: 0 auto 0 -1px; width: 2px; background: var(--accent); }
  .curve .now::after { content: ""; position: absolute; inset: auto auto -7px -8px; width: 16px; height: 16px; border-radius: 50%; background: var(--accent); box-shadow: 0 0 0 2px var(--surface); }
  .curve .round { position: absolute; top: 1px; margin-inline-start: 3px; font: 600 .6875rem/1 var(--font); color: var(--ink-soft); pointer-events: none; }
  .legend { display: flex; flex-wrap: wrap; gap: 2px var(--space-3); font-size: calc(var(--text-s) * var(--print, 1)); }
  .legend li { display: flex; align-items: center; gap: var(--space-1); min-width: 0; }
  .legend svg { width: 22px; height: 8px; flex: none; }
  .legend line { stroke: var(--seat); stroke-width: 3; }
  .legend .seat-2 line { stroke: var(--card-y-edge); }
  .legend .seat-mark { --mark-size: 1.25rem; }
  .legend .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 8rem; }
  .legend b { font-variant-numeric: tabular-nums; min-width: 1.6em; }
`);
document.adoptedStyleSheets.push(STYLE);

/** The lines that were drawn last: they are the same at each step. @type {{ points: Points | undefined, drawn: unknown, places: number[] }} */
const kept = { points: undefined, drawn: nothing, places: [] };

/** Return the picture. A tap or a drag on it goes there. @param {Course} course @param {(step: number) => void} go */
export function curve(course, go) {
  const { first, last, step, marks, rounds, points, drawn } = course;
  if (!points.some((each) => each.length)) return nothing;
  if (!drawn) return html`<div class="curve" aria-hidden="true"></div>`;
  if (last <= first) return nothing;
  if (kept.points !== points) {
    const places = placesOf(course);
    Object.assign(kept, { points, places, drawn: paths(points, places) });
  }
  const share = (/** @type {number} */ at) => kept.places[at - first];
  const point = (/** @type {PointerEvent} */ event) => {
    const area = /** @type {HTMLElement} */ (event.currentTarget);
    if (event.type === "pointerdown") area.setPointerCapture(event.pointerId);
    if (!area.hasPointerCapture(event.pointerId)) return;
    const { left, width } = area.getBoundingClientRect();
    const here = (event.clientX - left) / width;
    go(first + Math.max(kept.places.findLastIndex((place) => place <= here), 0));
  };
  return html`
    <div class="curve" aria-hidden="true" @pointerdown=${point} @pointermove=${point}>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">
        ${marks.map((mark) =>
          svg`<line class="mark" x1=${WIDTH * share(mark)} x2=${WIDTH * share(mark)} y2=${HEIGHT}></line>`
        )}${kept.drawn}
      </svg>
      ${rounds && marks.length <= NUMBERED
        ? marks.map((mark, at) => html`<span class="round" .style=${`left: ${100 * share(mark)}%`}>${at + 1}</span>`)
        : nothing}
      <span class="now" .style=${`transform: translateX(${100 * share(step)}%)`}></span>
    </div>
  `;
}

/** A line for each seat, and where nought is. @param {Points} points @param {readonly number[]} places */
function paths(points, places) {
  const all = points.flat();
  const [most, least] = [Math.max(0, ...all), Math.min(0, ...all)];
  const y = (/** @type {number} */ value) =>
    (EDGE + (HEIGHT - 2 * EDGE) * (most - value) / (most - least || 1)).toFixed(1);
  const x = (/** @type {number} */ at) => (WIDTH * places[at]).toFixed(1);
  const seats = points[points.length - 1].map((_, seat) => seat);
  return svg`
    ${least < 0 && most > 0 ? svg`<line class="nought" x2=${WIDTH} y1=${y(0)} y2=${y(0)}></line>` : nothing}
    ${seats.map((seat) => {
      const way = points.map((each, at) => at ? `H${x(at)}V${y(each[seat] ?? 0)}` : `M0 ${y(each[seat] ?? 0)}`);
      return svg`<path class="seat-${seat}" stroke-dasharray=${DASHES[seat]} d=${`${way.join("")}H${WIDTH}`}></path>`;
    })}
  `;
}

/** Return who has how many points at a step. @param {Course} course @param {(points: number) => string} number @param {string} label */
export function legend({ first, step, points, players }, number, label) {
  const now = points[step - first] ?? [];
  if (!now.length) return nothing;
  return html`
    <ul class="legend" aria-label=${label}>${players.map((name, seat) =>
      html`
        <li
          class="seat-${seat}"><svg aria-hidden="true"><line x2="22" y1="4" y2="4" stroke-dasharray=${DASHES[
            seat
          ]}></line></svg>
          ${markOf(seat, players)}<span class="name">${name}</span>
          <b>${number(now[seat] ?? 0)}</b></li>
      `
    )}</ul>
  `;
}
