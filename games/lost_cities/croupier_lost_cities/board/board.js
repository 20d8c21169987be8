// <lost-cities-board>: the table of Lost Cities. It knows no network: a view and the legal moves in, an event `move` out.
// A turn has two halves here, a card that is laid and a pile that is drawn from; the first half alone leaves the board to nobody.

import { Board, draggable, Flights, html, nothing, render, same } from "../../../web/board.js";
import {
  colorOf,
  entryFor,
  following,
  handPlaces,
  isOver,
  pilesAfter,
  placesFor,
  reasonAgainst,
  scoreWith,
} from "./steps.js";
import { back, drawings, face } from "./card.js";
import { styles } from "./look.js";
import { compass, land, sea } from "./map.js";
import { dragEnd, dragStart, flightsOf, type } from "./moving.js";
import * as parts from "./parts.js";
import { hasSum, placeSum, shownSum, spoken } from "./sum.js";

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Entry} Entry
 * @typedef {import("./steps.js").Laid & { at: number }} Laid `at`: its place in the hand
 * @typedef {import("./steps.js").Pile} Pile
 * @typedef {import("./steps.js").Color} Color
 * @typedef {import("./steps.js").Place} Place
 * @typedef {import("./moving.js").Flight} Flight
 * @typedef {import("./sum.js").Counted} Counted
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").EventOf<"lost-cities">} Event
 * @typedef {typeof import("./en.js").default} Text
 */

/** @extends {Board<View, Entry, Event, { game: Text }>} */
export class LostCitiesBoard extends Board {
  static properties = {
    picked: { state: true },
    laid: { state: true },
    drawn: { state: true },
    hint: { state: true },
    said: { state: true },
    buffer: { state: true },
    result: { state: true },
    sum: { state: true },
  };

  static styles = styles;

  constructor() {
    super();
    /** The card that is picked or laid, by its place in the hand. @type {number | null} */
    this.picked = null;
    /** The first half of a turn. @type {Laid | null} */
    this.laid = null;
    /** The pile of a move that is under way. @type {Pile | null} */
    this.drawn = null;
    /** In place of what is to do: why something was not possible. */
    this.hint = "";
    /** What is told to those who do not see the half of a turn. */
    this.said = "";
    /** What was typed of a move. */
    this.buffer = "";
    /** Whether a click has laid a card or drawn one. */
    this.stepped = false;
    /** Whether the last key was one of a notation. */
    this.inNotation = false;
    /** What draws results, once there is one. @type {typeof import("./score.js") | undefined} */
    this.scoring = undefined;
    /** Whether the result of the last round lies on the table. */
    this.result = false;
    /** The points whose sum is shown. @type {Counted | null} */
    this.sum = null;
    /** The press that has shown or hidden it. @type {MouseEvent | undefined} */
    this.summed = undefined;
    /** What moves when the board has been drawn anew. @type {Flight[]} */
    this.moving = [];
  }

  // --- What is legal, from the list.

  get mayAct() {
    return this.moves.length > 0 && !this.busy && !this.drawn && !this.result;
  }

  /** Whether a turn has begun that nobody else knows of. */
  get half() {
    return this.picked !== null;
  }

  /** What lies over the table, which Back closes: the result of a round, or how points are counted. */
  get open() {
    return this.result ? "result" : this.sum ? "sum" : "";
  }

  set open(_) {
    if (this.result) this.closeResult();
    else this.sum = null;
  }

  get pickedCard() {
    return (this.picked !== null && this.view?.hand[this.picked]) || "";
  }

  /** The places that the picked card can go to. @returns {Place[]} */
  get places() {
    return this.mayAct && !this.laid ? placesFor(this.moves, this.pickedCard) : [];
  }

  /** The piles that can be drawn from now. @returns {Pile[]} */
  get piles() {
    return this.mayAct && this.laid ? pilesAfter(this.moves, this.laid) : [];
  }

  get prompt() {
    if (this.asked) return this.t.asked;
    if (this.busy || this.drawn) return this.t.sending;
    if (!this.mayAct) return "";
    if (this.laid) return this.t.draw(this.piles);
    return this.picked === null ? this.t.lay : this.t.where(
      this.pickedCard,
      this.places.includes("EXPEDITION") ? scoreWith(this.view, this.seat, this.pickedCard) : null,
    );
  }

  /** Whose turn it is, but for the viewer. */
  get others() {
    return this.toMove.filter((seat) => seat !== this.seat).map((seat) => this.players[seat] ?? "");
  }

  /** What the last turn has laid, as `data-at` names places; "" if it has laid nothing. */
  get laidLast() {
    const event = this.last.find((one) => "cardPlayed" in one);
    if (!event) return "";
    return placeOf(event.cardPlayed);
  }

  /** The places that the marked events tell of, those of single cards by their names. @returns {Set<string>} */
  get markedPlaces() {
    return new Set(this.marked.flatMap((event) => {
      if ("cardPlayed" in event) {
        const { card, place } = event.cardPlayed;
        return place === "EXPEDITION" ? [`${placeOf(event.cardPlayed)}/${card}`] : [placeOf(event.cardPlayed)];
      }
      if ("cardDrawn" in event) {
        return [`pile/${event.cardDrawn.pile}`, `hand${event.cardDrawn.seat}/${event.cardDrawn.card}`];
      }
      return [];
    }));
  }

  /** The pile that the last turn has drawn from, or undefined. */
  get drawnLast() {
    return this.last.find((one) => "cardDrawn" in one)?.cardDrawn.pile;
  }

  // --- What a player does.

  /** Picks a card of the hand, or takes it back. @param {number} at */
  pick(at) {
    if (!this.mayAct) return;
    if (this.picked === at) return this.takeBack();
    this.laid = null;
    this.picked = at;
    this.tell("");
  }

  /** Lays the picked card. @param {Place} place */
  lay(place) {
    const { picked: at, pickedCard: card } = this;
    if (at === null || !this.places.includes(place)) return;
    const laid = this.laid = { card, place, at };
    this.stepped = true;
    this.tell(this.t.laid(card, place));
    const back = () => this.laid === laid && this.takeBack();
    this.dispatchEvent(
      new CustomEvent("intend", { detail: { moves: following(this.moves, laid), back }, bubbles: true }),
    );
  }

  takeBack() {
    if (this.drawn || this.picked === null) return;
    this.tell(this.laid ? this.t.back(this.laid.card) : "");
    this.picked = this.laid = null;
    this.buffer = "";
  }

  /** Draws, which makes it a whole move. @param {Pile} pile */
  draw(pile) {
    const entry = this.mayAct && this.laid && entryFor(this.moves, this.laid, pile);
    if (!entry) return;
    this.drawn = pile;
    this.stepped = true;
    this.tell("");
    this.dispatchEvent(new CustomEvent("move", { detail: entry, bubbles: true, composed: true }));
  }

  /** An expedition was chosen: for the card, or else to see how it counts. @param {number} seat @param {Color} color @param {MouseEvent} press */
  chooseExpedition(seat, color, press) {
    const fits = seat === this.seat && this.pickedCard && colorOf(this.pickedCard) === color;
    if (!fits && this.places.length) return this.misplaced();
    if (!fits || this.laid?.place === "DISCARD") return this.count({ seat, color }, press);
    if (this.laid) return this.takeBack();
    this.places.includes("EXPEDITION") ? this.lay("EXPEDITION") : this.explain(this.pickedCard);
  }

  /** Shows how points are counted, or no longer. @param {Counted} counted @param {MouseEvent} press */
  count(counted, press) {
    const again = same(counted, this.sum);
    this.sum = !again && this.view && hasSum(this.view, counted) ? counted : null;
    this.summed = press;
    this.tell(this.sum && this.view ? spoken(this, this.view, this.sum) : "");
  }

  /** A discard pile was chosen. @param {Color} color */
  chooseDiscard(color) {
    if (this.piles.includes(color)) return this.draw(color);
    if (this.laid?.place === "DISCARD" && colorOf(this.laid.card) === color) return this.takeBack();
    if (this.laid) return this.tell(this.t.noDraw(color, false), true);
    if (this.pickedCard && colorOf(this.pickedCard) === color) return this.lay("DISCARD");
    if (this.mayAct) this.pickedCard ? this.misplaced() : this.tell(this.t.first, true);
  }

  /** Says where the picked card goes: not where somebody has tapped. */
  misplaced() {
    const { pickedCard: card, places, t } = this;
    places.includes("EXPEDITION") ? this.tell(t.elsewhere(card), true) : this.explain(card);
  }

  /** The deck was chosen. */
  chooseDeck() {
    if (this.mayAct && !this.laid) return this.tell(this.t.first, true);
    this.draw("DECK");
  }

  /** Says why the card cannot be laid on its expedition. @param {string} card */
  explain(card) {
    const against = this.view && this.seat !== null ? reasonAgainst(this.view, this.seat, card) : null;
    if (against) this.tell(this.t.cannot(card, against), true);
  }

  /** @param {string} said @param {boolean} [hint] whether to show it, too */
  tell(said, hint = false) {
    this.said = said;
    this.hint = hint ? said : "";
  }

  /** Shows the result of a round. */
  async #ended() {
    this.scoring ??= await import("./score.js").catch(() => undefined); // without a line, only its name
    this.result = true;
    await this.updateComplete;
    this.dispatchEvent(new Event("toggle")); // something lies open that nobody has pressed for
    const free = document.activeElement === document.body || this.matches(":focus-within");
    if (free) /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".result .act"))?.focus();
  }

  /** Puts the result of a round away, and goes where the turn goes on. */
  closeResult() {
    const inside = this.shadowRoot?.activeElement?.closest(".result");
    this.result = false;
    if (!inside) return;
    this.roving?.enter(this.seat === null ? "piles" : "hand");
  }

  // --- Keys.

  /** Where the focus is seen, it goes where the turn goes on. */
  clicked() {
    const { stepped } = this;
    this.stepped = false;
    if (!stepped || !this.renderRoot.querySelector(":focus-visible")) return;
    if (this.drawn) this.roving?.enter("hand");
    else if (this.laid) this.roving?.go(`pile/${this.piles[0]}`);
  }

  // --- Life.

  connectedCallback() {
    super.connectedCallback();
    this.typing = (/** @type {KeyboardEvent} */ event) => type(this, event);
    this.pressed = (/** @type {MouseEvent} */ event) => event !== this.summed && (this.sum = null);
    window.addEventListener("keydown", this.typing);
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
      end: (_, from, place) => dragEnd(this, from, place),
    });
    return root;
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    const shown = changed.has("view") && !same(changed.get("view"), this.view);
    const refused = changed.get("busy") === true && !this.busy;
    if (shown) this.show();
    else if (changed.has("laid")) this.moving.push(...this.laying(changed.get("laid")));
    if (refused) this.drawn = null; // what was laid stays: only the last step was not made
    const gone = changed.has("moves") && !(this.laid ? following(this.moves, this.laid) : this.moves).length;
    if (shown || gone) this.forget();
    if (!this.hasUpdated) return;
    this.flights?.look();
    this.roving?.before();
  }

  /** Prepares for another view. */
  show() {
    this.moving = flightsOf(this.events, this.laid, this.seat, this.view?.hand ?? []);
    this.sum = null;
    // The page has a card of its own for the end of a match.
    const over = !this.view || isOver(this.view);
    // Who plays puts the result of a round away; before those who watch, the next turn does.
    if (over || this.seat === null || this.still) this.result = false;
    if (!over && this.events.some((event) => "roundEnded" in event)) this.#ended();
  }

  /** Forgets the half of a turn: it has become part of the view, or is possible no more. */
  forget() {
    this.picked = this.laid = this.drawn = null;
    this.buffer = "";
    this.tell("");
  }

  /** What moves when a card is laid or taken back. @param {Laid | null} before @returns {Flight[]} */
  laying(before) {
    const places = handPlaces(this.view?.hand ?? []);
    const home = before && !this.laid ? [{ from: "laid", to: places[before.at] }] : [];
    const out = this.laid ? [{ from: this.flights?.held("drag") ? "drag" : places[this.laid.at], to: "laid" }] : [];
    return [...home, ...out];
  }

  updated() {
    for (const { from, to, ghost } of this.moving) {
      if (ghost === undefined) this.flights?.fly(this.at(to), from);
      else this.flights?.send(this.ghost(ghost), from, this.at(to));
    }
    if (this.moving.length || this.hasUpdated) this.flights?.slide(this.moving.map(({ to }) => to));
    this.moving = [];
    this.roving?.after();
    placeSum(this.renderRoot);
  }

  /** @param {string} name */
  at(name) {
    return this.renderRoot.querySelector(`[data-at="${name}"]`);
  }

  /** A card that is seen on its way only. @param {string} card */
  ghost(card) {
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    render(card ? face(card) : back(), ghost);
    return ghost;
  }

  render() {
    const { view, below, seat } = this;
    if (!view || !this.text) return nothing;
    const above = view.sides.length - 1 - below;
    const state = `n${view.discards.length} ${this.mayAct ? "mayact" : ""} ${this.drawn ? "busy" : ""}`;
    return html`
      ${drawings}
            <div class="stage">
        <div class="table ${state}" @click=${this.clicked}>
          ${land}<div class="sea">${sea}</div>${compass}
              <div class="side above"><slot name="seat-${above}"></slot>${parts.info(this, view, above)}</div>
              ${parts.fans(this, view, above, true)} ${parts.piles(this, view, above, below)} ${parts.fans(
                this,
                view,
                below,
                false,
              )}
              ${parts.say(this, view)} ${seat === null ? nothing : parts.hand(this, view)}
              <div class="side below"><slot name="seat-${below}"></slot>${parts.info(this, view, below)}</div>
              ${parts.result(this, view)} ${shownSum(this, view)}
              <p class="unseen" role="status">${this.said}</p>
            </div>
      </div>
    `;
  }
}

/** Where a card was laid, as `data-at` names places. @param {Extract<Event, { cardPlayed: unknown }>["cardPlayed"]} played */
const placeOf = ({ seat, card, place }) => `${place === "EXPEDITION" ? `side${seat}` : "pile"}/${colorOf(card)}`;

customElements.define("lost-cities-board", LostCitiesBoard);
