// Sign in to an account that was kept: with a passkey of this device, or with a printed code. A part of the dialog about devices.

import { html, nothing } from "../../vendor/lit.js";
import { waysInText } from "../../text/ways-in.js";
import { Page } from "../shell/page.js";
import { can, issuersOf, signInByCode, signInByKey } from "../shell/ways-in.js";

/** Signs in; "done" is sent once somebody is. */
export class SignIn extends Page {
  static properties = { ...Page.properties, wrong: { state: true }, busy: { state: true }, issuers: { state: true } };

  constructor() {
    super();
    /** Why nobody was signed in. */
    this.wrong = "";
    this.busy = false;
    /** Where somebody may have an account. @type {import("../shell/single-sign-on.js").Issuer[]} */
    this.issuers = [];
  }

  connectedCallback() {
    super.connectedCallback();
    issuersOf(this.shell).then((issuers) => this.issuers = issuers);
  }

  get words() {
    return waysInText(this.text.language);
  }

  render() {
    const { words } = this;
    return html`
      <section aria-labelledby="sign-in-title">
        <h3 id="sign-in-title">${words.signInKept}</h3>
        <p class="soft small">${words.signInWhy}</p>
        ${can()
          ? html`<p class="row"><button type="button" ?disabled=${this.busy} @click=${() =>
            this.#use(() => signInByKey(this.shell))}>${words.byKey}</button></p>`
          : nothing}
        ${this.issuers.map((issuer) =>
          html`<p class="row"><button type="button" ?disabled=${this.busy} @click=${() => this.#elsewhere(issuer)}>${
            words.elsewhere(issuer.name)
          }</button></p>`
        )}
        <form @submit=${(/** @type {Event} */ event) => this.#submit(event)}>
          <label>${words
            .byCode} <input name="recovery" autocomplete="off" autocapitalize="characters" spellcheck="false"
            maxlength="64" required></label>
          <p class="row"><button ?disabled=${this.busy}>${words.useCode}</button></p>
        </form>
        ${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}
      </section>
    `;
  }

  /** @param {import("../shell/single-sign-on.js").Issuer} issuer */
  async #elsewhere(issuer) {
    this.busy = true;
    const { begin } = await import("../shell/single-sign-on.js");
    this.wrong = await begin(this.shell, issuer);
    this.busy = false;
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const code = /** @type {HTMLInputElement | null} */ (this.querySelector("[name=recovery]"))?.value ?? "";
    this.#use(() => signInByCode(this.shell, code));
  }

  /** @param {() => Promise<import("../shell/ways-in.js").Outcome>} way */
  async #use(way) {
    this.wrong = "";
    this.busy = true;
    const { done, words } = await way();
    this.busy = false;
    if (!done) return void (this.wrong = words);
    this.shell.tell({ kind: "note", text: words });
    this.dispatchEvent(new Event("done"));
  }
}

customElements.define("sign-in", SignIn);
