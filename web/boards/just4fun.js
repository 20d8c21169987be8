// <just4fun-board>: the table of Just4Fun. It knows no network: a view and the legal moves in, an event `move` out.
// Cards that are marked add up to a field; until they are laid there, nobody else knows of them.

import { html, LitElement, nothing } from "../vendor/lit.js";
import {
  cardsOf,
  entryFor,
  exchangeOf,
  fieldsWith,
  isOver,
  placesIn,
  reasonAgainst,
  sumOf,
  waysTo,
} from "../steps/just4fun.js";
import { draggable } from "./drag.js";
import { Flights } from "./flight.js";
import { dragEnd, dragStart, type } from "./just4fun-input.js";
import { styles } from "./just4fun-look.js";
import * as parts from "./just4fun-parts.js";
import { Roving } from "./keys.js";

/**
 * @typedef {import("../steps/just4fun.js").View} View
 * @typedef {import("../steps/just4fun.js").Entry} Entry
 * @typedef {import("../steps/just4fun.js").Reason} Reason
 * @typedef {import("../../sdk/javascript/types/api.d.ts").EventOf<"just4fun">} Event
 * @typedef {typeof import("../text/just4fun.en.js").default} Text
 */

export class Just4FunBoard extends LitElement {
  static properties = {
    view: { attribute: false },
    seat: { attribute: false },
    below: { attribute: false },
    players: { attribute: false },
    toMove: { attribute: false },
    moves: { attribute: false },
    events: { attribute: false },
    last: { attribute: false },
    busy: { attribute: false },
    text: { attribute: false },
    marked: { state: true },
    sent: { state: true },
    hint: { state: true },
    said: { state: true },
    buffer: { state: true },
    result: { state: true },
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
    /** The seats that are to move. @type {readonly number[]} */
    this.toMove = [];
    /** @type {readonly Entry[]} */
    this.moves = [];
    /** @type {readonly Event[]} */
    this.events = [];
    /** The events of this version, also after a jump. @type {readonly Event[]} */
    this.last = [];
    this.busy = false;
    /** @type {{ game: Text } | null} */
    this.text = null;
    /** The cards that are marked, by their places in the hand. @type {readonly number[]} */
    this.marked = [];
    /** The move that is under way. @type {Entry | null} */
    this.sent = null;
    /** In place of what is to do: why something was not possible. */
    this.hint = "";
    /** What is told to those who do not see the marks. */
    this.said = "";
    /** What was typed of a move. */
    this.buffer = "";
    /** Whether the result of the match lies on the table. */
    this.result = false;
    /** What of the events is still to fly. @type {readonly Event[]} */
    this.flown = [];
    /** The fields where others have put stones since the viewer's last move. @type {ReadonlySet<number>} */
    this.fresh = new Set();
  }

  // --- What is legal, from the list.

  /** @returns {Text} */
  get t() {
    return /** @type {{ game: Text }} */ (this.text).game;
  }

  get mayAct() {
    return this.moves.length > 0 && !this.busy && !this.sent;
  }

  /** Whether a turn has begun that nobody else knows of. */
  get half() {
    return this.marked.length > 0;
  }

  /** The values of the marked cards, ascending. @returns {number[]} */
  get cards() {
    return [...this.marked].sort((one, other) => one - other).map((at) => this.view?.hand[at] ?? 0);
  }

  /** The move that the marked cards make. @returns {Entry | undefined} */
  get ready() {
    return this.mayAct ? entryFor(this.moves, this.cards) : undefined;
  }

  /** The move that exchanges the hand. @returns {Entry | undefined} */
  get exchange() {
    return this.mayAct ? exchangeOf(this.moves) : undefined;
  }

  /** The fields that the marked cards make, alone or with others. @returns {Set<number>} */
  get within() {
    return this.mayAct ? fieldsWith(this.moves, this.cards) : new Set();
  }

  /** The other ways to the field of the marked cards. @returns {Entry[]} */
  get others() {
    const { ready } = this;
    return ready ? waysTo(this.moves, sumOf(this.cards)).filter((entry) => entry !== ready) : [];
  }

  /** Why the viewer may put no stone on a field. @param {number} field @returns {Reason | null} */
  against(field) {
    if (!this.view || this.seat === null || this.over) return null;
    return reasonAgainst(this.view, this.seat, this.moves, field);
  }

  get over() {
    return this.view !== null && isOver(this.view);
  }

  /** @param {number} seat */
  nameOf(seat) {
    return seat === this.seat ? this.t.you : this.players[seat] ?? "";
  }

  /** The name that goes with a reason. @param {Reason} reason */
  nameIn(reason) {
    return "seat" in reason ? this.nameOf(reason.seat) : "";
  }

  // --- What a player does.

  /** Marks a card of the hand, or takes the mark away. @param {number} at */
  mark(at) {
    if (!this.mayAct || this.exchange) return;
    this.marks(this.marked.includes(at) ? this.marked.filter((one) => one !== at) : [...this.marked, at]);
  }

  /** Marks just these places of the hand. @param {readonly number[]} places */
  marks(places) {
    this.marked = places;
    this.result = false;
    this.tell(places.length ? parts.marking(this) : "");
  }

  takeBack() {
    if (this.sent) return;
    this.buffer = "";
    this.marks([]);
  }

  /** Marks the next cards that make the same field. */
  turnOver() {
    const { ready, cards } = this;
    const ways = ready ? waysTo(this.moves, sumOf(cards)) : [];
    if (ready) this.follow(ways[(ways.indexOf(ready) + 1) % ways.length]);
  }

  /** Marks the cards of a move. @param {Entry} entry */
  follow(entry) {
    this.marks(placesIn(this.view?.hand ?? [], cardsOf(entry)) ?? []);
  }

  /**
   * A field was chosen: it gets the stone if it is that of the marked cards; else cards that make it are marked. The second
   * click of a double one is left out by who calls this, or it would play cards that nobody has looked at.
   * @param {number} field
   */
  choose(field) {
    if (!this.mayAct) return;
    const { ready, cards } = this;
    if (ready && sumOf(cards) === field) return this.send(ready);
    const [way] = waysTo(this.moves, field, cards);
    if (way) return this.follow(way);
    const against = this.against(field);
    this.tell(against ? this.t.cannotEnter(field, against, this.nameIn(against)) : this.t.notMade(field), true);
  }

  /** @param {Entry | undefined} entry */
  send(entry) {
    if (!entry || !this.mayAct) return;
    this.sent = entry;
    this.buffer = "";
    this.tell("");
    this.dispatchEvent(new CustomEvent("move", { detail: entry, bubbles: true, composed: true }));
  }

  /** @param {string} said @param {boolean} [hint] whether to show it, too */
  tell(said, hint = false) {
    this.said = said;
    this.hint = hint ? said : "";
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
    draggable(root, ".hand button", {
      start: (item) => dragStart(this, item),
      end: (_item, _from, name) => dragEnd(this, name),
    });
    return root;
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    const shown = changed.has("view") && !same(changed.get("view"), this.view);
    const refused = changed.get("busy") === true && !this.busy;
    if (shown) this.show();
    if (shown || refused || (changed.has("moves") && !this.moves.length)) this.forget();
    this.flown = shown ? this.events : [];
    if (!this.hasUpdated) return;
    this.flights?.look();
    this.roving?.before();
  }

  /** What has just happened. */
  get told() {
    return this.events.length ? this.events : this.last;
  }

  /** Prepares for another view. */
  show() {
    const played = this.told.flatMap((event) => "cardsPlayed" in event ? [event.cardsPlayed] : []);
    const others = played.filter(({ seat }) => seat !== this.seat).map(({ field }) => field);
    const anew = this.seat === null || !this.events.length || others.length < played.length;
    this.fresh = new Set([...(anew ? [] : this.fresh), ...others]);
    this.result = this.over;
  }

  /** Forgets the marks: they have become a move, or it was refused. */
  forget() {
    this.marked = [];
    this.sent = null;
    this.buffer = "";
    this.tell("");
  }

  updated() {
    for (const event of this.flown) {
      if (!("cardsPlayed" in event)) continue;
      const { seat, field } = event.cardsPlayed;
      this.flights?.fly(this.renderRoot.querySelector(`[data-at="stone/${field}/${seat}"]`), `supply/${seat}`);
    }
    this.flown = [];
    this.roving?.after();
  }

  render() {
    const { view, seat } = this;
    if (!view || !this.text) return nothing;
    return html`
      <div class="stage">
        <div class="table n${view.sides.length} ${this.mayAct ? "mayact" : ""} ${this.sent
          ? "busy"
          : ""} ${this.toMove.length ? "" : "ended"}">
          ${parts.sides(this, view)} ${parts.board(this, view)} ${parts.say(this, view)}
          ${seat === null ? nothing : parts.hand(this, view)} ${parts.result(this, view)}
          <p class="unseen" role="status">${this.said}</p>
        </div>
      </div>
    `;
  }
}

/** Whether two views show the same. @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

customElements.define("just4fun-board", Just4FunBoard);
