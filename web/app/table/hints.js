// The strip under the board on the first match of a game: one hint at a time, out of the position itself.

import { html, nothing } from "../../vendor/lit.js";
import { playText } from "../../text/play.js";
import { firstMatch, keepFirst, nextHint } from "../session/beginner.js";
import { Page } from "../shell/page.js";
import { at } from "../shell/router.js";

/** @typedef {import("../../boards/guide.js").Position} Position */

/** A hint counts as given once it was there for so long, in milliseconds. */
const READ = 4000;

/** The hints of a match; "over" is sent when none is wanted any more. */
export class MatchHints extends Page {
  static properties = {
    ...Page.properties,
    match: { attribute: false },
    position: { attribute: false },
    guide: { attribute: false },
    words: { attribute: false },
    hint: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../../../sdk/javascript/types/api.js").MatchView} */
    this.match;
    /** What the player decides about now; undefined while others do. @type {Position | undefined} */
    this.position;
    /** @type {import("../../boards/guide.js").Guide} */
    this.guide;
    /** @type {import("../../text/index.js").BoardText} */
    this.words;
    /** What is shown, by its name, and the position that it is about. @type {{ name: string, position: Position } | undefined} */
    this.hint = undefined;
    /** Its name, until it counts as given. */
    this.unread = "";
    /** The decision that was looked at. @type {number | null} */
    this.looked = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.reading);
  }

  updated() {
    const { position, match: { yourDecision } } = this;
    if (position && this.guide.hints && yourDecision !== this.looked) this.#look(position, yourDecision);
  }

  /** @param {Position} position @param {number | null} decision */
  #look(position, decision) {
    const hints = this.guide.hints?.(position);
    if (!hints) return; // a guest has not told yet
    this.looked = decision;
    const { shell: { kept }, match: { id, game } } = this;
    const first = firstMatch(kept, game, id);
    const name = first.match === id ? nextHint(hints, first) : undefined;
    if (!name) {
      // It was about another position; what is always true may stay as long as it is of use.
      if (typeof this.#words === "function" || !hints.includes(this.hint?.name ?? "")) this.hint = undefined;
      return;
    }
    this.hint = { name, position };
    this.unread = name;
    clearTimeout(this.reading);
    this.reading = setTimeout(() => this.#read(), READ);
  }

  /** Keep that the hint was given. */
  #read() {
    const { unread, shell: { kept }, match: { id, game } } = this;
    if (!unread || document.hidden) return;
    const first = firstMatch(kept, game, id);
    keepFirst(kept, game, { ...first, told: [...first.told, unread] });
    this.unread = "";
  }

  #away() {
    this.#read();
    this.hint = undefined;
  }

  /** Have no more hints: what was kept for them goes to the board, under the finger of whoever wants that. */
  #enough() {
    const { shell: { kept }, match: { id, game } } = this;
    keepFirst(kept, game, { ...firstMatch(kept, game, id), over: true });
    this.dispatchEvent(new Event("over"));
  }

  /** The words of what is shown; a function, if they are about its position. */
  get #words() {
    return this.hint && this.words.game.hints?.[this.hint.name];
  }

  render() {
    const { hint, away, rules, enough } = playText(this.text.language);
    const words = this.#words;
    const shown = typeof words === "function" && this.hint ? words(this.hint.position) : words;
    // The place for it is there before, so that it is spoken.
    return html`
      <p role="status">${shown ? html`<span class="unseen">${hint}: </span>${shown}` : nothing}</p>
      ${shown
        ? html`<button class="plain" aria-label=${away} title=${away} @click=${() => this.#away()}>✕</button>`
        : html`
          <a class="button plain" href=${at(`/rules/${this.match.game}`)}>${rules}</a>
          <button class="plain" @click=${() => this.#enough()}>${enough}</button>
        `}
    `;
  }
}

customElements.define("match-hints", MatchHints);
