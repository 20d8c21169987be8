// <just4fun-board>: the table of Just4Fun. It knows no network: a view and the legal moves in, an event `move` out.
// Cards that are picked add up to a field; until they are laid there, nobody else knows of them.

import { Board, draggable, Flights, html, letters, nothing, same, svg } from "../../../web/board.js";
import {
  cardsOf,
  entryFor,
  exchangeOf,
  fieldsWith,
  isOver,
  marksOf,
  placesIn,
  reasonAgainst,
  sumOf,
  threes,
  waysTo,
} from "./steps.js";
import { cardDrawings } from "./card.js";
import { depart } from "./flights.js";
import { dragEnd, dragStart, type } from "./input.js";
import { land } from "./land.js";
import { styles } from "./look.js";
import { stoneDrawings } from "./stone.js";
import * as parts from "./parts.js";

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Entry} Entry
 * @typedef {import("./steps.js").Reason} Reason
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").EventOf<"just4fun">} Event
 * @typedef {typeof import("./en.js").default} Text
 */

/** @extends {Board<View, Entry, Event, { game: Text }>} */
export class Just4FunBoard extends Board {
  static properties = {
    picked: { state: true },
    sent: { state: true },
    hint: { state: true },
    said: { state: true },
    buffer: { state: true },
    open: { state: true },
  };

  static styles = styles;

  constructor() {
    super();
    /** The cards that are picked, by their places in the hand. @type {readonly number[]} */
    this.picked = [];
    /** The move that is under way. @type {Entry | null} */
    this.sent = null;
    /** In place of what is to do: why something was not possible. */
    this.hint = "";
    /** What is told to those who do not see the marks. */
    this.said = "";
    /** What was typed of a move. */
    this.buffer = "";
    /** What lies open: the sum of a seat's points, as `data-at` names its button. */
    this.open = "";
    /** The press that has shown or hidden it. @type {MouseEvent | undefined} */
    this.summed = undefined;
    /** What the events highlight. */
    this.marks = marksOf([]);
    /** The letters on the stones, by seat. @type {readonly string[]} */
    this.letters = [];
    /** Three in a row. @type {readonly import("./steps.js").Three[]} */
    this.threes = [];
    /** What of the events is still to fly. @type {readonly Event[]} */
    this.flown = [];
    /** The hand as it was before these events. @type {readonly number[]} */
    this.handBefore = [];
    /** The fields where others have put stones since the viewer's last move. @type {ReadonlySet<number>} */
    this.fresh = new Set();
  }

  // --- What is legal, from the list.

  get mayAct() {
    return this.moves.length > 0 && !this.busy && !this.sent;
  }

  /** Whether a turn has begun that nobody else knows of. */
  get half() {
    return this.picked.length > 0;
  }

  /** The values of the picked cards, ascending. @returns {number[]} */
  get cards() {
    return [...this.picked].sort((one, other) => one - other).map((at) => this.view?.hand[at] ?? 0);
  }

  /** The move that the picked cards make. @returns {Entry | undefined} */
  get ready() {
    return this.mayAct ? entryFor(this.moves, this.cards) : undefined;
  }

  /** The move that exchanges the hand. @returns {Entry | undefined} */
  get exchange() {
    return this.mayAct ? exchangeOf(this.moves) : undefined;
  }

  /** The fields that the picked cards make, alone or with others. @returns {Set<number>} */
  get within() {
    return this.mayAct ? fieldsWith(this.moves, this.cards) : new Set();
  }

  /** The other ways to the field of the picked cards. @returns {Entry[]} */
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

  /** Picks a card of the hand, or puts it back. @param {number} at */
  pick(at) {
    if (!this.mayAct || this.exchange) return;
    this.picks(this.picked.includes(at) ? this.picked.filter((one) => one !== at) : [...this.picked, at]);
  }

  /** Picks just these places of the hand. @param {readonly number[]} places */
  picks(places) {
    this.picked = places;
    this.open = "";
    this.tell(places.length ? parts.picking(this) : "");
  }

  takeBack() {
    if (this.sent) return;
    this.buffer = "";
    this.picks([]);
  }

  /** Picks the next cards that make the same field. */
  turnOver() {
    const { ready, cards } = this;
    const ways = ready ? waysTo(this.moves, sumOf(cards)) : [];
    if (ready) this.follow(ways[(ways.indexOf(ready) + 1) % ways.length]);
  }

  /** Picks the cards of a move. @param {Entry} entry */
  follow(entry) {
    this.picks(placesIn(this.view?.hand ?? [], cardsOf(entry)) ?? []);
  }

  /**
   * A field was chosen: it gets the stone if it is that of the picked cards; else cards that make it are picked. The second
   * click of a double one is left out by who calls this, or it would play cards that nobody has looked at.
   * @param {number} field
   */
  choose(field) {
    const { ready, cards, mayAct } = this;
    if (mayAct && ready && sumOf(cards) === field) return this.send(ready);
    const [way] = mayAct ? waysTo(this.moves, field, cards) : [];
    if (way) return this.follow(way);
    const against = this.against(field);
    if (against || mayAct) {
      this.tell(against ? this.t.cannotEnter(field, against, this.nameIn(against)) : this.t.notMade(field), true);
    }
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
    this.pressed = (/** @type {MouseEvent} */ event) => event !== this.summed && (this.open = "");
    window.addEventListener("click", this.pressed);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.typing) window.removeEventListener("keydown", this.typing);
    if (this.pressed) window.removeEventListener("click", this.pressed);
  }

  createRenderRoot() {
    const root = /** @type {ShadowRoot} */ (super.createRenderRoot());
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
    if (shown) this.handBefore = changed.get("view")?.hand ?? [];
    if (changed.has("players")) this.letters = letters(this.players);
    if (changed.has("marked")) this.marks = marksOf(this.marked);
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
    this.threes = this.view ? threes(this.view) : [];
    this.open = "";
  }

  /** Shows what the points of a seat add up of, or no longer. @param {number} seat @param {MouseEvent} press */
  count(seat, press) {
    this.open = this.open === `sum/${seat}` ? "" : `sum/${seat}`;
    this.summed = press;
  }

  /** Forgets the picked cards: they have become a move, or it was refused. */
  forget() {
    this.picked = [];
    this.sent = null;
    this.buffer = "";
    this.tell("");
  }

  updated() {
    if (this.flights && this.flown.length) depart(this.flights, this.flown, this);
    this.flights?.slide([]);
    this.flown = [];
    this.roving?.after();
  }

  render() {
    const { view, seat } = this;
    if (!view || !this.text) return nothing;
    const handless = seat === null;
    const state = [
      `n${view.sides.length}`,
      handless && "handless",
      this.still && "still",
      this.mayAct && "mayact",
      this.sent && "busy",
      this.half && "half",
      (this.half || this.exchange) && "acting",
    ];
    return html`
      ${drawings}
      <div class="stage">
        <div class="table ${state.filter(Boolean).join(" ")}">
          ${land} ${parts.players(this, view)} ${parts.board(this, view)} ${parts.say(this, view)}
          ${parts.piles(this, view)} ${handless ? nothing : html`${parts.acts(this)} ${parts.hand(this, view)}`}
          <p class="unseen" role="status">${this.said}</p>
        </div>
      </div>
    `;
  }
}

/** What cards and stones are drawn of. */
const drawings = svg`
  <svg class="drawings" aria-hidden="true" focusable="false">
    <defs>${cardDrawings}${stoneDrawings}</defs>
  </svg>
`;

customElements.define("just4fun-board", Just4FunBoard);
