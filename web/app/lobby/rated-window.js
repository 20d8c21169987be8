// How far a search for a rated match looks: around the own rating, and the farther the longer it takes.

import { html, nothing } from "../../vendor/lit.js";
import { ratedText } from "../../text/rated.js";
import { Page } from "../shell/page.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Wish} Wish */

/** Farther than so many points to either side, it is all. */
const WIDEST = 1000;

/** The own rating with which a search has begun. @type {WeakMap<Wish, number>} */
const begun = new WeakMap();

/** A search begins. @param {Wish} wish @param {number} rating the own one */
export const begins = (wish, rating) => void begun.set(wish, rating);

/** Says which ratings are looked for, as the service tells it. */
export class RatedWindow extends Page {
  static properties = { ...Page.properties, wish: { attribute: false } };

  constructor() {
    super();
    /** @type {Wish | undefined} */
    this.wish = undefined;
  }

  render() {
    const words = ratedText(this.text.language);
    const rating = this.wish && begun.get(this.wish);
    const window = this.shell.search?.window;
    if (!rating || !window) return nothing;
    return html`<span class="numbers">${
      window > WIDEST ? words.widest : words.window(rating - window, rating + window)
    }</span>`;
  }
}

customElements.define("rated-window", RatedWindow);
