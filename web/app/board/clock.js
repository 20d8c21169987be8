// A player's clock, drawn by the service's time.

import { html, LitElement } from "../../vendor/lit.js";
import { clockText } from "../shell/time.js";

/** Between two looks at the clock, in milliseconds: half of what it may be wrong. */
const TICK = 100;
/** Nobody looks at a clock with so many seconds. */
const HOUR = 3600;

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
    this.classList.toggle("long", left >= HOUR);
    return html`<time role="timer">${clockText(left)}</time>`;
  }

  /** @param {boolean} short */
  #warn(short) {
    if (short && !this.warned) this.dispatchEvent(new CustomEvent("short", { bubbles: true, composed: true }));
    this.warned = short;
  }
}

customElements.define("seat-clock", SeatClock);
