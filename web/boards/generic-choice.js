// <generic-choice>: several of some things, chosen one by one, for moves that a game describes.

import { html, LitElement, nothing, repeat } from "../vendor/lit.js";
import { amount, mayChoose, moveOf, whole } from "../steps/choosing.js";
import { shownAs } from "../steps/generic.js";
import { genericText } from "../text/generic.js";
import { styles } from "./generic-look.js";

/** @typedef {import("../steps/choosing.js").Kind} Kind */
/** @typedef {import("../steps/choosing.js").Thing} Thing */
/** @typedef {import("../text/index.js").BoardText} BoardText */

/** Things of which some can be chosen: "choose" is sent with the move. */
export class GenericChoice extends LitElement {
  static properties = {
    kind: { attribute: false },
    decision: { attribute: false },
    busy: { attribute: false },
    text: { attribute: false },
    picked: { state: true },
  };

  static styles = styles;

  constructor() {
    super();
    /** @type {Kind} */
    this.kind;
    /** @type {number | null} */
    this.decision = null;
    this.busy = false;
    /** @type {BoardText} */
    this.text;
    /** @type {Thing[]} */
    this.picked = [];
    /** The decision, and the kind of moves, for which they are. */
    this.for = "";
  }

  willUpdate() {
    const now = `${this.decision} ${this.kind.name}`;
    if (now !== this.for) this.picked = [];
    this.for = now;
  }

  render() {
    const { kind, picked, busy } = this;
    const generic = genericText(this.text.language);
    const { least, most } = amount(kind);
    const wanted = generic.amount(least, most);
    const conditions = [...new Set(kind.forms.flatMap((form) => form.conditions))];
    return html`
      <p role="status">${wanted} ${generic.chosen(picked.length)}</p>
      ${conditions.map((says) => html`<p class="soft" lang="en">${says}</p>`)}
      <ul role="group" aria-label=${wanted}>
        ${repeat(kind.things, ({ key }) => key, (thing) => html`<li>${this.#thing(thing)}</li>`)}
      </ul>
      <button class="whole" aria-disabled=${busy || !whole(kind, picked) ? "true" : nothing}
        @click=${() => this.#send()}>${generic.these}</button>
    `;
  }

  /** @param {Thing} thing */
  #thing(thing) {
    const is = this.picked.some(({ key }) => key === thing.key);
    const may = is || mayChoose(this.kind, this.picked, thing);
    return html`
      <button aria-pressed=${is} aria-disabled=${this.busy || !may ? "true" : nothing}
        @click=${() => may && this.#toggle(thing, is)}>${shownAs(thing.text, this.text.game.words ?? {})}</button>
    `;
  }

  /** @param {Thing} thing @param {boolean} is */
  #toggle(thing, is) {
    if (this.busy) return;
    this.picked = is ? this.picked.filter(({ key }) => key !== thing.key) : [...this.picked, thing];
  }

  #send() {
    const form = whole(this.kind, this.picked);
    if (form && !this.busy) this.dispatchEvent(new CustomEvent("choose", { detail: moveOf(form, this.picked) }));
  }
}

customElements.define("generic-choice", GenericChoice);
