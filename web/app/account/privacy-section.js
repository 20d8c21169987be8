// What others see of the player, from whom emotes come, who is blocked, and the own data, in the settings.

import { isolated } from "../../boards/bidi.js";
import { html, nothing, repeat } from "../../vendor/lit.js";
import { sessionOf } from "../../../sdk/javascript/src/client.js";
import { Refused, Unreachable } from "../../../sdk/javascript/src/errors.js";
import { privacyText } from "../../text/privacy.js";
import { people } from "../session/relations.js";
import { Page } from "../shell/page.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */
/** @typedef {{ listed: boolean, presence: "friends" | "nobody", emotes: "all" | "friends" | "none" }} Privacy */

const ME = "/v1/players/me";
const LINES = "application/x-ndjson";
/** The last line of a download that is whole. */
const END = '{"what":"end"}';

/** The section; it is empty for somebody who has no account yet. */
export class PrivacySection extends Page {
  static properties = { ...Page.properties, now: { state: true }, blocked: { state: true }, done: { state: true } };

  constructor() {
    super();
    /** Undefined before the service has told. @type {Privacy | undefined} */
    this.now = undefined;
    /** @type {Player[]} */
    this.blocked = [];
    /** What was done last. */
    this.done = "";
  }

  firstUpdated() {
    this.#look().catch(() => {}); // the line tells what is wrong
  }

  async #look() {
    const { known, me } = this.shell.session;
    if (!known) return;
    const [now, blocked] = await Promise.all([sessionOf(me).call("GET", ME), people(me).blocked()]);
    this.now = now;
    this.blocked = blocked;
  }

  render() {
    const { now } = this;
    if (!now) return nothing;
    const words = privacyText(this.text.language);
    const check = (/** @type {any} */ { target }) => target.checked;
    return html`
      <h3>${words.title}</h3>
      <label class="check"><input type="checkbox" .checked=${now.listed} @change=${(/** @type {Event} */ event) =>
        this.#change({ listed: check(event) })}>
        <span>${words.listed} <small class="soft">${words.listedHint}</small></span></label>
      <label class="check"><input type="checkbox" .checked=${now.presence === "friends"} @change=${(
        /** @type {Event} */ event,
      ) => this.#change({ presence: check(event) ? "friends" : "nobody" })}>
        <span>${words.presence} <small class="soft">${words.presenceHint}</small></span></label>
      <fieldset>
        <legend>${words.emotes}</legend>
        <div class="ways-to">${words.emotesFrom.map(([value, name]) =>
          html`<label><input type="radio" name="emotes" .checked=${value === now.emotes} @change=${() =>
            this.#change({ emotes: /** @type {Privacy["emotes"]} */ (value) })}>${name}</label>`
        )}</div>
      </fieldset>
      <h4 id="blocked-title" tabindex="-1">${words.blocked}</h4>
      ${this.blocked.length
        ? html`<ul aria-labelledby="blocked-title">${
          repeat(this.blocked, ({ id }) => id, (each) => this.#blocked(each))
        }</ul>`
        : html`<p class="soft">${words.blockedNone}</p>`}
      <p class="unseen" role="status">${this.done}</p>
      <p class="row"><button type="button" @click=${() => this.#download(words.file)}>${words.data}</button>
        <span class="soft small">${words.dataHint}</span></p>
    `;
  }

  /** @param {Player} player */
  #blocked(player) {
    const words = privacyText(this.text.language);
    const name = isolated(player.displayName) || words.gone;
    return html`
      <li><span>${name}</span><button type="button" class="plain" aria-label=${words.unblockLabel(name)} @click=${() =>
        this.#unblock(player, words.unblocked(name))}>${words.unblock}</button></li>
    `;
  }

  /** What could not be told to the service is shown as it was. @param {Partial<Privacy>} part */
  async #change(part) {
    const before = this.now;
    this.now = /** @type {Privacy} */ ({ ...before, ...part });
    const now = await this.shell.try(() => sessionOf(this.shell.me).call("PATCH", ME, { body: part }));
    this.now = now ?? before;
  }

  /** @param {Player} player @param {string} done */
  async #unblock(player, done) {
    await this.shell.try(async () => {
      await people(this.shell.me).unblock(player.id);
      this.blocked = this.blocked.filter(({ id }) => id !== player.id);
      this.done = done;
      /** @type {HTMLElement | null} */ (this.querySelector("#blocked-title"))?.focus();
    });
  }

  /** Have the browser keep all that the service keeps of the player. @param {string} name of the file */
  async #download(name) {
    const { shell } = this;
    await shell.try(async () => {
      const { line, session: { url, me } } = shell;
      const headers = { Accept: LINES, Authorization: `Bearer ${me.token}` };
      const response = await line.fetch(new Request(`${url}${ME}/data`, { headers, cache: "no-store" }));
      const text = await response.text();
      if (!response.ok) throw new Refused(response.status, JSON.parse(text));
      if (!text.trimEnd().endsWith(END)) throw new Unreachable("The download was cut.");
      const file = URL.createObjectURL(new Blob([text], { type: LINES }));
      Object.assign(document.createElement("a"), { href: file, download: `${name}.ndjson` }).click();
      setTimeout(() => URL.revokeObjectURL(file));
    });
  }
}

customElements.define("privacy-section", PrivacySection);
