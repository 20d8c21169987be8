// What can be done at a table besides moves.

import { html, nothing } from "../vendor/lit.js";
import { copy, linkTo } from "./opening.js";
import { Page } from "./page.js";
import { chime } from "./sound.js";

/** @typedef {import("../../sdk/javascript/types/api.js").MatchView} MatchView */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .actions-list { display: grid; gap: var(--space-3); }
  .sure { display: grid; gap: var(--space-2); padding: var(--space-3); border-radius: var(--radius-m); background: var(--danger-soft); }
`);
document.adoptedStyleSheets.push(STYLE);

/** Resign, share, turn the board, sound, rules. "turn-board" is sent to turn it. */
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
    /** Whether resigning is to be confirmed. */
    this.sure = false;
  }

  render() {
    const { actions } = this.text;
    const { match } = this;
    const plays = match.yourSeat !== null && match.status === "active";
    return html`
      <div class="actions-list">
        ${match.yourSeat === null ? html`<p class="soft">${actions.watching}.</p>` : nothing}
        ${plays && match.undoMode === "consent" && !match.undo
          ? html`<button @click=${() => this.#takeBack()}>${actions.takeBack}</button>`
          : nothing}
        ${plays ? this.#resigning() : nothing}
        ${match.yourSeat === null
          ? html`<button @click=${() => this.dispatchEvent(new Event("turn-board"))}>${actions.turnBoard}</button>`
          : nothing}
        ${match.access === "public"
          ? html`<button @click=${() => this.#share()}>${actions.link}</button>`
          : html`<p class="soft small">${actions.linkPrivate}</p>`}
        <button aria-pressed=${this.shell.sound} @click=${() => this.#hear()}>${this.shell.sound
          ? actions.soundOff
          : actions.soundOn}</button>
        <a class="button" href=${`/rules/${match.game}`} target="_blank" rel="noopener">${actions.rules}</a>
      </div>
    `;
  }

  #resigning() {
    const { actions } = this.text;
    if (!this.sure) return html`<button class="danger" @click=${() => this.#ask(true)}>${actions.resign}</button>`;
    return html`
      <div class="sure" role="group" aria-label=${actions.resignSure}>
        <p><b>${actions.resignSure}</b></p>
        <p class="row"><button class="danger main" @click=${() => this.#resign()}>${actions.resignYes}</button>
          <button @click=${() => this.#ask(false)}>${actions.resignNo}</button></p>
      </div>
    `;
  }

  /** @param {boolean} sure */
  async #ask(sure) {
    this.sure = sure;
    await this.updateComplete;
    const next = sure ? this.querySelector(".sure button:not(.danger)") : this.querySelector("button.danger");
    if (next instanceof HTMLElement) next.focus();
  }

  async #resign() {
    await this.shell.try(async () => void await this.follow.match?.resign());
    this.sure = false;
  }

  #takeBack() {
    return this.shell.try(async () => {
      const { match, shell } = this;
      const { beforeLastMove } = await import("./undo.js");
      const { undoText } = await import("../text/undo.js");
      const table = this.follow.match;
      if (!table || match.yourSeat === null) return;
      const version = await beforeLastMove(table.history(), match.yourSeat);
      if (version === undefined) shell.tell({ kind: "note", text: undoText(shell.text.language).none });
      else await table.undo(version);
    });
  }

  async #share() {
    await copy(linkTo(this.match).split("#")[0]);
    this.shell.tell({ kind: "note", text: this.text.actions.copied });
  }

  #hear() {
    this.shell.hear(!this.shell.sound);
    if (this.shell.sound) chime("turn");
  }
}

customElements.define("table-actions", TableActions);
