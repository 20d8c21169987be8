// A dialog that takes the player to another device by a code, or to this one.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { sessionOf } from "../../../sdk/javascript/src/client.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { talkText } from "../../text/talk.js";
import { waysInText } from "../../text/ways-in.js";
import { Page } from "../shell/page.js";
import { deviceName } from "../shell/ways-in.js";
import "./sign-in.js";

/** No code is good for longer, in seconds. */
const LIFE = 300;
/** Between two looks whether the code was used, in milliseconds. */
const LOOK = 3000;
const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  pairing-dialog .code {
    font: 700 clamp(1.75rem, 9vw, 2.5rem) var(--font-mono);
    letter-spacing: .06em;
    text-align: center;
    user-select: all;
    margin-block: var(--space-3);
  }
  pairing-dialog section {
    margin-block: var(--space-4);
  }
  pairing-dialog input {
    font-family: var(--font-mono);
    text-transform: uppercase;
  }
  pairing-dialog button {
    min-height: 44px;
  }
  pairing-dialog p {
    margin-block: var(--space-2);
  }
`);
document.adoptedStyleSheets.push(STYLE);

/** Open the dialog over the page. @param {import("../shell/shell.js").Shell} shell */
export function openPairing(shell) {
  const dialog = document.createElement("pairing-dialog");
  /** @type {PairingDialog} */ (dialog).shell = shell;
  document.body.append(dialog);
}

/** Makes a code, and takes one. */
export class PairingDialog extends Page {
  static properties = {
    ...Page.properties,
    made: { state: true },
    left: { state: true },
    wrong: { state: true },
    used: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../../../sdk/javascript/types/api.js").Pairing | undefined} */
    this.made = undefined;
    /** Seconds for which the code is good. */
    this.left = 0;
    this.wrong = false;
    /** Whether the other device has taken the player. */
    this.used = false;
    /** The tokens of the player before there was a code. */
    this.tokens = 0;
  }

  async firstUpdated() {
    await /** @type {import("./sign-in.js").SignIn | null} */ (this.querySelector("sign-in"))?.updateComplete; // it may have the first field
    this.querySelector("dialog")?.showModal();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
    clearInterval(this.looking);
  }

  render() {
    const { pairing } = talkText(this.text.language);
    const { known } = this.shell.session;
    const signIn = html`<sign-in .shell=${this.shell} @done=${() => this.#close()}></sign-in>`;
    return html`
      <dialog aria-labelledby="pairing-title" @close=${() => this.remove()}>
        <h2 id="pairing-title">${known ? pairing.title : waysInText(this.text.language).signIn}</h2>
        ${known ? [this.#out(), this.#in(), signIn] : [signIn, this.#in()]}
        <p class="row end"><button class="plain" @click=${() => this.#close()}>${this.text.close}</button></p>
      </dialog>
    `;
  }

  #out() {
    const { pairing } = talkText(this.text.language);
    const good = this.made && this.left > 0 && !this.used;
    return html`
      <section aria-labelledby="pairing-out">
        <h3 id="pairing-out">${pairing.out}</h3>
        <div role="status">${good
          ? html`
            <p>${pairing.outHint}</p>
            <p class="code">${this.made?.code}</p>
          `
          : this.made
          ? html`<p>${this.used ? pairing.used : pairing.gone}</p>`
          : nothing}</div>
        ${good
          ? html`<p class="soft small">${pairing.left(clock(this.left))}</p>`
          : html`<button @click=${() => this.#make()}>${this.made ? pairing.again : pairing.make}</button>`}
      </section>
    `;
  }

  #in() {
    const { pairing } = talkText(this.text.language);
    const { known, name } = this.shell.session;
    return html`
      <section aria-labelledby="pairing-in">
        <h3 id="pairing-in">${pairing.in}</h3>
        <form @submit=${(/** @type {Event} */ event) => this.#use(event)}>
          <p class="soft small" id="pairing-hint">${pairing.inHint} ${known ? pairing.instead(name) : nothing}</p>
          <label>${pairing.code} <input name="code" autocomplete="off" autocapitalize="characters" spellcheck="false"
            maxlength="20" required aria-describedby="pairing-hint"></label>
          ${this.wrong ? html`<p class="wrong" role="alert">${pairing.wrong}</p>` : nothing}
          <p class="row"><button class="main">${pairing.use}</button></p>
        </form>
      </section>
    `;
  }

  async #make() {
    const { me } = this.shell;
    this.used = false;
    this.made = await this.shell.try(async () => {
      this.tokens = await tokens(me);
      return await me.pairing();
    });
    clearInterval(this.timer);
    clearInterval(this.looking);
    this.looking = setInterval(() => this.#look(), LOOK);
    const count = () => this.left = this.made ? left(this.made.expireTime, me.time) : 0;
    this.timer = setInterval(count, 1000);
    count();
  }

  /** Look whether there is a token more: that of the other device. */
  async #look() {
    if (!this.made || this.used || this.left <= 0) return clearInterval(this.looking);
    const now = await tokens(this.shell.me).catch(() => 0); // the next look tells
    this.used = now > this.tokens;
  }

  /** @param {Event} event */
  async #use(event) {
    event.preventDefault();
    const { session } = this.shell;
    this.wrong = false;
    try {
      const code = /** @type {HTMLInputElement | null} */ (this.querySelector("[name=code]"))?.value ?? "";
      await session.pair(code, deviceName());
      this.shell.tell({ kind: "note", text: talkText(this.text.language).pairing.done(isolated(session.name)) });
      this.#close();
    } catch (error) {
      this.wrong = error instanceof Refused && error.code === "not_found";
      if (!this.wrong) this.shell.failed(error);
    }
  }

  #close() {
    this.querySelector("dialog")?.close();
  }
}

/** How many tokens the player has. @param {import("../../../sdk/javascript/src/client.js").Croupier} me @returns {Promise<number>} */
async function tokens(me) {
  return (await sessionOf(me).call("GET", "/v1/players/me/tokens")).tokens.length;
}

/** Seconds until a time, by the server's clock, which is known to some tenths of a second. @param {string} end @param {number} now */
function left(end, now) {
  return Math.min(LIFE, Math.max(0, (Date.parse(end) - now) / 1000));
}

/** @param {number} seconds */
function clock(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, "0")}`;
}

customElements.define("pairing-dialog", PairingDialog);
