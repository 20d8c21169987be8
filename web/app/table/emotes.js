// What seats say at a table: a sheet of a few words, and a bubble at the seat that has said one.

import { html, nothing } from "../../vendor/lit.js";
import { talkText } from "../../text/talk.js";

/** @typedef {import("./table-page.js").TablePage} TablePage */
/** @typedef {import("../../../sdk/javascript/types/api.js").Emote} Emote */
/** @typedef {import("../../../sdk/javascript/types/api.js").Said} Said */

const MUTED = "croupier:emotes";
/** A bubble goes after so long, and a seat may say something again; in milliseconds. */
const SHOWN = 5000;
const PAUSE = 3000;
const NAMES = /** @type {Emote[]} */ (["hello", "thanks", "nice", "oops", "thinking", "goodGame"]);

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  /* What is said has the name's place for so long: it covers nothing, and nothing moves. */
  .bar:has(.bubble) small {
    display: none;
  }
  .bar:has(.bubble) .name {
    position: absolute;
    opacity: 0;
  }
  .bubble {
    padding: 0 var(--space-2);
    border: 1px solid var(--line-strong);
    border-radius: 999px;
    background: var(--raised);
    color: var(--ink);
    font-weight: 700;
    font-size: .875rem;
    line-height: 1.375rem;
    white-space: nowrap;
    pointer-events: none;
    animation: bubble 5s both;
  }
  @keyframes bubble {
    0%,
    100% {
      opacity: 0;
    }
    4%,
    90% {
      opacity: 1;
    }
  }
  .emotes .words {
    display: grid;
    grid-template-columns: repeat(3, 1fr);
    gap: var(--space-2);
  }
  .emotes button {
    min-height: 44px;
    padding: 2px var(--space-2);
    line-height: 1.15;
  }
`);
document.adoptedStyleSheets.push(STYLE);

/** The emotes of the match that a table shows. */
export class Talk {
  /** By seat, what it has just said. @type {Map<number, string>} */
  #said = new Map();
  #rests = false;
  #page;

  /** @param {TablePage} page */
  constructor(page) {
    this.#page = page;
  }

  get #text() {
    return talkText(this.#page.text.language);
  }

  get muted() {
    return this.#page.shell.kept.getItem(MUTED) === "off";
  }

  /** A seat has said something. @param {Said} said */
  heard({ seat, emote }) {
    const { players, match, shell } = this.#page;
    if (!Object.hasOwn(this.#text.emotes, emote) || (this.muted && seat !== match.yourSeat)) return;
    this.#said.set(seat, emote);
    shell.say(this.#text.told(players[seat], this.#text.emotes[emote]));
    setTimeout(() => this.#ends(seat, emote), SHOWN);
    this.#page.requestUpdate();
  }

  /** @param {number} seat */
  bubble(seat) {
    const words = this.#text.emotes[/** @type {Emote} */ (this.#said.get(seat))];
    return words ? { words, drawn: html`<span class="bubble" aria-hidden="true">${words}</span>` } : undefined;
  }

  /** The words to choose from. @param {() => void} done is called when one was said */
  menu(done) {
    const text = this.#text;
    return html`
      <section class="emotes" role="group" aria-label=${text.title}>
        <div class="words">${NAMES.map((name) =>
          html`<button ?autofocus=${name === NAMES[0]} aria-disabled=${this.#rests} @click=${() =>
            this.#say(name, done)}>${text.emotes[name]}</button>`
        )}</div>
        <p><button class="plain small" @click=${() => this.#mute()}>${this.muted ? text.unmute : text.mute}</button></p>
        ${this.muted ? html`<p class="soft small">${text.muted}</p>` : nothing}
      </section>
    `;
  }

  /** @param {Emote} emote @param {() => void} done */
  async #say(emote, done) {
    const { shell, follow } = this.#page;
    if (this.#rests) return;
    this.#rests = true;
    setTimeout(() => this.#rested(), PAUSE);
    done();
    await shell.try(async () => await follow.match?.emote(emote));
  }

  #rested() {
    this.#rests = false;
    this.#page.requestUpdate();
  }

  #mute() {
    this.#page.shell.kept.setItem(MUTED, this.muted ? "on" : "off");
    this.#page.requestUpdate();
  }

  /** @param {number} seat @param {string} emote */
  #ends(seat, emote) {
    if (this.#said.get(seat) === emote) this.#said.delete(seat);
    this.#page.requestUpdate();
  }
}
