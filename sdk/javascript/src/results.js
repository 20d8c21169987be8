// How matches have ended, as their players see it.

/** @typedef {import("./match.js").Match} Match */

const RESULTS = ["won", "tied", "lost"];

/** The results of matches, of which there are to be `wanted`; 0 is no end. */
export class Tally {
  /** @type {string[]} */
  #results = [];

  /** @param {number} [wanted] */
  constructor(wanted = 0) {
    this.wanted = wanted || Infinity;
  }

  /** Count a match that has ended. @param {Match} match */
  add(match) {
    this.#results.push(result(match));
  }

  /** How many matches may run now, if `most` may at a time. @param {number} most */
  room(most) {
    return Math.min(most, this.wanted - this.#results.length);
  }

  /** Whether there have been as many as are wanted. */
  get isFull() {
    return this.#results.length >= this.wanted;
  }

  toString() {
    const counts = RESULTS.map((name) => `${this.#results.filter((each) => each === name).length} ${name}`);
    return `${this.#results.length} matches: ${counts.join(", ")}`;
  }
}

/** "won", "tied" with others, or "lost", for the caller's seat. @param {Match} match */
function result({ now: { outcome, yourSeat } }) {
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
  const reason = outcome?.reason ?? "aborted";
  return `${result(match)} ${scores}against ${others}${reason === "completed" ? "" : ` (${reason})`}`;
}
