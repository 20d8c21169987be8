// How the account is kept, in the settings: its passkeys, the code to print, and what has happened to them.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import {
  newRecoveryCode,
  removeIdentity,
  removePasskey,
  renamePasskey,
  waysIn,
} from "../../../sdk/javascript/src/access.js";
import { waysInText } from "../../text/ways-in.js";
import { Page } from "../shell/page.js";
import { can, day, forgetKey, inWords, issuersOf, keep, seen, unseen } from "../shell/ways-in.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Access} Access */
/** @typedef {import("../../../sdk/javascript/types/api.js").Passkey} Passkey */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  ways-in { display: block; }
  ways-in ul { list-style: none; margin: var(--space-2) 0; padding: 0; }
  ways-in li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2); min-height: var(--target); border-top: 1px solid var(--line); }
  ways-in ul > li > span { flex: 1; min-width: 12rem; overflow-wrap: anywhere; }
  ways-in li small { display: block; }
  ways-in h4 { margin: var(--space-3) 0 0; font: 600 var(--text-m) / 1.3 var(--font); }
  ways-in p { margin-block: var(--space-2); }
  .sheet { display: none; }
  @media print {
    body:has(> .sheet) > :not(.sheet) { display: none; }
    .sheet { display: block; font: 1.5rem / 1.6 monospace; }
  }
  ways-in .code { font: 700 var(--text-l) / 1.5 var(--font-mono); overflow-wrap: anywhere; user-select: all; }
`);
document.adoptedStyleSheets.push(STYLE);

/** The ways into the account. */
export class WaysIn extends Page {
  static properties = {
    ...Page.properties,
    access: { state: true },
    news: { state: true },
    code: { state: true },
    naming: { state: true },
    done: { state: true },
    issuers: { state: true },
  };

  constructor() {
    super();
    /** Undefined before the service has told. @type {Access | undefined} */
    this.access = undefined;
    /** What was not shown here before. @type {string[]} */
    this.news = [];
    /** A code that was just made. */
    this.code = "";
    /** The id of the passkey that gets another name. */
    this.naming = "";
    /** What was done last. */
    this.done = "";
    /** Where an account may be added. @type {import("../shell/single-sign-on.js").Issuer[]} */
    this.issuers = [];
  }

  get words() {
    return waysInText(this.text.language);
  }

  connectedCallback() {
    super.connectedCallback();
    this.look();
  }

  /** Read what opens the account. */
  async look() {
    const { shell } = this;
    const access = await waysIn(shell.me).catch(() => undefined); // the line tells what is wrong
    if (!access) return;
    if (!this.access) this.news = unseen(shell, access).map((event) => inWords(shell, event));
    this.access = access;
    this.issuers = await issuersOf(shell);
    await seen(shell).catch(() => {});
  }

  render() {
    const { access, words } = this;
    if (!access) return nothing;
    const { passkeys, recoveryCode } = access;
    return html`
      ${this.news.length
        ? html`<div role="alert">${this.news.map((each) => html`<p class="wrong">${each}</p>`)}</div>`
        : nothing}
      <h4 id="ways-in-keys" tabindex="-1">${passkeys.length ? words.keys : words.title}</h4>
      ${passkeys.length ? nothing : html`<p>${words.why}</p>`}
      <ul aria-labelledby="ways-in-keys">${passkeys.map((key) => this.#key(key))}</ul>
      ${can()
        ? html`<p><button type="button" @click=${() => this.#keep()}>${
          passkeys.length ? words.another : words.keep
        }</button></p>`
        : nothing}
      ${this.#elsewhere(access)}
      <h4>${words.code}</h4>
      <p>${recoveryCode ? words.codeSince(day(this.shell, recoveryCode.createTime)) : words.codeWhy}</p>
      ${this.code ? this.#code() : nothing}
      <p><button type="button" @click=${() => this.#make()}>${recoveryCode
        ? words.makeAnother
        : words.makeCode}</button></p>
      <p class="small" role="status">${this.done}</p>
    `;
  }

  /** @param {Access} access */
  #elsewhere({ identities }) {
    const { words, issuers } = this;
    if (!identities.length && !issuers.length) return nothing;
    return html`
      <h4 id="ways-in-accounts">${words.accounts}</h4>
      <ul aria-labelledby="ways-in-accounts">${identities.map((each) => this.#identity(each))}</ul>
      ${issuers.map((issuer) =>
        html`<p><button type="button" @click=${() => this.#add(issuer)}>${words.addElsewhere(issuer.name)}</button></p>`
      )}
    `;
  }

  /** @param {Access["identities"][number]} identity */
  #identity({ id, issuer, createTime }) {
    const { words, issuers } = this;
    const name = issuers.find((each) => each.issuer === issuer)?.name ?? new URL(issuer).host;
    return html`
      <li><span>${isolated(name)} <small class="soft">${words.since(day(this.shell, createTime))}</small></span>
        <button type="button" class="plain" aria-label=${words.removeLabel(name)}
          @click=${() => this.#drop(id, name)}>${words.remove}</button></li>
    `;
  }

  /** @param {import("../shell/single-sign-on.js").Issuer} issuer */
  async #add(issuer) {
    const { begin } = await import("../shell/single-sign-on.js");
    this.done = await begin(this.shell, issuer, true);
  }

  /** @param {string} id @param {string} name */
  async #drop(id, name) {
    try {
      await removeIdentity(this.shell.me, id);
      this.done = this.words.removed(isolated(name));
      await this.look();
    } catch (error) {
      this.done = this.shell.wording(error);
    }
  }

  /** @param {Passkey} key */
  #key(key) {
    const { words, shell } = this;
    const { id, name, createTime, useTime, copyTime, synced } = key;
    if (this.naming === id) return this.#naming(key);
    const about = [
      words.since(day(shell, createTime)),
      useTime && words.used(day(shell, useTime)),
      synced && words.synced,
    ].filter(Boolean).join(" · ");
    return html`
      <li><span>${isolated(name)} <small class="soft">${about}</small>
          ${copyTime ? html`<small class="wrong">${words.copied(day(shell, copyTime))}</small>` : nothing}</span>
        <button type="button" class="plain" aria-label=${words.renameLabel(name)}
          @click=${() => this.naming = id}>${words.rename}</button>
        <button type="button" class="plain" aria-label=${words.removeLabel(name)}
          @click=${() => this.#remove(key)}>${words.remove}</button></li>
    `;
  }

  /** @param {Passkey} key */
  #naming({ id, name }) {
    const { words } = this;
    return html`
      <li><span><input name="key-name" maxlength="40" aria-label=${words.newName} .value=${name}></span>
        <button type="button" @click=${() => this.#rename(id)}>${words.save}</button></li>
    `;
  }

  #code() {
    const { words, shell: { session } } = this;
    return html`
      <p>${words.codeOnce}</p>
      <p class="code">${this.code}</p>
      <p><button type="button" @click=${() => print(words.printed(session.name), this.code)}>${words.print}</button></p>
    `;
  }

  async #keep() {
    const { done, words } = await keep(this.shell);
    if (done) await this.look();
    this.done = words;
  }

  async #make() {
    const { shell } = this;
    const code = await shell.try(() => newRecoveryCode(shell.me));
    if (!code) return;
    this.code = code;
    await this.look();
  }

  /** @param {string} id */
  async #rename(id) {
    const { shell } = this;
    const name = /** @type {HTMLInputElement | null} */ (this.querySelector("[name=key-name]"))?.value.trim() ?? "";
    if (name) await shell.try(() => renamePasskey(shell.me, id, name));
    this.naming = "";
    await this.look();
  }

  /** @param {Passkey} key */
  async #remove({ id, name }) {
    const { shell, words } = this;
    await shell.try(() => removePasskey(shell.me, id));
    await forgetKey(shell, id);
    await this.look();
    this.done = words.removed(isolated(name));
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector("#ways-in-keys"))?.focus();
  }
}

/** Print a code alone, on a sheet of its own. @param {string} title @param {string} code */
function print(title, code) {
  const sheet = document.createElement("div");
  sheet.className = "sheet";
  sheet.append(
    ...[title, location.origin, code].map((text) => Object.assign(document.createElement("p"), { textContent: text })),
  );
  document.body.append(sheet);
  globalThis.print();
  sheet.remove();
}

customElements.define("ways-in", WaysIn);
