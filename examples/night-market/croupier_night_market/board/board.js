// <night-market-board>: the table of The Night Market. A view and the legal moves in, an event `move` out.
//
// All choose at the same time. So a new view is no reason to forget what was picked: it stays as long as the decision does.

import { Board, css, html, nothing } from "../../../web/board.js";
import { choiceOf, counted } from "./basket.js";
import { drawn } from "./goods.js";

/**
 * @typedef {import("./basket.js").View} View
 * @typedef {import("./basket.js").Entry} Entry
 * @typedef {import("./basket.js").Good} Good
 * @typedef {typeof import("./en.js").default} Text
 */

// deno-fmt-ignore
const styles = css`
  :host { display: grid; grid-template-rows: 1fr auto auto; gap: 8px; box-sizing: border-box; block-size: 100%; overflow: auto; padding: 8px; color: var(--ink); font: calc(1rem * var(--print, 1)) / 1.3 var(--font); background: var(--felt); }
  button { font: inherit; color: inherit; min-height: 44px; min-width: 44px; padding: 4px 12px; border: 1px solid var(--line-strong); border-radius: var(--radius-m); background: var(--surface); }
  button[aria-pressed="true"] { border-color: var(--mark); box-shadow: 0 0 0 2px var(--mark); background: var(--mark-soft); }
  button[aria-disabled="true"] { border-style: dashed; }
  .stalls { display: grid; gap: 6px; align-content: start; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); }
  .stall { min-height: 7rem; padding: 6px 8px; border-radius: var(--radius-m); background: var(--surface); }
  .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; min-height: 52px; }
  .row.basket button { min-height: 5.5rem; min-width: 6.5rem; font-weight: 700; }
  .row.basket .good { display: block; margin: 0 auto 4px; inline-size: 2.5rem; block-size: 2.5rem; }
  .good { inline-size: 1.4em; block-size: 1.4em; vertical-align: middle; }
  .good .line { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; }
  .goods { display: flex; flex-wrap: wrap; gap: 4px 12px; margin: 4px 0 0; padding: 0; list-style: none; }
  small { color: var(--ink-soft); }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

/** @extends {Board<View, Entry, unknown, { game: Text }>} */
export class NightMarketBoard extends Board {
  static properties = {
    picked: { state: true },
  };

  static styles = styles;

  constructor() {
    super();
    /** The good that was picked, and not chosen yet. @type {Good | null} */
    this.picked = null;
  }

  /** Whether a move has been begun that nobody else knows of. */
  get half() {
    return this.picked !== null;
  }

  get prompt() {
    const { t, view } = this;
    if (this.busy) return t.sending;
    if (this.moves.length) return t.pick;
    return view?.chosen ? t.chosen(view.chosen) : t.wait;
  }

  /** Pick a good, or take it back. @param {Good} good */
  pick(good) {
    if (this.busy || !choiceOf(this.moves, good)) return;
    this.picked = this.picked === good ? null : good;
  }

  send() {
    const detail = choiceOf(this.moves, this.picked);
    if (this.busy || !detail) return;
    this.busy = true; // until the table says so itself
    this.dispatchEvent(new CustomEvent("move", { detail, bubbles: true, composed: true }));
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("decision")) this.picked = null;
    super.willUpdate(changed);
  }

  render() {
    const { view, t } = { view: this.view, t: this.text && this.t };
    if (!view || !t) return nothing;
    const all = view.stalls.length;
    return html`
      <div class="stalls" role="group" aria-label=${t.stalls}>
        ${view.stalls.map((_, at) => this.stall(view, (this.below + at) % all))}
      </div>
      <div class="row"><b>${this.prompt}</b> ${this.actions()}
        <small>${t.night(view.night, view.nights)}</small></div>
      <div class="row basket" role="group" aria-label=${t.basket} data-group="basket">
        ${counted(view.basket).map(([good, count]) => this.good(good, count))}</div>
      <p class="unseen" role="status">${this.prompt}</p>
    `;
  }

  actions() {
    const { t, picked } = this;
    if (!picked || this.busy) return nothing;
    return html`
      <button class="lit" data-at="choose" @click=${() => this.send()}>${t.choose(picked)}</button>
      <button data-at="back" @click=${() => this.pick(picked)}>${t.takeBack}</button>
    `;
  }

  /** @param {View} view @param {number} seat */
  stall(view, seat) {
    const { t } = this;
    const { goods, worth, points, chosen } = view.stalls[seat];
    return html`
      <section class="stall"><slot name="seat-${seat}"></slot>
        <small>${t.points(points, worth)}${chosen ? `, ${t.hasChosen}` : ""}</small>
        <ul class="goods">${counted(goods).map(([good, count]) =>
          html`<li>${drawn(good)} ${count} × ${t.goods[good]}</li>`
        )}</ul>
      </section>
    `;
  }

  /** @param {Good} good @param {number} count */
  good(good, count) {
    const may = !this.busy && choiceOf(this.moves, good);
    return html`
      <button data-at="good/${good}" aria-pressed=${this.picked === good ? "true" : "false"}
        aria-disabled=${may ? nothing : "true"} @click=${() => this.pick(good)}>
        ${drawn(good)} ${count > 1 ? `${count} × ` : ""}${this.t.goods[good]}</button>
    `;
  }
}

customElements.define("night-market-board", NightMarketBoard);
