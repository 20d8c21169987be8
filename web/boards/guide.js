// What a game tells of itself besides its board: hints, warnings, sounds, where points come from. docs/adding-a-board.md.

import { moduleOf, webOf } from "./games.js";

/** @typedef {import("../text/game.js").Event} Event */
/** @typedef {import("../../sdk/javascript/types/api.js").LegalMove} Entry */
/** @typedef {"card" | "dice" | "stone" | "coin" | "shuffle"} Sound */
/** @typedef {{ name: string, [detail: string]: any }} Named what a text of the game has words for, by its name */
/**
 * @typedef {{ view: any, seat: number | null, moves: readonly Entry[], options: any, toMove: readonly number[],
 *   people?: boolean }} Position `people`: whether another person is at the table, so that no move may be given away
 */
/** @typedef {{ seat: number, pieces: string[] }} Row pieces of a seat that have won in a row, as they are written */
/**
 * What the points do not say of a ranking: why these seats share a `place`, or, if there are seats `behind` them, why they
 * stand before those, which have not fewer points.
 * @typedef {{ place: number, seats: number[], behind: number[] }} Question
 */
/** @typedef {{ parts: (Named & { points: number[] })[], best: (Named & { seat: number }) | null, why?: Named | null, out?: number[], row?: Row | null }} Summary */
/**
 * What `guide.js` of a game exports as its default: pure functions, each of them optional.
 * @typedef {object} Guide
 * @property {(position: Position) => string[]} [hints] those that a position gives a beginner whose turn it is, the most
 *   useful first, by name
 * @property {(position: Position, entry: Entry) => Named | null} [warning] what the player may not want of a legal move,
 *   and cannot take back
 * @property {(events: readonly Event[]) => Sound[]} [sounds] of these events, in order
 * @property {(view: any, options: any) => Summary} [summary] where the points of an ended match come from; those of all parts
 *   add up to the points of the seat; and, as `why`, what has decided the match if not the points alone, as `out`, the seats whose points do not count, and the `row` that has
 *   won it, which is drawn in place of the points
 * @property {(question: Question, view: any, options: any) => Named | null} [reason] the answer to a question of the ranking
 * @property {(view: any) => number[]} [points] of each seat, as far as a viewer can know them
 * @property {(notation: string, position: { view: any, seat: number, own: boolean }) => [from: string, to?: string][]} [ways]
 *   what a move of the seat takes where, as names of places on the board (`data-at`), to be drawn over it; `own`: whether the
 *   view is that of the seat, with its hand
 */

/** The guide of a game; one without members if the game has none. @param {string} game @returns {Promise<Guide>} @throws if it has not come */
export async function guideOf(game) {
  const loaded = webOf(game)?.guide && await moduleOf(game, "guide.js");
  return Object.fromEntries(Object.entries(loaded?.default ?? {}).map(([name, tell]) => [name, guarded(game, tell)]));
}

/** What tells nothing where it throws: nobody loses a move by that. @param {string} game @param {(...of: any[]) => any} tell */
const guarded = (game, tell) => (/** @type {any[]} */ ...of) => {
  try {
    return tell(...of);
  } catch (error) {
    console.error(`guide.js of ${game} is wrong:`, error);
  }
};
