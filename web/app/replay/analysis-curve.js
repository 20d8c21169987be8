// The curve of an analysis: what a seat could expect from move to move, where it turned, and the way to each of them.

import { html, nothing, svg } from "../../vendor/lit.js";
import { APART, GUTTER, HEIGHT } from "./analysis-look.js";

/** @typedef {import("./move-worth.js").Judged} Judged */
/** @typedef {import("./move-worth.js").Point} Point */
/**
 * @typedef {object} Course
 * @property {readonly Point[]} points
 * @property {boolean} luck whether luck is told apart
 * @property {readonly Judged[]} turnings the moves that cost most
 * @property {number} step the version that is shown
 * @property {string} label what is heard of it
 * @property {(points: number) => string} level how a height is called
 */

const WIDTH = 1000;
/** What is left above the highest and below the lowest line. */
const EDGE = 12;

/** Return the picture. A tap or a drag on it goes to the table that was there. @param {Course} course @param {(version: number) => void} go */
export function curve({ points, luck, turnings, step, label, level }, go) {
  const kinds = /** @type {("skill" | "whole")[]} */ (luck ? ["skill", "whole"] : ["whole"]);
  const all = points.flatMap((each) => kinds.map((kind) => each[kind]));
  const [most, least] = [Math.max(0, ...all), Math.min(0, ...all)];
  const y = (/** @type {number} */ value) => EDGE + (HEIGHT - 2 * EDGE) * (most - value) / (most - least || 1);
  const x = (/** @type {number} */ at) => at / Math.max(1, points.length - 1);
  const line = (/** @type {"whole" | "skill"} */ kind) =>
    points.map((each, at) => `${at ? "L" : "M"}${(WIDTH * x(at)).toFixed(1)} ${y(each[kind]).toFixed(1)}`).join("");
  const levels = [0, ...[most, least].filter((each) => Math.abs(y(each) - y(0)) >= APART)];
  const now = WIDTH * x(Math.max(0, points.findLastIndex(({ version }) => version <= step)));
  const point = (/** @type {PointerEvent} */ event) => {
    const area = /** @type {HTMLElement} */ (event.currentTarget);
    if (event.type === "pointerdown") area.setPointerCapture(event.pointerId);
    if (!area.hasPointerCapture(event.pointerId)) return;
    const { left, width } = area.getBoundingClientRect();
    const share = (event.clientX - left - GUTTER) / (width - GUTTER);
    go(points[Math.min(Math.max(Math.round(share * (points.length - 1)), 0), points.length - 1)].version);
  };
  return html`
    <div class="course" @pointerdown=${point} @pointermove=${point}>
      <svg role="img" aria-label=${label}>
        <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" x=${GUTTER} width="calc(100% - ${GUTTER}px)" height=${HEIGHT}>
          ${svg`<line class="nought" x2=${WIDTH} y1=${y(0)} y2=${y(0)}></line>`}
          ${svg`<line class="now" x1=${now} x2=${now} y2=${HEIGHT}></line>`}
          ${kinds.map((kind) => svg`<path class=${kind} d=${line(kind)}></path>`)}
        </svg>
        ${levels.map((each) => svg`<text x="4" y=${y(each)}>${level(each)}</text>`)}
      </svg>
      ${turnings.map(({ version }, place) => {
        const at = points.findIndex((each) => each.version === version);
        if (at < 0) return nothing;
        const left = `calc(${GUTTER}px + ${x(at).toFixed(4)} * (100% - ${GUTTER}px))`;
        return html`<span class="turning" aria-hidden="true" .style=${`left: ${left}; top: ${
          y(points[at].whole).toFixed(1)
        }px`}>${place + 1}</span>`;
      })}
    </div>
  `;
}
