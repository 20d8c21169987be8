// A public match that is played now, as a small board that cannot be touched: a press on it leads to the table.

import { html, nothing } from "../../vendor/lit.js";
import { fileOf, nameOf, webOf } from "../../boards/games.js";
import { face } from "../shell/face.js";
import { first } from "../shell/first-few.js";
import { others } from "./lists.js";
import { PollingPage } from "./polling-page.js";
import { at } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

/** The match that was begun last, as long as it is played; the board is loaded when it comes into sight. */
export class LiveTable extends PollingPage {
  static pause = 30_000;
  static properties = { ...PollingPage.properties, found: { state: true }, seen: { state: true } };

  constructor() {
    super();
    /** Null if nothing is played. @type {MatchView | null | undefined} */
    this.found = undefined;
    /** Whether it is in sight, and what draws tables is there. */
    this.seen = false;
    this.sight = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && this.#come());
  }

  connectedCallback() {
    super.connectedCallback();
    this.sight.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sight.disconnect();
  }

  render() {
    const { lobby, list } = this.text;
    const { found } = this;
    if (found === undefined) return html`<p class="stage soft">${this.shell.waiting}</p>`;
    if (!found) return html`<p class="stage nothing">${lobby.nothing}</p>`;
    const names = others(found);
    const { tile } = webOf(found.game) ?? {};
    return html`
      <a class="stage" href=${at(`/m/${found.id}`)} aria-label=${lobby.watchLabel(nameOf(found.game), list(names))}>
        ${this.seen
          ? html`
            <croupier-table inert plain lang=${this.text.language} theme=${this.shell.preferences.theme} .match=${found
              .id}
              .service=${this.shell.session.url}></croupier-table>
          `
          : tile
          ? html`<img alt="" src=${fileOf(found.game, "tile.svg")} width="320" height="200">`
          : nothing}
        <span class="told"><b>${nameOf(found.game)}</b> ${names.map((name) =>
          html`
            ${face(name)} ${name}
          `
        )}</span></a>
    `;
  }

  async #come() {
    this.sight.disconnect();
    await import("../board/croupier-table.js").catch(() => {}); // the picture of the game is there
    this.seen = Boolean(customElements.get("croupier-table"));
  }

  /** @override */
  async look() {
    const open = (/** @type {MatchView} */ { access, yourSeat }) => access === "public" && yourSeat === null;
    try {
      const running = await first(this.shell.me.matches.list({ status: "active" }), 4, open);
      this.found = running.find(({ id }) => id === this.found?.id) ?? running[0] ?? null;
    } catch {
      // It looks again.
    }
  }
}

customElements.define("live-table", LiveTable);
