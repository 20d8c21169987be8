// Which cards move when a view of Lost Cities becomes the next one.

import { colorOf } from "../steps/lost-cities.js";

/**
 * @typedef {import("./lost-cities.js").Event} Event
 * @typedef {import("../steps/lost-cities.js").Laid} Laid
 * @typedef {{ from: string, to: string, ghost?: string }} Flight `ghost`: what is seen of a card that goes to another
 *   hand: the card, or "" for its back
 */

/** The names of the cards of a hand: the three wagers of a colour are told apart by their number. @param {readonly string[]} hand */
export const handPlaces = (hand) =>
  hand.map((card, at) => `hand/${card}.${hand.slice(0, at).filter((other) => other === card).length}`);

/**
 * @param {readonly Event[]} events @param {Laid | null} laid the card that the viewer's board shows on its place already
 * @param {number | null} seat @param {readonly string[]} hand the viewer's hand as it is now
 * @returns {Flight[]}
 */
export function flightsOf(events, laid, seat, hand) {
  if (events.some((event) => "roundStarted" in event)) {
    return handPlaces(hand).map((to) => ({ from: "pile/DECK", to }));
  }
  return events.flatMap((event) => {
    if ("cardPlayed" in event) return played(event.cardPlayed, laid, seat);
    if ("cardDrawn" in event) return drawn(event.cardDrawn, seat, hand);
    return [];
  });
}

/** @param {Extract<Event, { cardPlayed: unknown }>["cardPlayed"]} event @param {Laid | null} laid @param {number | null} seat @returns {Flight[]} */
function played({ seat: mover, card, place }, laid, seat) {
  if (mover === seat && laid) return [];
  const from = mover === seat ? `hand/${card}.0` : `handof/${mover}`;
  return [{ from, to: `card/${place === "EXPEDITION" ? `side${mover}` : "pile"}/${colorOf(card)}` }];
}

/** @param {Extract<Event, { cardDrawn: unknown }>["cardDrawn"]} event @param {number | null} seat @param {readonly string[]} hand @returns {Flight[]} */
function drawn({ seat: mover, pile, card }, seat, hand) {
  const from = `pile/${pile}`;
  if (mover !== seat) return [{ from, to: `handof/${mover}`, ghost: card }];
  const to = handPlaces(hand).filter((place) => place.startsWith(`hand/${card}.`)).at(-1);
  return to ? [{ from, to }] : [];
}
