// From the events of Lost Cities to sentences: what is the same in every language.

/**
 * @typedef {import("../../sdk/javascript/types/api.d.ts").EventOf<"lost-cities">} Event
 * @typedef {Extract<Event, { cardPlayed: unknown }>["cardPlayed"]} Played
 * @typedef {Extract<Event, { cardDrawn: unknown }>["cardDrawn"]} Drawn
 * @typedef {Extract<Event, { roundEnded: unknown }>["roundEnded"]} Ended
 * @typedef {Extract<Event, { roundStarted: unknown }>["roundStarted"]} Started
 * @typedef {{ players: readonly string[], seat: number | null }} Who the names by seat, and the seat that is told
 *
 * @typedef {object} Sentences
 * @property {(who: Who, played: Played, drawn: Drawn) => string} turn
 * @property {(who: Who, ended: Ended) => string} ended
 * @property {(who: Who, started: Started) => string} started
 */

/** A number with the sign that is not taken for a hyphen. @param {number} n */
export const points = (n) => String(n).replace("-", "−");

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Tells events in a sentence each; a card that is laid and the one that is drawn after it make one together.
 * @param {Sentences} sentences
 */
export const teller = (sentences) => (/** @type {readonly Event[]} */ events, /** @type {Who} */ who) =>
  events.map((event, at) => tell(sentences, who, event, events[at + 1])).filter(Boolean).join(" ");

/** @param {Sentences} sentences @param {Who} who @param {Event} event @param {Event | undefined} next */
function tell(sentences, who, event, next) {
  if ("roundEnded" in event) return sentences.ended(who, event.roundEnded);
  if ("roundStarted" in event) return sentences.started(who, event.roundStarted);
  if ("cardPlayed" in event && next && "cardDrawn" in next) {
    return sentences.turn(who, event.cardPlayed, next.cardDrawn);
  }
  return "";
}
