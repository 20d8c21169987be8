// A question before something that cannot be taken back.

import { html, nothing } from "../../vendor/lit.js";
import { Page } from "../shell/page.js";

/**
 * @typedef {object} Asked
 * @property {string} title
 * @property {(string | undefined | false)[]} lines what happens then
 * @property {string} [certain] what has to be checked first
 * @property {string} yes
 * @property {{ words: string, go: () => void }} [instead] something better
 */

/** Ask over the page. @param {import("../shell/shell.js").Shell} shell @param {Asked} asked @returns {Promise<boolean>} */
export function ask(shell, asked) {
  return new Promise((answered) => {
    const question = document.createElement("account-question");
    document.body.append(Object.assign(question, { shell, asked, answered }));
  });
}

/** The dialog; Escape and the Back button of a phone say no. */
class Question extends Page {
  constructor() {
    super();
    /** @type {Asked} */
    this.asked;
    /** @type {(yes: boolean) => void} */
    this.answered;
    this.yes = false;
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
  }

  render() {
    const { title, lines, certain, yes, instead } = this.asked;
    return html`
      <dialog class="question" role="alertdialog" aria-labelledby="question-title" aria-describedby="question-lines"
        @close=${() => this.#close()}>
        <form method="dialog" @submit=${() => this.yes = true}>
          <h2 id="question-title">${title}</h2>
          <div id="question-lines">${lines.filter(Boolean).map((line) => html`<p>${line}</p>`)}</div>
          ${instead
            ? html`<p><button type="button" @click=${() => this.#instead(instead.go)}>${instead.words}</button></p>`
            : nothing}
          ${certain
            ? html`<label class="check"><input type="checkbox" name="certain" required> <span>${certain}</span></label>`
            : nothing}
          <p class="row end">
            <button type="button" class="plain" autofocus @click=${() => this.#end()}>${this.text.cancel}</button>
            <button class="main danger">${yes}</button>
          </p>
        </form>
      </dialog>
    `;
  }

  /** @param {() => void} go */
  #instead(go) {
    this.#end();
    go();
  }

  #end() {
    this.querySelector("dialog")?.close();
  }

  #close() {
    this.remove();
    this.answered(this.yes);
  }
}

customElements.define("account-question", Question);
