// Who is away from a match, and what others may do then: pure functions.

import { Refused } from "../../../sdk/javascript/src/errors.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../../sdk/javascript/types/api.js").SeatPresence} SeatPresence */
/** @typedef {Pick<MatchView, "status" | "yourSeat" | "seats" | "toMove" | "updateTime" | "goneAfter">} Waits */
/**
 * What may be done about those who are away: `seats` are theirs, who are to move; from `at` on, in milliseconds since
 * 1970; `ends` is whether the match is over then, and so may be called off instead; `wins` is whether it may be won by that:
 * a match of two that has hardly begun is only offered to be called off.
 * @typedef {{ seats: number[], at: number, ends: boolean, wins: boolean }} Claim
 */

/**
 * Who was here so long ago counts as away, in milliseconds: after a restart of the service all are told to be away who have
 * not come back within a moment.
 */
const JUST = 15_000;

/** Since when a player has been away, in milliseconds since 1970; undefined for who is here. @param {SeatPresence} told */
const sinceOf = ({ presence, since }) => presence === "here" || !since ? undefined : Date.parse(since);

/**
 * The seats whose players are away, and were not here only just now.
 * @param {readonly SeatPresence[]} presence
 * @param {number} now in milliseconds since 1970
 */
export function awayOf(presence, now) {
  return presence.flatMap((told) => now - (sinceOf(told) ?? now) >= JUST ? told.seat : []);
}

/**
 * In how many milliseconds somebody counts as away who was here just now; undefined if there is nobody.
 * @param {readonly SeatPresence[]} presence
 * @param {number} now in milliseconds since 1970
 */
export function awaySoon(presence, now) {
  const rest = presence.map((told) => (sinceOf(told) ?? -Infinity) + JUST - now).filter((left) => left > 0);
  return rest.length ? Math.min(...rest) : undefined;
}

/**
 * The whole minutes for which a seat's player has been away; undefined for who is here or was just now, or of whom nothing is
 * told.
 * @param {readonly SeatPresence[]} presence
 * @param {number} seat
 * @param {number} now in milliseconds since 1970
 */
export function awayFor(presence, seat, now) {
  if (!awayOf(presence, now).includes(seat)) return undefined;
  const since = presence.flatMap((told) => told.seat === seat ? sinceOf(told) ?? [] : []);
  return Math.floor((now - since[0]) / 60_000);
}

/**
 * What the viewer may claim, now or later, as long as nothing happens; undefined where all who are to move are here, and
 * where the match waits for nobody.
 * @param {Waits} match
 * @param {readonly SeatPresence[]} presence
 * @param {number} now in milliseconds since 1970
 * @returns {Claim | undefined}
 */
export function claimOf({ status, yourSeat, seats, toMove, updateTime, goneAfter }, presence, now) {
  if (status !== "active" || yourSeat === null || seats[yourSeat].resigned || !goneAfter) return undefined;
  const patience = 1000 * parseFloat(goneAfter);
  const from = (/** @type {SeatPresence} */ told) => Math.max(sinceOf(told) ?? now, Date.parse(updateTime)) + patience;
  const others = seats.filter(({ index, resigned }) => index !== yourSeat && !resigned);
  const absent = awayOf(presence, now);
  const away = presence.filter(({ seat }) =>
    absent.includes(seat) && toMove.includes(seat) && others.some(({ index }) => index === seat)
  );
  if (!away.length) return undefined;
  const at = Math.min(...away.map(from));
  const first = away.filter((each) => from(each) <= Math.max(at, now));
  const wins = seats.length > 2 || others.every(({ moved }) => moved);
  return { seats: first.map(({ seat }) => seat), at, ends: first.length === others.length, wins };
}

/**
 * Who has gone away, and who has come back, of seats that were away before and those that are now.
 * @param {readonly number[]} was
 * @param {readonly number[]} is
 */
export function changes(was, is) {
  return { left: is.filter((seat) => !was.includes(seat)), back: was.filter((seat) => !is.includes(seat)) };
}

/**
 * What is said of a claim that the service has refused; undefined for what is wrong with any request.
 * @param {unknown} error
 * @param {{ early: string }} words
 */
export function refusal(error, { early }) {
  return error instanceof Refused && error.code === "conflict" ? early : undefined;
}
