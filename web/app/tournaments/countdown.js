// How long it still is until a moment, second by second, by the service's time.

import { html, LitElement } from "../../vendor/lit.js";
import { whenOf } from "./when.js";

const TICK = 1000;
const DAY = 86_400;

/** A countdown; "due" is sent once, when it has come to its end. */
export class CountDown extends LitElement {
  static properties = { shell: { attribute: false }, at: { type: Number }, soon: {} };

  constructor() {
    super();
    /** @type {import("../shell/shell.js").Shell} */
    this.shell;
    /** In milliseconds since 1970. */
    this.at = 0;
    /** What stands there at the end. */
    this.soon = "";
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.due = 0;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), TICK);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    const { language } = this.shell.text;
    const now = this.shell.me.time;
    const left = Math.ceil((this.at - now) / TICK);
    if (left <= 0) this.#ended();
    return html`
      <time role="timer" class="numbers" datetime=${new Date(this.at).toISOString()}>${left > 0
        ? leftText(left, language)
        : this.soon}</time>${left > 0 ? html`<small>${whenOf(this.at, now, language)}</small>` : ""}
    `;
  }

  #ended() {
    if (this.due === this.at) return;
    this.due = this.at;
    this.dispatchEvent(new Event("due"));
  }
}

/** Days, or what a clock shows: "3 days", "5:00:00", "4:07". @param {number} seconds @param {string} language */
export function leftText(seconds, language) {
  if (seconds >= 2 * DAY) {
    const days = Math.round(seconds / DAY);
    return new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(days);
  }
  const two = (/** @type {number} */ part) => `${part}`.padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

customElements.define("count-down", CountDown);
