// What can be done at a table besides moves, and what is seldom needed.

import { html, nothing } from "../../vendor/lit.js";
import { copy } from "../shell/copy.js";
import { late, Page } from "../shell/page.js";
import { at, home } from "../shell/router.js";
import { refocus, sure } from "./sure.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .actions-list { display: grid; gap: var(--space-3); }
  /* Who has only fingers has no keys. */
  @media (hover: none) and (pointer: coarse) { .actions-list .ask-keys { display: none; } }
`);
document.adoptedStyleSheets.push(STYLE);

/**
 * Rules, keys, settings, the table as text, sharing, and the ways out. "turn-board", "keys", "as-text" and "settings" are sent for
 * what others do.
 */
export class TableActions extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    sure: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../match/follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    /** What is to be confirmed, and done even if somebody has moved meanwhile. @type {"" | "leave" | "resign"} */
    this.sure = "";
  }

  render() {
    const { actions, header, table } = this.text;
    const { match } = this;
    const active = match.yourSeat !== null && match.status === "active";
    const gone = active && match.seats[match.yourSeat ?? 0].resigned;
    return html`
      <div class="actions-list">
        ${match.tournament
          ? late(this, "way-back", () => import("../tournaments/way-back.js"), false) ??
            html`<way-back .shell=${this.shell} .match=${match}></way-back>`
          : nothing}
        ${match.yourSeat === null ? html`<p class="soft">${actions.watching}.</p>` : nothing}
        ${gone ? html`<p role="status">${actions.gone}</p>` : nothing}
        <a class="button" href=${at(`/rules/${match.game}`)} target="_blank" rel="noopener">${actions.rules}</a>
        ${this.#asking("keys", actions.keys)} ${this.#asking("as-text", table.text)}
        ${this.#asking("settings", header.settings)}
        ${match.yourSeat === null ? this.#asking("turn-board", actions.turnBoard) : nothing}
        ${match.access === "public"
          ? html`<button @click=${() => this.#share()}>${actions.link}</button>`
          : html`<p class="soft small">${actions.linkPrivate}</p>`}
        ${active && !gone ? this.#going() : nothing}
      </div>
    `;
  }

  /** A button for what others do. @param {string} event @param {string} name */
  #asking(event, name) {
    const ask = () => this.dispatchEvent(new Event(event, { bubbles: true }));
    return html`<button class="ask-${event}" @click=${ask}>${name}</button>`;
  }

  /** The way out: before the first own move nobody loses by it, but in a tournament. */
  #going() {
    const { actions } = this.text;
    const { seats, yourSeat, tournament } = this.match;
    const way = this.sure || (tournament || seats[yourSeat ?? 0].moved ? "resign" : "leave");
    const danger = way === "resign";
    if (!this.sure) {
      return html`<button class="going ${danger ? "danger" : ""}" @click=${() => this.#ask(way)}>${
        actions[way]
      }</button>`;
    }
    return sure(
      { question: actions[`${way}Sure`], yes: actions[`${way}Yes`], no: actions.resignNo, danger },
      (answer) => answer ? this.#go(way) : this.#ask(""),
    );
  }

  /** @param {"" | "leave" | "resign"} sure */
  #ask(sure) {
    this.sure = sure;
    return refocus(this, "button.going");
  }

  /** @param {"leave" | "resign"} way */
  async #go(way) {
    await this.shell.try(async () => void await this.follow.match?.[way]());
    this.sure = "";
  }

  async #share() {
    await copy(`${home()}/m/${this.match.id}`);
    this.shell.tell({ kind: "note", text: this.text.actions.copied });
  }
}

customElements.define("table-actions", TableActions);
