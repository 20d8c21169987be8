// The cross table of a round robin: what each player won of each other.

import { pointsOf } from "./points.js";

/** @typedef {import("./service.js").Round} Round */
/** What one won of another, and the match to look at. @typedef {{ points: number, matchId: string | null }} Cell */

/**
 * The cells by the ids of the two, the one whose points they are first.
 * @param {readonly Pick<Round, "tables">[]} rounds
 * @param {number} legs matches of a pairing
 * @returns {Map<string, Cell>}
 */
export function cellsOf(rounds, legs) {
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  for (const { players, results, matchId } of rounds.flatMap(({ tables }) => tables)) {
    if (!results.length) continue;
    const points = pointsOf({ players, results }, legs);
    const match = matchId ?? results.at(-1)?.matchId ?? null;
    for (const [seat, { id }] of players.entries()) {
      const other = players[1 - seat];
      if (other) cells.set(cellName(id, other.id), { points: points[seat], matchId: match });
    }
  }
  return cells;
}

/** @param {string} one @param {string} other */
export const cellName = (one, other) => `${one} ${other}`;
