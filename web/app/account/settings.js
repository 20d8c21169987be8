// A dialog for what is kept in this browser (language, look, sounds, what is asked), for the account, and the player's consent
// to research.

import { html, nothing } from "../../vendor/lit.js";
import { LANGUAGES } from "../../text/index.js";
import { moreOf } from "../../text/more.js";
import { beginAgain } from "../session/beginner.js";
import "./account-section.js";
import "./notices.js";
import "./privacy-section.js";
import { Page } from "../shell/page.js";
import { chime } from "../shell/sound.js";

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  settings-dialog dialog { width: min(34rem, calc(100vw - 2 * var(--space-3))); max-height: calc(100dvh - 2 * var(--space-3)); }
  settings-dialog fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
  settings-dialog :is(legend, h3) { padding: 0; font: 600 var(--text-m) / 1.3 var(--font); }
  settings-dialog h3 { margin-top: var(--space-2); padding-top: var(--space-3); border-top: 1px solid var(--line); font: 700 var(--text-m) / 1.3 var(--font-title); }
  settings-dialog .row.end { position: sticky; bottom: calc(-1 * var(--space-5)); margin: 0 calc(-1 * var(--space-5)) calc(-1 * var(--space-5)); padding: var(--space-3) var(--space-5); background: var(--surface); border-top: 1px solid var(--line); }
  .ways-to { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--space-2); margin-top: var(--space-1); }
  .ways-to:has(:nth-child(3)) { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .ways-to:has(:nth-child(4)) { grid-template-columns: repeat(auto-fit, minmax(6.5rem, 1fr)); }
  settings-dialog .check { padding-block: var(--space-1); line-height: 1.3; }
  settings-dialog .check small { display: block; }
  .ways-to label { display: grid; place-items: center; min-height: var(--target); padding: 0 var(--space-1); text-align: center; border: 1px solid var(--line-strong); border-radius: var(--radius-m); background: var(--raised); cursor: pointer; }
  .ways-to label:has(:checked) { border-color: var(--accent); background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 700; }
  .ways-to label:has(:focus-visible) { outline: 3px solid var(--mark); outline-offset: 2px; }
  .ways-to input { position: absolute; opacity: 0; width: 1px; height: 1px; }
`);
document.adoptedStyleSheets.push(STYLE);

/** The settings; "close" is sent when they are put away. */
export class SettingsDialog extends Page {
  static properties = {
    ...Page.properties,
    research: { state: true },
    hintsCome: { state: true },
  };

  constructor() {
    super();
    /** Whether the player's matches may be exported for research. */
    this.research = false;
    /** Whether hints were asked for again. */
    this.hintsCome = false;
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
    this.#consent().catch(() => {}); // the line tells what is wrong
  }

  async #consent() {
    const { known, me } = this.shell.session;
    if (known) this.research = await me.allowsResearch();
  }

  render() {
    const { text, shell } = this;
    const { settings } = moreOf(text.language);
    const { theme, pace, print, sounds, warn, confirm, notation } = shell.preferences;
    return html`
      <dialog aria-labelledby="settings-title" @close=${() => this.dispatchEvent(new Event("close"))}>
        <form method="dialog">
          <h2 id="settings-title">${settings.title}</h2>
          ${this.#choice(
            settings.language,
            "language",
            Object.entries(LANGUAGES),
            this.text.language,
            (code) => shell.speak(code),
          )}
          <h3>${settings.look}</h3>
          ${this.#choice(settings.theme, "theme", settings.themes, theme, (theme) => shell.prefer({ theme }))}
          ${this.#choice(
            settings.pace,
            "pace",
            settings.paces,
            `${pace}`,
            (pace) => shell.prefer({ pace: Number(pace) }),
          )}
          ${this.#check(settings.print, settings.printHint, print, (print) => shell.prefer({ print }))}
          <h3>${settings.noise}</h3>
          ${this.#check(settings.sound, settings.soundHint, sounds, (on) => this.#hear(on))}
          <notice-settings .shell=${shell}></notice-settings>
          <h3>${settings.playing}</h3>
          ${this.#check(settings.warn, settings.warnHint, warn, (warn) => shell.prefer({ warn }))}
          ${this.#check(settings.confirm, settings.confirmHint, confirm, (confirm) => shell.prefer({ confirm }))}
          ${this.#check(settings.typing, settings.typingHint, shell.typing, (on) => shell.type(on))}
          ${this.#check(settings.notation, settings.notationHint, notation, (notation) => shell.prefer({ notation }))}
          <p class="row"><button type="button" @click=${() => this.#hintsAgain()}>${settings.hints}</button>
            <span class="soft small" role="status">${this.hintsCome ? settings.hintsCome : ""}</span></p>
          <h3>${settings.others}</h3>
          ${this.#check(settings.research, settings.researchHint, this.research, (on) => this.#allow(on))}
          <privacy-section .shell=${shell}></privacy-section>
          <account-section .shell=${shell} @pair=${() => this.#pair()}></account-section>
          <p class="row end"><button class="main">${text.close}</button></p>
        </form>
      </dialog>
    `;
  }

  #pair() {
    this.querySelector("dialog")?.close();
    this.shell.pair();
  }

  /**
   * One of a few.
   * @param {string} legend
   * @param {string} name
   * @param {[value: string, name: string][]} all
   * @param {string} chosen
   * @param {(value: any) => unknown} change
   */
  #choice(legend, name, all, chosen, change) {
    return html`
      <fieldset>
        <legend>${legend}</legend>
        <div class="ways-to">${all.map(([value, words]) =>
          html`<label lang=${name === "language" ? value : nothing}><input type="radio"
            name=${name} .checked=${value === chosen} @change=${() => change(value)}>${words}</label>`
        )}</div>
      </fieldset>
    `;
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

  #hintsAgain() {
    beginAgain(this.shell.kept);
    this.hintsCome = true;
  }

  /** @param {boolean} on */
  #hear(on) {
    this.shell.prefer({ sounds: on });
    if (on) chime("turn");
  }
}

customElements.define("settings-dialog", SettingsDialog);
