// What the service tells of players and of rating pools.

import { sessionOf } from "../../../sdk/javascript/src/client.js";

/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */
/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/**
 * A rating; `rank` is null where the board has no place for it, and `size` is that of the board.
 * @typedef {{ pool: string, rating: number, deviation: number, points: number, provisional: boolean, matches: number,
 *   peak: number, rank: number | null, size: number | null }} Rating
 */
/**
 * How a player fared in a game, `opponents` being "people" or "bots". `best` is the match with the most points.
 * @typedef {{ game: string, opponents: "people" | "bots", won: number, drawn: number, lost: number, scored: number, points: number,
 *   best: { points: number, matchId: string } | null, streak: number, longest: number }} GameRecord
 */
/** @typedef {{ won: number, drawn: number, lost: number, last: { matchId: string, time: string } | null }} Score */
/** @typedef {Score & { player: Player }} Met */
/**
 * @typedef {Player & { since: string | null, here?: boolean, ratings: Rating[], statistics: GameRecord[], met?: Met[],
 *   reliability: number | null, house?: boolean, level?: 1 | 2 | 3 | 4 | null, description?: string | null, listed?: boolean }} Profile
 */
/**
 * A point of a rating's history: the entry, its match, and the numbers after it.
 * @typedef {{ seq: number, kind: string, matchId: string | null, time: string, rating: number, deviation: number, change: number }} Point
 */
/** @typedef {{ rank: number, player: { id: string, displayName: string | null, kind: string }, rating: number, deviation: number, points: number, matches: number }} Place */
/** @typedef {{ pool: string, size: number, seq: number, head: string, entries: Place[], nextPageToken: string | null }} Board */
/** @typedef {{ pool: string, current: boolean, size: number | null, seq: number | null }} PoolSize */

/** @param {Croupier} me @param {string} path @param {Record<string, any>} [query] @returns {Promise<any>} */
const get = (me, path, query) => sessionOf(me).call("GET", path, { query });

/** A player with all that is public of it. @param {Croupier} me @param {string} id @returns {Promise<Profile>} */
export const profileOf = (me, id) => get(me, `/v1/players/${id}`);

/**
 * The history of a rating, the newest entry first.
 * @param {Croupier} me @param {string} id @param {string} pool @param {string} [pageToken]
 * @returns {Promise<{ points: Point[], nextPageToken: string | null }>}
 */
export const historyOf = (me, id, pool, pageToken) =>
  get(me, `/v1/players/${id}/ratings/${pool}/history`, { pageSize: 100, pageToken });

/** How one player fared against another. @param {Croupier} me @param {string} one @param {string} other @returns {Promise<Score>} */
export const against = (me, one, other) => get(me, `/v1/players/${one}/against/${other}`);

/** The pools that there are. @param {Croupier} me @returns {Promise<PoolSize[]>} */
export const poolsOf = async (me) => (await get(me, "/v1/leaderboards")).leaderboards;

/**
 * A page of a leaderboard.
 * @param {Croupier} me @param {string} pool
 * @param {{ pageToken?: string, around?: string, friends?: boolean, pageSize?: number }} [query]
 * @returns {Promise<Board>}
 */
export const readLeaderboard = (me, pool, query) => get(me, `/v1/leaderboards/${pool}`, query);
