// A page or a part of one with the texts of `text/players.*.js`, which are loaded with the first of them.

import { html } from "../../vendor/lit.js";
import { playersText, playersTextOf } from "../../text/players.js";
import { PollingPage } from "../lobby/polling-page.js";

/** @typedef {import("../../text/players.en.js").PlayersText} PlayersText */

/** Draws `spoken` as soon as there are words for it. */
export class SpokenPage extends PollingPage {
  render() {
    const { language } = this.text;
    const words = playersTextOf(language);
    if (words) return this.spoken(words);
    playersText(language).then(this.redraw, () => {}); // it is drawn again once there is a line
    return html`<p class="empty soft">${this.shell.waiting}</p>`;
  }

  /** @param {PlayersText} _words @returns {unknown} */
  spoken(_words) {
    return undefined;
  }
}
