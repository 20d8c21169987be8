// "Keep my account", asked on the first page once a whole match is over, and never again after an answer: `croupier:keep` is "ask"
// between the two, and "answered" afterwards.

import { html, nothing } from "../../vendor/lit.js";
import { waysIn } from "../../../sdk/javascript/src/access.js";
import { waysInText } from "../../text/ways-in.js";
import { Page } from "../shell/page.js";
import { can, keep } from "../shell/ways-in.js";

/** Offers to keep the account, unless it is kept. */
export class KeepOffer extends Page {
  static properties = { ...Page.properties, open: { state: true }, said: { state: true } };

  constructor() {
    super();
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
    const words = waysInText(this.text.language);
    if (!this.open) return this.said ? html`<p role="status">${this.said}</p>` : nothing;
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
