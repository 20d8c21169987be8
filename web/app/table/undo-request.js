// Taking moves back: what is asked, and the answers to it.

import { html, nothing } from "../../vendor/lit.js";
import { historyText } from "../../text/history.js";
import { undoText } from "../../text/undo.js";
import { Page } from "../shell/page.js";
import { playersOf } from "../match/players.js";
import { besides } from "../match/story.js";
import { moves } from "../match/undo-rules.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../../sdk/javascript/src/match.js").Match} Match */

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
  undo-request p, undo-request ul {
    margin: 0 0 var(--space-2);
  }
  undo-request ul {
    max-height: 30vh;
    overflow: auto;
    padding-inline-start: var(--space-4);
    list-style: disc;
  }
`);
document.adoptedStyleSheets.push(STYLE);

/** The request that is answered is at most so many versions back: one for each player, and itself. */
const ASKED_BEFORE = 6;

/**
 * Tell of a version that no move has brought about: what is taken back or not, who has resigned or run out of time.
 * @param {import("../shell/shell.js").Shell} shell
 * @param {Match} match
 * @param {number} version
 */
export async function tellOf(shell, match, version) {
  const { yourSeat } = match.now;
  const players = playersOf(match.now);
  const name = (/** @type {number | null} */ seat) => players[seat ?? -1] ?? "";
  const words = undoText(shell.text.language);
  let asker;
  for await (const entry of match.history(Math.max(0, version - ASKED_BEFORE))) {
    const { version: at, kind, seat } = entry;
    if (kind === "asked") asker = seat;
    if (at !== version) continue;
    if (kind === "undone") return shell.tell({ kind: "note", text: words.undone });
    if (kind === "asked") return shell.say(seat === yourSeat ? words.own : words.asks(name(seat)));
    if (kind !== "refused") return shell.say(besides(historyText(shell.text.language), entry, players));
    const text = seat === asker ? words.withdrawn(name(seat)) : words.refused(name(seat));
    return shell.tell({ kind: "note", text: seat === yourSeat ? words.ended : text });
  }
}

/** The open request to take moves back, with what the reader can answer. */
export class UndoRequest extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    words: { attribute: false },
    goes: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../match/follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    /** The texts of the game. @type {import("../../text/index.js").BoardText | undefined} */
    this.words = undefined;
    /** The events of what would be taken back, move by move. @type {(readonly any[])[]} */
    this.goes = [];
    this.loaded = "";
  }

  willUpdate() {
    const { id, undo } = this.match;
    const key = `${id} ${undo?.toVersion}`;
    if (!undo || key === this.loaded) return;
    this.loaded = key;
    this.#load(undo.toVersion).catch(() => this.loaded = ""); // whatever is drawn next tries again
  }

  /** @param {number} after the version to return to */
  async #load(after) {
    const entries = [];
    for await (const entry of this.follow.match?.history(after) ?? []) entries.push(entry);
    this.goes = moves(entries).map(({ events = [] }) => events);
  }

  render() {
    const { match, shell } = this;
    const { undo, yourSeat } = match;
    if (!undo) return nothing;
    const words = undoText(shell.text.language);
    const players = playersOf(match);
    const name = (/** @type {number} */ seat) => players[seat];
    const goes = this.goes.map((events) => this.words?.game.told(events, { players, seat: yourSeat })).filter(Boolean);
    const asks = undo.seat === yourSeat;
    const answers = yourSeat !== null && undo.needs.includes(yourSeat);
    return html`
      <section class="asked" role="group" aria-label=${asks ? words.own : words.asks(name(undo.seat))}>
        <p><b>${asks ? words.own : words.asks(name(undo.seat))}</b></p>
        ${goes.length
          ? html`
            <p>${words.goes}</p>
            <ul>${goes.map((each) => html`<li>${each}</li>`)}</ul>
          `
          : nothing}
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
