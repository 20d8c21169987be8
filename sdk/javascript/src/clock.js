// The server's time, and what is left of a player's.

/** A ping, in milliseconds: it may come so much later than another without a clock having been set. */
const LATE = 1000;
/** So far may clocks drift apart from one ping to the next. */
const DRIFT = 1;
const SECONDS = /^\d+([.]\d+)?$/;
/** How dates in headers begin; `Date.parse` takes "-5" for one as well. */
const DATE = /^[A-Z][a-z]+,? /;

/** The server's time, from the pings with which streams begin and go on; before one has come, from its answers. */
export class ServerClock {
  #low = -Infinity;
  #high = Infinity;
  /** @type {number | undefined} */
  #told;

  /** @returns {number} milliseconds since 1970; this machine's, as long as nothing is known */
  now() {
    const known = this.#low > -Infinity ? (this.#low + this.#high) / 2 : 0;
    return Date.now() + (this.#told ?? known);
  }

  /**
   * Learn from an answer that has just come: its header `Date` is in whole seconds, and may be a
   * second old. What all of them say together is right to half a second.
   * @param {string | null} date
   * @param {number} sent when the request was sent, by this machine
   */
  dated(date, sent) {
    const time = httpDate(date ?? "");
    if (time === undefined) return;
    const bounds = [time - Date.now(), time + 2000 - sent];
    const low = Math.max(this.#low, bounds[0]);
    const high = Math.min(this.#high, bounds[1]);
    // One of the clocks has been set, if both cannot be.
    [this.#low, this.#high] = low <= high ? [low, high] : bounds;
  }

  /**
   * Learn from a time that has just come: it is right to the time that it took to come.
   * @param {string | null | undefined} time RFC 3339
   */
  told(time) {
    const ahead = Date.parse(time ?? "") - Date.now();
    if (Number.isNaN(ahead)) return;
    const before = this.#told ?? ahead;
    this.#told = before - ahead < LATE ? Math.max(ahead, before - DRIFT) : ahead;
  }
}

/**
 * The milliseconds since 1970 of a date in a header, in any of the three forms of RFC 9110.
 * @param {string} text
 * @returns {number | undefined} undefined if it is none: proxies write what they like
 */
function httpDate(text) {
  const time = DATE.test(text) ? Date.parse(text.replace(/( GMT)?$/, " GMT")) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * After how many seconds an answer asks to come again, by its header `Retry-After`: a number or a date.
 * @param {string | null} said
 * @param {number} now the server's time, in milliseconds
 * @returns {number | undefined} undefined if it is neither
 */
export function secondsAsked(said, now) {
  const text = said?.trim() ?? "";
  if (SECONDS.test(text)) return Number(text);
  const date = httpDate(text);
  return date === undefined ? undefined : (date - now) / 1000;
}

/**
 * The time that a seat has left, in seconds; null without a limit.
 * @param {Pick<import("../types/api.js").MatchView, "clock">} match
 * @param {number} seat
 * @param {number} now the server's time, in milliseconds
 */
export function remaining({ clock }, seat, now) {
  const deadline = clock?.deadlines[seat];
  if (deadline) return Math.max(0, (Date.parse(deadline) - now) / 1000);
  return clock?.banks ? parseFloat(clock.banks[seat]) : null;
}
