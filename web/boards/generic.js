// <generic-board>: any game, by its table as text and its legal moves in writing, chosen word by word.

import { html, LitElement, nothing, repeat } from "../vendor/lit.js";
import { kindsOf, othersOf } from "../steps/choosing.js";
import { behind, shownAs, stepsOf } from "../steps/generic.js";
import { genericText } from "../text/generic.js";
import "./generic-choice.js";
import { styles } from "./generic-look.js";

/** @typedef {{ move: unknown, notation: string }} Move */
/** @typedef {import("../steps/generic.js").Step<Move>} Step */
/** @typedef {import("../text/index.js").BoardText} BoardText */

const ORDER = new Intl.Collator("en", { numeric: true });

/** The board of a game that has no other one. `table` is its table as text. */
export class GenericBoard extends LitElement {
  static properties = {
    view: { attribute: false },
    seat: { attribute: false },
    below: { attribute: false },
    players: { attribute: false },
    moves: { attribute: false },
    decision: { attribute: false },
    choose: { attribute: false },
    events: { attribute: false },
    busy: { attribute: false },
    text: { attribute: false },
    table: { attribute: false },
    why: { attribute: false },
    path: { state: true },
    wrong: { state: true },
  };

  static styles = styles;

  constructor() {
    super();
    /** @type {unknown} */
    this.view = null;
    /** @type {number | null} */
    this.seat = null;
    this.below = 0;
    /** @type {readonly string[]} */
    this.players = [];
    /** @type {readonly Move[]} */
    this.moves = [];
    /** What the seat has to decide, by its number. @type {number | null} */
    this.decision = null;
    /** Descriptions of moves, of which `moves` has some. @type {readonly import("../steps/choosing.js").ChooseMoves[]} */
    this.choose = [];
    /** @type {readonly unknown[]} */
    this.events = [];
    this.busy = false;
    /** @type {BoardText} */
    this.text;
    this.table = "";
    /** Why it stands in for the board of the game; "" if that has none. @type {keyof import("../text/generic.js").GenericText["why"] | ""} */
    this.why = "";
    /** The words that were chosen. @type {string[]} */
    this.path = [];
    this.wrong = false;
    /** Whether the focus was on a choice before it was drawn anew. */
    this.focused = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("decision")) this.path = [];
    this.focused = Boolean(this.shadowRoot?.activeElement?.closest(".moves"));
  }

  updated() {
    const root = this.shadowRoot;
    if (!this.focused || root?.activeElement) return;
    const next =
      /** @type {HTMLElement | null} */ (root?.querySelector(".moves li button") ?? root?.querySelector("h2"));
    next?.focus();
  }

  render() {
    if (!this.text) return nothing;
    return html`
      <div class="bars">${this.players.map((_, seat) => html`<slot name=${`seat-${seat}`}></slot>`)}${this.why
        ? html`<p role="status">${genericText(this.text.language).why[this.why]}</p>`
        : nothing}</div>
      <div class="drawn" role="region" tabindex="0" aria-label=${genericText(this.text.language).table}>
        <pre lang="en">${plain(this.table)}</pre>
      </div>
      ${this.seat === null ? nothing : this.#choices()}
    `;
  }

  /** Whether a move has been begun and not been made. */
  get half() {
    const { shadowRoot: root } = this;
    const choice = /** @type {import("./generic-choice.js").GenericChoice | null | undefined} */
      (root?.querySelector("generic-choice"));
    return this.path.length > 0 || Boolean(choice?.picked.length || root?.querySelector("input")?.value);
  }

  #choices() {
    const { game } = this.text;
    const generic = genericText(this.text.language);
    if (!this.moves.length) {
      return html`
        <div class="moves">
          <h2 tabindex="-1" class="soft">${this.busy ? this.text.table.sending : generic.wait}</h2>
        </div>
      `;
    }
    const { steps, path, kind } = this.#reached();
    const title = path.length ? `${this.#shown(path[path.length - 1])} …` : game.choose ?? generic.choose;
    return html`
      <section class="moves turn" aria-label=${generic.hand} @keydown=${(/** @type {KeyboardEvent} */ event) =>
        this.#keyed(event)}>
        <header>
          <h2 tabindex="-1">${title}</h2>
          ${path.length
            ? html`<button aria-disabled=${this.busy} @click=${() => this.#back()}>‹ ${generic.back}</button>`
            : nothing}
        </header>
        ${kind
          ? html`
            <generic-choice .kind=${kind} .decision=${this.decision} .busy=${this.busy} .text=${this.text}
              @choose=${(/** @type {CustomEvent} */ event) => this.#decide(event.detail)}></generic-choice>
          `
          : html`<ul>${
            repeat(
              this.#labelled(steps),
              ({ step }) => step.word,
              ({ step, label }) => html`<li>${this.#choice(step, label)}</li>`,
            )
          }</ul>`}
        ${this.#writing()}
      </section>
    `;
  }

  /** What can be chosen behind the words that were: further words, or things of a kind of moves. */
  #reached() {
    const kinds = kindsOf(this.choose), others = othersOf(this.moves, this.choose);
    if (kinds.length === 1 && !others.length) return { steps: [], path: [], kind: kinds[0] };
    const kind = kinds.find(({ name }) => name === this.path[0]);
    if (kind) return { steps: [], path: [kind.name], kind };
    const { steps, path } = behind(stepsOf(others), this.path);
    const begun = path.length ? [] : kinds.map(({ name }) => ({ word: name, rest: [] }));
    return { steps: [...begun, ...steps], path, kind: undefined };
  }

  /** Choices with what is written on them, in the order of that. @param {Step[]} steps */
  #labelled(steps) {
    const all = steps.map((step) => ({ step, label: this.#shown(step.word, step.move) }));
    return all.sort((one, other) => ORDER.compare(one.label, other.label));
  }

  /** @param {Step} step @param {string} label */
  #choice({ word, move, rest }, label) {
    return html`
      <button class=${move ? "whole" : "more"} aria-haspopup=${rest ? "true" : nothing} aria-disabled=${this.busy}
        @click=${() => move ? this.#decide(move) : this.path = [...this.path, word]}>${label}</button>
    `;
  }

  /** Not every amount is listed: whoever knows the notation writes it. */
  #writing() {
    const generic = genericText(this.text.language);
    return html`
      <form @submit=${(/** @type {Event} */ event) => this.#written(event)}>
        <input name="notation" autocomplete="off" autocapitalize="off" spellcheck="false" aria-label=${generic.typed}
          placeholder=${generic.typed}>
        <button aria-disabled=${this.busy}>${generic.send}</button>
      </form>
    `;
  }

  /** @param {Event} event */
  #written(event) {
    event.preventDefault();
    const input = this.shadowRoot?.querySelector("input");
    const notation = input?.value.trim() ?? "";
    if (!input || !notation) return;
    this.#decide(this.moves.find((move) => move.notation === notation) ?? { move: undefined, notation });
    input.value = "";
  }

  /** @param {Move} move */
  #decide(move) {
    if (this.busy) return;
    this.dispatchEvent(new CustomEvent("move", { detail: move, bubbles: true, composed: true }));
  }

  #back() {
    this.path = this.#reached().path.slice(0, -1);
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    if (event.key !== "Escape" || !this.path.length) return;
    event.stopPropagation();
    this.#back();
  }

  /** What is written on a choice. @param {string} word @param {Move} [move] if it is a whole one */
  #shown(word, move) {
    const { game } = this.text;
    return move && game.whole ? game.whole(word) : shownAs(word, game.words ?? {});
  }
}

/** A table without its head, which says what the page says. @param {string} table */
function plain(table) {
  return table.slice(table.indexOf("\n\n") + 1).trim();
}

customElements.define("generic-board", GenericBoard);
