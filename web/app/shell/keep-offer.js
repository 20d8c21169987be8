// "Keep my account", asked at the end of a whole match and on the first page afterwards, and never again after an answer:
// `croupier:keep` is "ask" between the two, and "answered" afterwards.

import { html, nothing } from "../../vendor/lit.js";
import { waysIn } from "../../../sdk/javascript/src/access.js";
import { waysInText } from "../../text/ways-in.js";
import { Page } from "./page.js";
import { can, keep } from "./ways-in.js";

/** Offers to keep the account, unless it is kept. */
export class KeepOffer extends Page {
  static properties = { ...Page.properties, brief: { type: Boolean }, open: { state: true }, said: { state: true } };

  constructor() {
    super();
    /** Whether there is room for the button alone. */
    this.brief = false;
    this.open = false;
    this.said = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.#look().catch(() => {}); // the next match asks
  }

  async #look() {
    if (!can()) return;
    const { passkeys } = await waysIn(this.shell.me);
    this.open = passkeys.length === 0;
    if (!this.open) this.#answered();
  }

  #answered() {
    this.shell.kept.setItem("croupier:keep", "answered");
  }

  render() {
    if (!this.open) return this.said ? html`<p role="status">${this.said}</p>` : nothing;
    return this.brief ? this.#brief() : this.#whole();
  }

  #brief() {
    const words = waysInText(this.text.language);
    return html`
      <button type="button" class="plain" title=${words.why} @click=${() => this.#keep()}>${words.keep}</button>
      ${this.said ? html`<p class="wrong small" role="alert">${this.said}</p>` : nothing}
    `;
  }

  #whole() {
    const words = waysInText(this.text.language);
    return html`
      <section class="panel" aria-label=${words.title}>
        <p>${words.why}</p>
        ${this.said ? html`<p class="wrong" role="alert">${this.said}</p>` : nothing}
        <p class="row"><button type="button" @click=${() => this.#keep()}>${words.keep}</button>
          <button type="button" class="plain" @click=${() => this.#later()}>${words.later}</button></p>
      </section>
    `;
  }

  async #keep() {
    const { done, words } = await keep(this.shell);
    this.said = words;
    this.open = !done;
    if (done) this.#answered();
  }

  #later() {
    this.open = false;
    this.said = "";
    this.#answered();
  }
}

customElements.define("keep-offer", KeepOffer);
