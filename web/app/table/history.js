// What has happened in a match: its moves in writing, with the sentence of each; and the table as text.

import { html, nothing } from "../../vendor/lit.js";
import { historyText } from "../../text/history.js";
import { lines } from "./history-lines.js";
import { Page } from "../shell/page.js";
import { playersOf } from "../match/players.js";
import { besides, forced, toldOf } from "../match/story.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").HistoryEntry} HistoryEntry */
/** @typedef {import("../../../sdk/javascript/src/index.js").Match} Match */

/** As near to the end of the list as this, in pixels, its reader wants to see what comes. */
const NEAR = 24;

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .before > summary { color: var(--good); }
  .before p { padding: 0 0 var(--space-1) var(--space-4); font-size: calc(.9375rem * var(--print, 1)); }
  .drawn { margin: 0; overflow: auto; font: .75rem / 1.35 var(--font-mono); background: var(--ground); border-radius: var(--radius-m); padding: var(--space-3); }
`);
document.adoptedStyleSheets.push(STYLE);

/** Loads what belongs to a version of a match, again for each that follows. */
class OfVersion extends Page {
  static properties = { ...Page.properties, match: { attribute: false }, version: { type: Number } };

  constructor() {
    super();
    /** @type {Match} */
    this.match;
    this.version = 0;
    this.loaded = 0;
    this.loading = false;
  }

  updated() {
    if (this.version !== this.loaded) this.#load();
  }

  /** Begin anew: the service has gone back to an earlier version. */
  restart() {}

  /** @returns {Promise<void>} */
  async loadNow() {}

  async #load() {
    if (this.loading) return;
    this.loading = true;
    const { version } = this;
    if (version < this.loaded) this.restart();
    try {
      await this.loadNow();
      this.loaded = version;
      this.requestUpdate();
    } catch {
      // The line tells what is wrong, and whatever is drawn next tries again.
    } finally {
      this.loading = false;
    }
  }
}

/** The history of a match, by rounds or turns; the newest entry is last, and in sight. */
export class MatchHistory extends OfVersion {
  static properties = { ...OfVersion.properties, words: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../../text/index.js").BoardText} */
    this.words;
    /** @type {HistoryEntry[]} */
    this.entries = [];
    /** Whether the reader has the end of the list in sight, and wants to keep it there. */
    this.ends = true;
    /** @type {HTMLElement | null} */
    this.scroller = null;
    this.scrolled = () => this.ends = this.#below < NEAR;
    this.resized = new ResizeObserver(() => this.#end());
  }

  connectedCallback() {
    super.connectedCallback();
    this.scroller = this.closest(".beside");
    if (!this.scroller) return;
    this.scroller.addEventListener("scroll", this.scrolled);
    this.resized.observe(this.scroller);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.scroller?.removeEventListener("scroll", this.scrolled);
    this.resized.disconnect();
  }

  /** How much of the list is below what is seen, in pixels. */
  get #below() {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = this.scroller ?? {};
    return scrollHeight - scrollTop - clientHeight;
  }

  #end() {
    if (this.ends) this.scroller?.scrollTo(0, this.scroller.scrollHeight);
  }

  /** @override */
  restart() {
    this.entries = [];
  }

  /** @override */
  async loadNow() {
    const after = this.entries.at(-1)?.version ?? 0;
    for await (const entry of this.match.history(after)) {
      if (entry.version > (this.entries.at(-1)?.version ?? 0)) this.entries.push(entry);
    }
  }

  updated() {
    super.updated();
    this.#end();
  }

  render() {
    const { loading, language } = this.text;
    if (!this.loaded) return html`<p class="soft">${loading}</p>`;
    if (!this.entries.length) return html`<p class="soft">${historyText(language).noHistory}</p>`;
    const dealt = this.entries.findIndex(({ events }) => events.length);
    const own = forced(this.entries, this.match.now.seats);
    const all = this.entries.map((entry) => ({
      ...entry,
      seat: entry.kind === "move" ? entry.seat : null,
      of: entry.seat,
    }));
    return html`${this.#before(this.entries.slice(0, dealt + 1))}${
      lines(all, {
        language,
        tell: (turn) => this.#told(turn, own.has(turn[0].version), turn[0] === all[dealt]),
        path: (version) => `/m/${this.match.id}/replay#step=${version}`,
        notation: this.shell.preferences.notation,
      })
    }`;
  }

  get #players() {
    return playersOf(this.match.now);
  }

  /** How the table came about: folded, as it is the same at each. @param {HistoryEntry[]} entries */
  #before(entries) {
    const words = historyText(this.text.language);
    const { sealed, before, prove } = words;
    const { deal, outcome } = this.match.now;
    if (!entries.length) return nothing;
    return html`
      <details class="before"><summary>${deal === "sealed" ? sealed : before}</summary>
        ${entries.map((entry) => html`<p>${besides(words, entry, this.#players)}</p>`)}
        ${outcome ? html`<p><button @click=${() => this.#prove()}>${prove}</button></p>` : nothing}
      </details>
    `;
  }

  async #prove() {
    await this.shell.try(async () => {
      const { prove } = await import("../proof/proof-dialog.js");
      prove(this.shell, this.match);
    });
  }

  /**
   * What has happened in a turn, in words.
   * @param {readonly (import("../match/story.js").Line & { kind: string, of: number, note?: string })[]} turn
   * @param {boolean} own whether the server has moved
   * @param {boolean} deal
   */
  #told(turn, own, deal) {
    const words = historyText(this.text.language);
    const players = this.#players;
    const [{ of, note = "", ...entry }] = turn;
    const beside = deal ? "" : own ? words.played(players[of]) : besides(words, { ...entry, seat: of, note }, players);
    const seat = own ? null : this.match.now.yourSeat;
    const told = toldOf(turn, (events) => this.words.game.told(events, { players, seat }), players);
    return [beside, told, note].filter(Boolean).join(" ");
  }
}

/** The table as the service writes it, for people who read it with a fixed width. */
export class TableText extends OfVersion {
  constructor() {
    super();
    this.drawn = "";
  }

  /** @override */
  async loadNow() {
    this.drawn = await this.match.text();
  }

  render() {
    if (!this.drawn) return html`<p class="soft">${this.text.loading}</p>`;
    return html`<pre class="drawn" tabindex="0" role="region" aria-label=${this.text.table.text}>${this.drawn}</pre>`;
  }
}

customElements.define("match-history", MatchHistory);
customElements.define("table-text", TableText);
