// Notices in the settings: whether this device tells, of what, and which other devices of the player do.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { noticesText } from "../../text/notices.js";
import { permission } from "../shell/browser-notification.js";
import { Page } from "../shell/page.js";
import { localeOf } from "../shell/time.js";
import { able, end, isTold, noted, read, subscribe, unsubscribe, USUAL } from "../shell/web-push.js";
import { devicesOf } from "./devices.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Push} Push */
/** @typedef {import("../../../sdk/javascript/types/api.js").PushBrowser} PushBrowser */
/** @typedef {import("../../../sdk/javascript/types/api.js").HookEvent} HookEvent */

/** So the service names the token with which a player is made. */
const FIRST = "first";

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  notice-settings { display: block; }
  notice-settings ul { list-style: none; margin: 0; padding: 0; }
  notice-settings li { display: flex; align-items: center; gap: var(--space-2); min-height: var(--target); border-top: 1px solid var(--line); }
  notice-settings li span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  notice-settings h4 { margin: var(--space-3) 0 0; font: 600 var(--text-m) / 1.3 var(--font); }
  notice-settings p { margin-block: var(--space-2); }
`);
document.adoptedStyleSheets.push(STYLE);

/** The part of the settings that is about notices. */
export class NoticeSettings extends Page {
  static properties = {
    ...Page.properties,
    push: { state: true },
    names: { state: true },
    chosen: { state: true },
    why: { state: true },
    done: { state: true },
  };

  constructor() {
    super();
    /** What the service says of it, once it has. @type {Push | undefined} */
    this.push = undefined;
    /** The names of devices by the ids of their tokens. @type {Record<string, string>} */
    this.names = {};
    /** What this device is to tell, from before the service knows it. @type {readonly HookEvent[] | undefined} */
    this.chosen = undefined;
    /** The last change, behind which the next one waits. */
    this.changed = Promise.resolve();
    /** Why this device is not told while the page is closed, after somebody wanted that. */
    this.why = "";
    /** What was done last. */
    this.done = "";
  }

  firstUpdated() {
    this.#look().catch(() => {}); // the line tells what is wrong
  }

  get words() {
    return noticesText(this.text.language);
  }

  async #look() {
    const { known, me } = this.shell.session;
    if (!known) return;
    const push = await read(me);
    const devices = push.browsers.length ? await devicesOf(me) : [];
    this.names = Object.fromEntries(devices.map(({ id, name }) => [id, name]));
    this.push = push;
  }

  render() {
    const { words, shell, push } = this;
    const blocked = permission() === "denied" && "Notification" in globalThis;
    const on = shell.notifying && permission() === "granted";
    const told = on && isTold(shell);
    return html`
      <label class="check"><input type="checkbox" .checked=${on} @change=${(/** @type {any} */ { target }) =>
        this.#switch(target.checked)}>
        <span>${words.notify} <small class="soft">${told || (!on && able() === "yes" && push?.publicKey)
          ? words.closed
          : words.open}</small></span></label>
      <p class="small ${blocked ? "wrong" : "soft"}" role="status">${blocked ? words.blocked : this.#limits(on)}</p>
      ${told ? this.#which() : nothing} ${this.#others()}
      <p class="unseen" role="status">${this.done}</p>
    `;
  }

  /** Why nothing comes while the page is closed, if so. @param {boolean} on */
  #limits(on) {
    const { words, push } = this;
    if (able() === "homeScreen") return words.homeScreen;
    if (!on) return "";
    if (able() === "no") return words.no;
    return this.why || (push && !push.publicKey ? words.nobody : "");
  }

  #which() {
    const { words } = this;
    const chosen = this.#choice;
    return html`
      <fieldset>
        <legend>${words.which}</legend>
        ${words.types.map(([types, name]) => {
          const has = types.some((each) => chosen.includes(/** @type {HookEvent} */ (each)));
          const only = chosen.every((each) => types.includes(each));
          return html`<label class="check"><input type="checkbox" .checked=${has} ?disabled=${has && only}
            @change=${() => this.#choose(/** @type {HookEvent[]} */ (types), !has)}>
            <span>${name}</span></label>`;
        })}
      </fieldset>
    `;
  }

  #others() {
    const { words, push, shell } = this;
    const others = push?.browsers.filter(({ id }) => !isTold(shell) || id !== noted(shell).id) ?? [];
    if (!others.length) return nothing;
    return html`
      <h4 id="told-devices" tabindex="-1">${words.others}</h4>
      <ul aria-labelledby="told-devices">${others.map((each) =>
        html`
          <li><span>${this.#named(each)} <small class="soft">${words.since(
            new Date(each.createTime).toLocaleDateString(localeOf(this.text.language)),
          )}</small></span>
            <button type="button" class="plain" aria-label=${words.stopLabel(this.#named(each))}
              @click=${() => this.#stop(each)}>${words.stop}</button></li>
        `
      )}</ul>
    `;
  }

  /** @param {PushBrowser} browser */
  #named({ tokenId }) {
    const name = this.names[tokenId ?? ""];
    return name === FIRST ? this.words.first : name ? isolated(name) : this.words.unnamed;
  }

  /** Ask the browser, which asks the player once. @param {boolean} on */
  async #switch(on) {
    const { shell } = this;
    this.why = "";
    if (on && permission() === "default") await Notification.requestPermission();
    await shell.notify(on && permission() === "granted");
    if (!on) await shell.try(() => unsubscribe(shell));
    else if (shell.notifying) await this.#tell();
    await this.#look().catch(() => {});
    this.requestUpdate();
  }

  /** @param {readonly HookEvent[]} [events] */
  async #tell(events) {
    const { shell } = this;
    if (able() !== "yes") return;
    try {
      await subscribe(shell, events);
    } catch (error) {
      if (error instanceof DOMException) this.why = this.words.unreachable;
      else shell.failed(error);
    }
  }

  get #choice() {
    return this.chosen ?? noted(this.shell).events ?? USUAL;
  }

  /** @param {HookEvent[]} types @param {boolean} wanted */
  async #choose(types, wanted) {
    const rest = this.#choice.filter((each) => !types.includes(each));
    const chosen = this.chosen = wanted ? [...rest, ...types] : rest;
    await (this.changed = this.changed.then(() => this.#tell(chosen)));
    if (chosen === this.chosen) this.chosen = undefined; // what the service has is what is kept
    this.requestUpdate();
  }

  /** @param {PushBrowser} browser */
  async #stop(browser) {
    const name = this.#named(browser);
    await this.shell.try(async () => {
      await end(this.shell.me, browser.id);
      await this.#look();
      this.done = this.words.stopped(name);
    });
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector("#told-devices"))?.focus();
  }
}

customElements.define("notice-settings", NoticeSettings);
