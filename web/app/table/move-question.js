// The question before a move: one dialog for all games. Escape takes back; so does Enter where something is warned of.

import { html } from "../../vendor/lit.js";
import { playText } from "../../text/play.js";
import { Page } from "../shell/page.js";

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .question { margin-block: auto max(var(--space-3), 8dvh); }
  .question::backdrop { background: rgb(20 14 5 / .25); }
  .question p:not(.row) { font-size: var(--text-l); line-height: 1.3; text-wrap: balance; }
  .question .row button { flex: 1; min-height: 52px; }
  @media (max-width: 899px) { .question { margin-block-end: calc(var(--space-3) + env(safe-area-inset-bottom)); } }
`);
document.adoptedStyleSheets.push(STYLE);

/** What is asked about a move; "answer" is sent with whether it is made. */
export class MoveQuestion extends Page {
  static properties = { ...Page.properties, warning: {} };

  constructor() {
    super();
    /** What the player may not want of the move, in words; "" if each move is asked about. */
    this.warning = "";
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
  }

  render() {
    const { play, anyway, takeBack, sure, silent } = playText(this.text.language);
    const { warning } = this;
    return html`
      <dialog class="question" aria-labelledby="question" @close=${(/** @type {Event} */ { target }) =>
        this.#answer(/** @type {HTMLDialogElement} */ (target).returnValue === "play")}>
        <form method="dialog">
          <p id="question">${warning || sure}</p>
          <p class="row"><button class=${warning ? "" : "main"} value="play" ?autofocus=${!warning}>${warning
            ? anyway
            : play}</button>
            <button class=${warning ? "main" : ""} value="" ?autofocus=${Boolean(warning)}>${takeBack}</button></p>
          <label class="check small"><input type="checkbox" name="silent"> ${silent}</label>
        </form>
      </dialog>
    `;
  }

  /** @param {boolean} plays */
  #answer(plays) {
    const { checked } = /** @type {HTMLInputElement} */ (this.querySelector("[name=silent]"));
    if (checked) this.shell.prefer(this.warning ? { warn: false } : { confirm: false });
    this.dispatchEvent(new CustomEvent("answer", { detail: plays }));
  }
}

customElements.define("move-question", MoveQuestion);
