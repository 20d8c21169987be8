// Where somebody comes back to who has signed in elsewhere: the sign-in is finished here.

import { html } from "../../vendor/lit.js";
import { waysInText } from "../../text/ways-in.js";
import { at } from "../shell/router.js";
import { finish } from "../shell/single-sign-on.js";
import { Page } from "../shell/page.js";

/** Finishes the sign-in, and goes to the first page. */
export class SignedIn extends Page {
  static properties = { ...Page.properties, wrong: { state: true } };

  constructor() {
    super();
    /** Why nobody was signed in. */
    this.wrong = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.#finish();
  }

  async #finish() {
    const { shell } = this;
    const { done, words } = await finish(shell);
    if (!done) return void (this.wrong = words);
    shell.tell({ kind: "note", text: words });
    shell.router.go("/", { replace: true });
  }

  render() {
    const words = waysInText(this.text.language);
    if (!this.wrong) return html`<h1 class="soft">${words.signIn}</h1>`;
    return html`
      <h1>${words.signIn}</h1>
      <p class="wrong" role="alert">${this.wrong}</p>
      <p><a class="button" href=${at("/")}>${this.text.header.play}</a></p>
    `;
  }
}

customElements.define("signed-in", SignedIn);
