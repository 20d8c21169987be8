// <livingstone-board>: the table of Livingstone. It knows no network: a view and the legal moves in, an event `move` out.
// What needs more than one choice, such as an amount or a row, is a step; it leaves the board to nobody.

import { html, LitElement, nothing } from "../vendor/lit.js";
import * as steps from "../steps/livingstone.js";
import { lastTurn, marksOf, newsAfter } from "../steps/livingstone-news.js";
import { Flights } from "./flight.js";
import { Roving } from "./keys.js";
import { drawings } from "./livingstone-drawings.js";
import { depart } from "./livingstone-flights.js";
import { grid } from "./livingstone-grid.js";
import { type } from "./livingstone-input.js";
import { styles } from "./livingstone-look.js";
import { overview, result } from "./livingstone-over.js";
import { dice, hand, head, players, say } from "./livingstone-parts.js";
import { tray } from "./livingstone-tray.js";

/**
 * @typedef {steps.View} View
 * @typedef {steps.Entry} Entry
 * @typedef {steps.Plan} Plan
 * @typedef {steps.Reason} Reason
 * @typedef {steps.Decided} Decided
 * @typedef {import("../steps/livingstone-news.js").Event} Event
 * @typedef {import("../../sdk/javascript/types/api.d.ts").ViewOf<"livingstone">["options"]} Options
 * @typedef {typeof import("../text/livingstone.en.js").default} Text
 *
 * @typedef {{ name: "card", card: steps.Card }
 *   | { name: "rows", plan: Plan }
 *   | { name: "origin", plan: Plan, row: number }
 *   | { name: "gems", trade: steps.Trade, gems: steps.Gems }
 *   | { name: "coins", amount: number }} Step what is being chosen
 */

export class LivingstoneBoard extends LitElement {
  static properties = {
    view: { attribute: false },
    seat: { attribute: false },
    below: { attribute: false },
    players: { attribute: false },
    moves: { attribute: false },
    events: { attribute: false },
    busy: { attribute: false },
    still: { attribute: false },
    text: { attribute: false },
    options: { attribute: false },
    toMove: { attribute: false },
    step: { state: true },
    hint: { state: true },
    buffer: { state: true },
    open: { state: true },
    sent: { state: true },
  };

  static styles = styles;

  constructor() {
    super();
    /** @type {View | null} */
    this.view = null;
    /** @type {number | null} */
    this.seat = null;
    this.below = 0;
    /** @type {readonly string[]} */
    this.players = [];
    /** @type {readonly Entry[]} */
    this.moves = [];
    /** @type {readonly Event[]} */
    this.events = [];
    this.busy = false;
    /** Whether nothing can be played here, as in a replay. */
    this.still = false;
    /** @type {{ game: Text } | null} */
    this.text = null;
    /** What was agreed before the start. @type {Options | null} */
    this.options = null;
    /** The seats that must decide now. @type {readonly number[]} */
    this.toMove = [];
    /** What is being chosen. @type {Step | null} */
    this.step = null;
    /** In place of what is to do: why something was not possible. */
    this.hint = "";
    /** What was typed of a move. */
    this.buffer = "";
    /** What lies over the table. @type {"" | "overview" | "result"} */
    this.open = "";
    /** What others have done since the viewer's last move. @type {Event[]} */
    this.news = [];
    /** Whether a move has been sent whose version is not here yet. */
    this.sent = false;
    /** What of the events is still to fly. @type {readonly Event[]} */
    this.flown = [];
    /** Whether keys were used last, so that the focus goes where the turn goes on. */
    this.keyed = false;
  }

  // --- What is legal, from the list.

  /** @returns {Text} */
  get t() {
    return /** @type {{ game: Text }} */ (this.text).game;
  }

  /** The moves that may be made now: none while one is under way. */
  get legal() {
    return this.busy || this.sent ? [] : this.moves;
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

  get marks() {
    return marksOf(this.news);
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
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.typing) window.removeEventListener("keydown", this.typing);
  }

  createRenderRoot() {
    const root = /** @type {ShadowRoot} */ (super.createRenderRoot());
    this.roving = new Roving(root);
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
    const shown = changed.has("view") && !same(changed.get("view"), this.view);
    const refused = changed.get("busy") === true && !this.busy;
    if (shown || refused) this.sent = false;
    if (shown || (changed.has("moves") && !this.moves.length)) this.#settle();
    if (shown) this.show();
    this.flown = shown ? this.events : [];
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
    if (this.events.some((event) => "matchScored" in event)) this.open = "result";
  }

  /** @param {Map<string, any>} changed */
  updated(changed) {
    if (this.flights) depart(this.flights, this.flown);
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

  render() {
    const { view } = this;
    if (!view || !this.text) return nothing;
    const state = `seats${view.sides.length} ${this.mayAct ? "mayact" : ""} ${this.still ? "still" : ""} ${
      this.step ? `step-${this.step.name}` : ""
    }`;
    return html`
      ${drawings}
            <div class="stage">
        <div class="table ${state}">
              ${head(this, view)} ${players(this, view)} ${grid(this, view)}
              <div class="controls">
                ${say(this, view)} ${dice(this, view)} ${this.seat === null || this.still
                  ? nothing
                  : tray(this, view)} ${hand(
                    this,
                    view,
                  )}
              </div>
              ${overview(this, view)} ${result(this, view)}
            </div>
      </div>
    `;
  }
}

/** Whether two views show the same. @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

customElements.define("livingstone-board", LivingstoneBoard);
