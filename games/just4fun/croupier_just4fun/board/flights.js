// What moves when a view of Just4Fun becomes the next one: cards from a hand to their field, where they become a stone, stones
// that leave a locked field, and new cards from the deck. Nothing but `transform` and `opacity` changes while it moves.

import { render } from "../../../web/board.js";
import { back, face } from "./card.js";
import { handPlaces, placesIn } from "./steps.js";
import { stone } from "./stone.js";

/**
 * @typedef {import("../../../web/board.js").Flights} Flights
 * @typedef {import("./steps.js").Event} Event
 * @typedef {{ seat: number | null, view: import("./steps.js").View | null, letters: readonly string[], handBefore: readonly number[] }} Board
 *   `handBefore`: the hand as it was
 */

const FLY = 420; // milliseconds
const LAND = 320;
const DRAW = 360;
const BETWEEN = 60;
const EASE = "cubic-bezier(0.25, 0.7, 0.3, 1)";

/** Let fly what these events have moved, once the board is drawn. @param {Flights} flights @param {readonly Event[]} events @param {Board} board */
export function depart(flights, events, board) {
  if (!flights.places.size) return;
  const way = new Way(flights);
  let delay = 0;
  for (const event of events) {
    if ("cardsPlayed" in event) delay = played(way, event.cardsPlayed, board);
    if ("fieldLocked" in event) removed(way, event.fieldLocked, board, delay);
    if ("handExchanged" in event) delay = exchanged(way, event.handExchanged, board);
    if ("cardsDrawn" in event) drawn(way, event.cardsDrawn, board, delay);
  }
  way.depart();
}

/** @typedef {{ element: HTMLElement, ghost: boolean, frames: Keyframe[], options: KeyframeAnimationOptions & { duration: number, delay: number } }} Leg */

/** All flights of a change: everything is measured first, and then put on its way, so the page is laid out once. */
class Way {
  /** @param {Flights} flights */
  constructor(flights) {
    this.flights = flights;
    this.table = /** @type {HTMLElement} */ (flights.root.querySelector(".table"));
    this.origin = this.table.getBoundingClientRect();
    /** @type {Leg[]} */
    this.legs = [];
  }

  /** @param {string} name @returns {HTMLElement | null} */
  at(name) {
    return this.flights.root.querySelector(`[data-at="${name}"]`);
  }

  /** Where something is now. @param {string} name */
  now(name) {
    return this.at(name)?.getBoundingClientRect();
  }

  /** Where something was before. @param {string} name */
  was(name) {
    return this.flights.places.get(name);
  }

  /**
   * Send a drawing from one place to another, where it vanishes. It is as wide as the wider place and shrinks by transforms.
   * @param {unknown} drawing @param {DOMRect | undefined} from @param {DOMRect | undefined} to @param {number} delay @param {number} [end] its width there
   */
  send(drawing, from, to, delay, end = to?.width ?? 0) {
    if (!from?.width || !to?.width) return;
    const width = Math.max(from.width, end);
    const ghost = document.createElement("span");
    ghost.className = "ghost";
    ghost.style.setProperty("--w", `${width}px`);
    ghost.style.setProperty("--stone", `${width}px`);
    render(drawing, ghost);
    this.legs.push({
      element: ghost,
      ghost: true,
      frames: [
        { transform: this.#put(from, width, from.width / width), opacity: 1 },
        { transform: this.#put(to, width, end / width), opacity: 1, offset: 0.86 },
        { transform: this.#put(to, width, (0.7 * end) / width), opacity: 0 },
      ],
      options: { duration: FLY, delay, fill: "both", easing: EASE },
    });
  }

  /** Let an element appear in its place. @param {HTMLElement | null} element @param {number} delay */
  appear(element, delay) {
    if (!element) return;
    const frames = [{ transform: "scale(0.2)", opacity: 0 }, { transform: "scale(1.22)", opacity: 1, offset: 0.55 }, {
      transform: "none",
    }];
    this.legs.push({ element, ghost: false, frames, options: { duration: LAND, delay, fill: "backwards" } });
  }

  /** Let an element come from another place. @param {HTMLElement | null} element @param {DOMRect | undefined} from @param {number} delay */
  come(element, from, delay) {
    const to = element?.getBoundingClientRect();
    if (!element || !from?.width || !to?.width) return;
    const x = from.left + from.width / 2 - to.left - to.width / 2;
    const y = from.top + from.height / 2 - to.top - to.height / 2;
    const frames = [
      { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, opacity: 0 },
      { opacity: 1, offset: 0.2 },
      { transform: "none" },
    ];
    this.legs.push({
      element,
      ghost: false,
      frames,
      options: { duration: DRAW, delay, fill: "backwards", easing: EASE },
    });
  }

  /** Ghosts are invisible at their ends, and taken away together: that is one layout. */
  depart() {
    const ghosts = this.legs.filter(({ ghost }) => ghost).map(({ element }) => element);
    this.table.append(...ghosts);
    let flying = ghosts.length;
    const { pace } = this.flights;
    for (const { element, ghost, frames, options: { duration, delay, ...options } } of this.legs) {
      const timed = { ...options, duration: pace * duration, delay: pace * delay };
      const animation = element.animate(frames, timed);
      this.flights.keep(animation, () => ghost && --flying === 0 && ghosts.forEach((each) => each.remove()));
    }
  }

  /** The middle of a place, for what is so wide and scaled so. @param {DOMRect} place @param {number} wide @param {number} scale */
  #put({ left, top, width, height }, wide, scale) {
    const x = left + width / 2 - this.origin.left - wide / 2;
    const y = top + height / 2 - this.origin.top - wide / 2;
    return `translate(${x}px, ${y}px) scale(${scale})`;
  }
}

/** Cards go to their field, and a stone comes of them. @param {Way} way @param {Extract<Event, { cardsPlayed: unknown }>["cardsPlayed"]} event @param {Board} board */
function played(way, { seat, cards, field }, board) {
  const to = way.now(`field/${field}`);
  const width = 0.5 * (to?.width ?? 0);
  cards.forEach((card, at) => way.send(face(card), from(way, seat, cards, board)[at], to, BETWEEN * at, width));
  const delay = 0.8 * FLY + BETWEEN * (cards.length - 1);
  way.appear(way.at(`stone/${field}/${seat}`), delay);
  return delay;
}

/** Stones leave the game. @param {Way} way @param {Extract<Event, { fieldLocked: unknown }>["fieldLocked"]} event @param {Board} board @param {number} delay */
function removed(way, { field, removed }, { letters }, delay) {
  removed.forEach((count, seat) => {
    if (count) {
      way.send(stone(seat, letters[seat], count), way.was(`stone/${field}/${seat}`), way.now(`supply/${seat}`), delay);
    }
  });
}

/** A hand goes to the discard pile. @param {Way} way @param {Extract<Event, { handExchanged: unknown }>["handExchanged"]} event @param {Board} board */
function exchanged(way, { seat, cards }, board) {
  cards.forEach((card, at) =>
    way.send(face(card), from(way, seat, cards, board)[at], way.now("discard"), BETWEEN * at)
  );
  return BETWEEN * cards.length;
}

/** Cards come from the deck. @param {Way} way @param {Extract<Event, { cardsDrawn: unknown }>["cardsDrawn"]} event @param {Board} board @param {number} delay */
function drawn(way, { seat, count, cards }, { view, seat: own }, delay) {
  const deck = way.was("deck");
  if (seat !== own) {
    for (let at = 0; at < count; at++) way.send(back(), deck, way.now(`supply/${seat}`), delay + BETWEEN * at);
    return;
  }
  const hand = view?.hand ?? [];
  placesIn(hand, cards)?.forEach((place, at) => way.come(way.at(handPlaces(hand)[place]), deck, delay + BETWEEN * at));
}

/** Where the cards that are played lay. @param {Way} way @param {number} seat @param {readonly number[]} cards @param {Board} board */
function from(way, seat, cards, { seat: own, handBefore }) {
  if (seat !== own) return cards.map(() => way.was(`supply/${seat}`));
  return placesIn(handBefore, cards)?.map((place) => way.was(handPlaces(handBefore)[place])) ?? [];
}
