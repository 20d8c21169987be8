// A dialog for the player's name.

import { html, nothing } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { Page } from "./page.js";

/** Asks for a name; "close" is sent when it is done. */
export class NameDialog extends Page {
  static properties = { ...Page.properties, wrong: { state: true } };

  constructor() {
    super();
    this.wrong = false;
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
    this.querySelector("input")?.select();
  }

  render() {
    const { name: words, cancel } = this.text;
    return html`
      <dialog aria-labelledby="name-title" @close=${() => this.dispatchEvent(new Event("close"))}>
        <form method="dialog" @submit=${(/** @type {Event} */ event) => this.#submit(event)}>
          <h2 id="name-title">${words.title}</h2>
          <input name="name" autocomplete="nickname" maxlength="40" required aria-labelledby="name-title"
            aria-describedby="name-hint" .value=${this.shell.session.name}>
          <p id="name-hint" class="soft small">${words.hint} ${words.later}</p>
          ${this.wrong ? html`<p class="wrong" role="alert">${words.wrong}</p>` : nothing}
          <p><button type="button" @click=${() => this.#pair()}>${words.pair}</button></p>
          <p class="row end">
            <button type="button" class="plain" @click=${() => this.querySelector("dialog")?.close()}>${cancel}</button>
            <button class="main">${words.keep}</button>
          </p>
        </form>
      </dialog>
    `;
  }

  #pair() {
    this.querySelector("dialog")?.close();
    this.shell.pair();
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const name = this.querySelector("input")?.value.trim().replace(/\s+/g, " ") ?? "";
    try {
      if (this.shell.session.known) await this.shell.session.rename(name);
      else await this.shell.session.player(() => name);
      this.querySelector("dialog")?.close();
    } catch (error) {
      this.wrong = error instanceof Refused && error.code === "malformed";
      if (!this.wrong) this.shell.failed(error);
    }
  }
}

customElements.define("name-dialog", NameDialog);
