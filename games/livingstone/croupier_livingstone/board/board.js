// <livingstone-board>: the table of Livingstone. It knows no network: a view and the legal moves in, an event `move` out.
// What needs more than one choice, such as an amount or a row, is a step; it leaves the board to nobody.

import { Board, Flights, html, letters, nothing, same } from "../../../web/board.js";
import * as steps from "./steps.js";
import { lastTurn, marksOf, newsAfter } from "./news.js";
import { drawings } from "./drawings.js";
import { depart } from "./flights.js";
import { grid } from "./grid.js";
import { sky } from "./land.js";
import { type } from "./input.js";
import { styles } from "./look.js";
import { overview } from "./over.js";
import { gift } from "./gift.js";
import { looked, verdict } from "./verdict.js";
import { dice, hand, players, say, store } from "./parts.js";
import { tray } from "./tray.js";

/**
 * @typedef {steps.View} View
 * @typedef {steps.Entry} Entry
 * @typedef {steps.Plan} Plan
 * @typedef {steps.Reason} Reason
 * @typedef {steps.Decided} Decided
 * @typedef {import("./news.js").Event} Event
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").ViewOf<"livingstone">["options"]} Options
 * @typedef {typeof import("./en.js").default} Text
 *
 * @typedef {{ name: "card", card: steps.Card }
 *   | { name: "rows", plan: Plan }
 *   | { name: "origin", plan: Plan, row: number }
 *   | { name: "gems", trade: steps.Trade, gems: steps.Gems }
 *   | { name: "coins", amount: number }} Step what is being chosen
 */

/** @extends {Board<View, Entry, Event, { game: Text }>} */
export class LivingstoneBoard extends Board {
  static properties = {
    step: { state: true },
    hint: { state: true },
    buffer: { state: true },
    open: { state: true },
    sent: { state: true },
  };

  static styles = styles;

  constructor() {
    super();
    /** The initials of the players, by seat. @type {readonly string[]} */
    this.letters = [];
    /** What was agreed before the start. @type {Options | null} */
    this.options = null;
    /** What is being chosen. @type {Step | null} */
    this.step = null;
    /** In place of what is to do: why something was not possible. */
    this.hint = "";
    /** What was typed of a move. */
    this.buffer = "";
    /** What is told on the table: all cards, what a player has, who has most tents in a row, or the news. @type {string} */
    this.open = "";
    /** What others have done since the viewer's last move. @type {Event[]} */
    this.news = [];
    /** Whether a move has been sent whose version is not here yet. */
    this.sent = false;
    /** What of the events is still to fly. @type {readonly Event[]} */
    this.flown = [];
    /** Whether the chests are opened now, and how long that is looked at: the page's card waits. */
    this.opens = false;
    /** @type {Promise<void> | undefined} */
    this.ended = undefined;
    /** Whether keys were used last, so that the focus goes where the turn goes on. */
    this.keyed = false;
  }

  // --- What is legal, from the list.

  /** The moves that may be made now: none while one is under way. */
  get legal() {
    return this.busy || this.sent ? [] : this.moves;
  }

  /** The viewer's die: that of another is not. */
  get die() {
    return this.view && this.toMove.includes(this.seat ?? -1) ? this.view.die : 0;
  }

  get mayAct() {
    return this.legal.length > 0;
  }

  /** Whether a choice has begun that nobody else knows of. */
  get half() {
    return this.step !== null || this.buffer !== "";
  }

  /** The tent that is being put: with cards, or just the one of the die. @returns {Plan} */
  get plan() {
    const { step } = this;
    return step?.name === "rows" || step?.name === "origin" ? step.plan : { kind: "tent", free: false, any: false };
  }

  /** What is marked: that at which the player points, or else what is new. */
  get marks() {
    return marksOf(this.marked.length ? this.marked : this.news);
  }

  /** Whether the player points at what happened at this place. @param {string} place by its `data-at` */
  isPointedAt(place) {
    return this.marked.length > 0 && this.marks.places.includes(place);
  }

  get lastTurn() {
    return lastTurn(this.news);
  }

  // --- What a player does.

  /** Makes the move, or says why not. @param {Decided | null | undefined} move @param {Reason | null} [reason] @param {string} [what] */
  decide(move, reason = null, what = "") {
    if (!move || !this.mayAct) return this.explain(what, reason);
    this.sent = true;
    this.step = null;
    this.hint = this.buffer = "";
    this.dispatchEvent(new CustomEvent("move", { detail: move, bubbles: true, composed: true }));
  }

  /** @param {string} what @param {Reason | null} reason */
  explain(what, reason) {
    if (reason) this.hint = this.t.cannot(what, this.t.reason(reason));
  }

  /** Goes on to a choice. @param {Step | null} step */
  go(step) {
    this.forget();
    this.step = step;
    this.open = "";
  }

  /** Forgets what was begun. */
  forget() {
    this.step = null;
    this.hint = this.buffer = "";
  }

  /** Forgets what was begun, but not a card that is being read, as long as it is in the hand. */
  #settle() {
    const { step, view } = this;
    this.forget();
    if (step?.name === "card" && view?.hand.includes(step.card)) this.step = step;
  }

  /** A row was chosen for the tent, which may have to come from another field. @param {number} row */
  chooseRow(row) {
    const { view, seat, legal, plan } = this;
    if (!view || seat === null) return;
    const reason = steps.tentReason(view, seat, legal, plan, row);
    if (reason) return this.explain(this.t.tentAt(steps.fieldAt(view, row)), reason);
    if (steps.originsFor(view, legal, plan, row).length) return this.go({ name: "origin", plan, row });
    this.decide(steps.tentMove(view, legal, plan, row, ""));
  }

  /** A tent was chosen that moves. @param {string} from */
  chooseOrigin(from) {
    if (this.step?.name !== "origin" || !this.view) return;
    this.decide(steps.tentMove(this.view, this.legal, this.step.plan, this.step.row, from));
  }

  /** A card of the hand was chosen. @param {steps.Card} card */
  chooseCard(card) {
    const open = this.step?.name === "card" && this.step.card === card;
    this.go(open ? null : { name: "card", card });
  }

  // --- Life.

  connectedCallback() {
    super.connectedCallback();
    this.typing = (/** @type {KeyboardEvent} */ event) => type(this, event);
    window.addEventListener("keydown", this.typing);
    this.leaving = (/** @type {MouseEvent} */ event) => this.leave(event);
    window.addEventListener("click", this.leaving);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.typing) window.removeEventListener("keydown", this.typing);
    if (this.leaving) window.removeEventListener("click", this.leaving);
  }

  /** A tap on anything else puts away what is told. @param {MouseEvent} event */
  leave(event) {
    const told = event.composedPath().some((each) =>
      each instanceof Element && each.matches(".reckoning, .over, [aria-expanded], [data-at='action/overview']")
    );
    if (this.open && !told) this.open = "";
  }

  createRenderRoot() {
    const root = /** @type {ShadowRoot} */ (super.createRenderRoot());
    this.flights = new Flights(root);
    // Keys make clicks without a place; a finger makes one with it.
    root.addEventListener("click", (event) => {
      this.keyed = /** @type {MouseEvent} */ (event).detail === 0;
      if (this.keyed) this.updateComplete.then(() => this.follow());
    });
    return root;
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    if (changed.has("players")) this.letters = letters(this.players);
    const shown = changed.has("view") && !same(changed.get("view"), this.view);
    const refused = changed.get("busy") === true && !this.busy;
    if (shown || refused) this.sent = false;
    if (shown || (changed.has("moves") && !this.moves.length)) this.#settle();
    if (shown) this.show();
    this.flown = shown ? this.events : [];
    this.opens ||= this.flown.some((event) => "matchScored" in event);
    if (this.hasUpdated) {
      this.flights?.look();
      this.roving?.before();
    }
    // The focus is led on only from within the board.
    this.turned = shown && this.keyed && Boolean(this.roving?.focused);
  }

  /** Prepares for another view. */
  show() {
    this.news = this.events.length ? newsAfter(this.news, this.events, this.seat) : [];
  }

  /** @param {Map<string, any>} changed */
  updated(changed) {
    if (this.flights) depart(this.flights, this.flown);
    if (this.opens) this.ended ??= looked();
    this.flown = [];
    this.roving?.after();
    if (this.turned) this.follow();
    if (this.open === "overview" && changed.has("open")) this.focusOn(".close");
    if (changed.get("open") === "overview") this.focusOn("[data-at='action/overview']");
  }

  /** @param {string} selector */
  focusOn(selector) {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector))?.focus();
  }

  /** After keys, the focus goes where the turn goes on. */
  follow() {
    const { mayAct, roving, step, view } = this;
    if (!mayAct || !view) return;
    if (step) return roving?.enter("step");
    if (this.shadowRoot?.activeElement?.closest("[data-group=hand]")) return;
    roving?.enter(view.die || !view.diceToTake ? "tray" : "dice");
  }

  /** @param {View} view */
  controls(view) {
    const plays = this.seat !== null && !this.still;
    return html`
      ${say(this, view)} ${dice(this, view)} ${gift(this, view)} ${store(this, view)}
      ${plays ? tray(this, view) : nothing} ${hand(this, view)}
    `;
  }

  render() {
    const { view } = this;
    if (!view || !this.text) return nothing;
    const state = `seats${view.sides.length} ${this.mayAct ? "mayact" : ""} ${this.still ? "still" : ""} ${
      this.seat === null ? "watched" : "seated"
    } ${this.step ? `stepping step-${this.step.name}` : ""} ${this.marked.length ? "pointed" : ""}`;
    return html`
      ${drawings}
      <div class="stage">
        <div class="table ${state}">
          ${sky} ${players(this, view)} ${grid(this, view)}
          <div class="controls">${view.final ? verdict(this, view, view.final) : this.controls(view)}</div>
          ${overview(this, view)}
        </div>
      </div>
    `;
  }
}

customElements.define("livingstone-board", LivingstoneBoard);
