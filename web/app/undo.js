// Taking moves back: what is asked, and the answers to it.

import { html, nothing } from "../vendor/lit.js";
import { undoText } from "../text/undo.js";
import { Page } from "./page.js";

/** @typedef {import("../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../sdk/javascript/src/match.js").Match} Match */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  undo-request .asked {
    position: fixed;
    z-index: 19;
    inset-inline: var(--space-2);
    inset-block-start: calc(60px + env(safe-area-inset-top));
    max-width: 30rem;
    margin-inline: auto;
    padding: var(--space-3);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-l);
    background: var(--surface);
    color: var(--ink);
    box-shadow: var(--shadow-3);
  }
  undo-request p {
    margin: 0 0 var(--space-2);
  }
`);
document.adoptedStyleSheets.push(STYLE);

/**
 * The version before the last move of a seat that has not been taken back; undefined if it has made none.
 * @param {AsyncIterable<{ version: number, kind: string, seat: number | null, to?: number | null }>} history
 * @param {number} seat
 */
export async function beforeLastMove(history, seat) {
  /** @type {number[]} */
  let made = [];
  for await (const entry of history) {
    if (entry.kind === "undone") made = made.filter((version) => version <= Number(entry.to));
    if (entry.kind === "move" && entry.seat === seat) made.push(entry.version);
  }
  return made.length ? made[made.length - 1] - 1 : undefined;
}

/** The open request to take moves back, with what the reader can answer. */
export class UndoRequest extends Page {
  static properties = { ...Page.properties, follow: { attribute: false }, match: { attribute: false } };

  constructor() {
    super();
    /** @type {import("./follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
  }

  render() {
    const { match, shell } = this;
    const { undo, yourSeat, seats } = match;
    if (!undo) return nothing;
    const words = undoText(shell.text.language);
    const name = (/** @type {number} */ seat) => seats[seat].player?.displayName ?? "";
    const asks = undo.seat === yourSeat;
    const answers = yourSeat !== null && undo.needs.includes(yourSeat);
    return html`
      <section class="asked" role="group" aria-label=${asks ? words.own : words.asks(name(undo.seat))}>
        <p><b>${asks ? words.own : words.asks(name(undo.seat))}</b></p>
        ${answers ? nothing : html`<p class="soft">${words.waits(shell.text.list(undo.needs.map(name)))}</p>`}
        <p class="row">
          ${answers
            ? html`<button class="main" @click=${() => this.#agree(undo.toVersion)}>${words.agree}</button>`
            : nothing}
          ${answers || asks
            ? html`<button @click=${() => this.#refuse()}>${asks ? words.withdraw : words.refuse}</button>`
            : nothing}
        </p>
      </section>
    `;
  }

  /** @param {number} version */
  #agree(version) {
    return this.shell.try(async () => void await this.follow.match?.undo(version));
  }

  #refuse() {
    return this.shell.try(async () => void await this.follow.match?.refuseUndo());
  }
}

customElements.define("undo-request", UndoRequest);
