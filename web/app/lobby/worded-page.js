// A page or a part of one with texts of its own, which are loaded with the first of them.

import { html } from "../../vendor/lit.js";
import { PollingPage } from "./polling-page.js";

/**
 * Draws `spoken` as soon as there are words for it.
 * @template T
 */
export class WordedPage extends PollingPage {
  /** The texts of a language, if they are loaded, and what loads them. @type {{ of: (language: string) => any, load: (language: string) => Promise<unknown> }} */
  static texts;

  /** The texts, if they are loaded. @returns {T | undefined} */
  get worded() {
    return /** @type {typeof WordedPage} */ (this.constructor).texts.of(this.text.language);
  }

  render() {
    const { worded: words } = this;
    if (words) return this.spoken(words);
    const { texts } = /** @type {typeof WordedPage} */ (this.constructor);
    texts.load(this.text.language).then(this.redraw, () => {}); // it is drawn again once there is a line
    return html`<p class="empty soft">${this.shell.waiting}</p>`;
  }

  /** @param {T} _words @returns {unknown} */
  spoken(_words) {
    return undefined;
  }
}
