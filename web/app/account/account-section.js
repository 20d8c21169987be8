// The account in the settings: who plays here, on which devices the account is, and how it is left.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { waysIn } from "../../../sdk/javascript/src/access.js";
import { accountText } from "../../text/account.js";
import { choose, offered } from "../session/earlier-accounts.js";
import { first } from "../shell/first-few.js";
import { Page } from "../shell/page.js";
import { localeOf } from "../shell/time.js";
import { devicesOf, signOutDevice, signOutOthers } from "./devices.js";
import { deleteAccount, signOut } from "./leaving.js";
import { ask } from "./question.js";
import "./ways-in.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Device} Device */
/** @typedef {import("../session/session.js").Account} Account */

/** So the service names the token with which a player is made. */
const FIRST = "first";
/** So many running matches are counted. */
const MOST = 50;
/** A session ends so long after its last use, in milliseconds. */
const LIFE = 30 * 86_400_000;

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  account-section, privacy-section { display: block; }
  :is(account-section, privacy-section) ul { list-style: none; margin: var(--space-2) 0; padding: 0; }
  :is(account-section, privacy-section) li { display: flex; align-items: center; gap: var(--space-2); min-height: var(--target); border-top: 1px solid var(--line); }
  :is(account-section, privacy-section) li span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  account-section li small { display: block; }
  :is(account-section, privacy-section) h4 { margin: var(--space-3) 0 0; font: 600 var(--text-m) / 1.3 var(--font); }
  .question { width: min(30rem, calc(100vw - 2 * var(--space-3))); }
  :is(account-section, privacy-section) p, .question p { margin-block: var(--space-2); }
`);
document.adoptedStyleSheets.push(STYLE);

/** The account; "pair" is sent when somebody wants to sign in, or to take it to another device first. */
export class AccountSection extends Page {
  static properties = {
    ...Page.properties,
    devices: { state: true },
    earlier: { state: true },
    done: { state: true },
  };

  constructor() {
    super();
    /** Undefined before the service has told. @type {Device[] | undefined} */
    this.devices = undefined;
    /** Players of this browser whom the service knows again. @type {Account[]} */
    this.earlier = [];
    /** What was done last. */
    this.done = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.#look();
  }

  get words() {
    return accountText(this.text.language);
  }

  async #look() {
    const { session } = this.shell;
    offered(session).then((earlier) => this.earlier = earlier);
    if (session.known) this.devices = await devicesOf(session.me).catch(() => this.devices); // the line tells what is wrong
  }

  render() {
    const { words, shell: { session } } = this;
    return html`
      <h3>${words.title}</h3>
      <p>${session.known ? words.who(isolated(session.name)) : words.nobody}</p>
      ${session.known ? nothing : html`
        <p><button type="button" @click=${() => this.dispatchEvent(new Event("pair"))}>${words.signIn}</button></p>
      `}
      ${session.known ? html`<ways-in .shell=${this.shell}></ways-in>` : nothing}
      ${session.known ? this.#devices() : nothing}
      <p class="unseen" role="status">${this.done}</p>
      ${this.#earlier()}
      ${session.known || session.earlier.length
        ? html`<p class="row"><button type="button" @click=${() => this.#signOut()}>${words.signOut}…</button>
          ${
          session.known
            ? html`<button type="button" class="plain" @click=${() => this.#delete()}>${words.remove}…</button>`
            : nothing
        }</p>`
        : nothing}
    `;
  }

  #devices() {
    const { words, devices } = this;
    if (!devices) return html`<p class="soft">${this.shell.waiting}</p>`;
    return html`
      <h4 id="account-devices" tabindex="-1">${words.devices}</h4>
      <ul aria-labelledby="account-devices">${devices.map((device) => this.#device(device))}</ul>
      ${devices.length > 1
        ? html`<p><button type="button" @click=${() => this.#endOthers()}>${words.endOthers}</button></p>`
        : nothing}
    `;
  }

  /** @param {Device} device */
  #device(device) {
    const { words } = this;
    const { createTime, current, expireTime, scopes } = device;
    const locale = localeOf(this.text.language);
    const since = words.since(new Date(createTime).toLocaleDateString(locale));
    const used = expireTime && words.used(new Date(Date.parse(expireTime) - LIFE).toLocaleDateString(locale));
    const about = [since, used, scopes.includes("play") ? "" : words.watches].filter(Boolean).join(" · ");
    return html`
      <li><span>${this.#named(device)} ${current ? html`<b>(${words.here})</b>` : nothing}
          <small class="soft">${about}</small></span>
        ${current ? nothing : html`
          <button type="button" class="plain" aria-label=${words.endLabel(this.#named(device))}
            @click=${() => this.#end(device)}>${words.end}</button>
        `}</li>
    `;
  }

  /** @param {Device} device */
  #named({ name }) {
    return name === FIRST ? this.words.first : name;
  }

  /** @param {Device} device */
  async #end(device) {
    const { words, shell } = this;
    await shell.try(() => signOutDevice(shell.me, device.id));
    await this.#looked(words.ended(this.#named(device)));
  }

  async #endOthers() {
    const { words, shell } = this;
    const yes = await ask(shell, { title: words.endOthers, lines: [words.endsAll], yes: words.endOthers });
    if (!yes) return;
    await shell.try(() => signOutOthers(shell.me));
    await /** @type {import("./ways-in.js").WaysIn | null} */ (this.querySelector("ways-in"))?.look();
    await this.#looked(words.othersEnded);
  }

  /** Say what was done; the button that did it may have gone. @param {string} done */
  async #looked(done) {
    const before = this.devices?.length ?? 0;
    await this.#look();
    if ((this.devices?.length ?? 0) < before) this.done = done;
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector("#account-devices"))?.focus();
  }

  #earlier() {
    const { words } = this;
    if (!this.earlier.length) return nothing;
    return html`<p role="status">${words.earlier}</p>${
      this.earlier.map((account) =>
        html`
          <p
            class="row"><button type="button" @click=${() => this.#become(account)}>${words.become(
              account.name,
            )}</button> <button type="button" class="plain" @click=${() => this.#forget(account)}>${words.forget(
              account.name,
            )}</button></p>
        `
      )
    }`;
  }

  /** @param {Account} account */
  #become(account) {
    this.earlier = [];
    this.devices = undefined;
    choose(this.shell.session, account);
    this.#look();
  }

  /** @param {Account} account */
  #forget(account) {
    this.shell.session.drop(account);
    this.earlier = this.earlier.filter(({ token }) => token !== account.token);
  }

  async #signOut() {
    const { words, shell } = this;
    const { signingOut } = words;
    const { known, earlier } = shell.session;
    await this.#look();
    const elsewhere = known ? (this.devices?.length ?? 1) - 1 : 0;
    const kept = known && await this.#kept();
    const lost = known && !elsewhere && !kept;
    const yes = await ask(shell, {
      title: signingOut.title,
      lines: [
        lost && signingOut.lost,
        elsewhere > 0 && signingOut.elsewhere(elsewhere),
        kept && signingOut.kept,
        lost && signingOut.matches,
        signingOut.forgets,
        earlier.length > 0 && signingOut.others(this.text.list([...new Set(earlier.map(({ name }) => name))])),
      ],
      certain: lost ? signingOut.certain : undefined,
      yes: signingOut.yes,
      instead: lost ? { words: signingOut.pair, go: () => this.dispatchEvent(new Event("pair")) } : undefined,
    });
    if (yes) await signOut(shell, words);
  }

  /** Whether something opens the account that no device has to stay signed in for. */
  async #kept() {
    const access = await waysIn(this.shell.me).catch(() => undefined); // then the question is the more careful one
    return Boolean(access && (access.passkeys.length || access.identities.length || access.recoveryCode));
  }

  async #delete() {
    const { words, shell } = this;
    const { removing } = words;
    const running = await shell.try(() => first(shell.me.matches.list({ player: "me", status: "active" }), MOST + 1));
    if (!running) return;
    const count = Math.min(running.length, MOST);
    const yes = await ask(shell, {
      title: removing.title,
      lines: [removing.running(count, running.length > MOST), removing.waiting, removing.name, removing.everywhere],
      certain: removing.certain,
      yes: removing.yes,
    });
    if (yes) await shell.try(() => deleteAccount(shell, words.removed));
  }
}

customElements.define("account-section", AccountSection);
