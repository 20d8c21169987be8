// The server's time, and what is left of a player's.

/** The server's time, from answers and streams. Each of them bounds how far this machine's clock
 * is behind; the bounds of all are kept. */
export class ServerClock {
  #low = -Infinity;
  #high = Infinity;

  /** @returns {number} milliseconds since 1970; this machine's, as long as nothing is known */
  now() {
    const known = Number.isFinite(this.#low) && Number.isFinite(this.#high);
    return Date.now() + (known ? (this.#low + this.#high) / 2 : 0);
  }

  /**
   * Learn from an answer that has just come.
   * @param {string | null | undefined} told the server's time as it answered: of a header `Date`, which is
   *   in whole seconds, or RFC 3339
   * @param {number} [sent] when the request was sent, by this machine; none, if nobody asked
   */
  note(told, sent = -Infinity) {
    const time = Date.parse(told ?? "");
    if (Number.isNaN(time)) return;
    const exact = /^\d/.test(told ?? "");
    this.#low = Math.max(this.#low, time - Date.now());
    this.#high = Math.min(this.#high, time + (exact ? 0 : 1000) - sent);
    if (this.#low > this.#high) { // one of the clocks has been set
      this.#low = -Infinity;
      this.#high = Infinity;
    }
  }
}

/**
 * The time that a seat has left, in seconds; null without a limit.
 * @param {Pick<import("../types/api.js").MatchView, "clock" | "toMove">} match
 * @param {number} seat
 * @param {number} now the server's time, in milliseconds
 */
export function remaining({ clock, toMove }, seat, now) {
  if (clock?.deadline && toMove.includes(seat)) return Math.max(0, (Date.parse(clock.deadline) - now) / 1000);
  return clock?.banks ? parseFloat(clock.banks[seat]) : null;
}
