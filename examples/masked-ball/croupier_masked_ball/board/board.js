// <masked-ball-board>: the table of The Masked Ball. A view and the legal moves in, an event `move` out.

import { Board, css, html, nothing, typed } from "../../../web/board.js";
import { choicesOf, nextStep, typedMove } from "./steps.js";

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Entry} Entry
 * @typedef {import("./steps.js").Mask} Mask
 * @typedef {import("./steps.js").Chosen} Chosen
 * @typedef {typeof import("./en.js").default} Text
 */

/** The masks by rank. @type {Mask[]} */
const RANKS = ["WASP", "OWL", "BOAR", "TORTOISE", "MAGPIE", "FOX", "PEACOCK", "SWAN"];

// deno-fmt-ignore
const styles = css`
  :host { display: block; block-size: 100%; overflow: auto; padding: 8px; color: var(--ink); font: calc(1rem * var(--print, 1)) / 1.3 var(--font); background: var(--felt); }
  button { font: inherit; color: inherit; min-height: 44px; min-width: 44px; padding: 4px 12px; border: 1px solid var(--line-strong); border-radius: var(--radius-m); background: var(--surface); }
  button.lit, [aria-pressed="true"] { border-color: var(--mark); box-shadow: 0 0 0 2px var(--mark); background: var(--mark-soft); }
  button[aria-disabled="true"] { border-style: dashed; }
  .sides { display: grid; gap: 6px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); }
  .sides button { width: 100%; text-align: start; }
  .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; min-height: 60px; }
  .row.hand button { min-width: 7rem; min-height: 4.5rem; font-weight: 700; }
  small { color: var(--ink-soft); }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

/** @extends {Board<View, Entry, unknown, { game: Text }>} */
export class MaskedBallBoard extends Board {
  static properties = {
    chosen: { state: true },
    said: { state: true },
  };

  static styles = styles;

  constructor() {
    super();
    /** The part of a move that was chosen. @type {Chosen} */
    this.chosen = {};
    /** What is told to those who do not see what was chosen. */
    this.said = "";
    /** What was typed of a move. */
    this.buffer = "";
  }

  /** Whether a move has been begun that nobody else knows of. */
  get half() {
    return this.chosen.mask !== undefined;
  }

  get mayAct() {
    return this.moves.length > 0 && !this.busy;
  }

  get prompt() {
    const { t, chosen: { mask } } = this;
    if (this.busy) return t.sending;
    if (!this.mayAct) return t.wait;
    const { member } = nextStep(this.moves, this.chosen);
    return !mask || !member || member === "mask" ? t.mask : t[member](mask);
  }

  /** What can be chosen of a member now. @template {"mask" | "target" | "named"} M @param {M} member @returns {Set<NonNullable<Chosen[M]>>} */
  open(member) {
    const next = this.mayAct && nextStep(this.moves, this.chosen).member === member;
    return next ? choicesOf(this.moves, this.chosen, member) : new Set();
  }

  // --- What a player does.

  /** Goes one step further, which may make the move whole. @param {Chosen} chosen */
  choose(chosen) {
    const { member, entry } = nextStep(this.moves, chosen);
    this.chosen = chosen;
    this.said = "";
    if (!member) return this.send(entry);
    this.said = this.prompt;
  }

  /** Picks a mask, or takes it back. @param {Mask} mask */
  pick(mask) {
    if (this.chosen.mask === mask) return this.takeBack();
    if (this.mayAct && choicesOf(this.moves, {}, "mask").has(mask)) this.choose({ mask });
  }

  takeBack() {
    this.chosen = {};
    this.said = this.buffer = "";
  }

  /** @param {Entry} entry */
  send(entry) {
    this.buffer = "";
    this.busy = true; // until the table says so itself
    this.dispatchEvent(new CustomEvent("move", { detail: entry, bubbles: true, composed: true }));
  }

  /** What is typed anywhere on the table. @param {KeyboardEvent} event */
  type(event) {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && (this.half || this.buffer)) return this.takeBack();
    if (event.key === " " && this.buffer) event.preventDefault(); // or it would press what has the focus
    const key = typed(event);
    if (key === undefined || !this.mayAct) return;
    const text = this.buffer + key;
    const move = typedMove(this.moves, text);
    this.buffer = move === null ? text : "";
    if (move) this.send(move);
    else if (move === undefined) this.said = this.t.notTyped(text);
  }

  // --- Life.

  connectedCallback() {
    super.connectedCallback();
    this.typing = (/** @type {KeyboardEvent} */ event) => this.type(event);
    window.addEventListener("keydown", this.typing);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.typing) window.removeEventListener("keydown", this.typing);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const refused = changed.get("busy") === true && !this.busy;
    if (changed.has("decision") || refused) this.takeBack();
    super.willUpdate(changed);
  }

  render() {
    const { view } = this;
    if (!view || !this.text) return nothing;
    const { t } = this;
    return html`
      <div class="sides" role="group" aria-label=${t.players} data-group="players">
        ${view.sides.map((_, at) => this.side(view, (this.below + at) % view.sides.length))}
      </div>
      <div class="row"><b>${this.prompt}</b>
        ${this.half && !this.busy ? html`<button @click=${() => this.takeBack()}>${t.takeBack}</button>` : nothing}
        <small>${t.round(view.round, view.deckSize)}</small></div>
      ${this.open("named").size ? this.names() : nothing}
      <div class="row hand" role="group" aria-label=${t.hand} data-group="hand">
        ${view.hand.map((mask, at) => this.card(mask, at))}</div>
      <p class="unseen" role="status">${this.said}</p>
    `;
  }

  /** @param {View} view @param {number} seat */
  side(view, seat) {
    const { t, chosen } = this;
    const { roses, masks, sheltered, putDown, seen } = view.sides[seat];
    const lit = this.open("target").has(seat);
    const told = [
      t.roses(roses, view.roses),
      masks ? "" : t.gone,
      sheltered ? t.sheltered : "",
      seen === undefined ? "" : t.seen(seen),
      putDown.map((mask) => t.masks[mask]).join(", "),
    ].filter(Boolean).join("; ");
    return html`
      <div><slot name="seat-${seat}"></slot>
        <button class=${lit ? "lit" : ""} data-at="seat/${seat}" aria-label="${this.players[seat] ?? ""}: ${told}"
          aria-disabled=${lit ? nothing : "true"} @click=${() => lit && this.choose({ ...chosen, target: seat })}>
          ${told}</button></div>
    `;
  }

  /** The masks that a Wasp can name. */
  names() {
    return html`
      <div class="row" role="group" aria-label=${this.t.names} data-group="names">
        ${[...this.open("named")].map((mask) =>
          html`
            <button class="lit" data-at="name/${mask}"
              @click=${() => this.choose({ ...this.chosen, named: mask })}>${this.t.masks[mask]}</button>
          `
        )}
      </div>
    `;
  }

  /** @param {Mask} mask @param {number} at */
  card(mask, at) {
    const may = this.mayAct && choicesOf(this.moves, {}, "mask").has(mask);
    return html`
      <button data-at="hand/${at}" aria-pressed=${this.chosen.mask === mask ? "true" : "false"}
        aria-disabled=${may ? nothing : "true"} @click=${() => this.pick(mask)}>
        ${RANKS.indexOf(mask) + 1} ${this.t.masks[mask]}</button>
    `;
  }
}

customElements.define("masked-ball-board", MaskedBallBoard);
