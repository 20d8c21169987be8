// A dialog for the player's name.

import { html, nothing } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { Page } from "../shell/page.js";
import { at } from "../shell/router.js";

const STYLE = new CSSStyleSheet();
STYLE.replaceSync("name-dialog nav .button { flex: 1 1 auto; padding-inline: var(--space-2); }");
document.adoptedStyleSheets.push(STYLE);

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
          ${this.shell.session.known ? this.#pages() : nothing}
          <h2 id="name-title">${words.title}</h2>
          <input name="name" autocomplete="nickname webauthn" maxlength="40" required aria-labelledby="name-title"
            aria-describedby="name-hint" @focus=${() => this.#offer()} .value=${this.shell.session.name}>
          <p id="name-hint" class="soft small">${words.hint} ${words.later}</p>
          ${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}
          <p class="row end">
            <button type="button" @click=${() => this.#pair()}>${this.shell.session.known
              ? words.pair
              : words.signIn}</button>
            <button type="button" class="plain" @click=${() => this.querySelector("dialog")?.close()}>${cancel}</button>
            <button class="main">${words.keep}</button>
          </p>
        </form>
      </dialog>
    `;
  }

  /** The player's own pages, for which the first page has no room at its top. */
  #pages() {
    const { name: { profile, friends, boards } } = this.text;
    const pages = [["/p/me", profile], ["/friends", friends], ["/leaderboards", boards]];
    return html`
      <nav class="row" aria-label=${profile}>${pages.map(([path, name]) =>
        html`<a class="button" href=${at(path)} @click=${() => this.#leave()}>${name}</a>`
      )}</nav>
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
    const { offerKeys } = await import("../shell/ways-in.js");
    const { done, words } = await offerKeys(this.shell, this.#offered.signal);
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
