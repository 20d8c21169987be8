// How matches have ended, as their players see it.

/** @typedef {import("./match.js").Match} Match */

const RESULTS = ["won", "tied", "lost"];
/** What is counted besides: matches that nobody has won, and those that cannot be seen any more. */
const NO_RESULTS = ["aborted", "gone"];
/** So many ends are remembered: notices of them may come late, and a restore may undo them. */
const KEPT = 10_000;

/** The results of matches, of which there are to be `wanted`; 0 is no end. */
export class Tally {
  /** How many there are of each result. @type {Map<string, number>} */
  #results = new Map();
  /** The last matches, by id. @type {Map<string, { version: number, result: string }>} */
  #ends = new Map();
  total = 0;

  /** @param {number} [wanted] */
  constructor(wanted = 0) {
    this.wanted = wanted || Infinity;
  }

  /**
   * Count a match that has ended or is gone; false if just this end is counted already. A match that goes on after a
   * restore ends once more, and is counted by its last end.
   * @param {Match} match
   */
  add(match) {
    const { id, now: { version } } = match;
    const before = this.#ends.get(id);
    const end = { version, result: result(match) };
    if (before) this.#count(before.result, -1);
    this.#count(end.result, 1);
    this.#ends.delete(id);
    this.#ends.set(id, end);
    if (this.#ends.size > KEPT) this.#ends.delete(/** @type {string} */ (this.#ends.keys().next().value));
    return !before || before.version !== version || before.result !== end.result;
  }

  /** @param {string} result @param {1 | -1} more */
  #count(result, more) {
    this.#results.set(result, (this.#results.get(result) ?? 0) + more);
    this.total += more;
  }

  /** Whether a match is counted. @param {string} id */
  has(id) {
    return this.#ends.has(id);
  }

  /** How many matches may run now, if `most` may at a time. @param {number} most */
  room(most) {
    return Math.min(most, this.wanted - this.total);
  }

  /** Whether there have been as many as are wanted. */
  get isFull() {
    return this.total >= this.wanted;
  }

  toString() {
    const shown = [...RESULTS, ...NO_RESULTS.filter((name) => this.#results.get(name))];
    return `${this.total} matches: ${shown.map((name) => `${this.#results.get(name) ?? 0} ${name}`).join(", ")}`;
  }
}

/**
 * "won", "tied" with others, or "lost", for the caller's seat; "aborted" if nobody has won it, "gone" if it was not over
 * when it was seen last.
 * @param {Match} match
 */
function result({ over, now: { status, outcome, yourSeat } }) {
  if (!over) return "gone";
  if (status === "aborted") return status;
  const winners = outcome?.winners ?? [];
  if (yourSeat === null || !winners.includes(yourSeat)) return winners.length ? "lost" : "tied";
  return winners.length === 1 ? "won" : "tied";
}

/** The result, the own score first: "won 202 : 164 against Hugo". @param {Match} match */
export function told(match) {
  const { outcome, yourSeat, seats } = match.now;
  const mineFirst = [...seats].sort((a, b) => Number(b.index === yourSeat) - Number(a.index === yourSeat));
  const scores = outcome?.scores.length ? `${mineFirst.map(({ index }) => outcome.scores[index]).join(" : ")} ` : "";
  const others = mineFirst.slice(1).map(({ player }) => player?.displayName ?? "nobody").join(" and ");
  return `${result(match)} ${scores}against ${others}${ended(match)}`;
}

/** How a match has ended, unless in the usual way. @param {Match} match */
function ended({ over, now: { version, outcome } }) {
  if (!over) return ` (seen last at version ${version})`;
  const reason = outcome?.reason ?? "aborted";
  return ["completed", "aborted"].includes(reason) ? "" : ` (${reason})`;
}

/**
 * How a tournament has ended for the player of a row: "place 3 of 12, with 4.5 points".
 * @param {import("../types/api.js").Tournament} tournament
 * @param {import("../types/api.js").TournamentRow | null} row
 */
export function placed({ status, reason, players }, row) {
  if (!row || status === "aborted") return reason ?? status;
  return `place ${row.rank} of ${players}, with ${row.points} points`;
}
