// What moves when a view of Livingstone becomes the next one: the boat up the river, dice that roll, tents onto fields,
// stones out of the bag, and coins. Nothing but `transform` and `opacity` changes while it moves.

import { render } from "../../../web/board.js";
import { drawing } from "./drawings.js";

/** @typedef {import("../../../web/board.js").Flights} Flights */
/** @typedef {import("./news.js").Event} Event */
/** @typedef {{ x: number, y: number }} Point */

const SAIL = 1200; // milliseconds
const ROLL = 700;
const SPILL = 1500;
const GHOST = 34; // pixels, as in the style sheet
/** @type {Keyframe[]} */
const ROLLING = [
  { transform: "translate(-90px, -46px) rotate(-420deg) scale(0.6)", opacity: 0 },
  { opacity: 1, offset: 0.35 },
  { transform: "translate(5px, 0) rotate(12deg)", offset: 0.75 },
  { transform: "none" },
];

/** Let fly what these events have moved, once the board is drawn. @param {Flights} flights @param {readonly Event[]} events */
export function depart(flights, events) {
  const at = (/** @type {string} */ name) => flights.root.querySelector(`[data-at="${name}"]`);
  for (const event of events) {
    if ("tentPlaced" in event) {
      const { seat, field, fromField } = event.tentPlaced;
      flights.fly(at(`tent/${field}/${seat}`), fromField ? `tent/${fromField}/${seat}` : `camp/${seat}`);
    }
    if ("dieTaken" in event) flights.fly(at("die/hand"), `die/${event.dieTaken.value}`);
    if ("stonesDrawn" in event) stones(flights, event.stonesDrawn);
    if ("coinsTaken" in event) {
      const { seat, coins } = event.coinsTaken;
      spill(flights, Array(Math.min(coins, 6)).fill("coin"), () => `coins/${seat}`);
    }
    if ("roundStarted" in event || "matchScored" in event) roll(flights);
    if ("roundStarted" in event || ("cardPlayed" in event && event.cardPlayed.card === "BOAT_BACK")) {
      flights.fly(at("boat"), "boat", SAIL);
    }
  }
}

/** @param {Flights} flights */
function roll(flights) {
  if (!flights.places.size) return;
  flights.root.querySelectorAll(".dice .die").forEach((die, at) =>
    flights.keep(
      die.animate(ROLLING, {
        duration: ROLL * flights.pace,
        delay: 50 * flights.pace * at,
        fill: "backwards",
        easing: "ease-out",
      }),
    )
  );
}

/** Gems go to who drew them, black stones away; with the white one, all go back. @param {Flights} flights @param {{ seat: number, stones: object }} drawn */
function stones(flights, { seat, stones }) {
  const kinds = Object.entries(stones).flatMap(([kind, count]) => Array(count).fill(`gem-${kind}`));
  const back = kinds.includes("gem-white");
  spill(flights, kinds, (kind) => back ? "bag" : kind === "gem-black" ? "" : `gems/${seat}`);
}

/**
 * Drawings that come out of the bag, show themselves beside it, and go to a place, or fade where it has no name.
 * @param {Flights} flights @param {readonly string[]} kinds @param {(kind: string) => string} placeOf
 */
function spill(flights, kinds, placeOf) {
  const from = flights.places.get("bag");
  const table = /** @type {HTMLElement} */ (flights.root.querySelector(".table"));
  if (!from) return;
  const { left, top } = table.getBoundingClientRect();
  const point = (/** @type {DOMRect} */ box) => ({
    x: box.left - left + (box.width - GHOST) / 2,
    y: box.top - top + (box.height - GHOST) / 2,
  });
  kinds.forEach((kind, at) => {
    const shown = { x: Math.max(2, point(from).x - 38 * (kinds.length - 1 - at)), y: point(from).y - 54 };
    const place = flights.root.querySelector(`[data-at="${placeOf(kind)}"]`);
    const ghost = document.createElement("span");
    ghost.className = "ghost";
    render(drawing(kind), ghost);
    table.append(ghost);
    const animation = ghost.animate(way(point(from), shown, place && point(place.getBoundingClientRect())), {
      duration: SPILL * flights.pace,
      delay: 70 * flights.pace * at,
      fill: "backwards",
    });
    flights.keep(animation, () => ghost.remove());
  });
}

/** @param {Point} from @param {Point} shown @param {Point | null} to @returns {Keyframe[]} */
const way = (from, shown, to) => [
  { transform: put(from, 0.4), opacity: 0, easing: "cubic-bezier(0.2, 1.4, 0.4, 1)" },
  { transform: put(shown, 1.35), opacity: 1, offset: 0.25 },
  { transform: put(shown, 1.35), opacity: 1, offset: 0.62, easing: "ease-in" },
  to ? { transform: put(to, 0.6), opacity: 0.7 } : { transform: put({ x: shown.x, y: shown.y + 40 }, 0.7), opacity: 0 },
];

/** @param {Point} point @param {number} scale */
const put = ({ x, y }, scale) => `translate(${x}px, ${y}px) scale(${scale})`;
