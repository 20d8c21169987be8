// What can be done at a table besides moves.

import { html, nothing } from "../vendor/lit.js";
import { undoText } from "../text/undo.js";
import { copy, linkTo } from "./opening.js";
import { Page } from "./page.js";
import { chime } from "./sound.js";
import { chance } from "./taking-back.js";

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
    chance: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    /** Whether resigning is to be confirmed. */
    this.sure = false;
    /** @type {import("../../sdk/javascript/types/api.js").HistoryEntry[]} */
    this.entries = [];
    /** What can be taken back, at the version that was looked at. @type {import("./taking-back.js").Chance | undefined} */
    this.chance = undefined;
    this.looked = 0;
  }

  updated() {
    const { version } = this.match;
    if (version === this.looked) return;
    if (version < this.looked) this.entries = [];
    this.looked = version;
    this.#look().catch(() => this.looked = 0); // whatever is drawn next tries again
  }

  /** Look what can be taken back. */
  async #look() {
    const { yourSeat, undoMode, status } = this.match;
    if (yourSeat === null || undoMode !== "consent" || status !== "active") return;
    const last = () => this.entries.at(-1)?.version ?? 0;
    for await (const entry of this.follow.match?.history(last()) ?? []) {
      if (entry.version > last()) this.entries.push(entry);
    }
    this.chance = chance(this.entries, yourSeat);
  }

  render() {
    const { actions } = this.text;
    const { match } = this;
    const active = match.yourSeat !== null && match.status === "active";
    const gone = active && match.seats[match.yourSeat ?? 0].resigned;
    const plays = active && !gone;
    return html`
      <div class="actions-list">
        ${match.yourSeat === null ? html`<p class="soft">${actions.watching}.</p>` : nothing}
        ${gone ? html`<p role="status">${actions.gone}</p>` : nothing}
        ${plays && match.undoMode === "consent" && !match.undo ? this.#takingBack() : nothing}
        ${plays ? this.#resigning() : nothing}
        ${match.yourSeat === null
          ? html`<button @click=${() => this.dispatchEvent(new Event("turn-board"))}>${actions.turnBoard}</button>`
          : nothing}
        ${match.access === "public"
          ? html`<button @click=${() => this.#share()}>${actions.link}</button>`
          : html`<p class="soft small">${actions.linkPrivate}</p>`}
        <button @click=${() => this.#hear()}>${this.shell.sound ? actions.soundOff : actions.soundOn}</button>
        <a class="button" href=${`/rules/${match.game}`} target="_blank" rel="noopener">${actions.rules}</a>
      </div>
    `;
  }

  /** Who cannot take anything back is told why. */
  #takingBack() {
    const { takeBack } = this.text.actions;
    const { chance } = this;
    if (!chance) return html`<button aria-disabled="true">${takeBack}</button>`;
    if ("to" in chance) return html`<button @click=${() => this.#takeBack(chance.to)}>${takeBack}</button>`;
    return html`
      <button aria-disabled="true" aria-describedby="not-taken-back">${takeBack}</button>
      <p class="soft small" id="not-taken-back">${undoText(this.text.language).why[chance.why]}</p>
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

  /** @param {number} version */
  #takeBack(version) {
    return this.shell.try(async () => void await this.follow.match?.undo(version));
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
