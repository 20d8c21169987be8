// A dialog for the player's name.

import { html, nothing } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { Page } from "../shell/page.js";
import { at } from "../shell/router.js";

/** Asks for a name; "close" is sent when it is done. */
export class NameDialog extends Page {
  static properties = { ...Page.properties, wrong: { state: true } };

  /** Ends the offer of passkeys. @type {AbortController | undefined} */
  #offered;

  constructor() {
    super();
    /** Why a name is none. */
    this.wrong = "";
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
          <input name="name" autocomplete="nickname webauthn" maxlength="40" required aria-labelledby="name-title"
            aria-describedby="name-hint" @focus=${() => this.#offer()} .value=${this.shell.session.name}>
          <p id="name-hint" class="soft small">${words.hint} ${words.later}</p>
          ${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}
          <p class="row">${this.shell.session.known
            ? html`
              <a class="button" href=${at("/p/me")} @click=${() => this.#leave()}>${words.profile}</a>
              <a class="button" href=${at("/friends")} @click=${() => this.#leave()}>${words.friends}</a>
            `
            : nothing}<button type="button" @click=${() => this.#pair()}>${words.pair}</button></p>
          <p class="row end">
            <button type="button" class="plain" @click=${() => this.querySelector("dialog")?.close()}>${cancel}</button>
            <button class="main">${words.keep}</button>
          </p>
        </form>
      </dialog>
    `;
  }

  /** Once the page of the link has come in the place of what lies over this one. */
  #leave() {
    setTimeout(() => this.querySelector("dialog")?.close());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#offered?.abort();
  }

  /** Whoever has a passkey finds it among what the browser suggests for the name. */
  async #offer() {
    if (this.shell.session.known || this.#offered) return;
    this.#offered = new AbortController();
    const { signal } = this.#offered;
    const { can, signInByKey } = await import("../shell/ways-in.js");
    if (!can() || !await PublicKeyCredential.isConditionalMediationAvailable?.()) return;
    const { done, words } = await signInByKey(this.shell, { mediation: "conditional", signal });
    if (!done) return void (this.wrong = words);
    this.shell.tell({ kind: "note", text: words });
    this.querySelector("dialog")?.close();
  }

  #pair() {
    this.querySelector("dialog")?.close();
    this.shell.pair();
  }

  /** What is wrong with the name; "" if it is something else. @param {unknown} error */
  #why(error) {
    if (!(error instanceof Refused)) return "";
    if (error.code === "malformed") return this.text.name.wrong;
    return error.code === "name_reserved" ? this.shell.wording(error) : "";
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
      this.wrong = this.#why(error);
      if (!this.wrong) this.shell.failed(error);
    }
  }
}

customElements.define("name-dialog", NameDialog);
