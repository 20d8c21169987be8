// A dialog for what is kept in this browser (language, sounds, notifications, typed moves, earlier accounts), and the
// player's consent to research.

import { html, nothing } from "../vendor/lit.js";
import { LANGUAGES } from "../text/index.js";
import { moreOf } from "../text/more.js";
import { choose, offered } from "./earlier.js";
import { permission } from "./notify.js";
import { Page } from "./page.js";
import { chime } from "./sound.js";

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .languages { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 var(--space-4); }
  .languages legend { padding: 0; }
`);
document.adoptedStyleSheets.push(STYLE);

/** The settings; "close" is sent when they are put away. */
export class SettingsDialog extends Page {
  static properties = { ...Page.properties, research: { state: true }, earlier: { state: true } };

  constructor() {
    super();
    /** Whether the player's matches may be exported for research. */
    this.research = false;
    /** Players of this browser whom the service knows again. @type {import("./session.js").Account[]} */
    this.earlier = [];
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
    this.#ask();
  }

  #ask() {
    this.#consent().catch(() => {}); // the line tells what is wrong
    offered(this.shell.session).then((earlier) => this.earlier = earlier);
  }

  async #consent() {
    const { known, me } = this.shell.session;
    if (known) this.research = await me.allowsResearch();
  }

  render() {
    const { text, shell } = this;
    const { settings } = moreOf(text.language);
    const blocked = permission() === "denied";
    return html`
      <dialog aria-labelledby="settings-title" @close=${() => this.dispatchEvent(new Event("close"))}>
        <form method="dialog">
          <h2 id="settings-title">${settings.title}</h2>
          <fieldset class="languages"><legend>${settings.language}</legend>
            ${Object.entries(LANGUAGES).map((each) => this.#language(each))}</fieldset>
          ${this.#check(settings.sound, settings.soundHint, shell.sound, (on) => this.#hear(on))}
          ${this.#check(settings.notify, settings.notifyHint, shell.notifying && !blocked, (on) => this.#notify(on))}
          ${blocked ? html`<p class="wrong small" role="status">${settings.blocked}</p>` : nothing}
          ${this.#check(settings.typing, settings.typingHint, shell.typing, (on) => shell.type(on))}
          ${this.#check(settings.research, settings.researchHint, this.research, (on) => this.#allow(on))}
          ${this.#earlier()}
          <p class="row end"><button class="main">${text.close}</button></p>
        </form>
      </dialog>
    `;
  }

  #earlier() {
    const { settings } = moreOf(this.text.language);
    if (!this.earlier.length) return nothing;
    return html`<p role="status">${settings.earlier}</p>${
      this.earlier.map((account) =>
        html`<p><button type="button" @click=${() => this.#become(account)}>${
          settings.become(account.name)
        }</button></p>`
      )
    }`;
  }

  /** @param {import("./session.js").Account} account */
  #become(account) {
    this.earlier = [];
    choose(this.shell.session, account);
    this.#ask();
  }

  /** @param {[string, string]} language its code and its own name */
  #language([code, name]) {
    return html`<label class="check"><input type="radio" name="language" .checked=${code === this.text.language}
      @change=${() => this.shell.speak(code)}> <span lang=${code}>${name}</span></label>`;
  }

  /** @param {string} name @param {string} hint @param {boolean} on @param {(on: boolean) => unknown} change */
  #check(name, hint, on, change) {
    return html`<label class="check"><input type="checkbox" .checked=${on}
      @change=${(/** @type {any} */ { target }) => change(target.checked)}>
      <span>${name} <small class="soft">${hint}</small></span></label>`;
  }

  /** What could not be told to the service is shown as it was. @param {boolean} on */
  async #allow(on) {
    const before = this.research;
    this.research = on;
    const now = await this.shell.try(async () => await (await this.shell.player()).allowResearch(on));
    this.research = now ?? before;
  }

  /** @param {boolean} on */
  #hear(on) {
    this.shell.hear(on);
    if (on) chime("turn");
  }

  /** Ask the browser, which asks the player once. @param {boolean} on */
  async #notify(on) {
    if (on && permission() === "default") await Notification.requestPermission();
    await this.shell.notify(on && permission() === "granted");
    this.requestUpdate();
  }
}

customElements.define("settings-dialog", SettingsDialog);
