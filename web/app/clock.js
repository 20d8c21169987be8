// A player's clock, drawn by the service's time.

import { html, LitElement } from "../vendor/lit.js";

/** @typedef {import("../../sdk/javascript/types/api.js").MatchView} MatchView */

/** Between two looks at the clock, in milliseconds: half of what it may be wrong. */
const TICK = 100;
/** A warning comes so many seconds before the end, or in the last fifth of the time if that is later. */
const WARNING = 30;

/**
 * What is left of a time, as written on a clock: tenths below ten seconds.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const [minutes, rest] = [Math.floor(left / 60), Math.floor(left % 60)];
  if (minutes < 60) return `${minutes}:${two(rest)}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}:${two(minutes % 60)}:${two(rest)}`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

/** @param {number} number */
function two(number) {
  return `${number}`.padStart(2, "0");
}

/**
 * The seconds before the end at which a player is warned.
 * @param {MatchView["clock"]} clock
 */
export function warningAt(clock) {
  return Math.min(WARNING, parseFloat(clock?.perMove ?? clock?.bank ?? "0") / 5);
}

/** The clock of one seat. `read` returns the seconds that are left, or null without a clock. */
export class SeatClock extends LitElement {
  static properties = { read: { attribute: false }, running: { type: Boolean }, warning: { type: Number } };

  constructor() {
    super();
    /** @type {() => number | null} */
    this.read = () => null;
    this.running = false;
    this.warning = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.warned = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.running && this.requestUpdate(), TICK);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    const left = this.read();
    if (left === null) return "";
    const short = this.running && left <= this.warning;
    this.#warn(short);
    this.dataset.seconds = left.toFixed(1);
    this.classList.toggle("short", short);
    return html`<time role="timer">${clockText(left)}</time>`;
  }

  /** @param {boolean} short */
  #warn(short) {
    if (short && !this.warned) this.dispatchEvent(new CustomEvent("short", { bubbles: true, composed: true }));
    this.warned = short;
  }
}

customElements.define("seat-clock", SeatClock);
