// What has happened in a match: its moves in writing, with the sentence of each; and the table as text.

import { html, nothing, repeat } from "../vendor/lit.js";
import { historyText } from "../text/history.js";
import { Page } from "./page.js";
import { forced } from "./story.js";

/** @typedef {import("../../sdk/javascript/types/api.js").HistoryEntry} HistoryEntry */
/** @typedef {import("../../sdk/javascript/src/index.js").Match} Match */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .history { display: grid; }
  .history li { display: grid; grid-template-columns: 2.2rem auto 1fr; gap: var(--space-2); padding: var(--space-2) 0; border-bottom: 1px solid var(--line); font-size: .9375rem; }
  .history li > :last-child { grid-column: 2 / -1; }
  .history .version { color: var(--ink-soft); text-align: end; text-decoration: none; min-height: var(--target); margin-block: calc(-1 * var(--space-2)); padding-block: var(--space-2); }
  .history .version:hover { color: var(--accent); text-decoration: underline; }
  .history code { font: 600 .875rem / 1.6 var(--font-mono); background: var(--sunken); padding: 0 var(--space-2); border-radius: var(--radius-s); height: max-content; }
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

/** The history of a match, the newest entry first. */
export class MatchHistory extends OfVersion {
  static properties = { ...OfVersion.properties, words: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../text/index.js").BoardText} */
    this.words;
    /** @type {HistoryEntry[]} */
    this.entries = [];
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

  render() {
    const { loading, language } = this.text;
    if (!this.loaded) return html`<p class="soft">${loading}</p>`;
    if (!this.entries.length) return html`<p class="soft">${historyText(language).noHistory}</p>`;
    const own = forced(this.entries, this.match.now.clock?.onTimeout);
    return html`<ol class="history" reversed>${
      repeat(this.entries.toReversed(), ({ version }) => version, (entry) => this.#entry(entry, own.has(entry.version)))
    }</ol>`;
  }

  /** The number of an entry, which leads to the replay. @param {number} version */
  #version(version) {
    return html`<a class="version numbers" href=${`/m/${this.match.id}/replay#step=${version}`} aria-label=${
      historyText(this.text.language).step(version)
    }>${version}</a>`;
  }

  /** @param {HistoryEntry} entry @param {boolean} own whether the server has made the move */
  #entry(entry, own) {
    const { entries, played } = historyText(this.text.language);
    const { seats, yourSeat } = this.match.now;
    const players = seats.map(({ player }) => player?.displayName ?? "");
    const name = players[entry.seat] ?? "";
    const told = this.words.game.told(entry.events, { players, seat: own ? null : yourSeat });
    const kind = own ? played(name) : entries[entry.kind]?.(name) ?? "";
    const note = "note" in entry ? entry.note : "";
    return html`
      <li class=${entry.kind}>${this.#version(entry.version)}
        ${entry.notation ? html`<code>${entry.notation}</code>` : nothing}
        <span>${[kind, told, note].filter(Boolean).join(" ")}</span></li>
    `;
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
