// What can be done at a table besides moves, and what is seldom needed.

import { html, nothing } from "../../vendor/lit.js";
import { copy } from "../shell/copy.js";
import { Page } from "../shell/page.js";
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
    /** @type {import("./follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    /** Whether going is to be confirmed. */
    this.sure = false;
  }

  render() {
    const { actions, header, table } = this.text;
    const { match } = this;
    const active = match.yourSeat !== null && match.status === "active";
    const gone = active && match.seats[match.yourSeat ?? 0].resigned;
    return html`
      <div class="actions-list">
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

  /** The way out: before the first own move nobody loses by it. */
  #going() {
    const { actions } = this.text;
    const { seats, yourSeat } = this.match;
    const { moved } = seats[yourSeat ?? 0];
    const { go, question, yes } = moved
      ? { go: actions.resign, question: actions.resignSure, yes: actions.resignYes }
      : { go: actions.leave, question: actions.leaveSure, yes: actions.leaveYes };
    if (!this.sure) {
      return html`<button class="going ${moved ? "danger" : ""}" @click=${() => this.#ask(true)}>${go}</button>`;
    }
    return sure(
      { question, yes, no: actions.resignNo, danger: moved },
      (answer) => answer ? this.#go() : this.#ask(false),
    );
  }

  /** @param {boolean} sure */
  #ask(sure) {
    this.sure = sure;
    return refocus(this, "button.going");
  }

  async #go() {
    const { match: { seats, yourSeat }, follow } = this;
    const go = () => seats[yourSeat ?? 0].moved ? follow.match?.resign() : follow.match?.leave();
    await this.shell.try(async () => void await go());
    this.sure = false;
  }

  async #share() {
    await copy(`${home()}/m/${this.match.id}`);
    this.shell.tell({ kind: "note", text: this.text.actions.copied });
  }
}

customElements.define("table-actions", TableActions);
