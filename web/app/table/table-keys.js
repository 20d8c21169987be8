// The keys of a table: those of the page, and those of the game.

import { html, nothing } from "../../vendor/lit.js";
import { playText } from "../../text/play.js";
import { Page } from "../shell/page.js";

/** @typedef {[title: string, all: [keys: string, what: string][], written?: boolean]} List what is `written` is no key: it is typed, or stands on the board */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .keys { width: min(32rem, calc(100vw - 2 * var(--space-3))); max-height: calc(100dvh - 2 * var(--space-3)); }
  .keys dl { margin: 0; display: grid; gap: var(--space-2); }
  .keys dl div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: var(--space-3); }
  .keys dd { margin: 0; }
  .keys :is(kbd, code) { font: 600 var(--text-s) / 1.5 var(--font-mono); overflow-wrap: anywhere; }
  .keys code { color: var(--accent); }
  .keys kbd { background: var(--sunken); border: 1px solid var(--line); border-block-end-width: 2px; border-radius: var(--radius-s); padding: 1px 6px; margin-inline-end: 3px; }
`);
document.adoptedStyleSheets.push(STYLE);

/** What `?` opens; "close" is sent when it is put away. */
export class TableKeys extends Page {
  static properties = { ...Page.properties, words: { attribute: false }, lists: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../../text/index.js").BoardText} */
    this.words;
    /** Other keys than those of a table, by their titles. @type {List[] | undefined} */
    this.lists = undefined;
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
  }

  render() {
    const { keys } = playText(this.text.language);
    return html`
      <dialog class="keys" aria-labelledby="keys-title" @close=${() => this.dispatchEvent(new Event("close"))}>
        <form method="dialog">
          <h2 id="keys-title">${keys.title}</h2>
          ${this.#lists(keys).map((each) => this.#list(each))}
          ${this.lists || this.shell.typing ? nothing : html`<p class="soft small">${keys.off}</p>`}
          <p class="row end"><button class="main" autofocus>${this.text.close}</button></p>
        </form>
      </dialog>
    `;
  }

  /** @param {import("../../text/play.js").PlayText["keys"]} keys @returns {List[]} */
  #lists(keys) {
    const { keys: own = [], signs = [] } = this.words?.game ?? {};
    /** @type {List[]} */
    const all = [[keys.page, keys.all], [keys.game, own, true], [keys.signs, signs, true]];
    return this.lists ?? all.filter(([, each]) => each.length);
  }

  /** @param {List} list */
  #list([title, all, written]) {
    return html`
      <h3>${title}</h3>
      <dl>${all.map(([key, what]) =>
        html`
          <div>
            <dt>${written ? html`<code>${key}</code>` : key.split(" ").map((each) => html`<kbd>${each}</kbd>`)}</dt>
            <dd>${what}</dd>
          </div>
        `
      )}</dl>
    `;
  }
}

customElements.define("table-keys", TableKeys);
