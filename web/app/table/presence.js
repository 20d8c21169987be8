// Who is away from a match, and what others may do then: pure functions.

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../../sdk/javascript/types/api.js").SeatPresence} SeatPresence */
/** @typedef {Pick<MatchView, "status" | "yourSeat" | "seats" | "toMove" | "updateTime" | "goneAfter">} Waits */
/**
 * What may be done about those who are away: `seats` are theirs, who are to move; from `at` on, in milliseconds since
 * 1970; `ends` is whether the match is over then, and so may be called off instead.
 * @typedef {{ seats: number[], at: number, ends: boolean }} Claim
 */

/**
 * The whole minutes for which a seat's player has been away, 0 where it is not known since when; undefined for who is here, or
 * of whom nothing is told.
 * @param {readonly SeatPresence[]} presence
 * @param {number} seat
 * @param {number} now in milliseconds since 1970
 */
export function awayFor(presence, seat, now) {
  const told = presence.find((each) => each.seat === seat);
  if (!told || told.presence === "here") return undefined;
  return told.since ? Math.max(0, Math.floor((now - Date.parse(told.since)) / 60_000)) : 0;
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
  const from = (/** @type {SeatPresence} */ { since }) =>
    Math.max(since ? Date.parse(since) : 0, Date.parse(updateTime)) + patience;
  const others = seats.filter(({ index, resigned }) => index !== yourSeat && !resigned);
  const away = others.flatMap(({ index }) =>
    presence.find(({ seat, presence }) => seat === index && presence !== "here" && toMove.includes(seat)) ?? []
  );
  if (!away.length) return undefined;
  const at = Math.min(...away.map(from));
  const first = away.filter((each) => from(each) <= Math.max(at, now));
  return { seats: first.map(({ seat }) => seat), at, ends: first.length === others.length };
}

/**
 * Who has gone away between two tellings, and who has come back.
 * @param {readonly SeatPresence[]} before
 * @param {readonly SeatPresence[]} now
 * @returns {{ left: number[], back: number[] }} seats
 */
export function changes(before, now) {
  const away = (/** @type {readonly SeatPresence[]} */ told) =>
    told.flatMap(({ seat, presence }) => presence === "here" ? [] : seat);
  const [was, is] = [away(before), away(now)];
  return { left: is.filter((seat) => !was.includes(seat)), back: was.filter((seat) => !is.includes(seat)) };
}
