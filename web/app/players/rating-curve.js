// The curve of a rating: a point for each match, of which one is chosen by pointer or keys, and leads to its replay. The same
// stands in a list beside it.

import { isolated } from "../../boards/bidi.js";
import { html, LitElement, nothing, svg } from "../../vendor/lit.js";
import { at } from "../shell/router.js";
import { localeOf } from "../shell/time.js";

/** @typedef {import("../session/standings.js").Point} Point */
/** @typedef {import("../../text/players.en.js").PlayersText} PlayersText */

/** In which curves are drawn, before they are stretched. */
const WIDTH = 1000;
const HEIGHT = 200;
/** What is left above the highest and below the lowest point. */
const EDGE = 16;
/** With more matches, their points are a line only. */
const DOTS = 60;
/** The least that is between the lowest and the highest line, so that little changes do not look large. */
const SPAN = 100;
/** Steps between lines with a number. */
const STEPS = [25, 50, 100, 200, 400, 800];
const LINES = 4;

/** How the points lie: x from 0 to 1, y in pixels of HEIGHT. @param {readonly Point[]} points */
function placed(points) {
  const ratings = points.map(({ rating }) => rating);
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const spare = Math.max(0, SPAN - (most - least)) / 2;
  const [low, high] = [least - spare, most + spare];
  const y = (/** @type {number} */ rating) =>
    Math.min(Math.max(EDGE + (HEIGHT - 2 * EDGE) * (high - rating) / (high - low), 0), HEIGHT);
  const x = (/** @type {number} */ place) => points.length > 1 ? place / (points.length - 1) : .5;
  const step = STEPS.find((each) => (high - low) / each <= LINES) ?? 1600;
  const first = Math.ceil(low / step) * step;
  const lines = Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, each) => first + each * step);
  return { x, y, lines };
}

/** A small curve without anything to press, of the newest matches. @param {readonly Point[]} points oldest first */
export function sparkline(points) {
  if (points.length < 2) return nothing;
  const { x, y } = placed(points);
  const way = points.map(({ rating }, place) => `${place ? "L" : "M"}${WIDTH * x(place)} ${y(rating).toFixed(1)}`).join(
    "",
  );
  return html`
    <svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"
      aria-hidden="true">${svg`<path d=${way}></path>`}</svg>
  `;
}

/** The curve, with a slider and the match of the chosen point. */
export class RatingCurve extends LitElement {
  static properties = {
    points: { attribute: false },
    words: { attribute: false },
    language: {},
    pool: {},
    place: { state: true },
  };

  constructor() {
    super();
    /** Oldest first. @type {readonly Point[]} */
    this.points = [];
    /** @type {PlayersText} */
    this.words;
    this.language = "en";
    /** What the pool is called. */
    this.pool = "";
    /** The chosen point; the last one until somebody chooses. @type {number | undefined} */
    this.place = undefined;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("points")) this.place = undefined;
  }

  render() {
    const { points, words: { curve } } = this;
    if (!points.length) return nothing;
    const place = this.place ?? points.length - 1;
    const { x, y, lines } = placed(points);
    const now = points[place];
    const label = curve.label(this.pool, points[0].rating, points[points.length - 1].rating, points.length);
    return html`
      <figure aria-label=${label}>
        <div class="plot" @pointerdown=${this.#point} @pointermove=${this.#point}>
          <svg aria-hidden="true">
            <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" width="100%" height="100%">
              ${lines.map((each) => svg`<line class="level" x2=${WIDTH} y1=${y(each)} y2=${y(each)}></line>`)}
              ${svg`<path class="band" d=${this.#band(x, y)}></path>`}
              ${svg`<path class="way" d=${this.#way(x, y)}></path>`}
            </svg>
            ${points.length <= DOTS
              ? points.map(({ rating }, each) =>
                svg`<circle r="3.5" cx="${100 * x(each)}%" cy="${100 * y(rating) / HEIGHT}%"></circle>`
              )
              : nothing}
          </svg>
          ${lines.map((each) =>
            html`<span class="number numbers" aria-hidden="true" .style=${`top: ${
              100 * y(each) / HEIGHT
            }%`}>${each}</span>`
          )}
          <span class="chosen" aria-hidden="true" .style=${`left: ${100 * x(place)}%; top: ${
            100 * y(now.rating) / HEIGHT
          }%`}></span>
        </div>
        ${points.length > 1
          ? html`
            <input type="range" min="0" max=${points.length - 1} .value=${`${place}`} aria-label=${curve.slider}
              aria-valuetext=${this.#told(now)} @input=${(/** @type {any} */ { target }) =>
                this.place = Number(target.value)}>
          `
          : nothing}
        <figcaption><span><b class="numbers">${now.rating}</b> <span class="numbers ${sign(now.change)}">${signed(
          now.change,
        )}</span> <span class="soft">${this.#about(now)}</span></span>
          ${now.matchId
            ? html`<a class="button" href=${
              at(`/m/${now.matchId}/replay`)
            } aria-label=${curve.replay} title=${curve.replay}>${curve.short}</a>`
            : nothing}</figcaption>
      </figure>
    `;
  }

  /** @param {Point} point */
  #told(point) {
    return this.words.curve.point(point.rating, signed(point.change), this.#about(point));
  }

  /** When it was, against whom, or what else it is. @param {Point} point */
  #about(point) {
    const { curve, profile } = this.words;
    const names = point.opponents.map(({ displayName }) => isolated(displayName ?? profile.unnamed));
    const told =
      { match: names.length ? curve.against(names) : "", void: curve.void, season: curve.season }[point.kind];
    return [this.#date(point), told].filter(Boolean).join(", ");
  }

  /** @param {Point} point */
  #date({ time }) {
    return time && new Date(time).toLocaleDateString(localeOf(this.language), {
      day: "numeric",
      month: "short",
      year: "numeric",
    });
  }

  /** @param {(place: number) => number} x @param {(rating: number) => number} y */
  #way(x, y) {
    return this.points.map(({ rating }, each) => `${each ? "L" : "M"}${WIDTH * x(each)} ${y(rating).toFixed(1)}`).join(
      "",
    );
  }

  /** How sure the ratings are: one deviation up and down. @param {(place: number) => number} x @param {(rating: number) => number} y */
  #band(x, y) {
    const edge = (/** @type {1 | -1} */ side) =>
      this.points.map(({ rating, deviation }, each) =>
        `${(WIDTH * x(each)).toFixed(1)} ${y(rating + side * deviation).toFixed(1)}`
      );
    return `M${[...edge(1), ...edge(-1).reverse()].join("L")}Z`;
  }

  /** @param {PointerEvent} event */
  #point = (event) => {
    const area = /** @type {HTMLElement} */ (event.currentTarget);
    if (event.type === "pointerdown") area.setPointerCapture(event.pointerId);
    if (!area.hasPointerCapture(event.pointerId)) return;
    const { left, width } = area.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - left) / width, 0), 1);
    this.place = Math.round(share * (this.points.length - 1));
  };
}

/** A change with its sign. @param {number} change */
export const signed = (change) => change > 0 ? `+${change}` : `${change}`.replace("-", "−");

/** @param {number} change */
export const sign = (change) => change > 0 ? "up" : change < 0 ? "down" : "";

customElements.define("rating-curve", RatingCurve);
