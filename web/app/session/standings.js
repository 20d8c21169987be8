// What the service tells of players and of rating pools, as pages show it.

import { sessionOf } from "../../../sdk/javascript/src/client.js";
import { people } from "./relations.js";

/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("../../../sdk/javascript/types/api.js").Profile} Profile */
/** @typedef {Profile["ratings"][number]} Rating */
/** @typedef {Profile["statistics"][number]} GameRecord */
/** @typedef {Profile["met"][number]} Met */
/** @typedef {import("../../../sdk/javascript/types/api.js").Meetings} Score */
/** @typedef {import("../../../sdk/javascript/types/api.js").RatingPoint} Point */
/** @typedef {import("../../../sdk/javascript/types/api.js").LeaderboardEntry} Place */
/** @typedef {{ pool: string, size: number, seq: number, head: string, entries: Place[], nextPageToken: string | null }} Leaderboard */

/** @param {Croupier} me @param {string} path @param {Record<string, any>} [query] @returns {Promise<any>} */
const get = (me, path, query) => sessionOf(me).call("GET", path, { query });

/** A player, and what is known of how it fared. @param {Croupier} me @param {string} id @returns {Promise<Profile>} */
export async function profileOf(me, id) {
  const told = await people(me).profile(id);
  return { ...told, statistics: inAll(told.statistics), met: once(told.met) };
}

/**
 * The history of a rating, the newest entry first.
 * @param {Croupier} me @param {string} id @param {string} pool @param {string} [pageToken]
 * @returns {Promise<{ points: Point[], nextPageToken: string | null }>}
 */
export const historyOf = (me, id, pool, pageToken) =>
  get(me, `/v1/players/${id}/ratings/${pool}/history`, { pageSize: 100, pageToken });

/**
 * A page of a leaderboard.
 * @param {Croupier} me @param {string} pool
 * @param {{ pageToken?: string, around?: string, friends?: boolean, pageSize?: number }} [query]
 * @returns {Promise<Leaderboard>}
 */
export const readLeaderboard = (me, pool, query) => get(me, `/v1/leaderboards/${pool}`, query);

/**
 * The records with public and private matches in one: whoever is shown both is their player. How many were won in a row over
 * both, nobody has counted: it is at least the longer of the two.
 * @param {GameRecord[]} records
 */
export function inAll(records) {
  /** @type {Map<string, GameRecord>} */
  const all = new Map();
  for (const each of records) {
    const key = `${each.game} ${each.opponents}`;
    const other = all.get(key);
    all.set(key, other ? joined(other, each) : each);
  }
  return [...all.values()];
}

/** @param {GameRecord} one @param {GameRecord} other @returns {GameRecord} */
function joined(one, other) {
  const sum = (/** @type {"won" | "drawn" | "lost" | "scored" | "points"} */ name) => one[name] + other[name];
  const best = !one.best || other.best && other.best.points > one.best.points ? other.best : one.best;
  return {
    ...one,
    access: "private",
    won: sum("won"),
    drawn: sum("drawn"),
    lost: sum("lost"),
    scored: sum("scored"),
    points: sum("points"),
    best,
    streak: 0,
    longest: Math.max(one.longest, other.longest),
  };
}

/** Each opponent once, with public and private meetings in one. @param {Met[]} met the last one first */
export function once(met) {
  /** @type {Map<string, Met>} */
  const all = new Map();
  for (const each of met) {
    const { player: { id }, won, drawn, lost } = each;
    const first = all.get(id);
    all.set(id, first ? { ...first, won: first.won + won, drawn: first.drawn + drawn, lost: first.lost + lost } : each);
  }
  return [...all.values()];
}
