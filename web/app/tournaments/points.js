// The points of tables, as docs/pairings.md has them, and how points are written.

/** @typedef {import("./service.js").Table} Table */

const FRACTIONS = [
  [1, 2, "½"],
  [1, 4, "¼"],
  [3, 4, "¾"],
  [1, 3, "⅓"],
  [2, 3, "⅔"],
  [1, 6, "⅙"],
  [5, 6, "⅚"],
  [1, 8, "⅛"],
  [3, 8, "⅜"],
  [5, 8, "⅝"],
  [7, 8, "⅞"],
];
/** Parts of a point are multiples of so many of one. */
const PARTS = 48;

/** Points as people write them: "2½". @param {number} points @param {string} language */
export function written(points, language) {
  const parts = Math.round(points * PARTS);
  const [whole, rest] = [Math.floor(parts / PARTS), parts % PARTS];
  if (!rest) return new Intl.NumberFormat(language).format(whole);
  const [, , sign] = FRACTIONS.find(([over, under]) => Number(over) * PARTS === rest * Number(under)) ?? [];
  if (sign) return `${whole || ""}${sign}`;
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(points);
}

/**
 * The points of each player of a table so far, in the order of its players.
 * @param {Pick<Table, "players" | "results">} table
 * @param {number} legs matches of a pairing: who was absent loses those that were left as well
 */
export function pointsOf({ players, results }, legs) {
  return results.reduce((sums, { ranks, absent }, leg) => {
    const times = absent.length ? Math.max(1, legs - leg) : 1;
    return sums.map((sum, one) => sum + times * share(ranks, absent, one));
  }, players.map(() => 0));
}

/** The share of a player in a match's points. @param {readonly number[]} ranks @param {readonly number[]} absent @param {number} one */
function share(ranks, absent, one) {
  if (absent.includes(one)) return 0;
  const others = ranks.filter((_, other) => other !== one);
  const parts = others.map((rank) => rank > ranks[one] ? 1 : rank === ranks[one] ? 1 / 2 : 0);
  return parts.reduce((sum, part) => sum + part, 0) / others.length;
}

/** Whether a table has its result: none of its matches is open. @param {Pick<Table, "matchId" | "results">} table */
export const isDone = ({ matchId, results }) => matchId === null && results.length > 0;
