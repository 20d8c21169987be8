// How far a search for a rated match looks: around the own rating, and the farther the longer it takes.

import { html, nothing } from "../../vendor/lit.js";
import { ratedText } from "../../text/rated.js";
import { Page } from "../shell/page.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Wish} Wish */

/** It has so many points to either side at first, and so many more each so many milliseconds; beyond so many, it is all. */
const FIRST = 200;
const STEP = 100;
const EVERY = 5_000;
const WIDEST = 1000;

/** The own rating with which a search has begun, and when. @type {WeakMap<Wish, { rating: number, at: number }>} */
const begun = new WeakMap();

/** A search begins. @param {Wish} wish @param {number} rating the own one */
export function begins(wish, rating) {
  begun.set(wish, { rating, at: Date.now() });
}

/** Says which ratings are looked for; all the time, but aloud only when the search begins. */
export class RatedWindow extends Page {
  static properties = { ...Page.properties, wish: { attribute: false } };

  constructor() {
    super();
    /** @type {Wish | undefined} */
    this.wish = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    const words = ratedText(this.text.language);
    const from = this.wish && begun.get(this.wish);
    if (!from) return nothing;
    const window = FIRST + STEP * Math.floor((Date.now() - from.at) / EVERY);
    return html`<span class="numbers">${
      window > WIDEST ? words.widest : words.window(from.rating - window, from.rating + window)
    }</span>`;
  }
}

customElements.define("rated-window", RatedWindow);
