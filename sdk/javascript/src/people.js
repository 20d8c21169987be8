// A player that also asks about others: friends, blocks, reports, profiles, leaderboards. A page loads it once it shows them.

import { pages, sessionOf } from "./client.js";
import { Seeker } from "./seeking.js";
import { checkedId } from "./session.js";

/** The name of a pool, for a path. @param {string} name @throws {Refused} as `checkedId` does */
const checkedPool = (name) => name.split(".").map(checkedId).join(".");

/** A player that can ask about others. Of another client's session, it is the same player. */
export class People extends Seeker {
  /**
   * Friends, which of them are here, and open requests.
   * @returns {Promise<import("../types/api.js").Friends>}
   */
  friends() {
    return sessionOf(this).call("GET", "/v1/players/me/friends");
  }

  /**
   * Ask a player to be a friend, or accept its request.
   * @param {string} id
   * @returns {Promise<"asked" | "friend">}
   */
  async befriend(id) {
    return (await sessionOf(this).call("PUT", `/v1/players/me/friends/${checkedId(id)}`)).status;
  }

  /** End a friendship, decline a request or withdraw one. @param {string} id @returns {Promise<void>} */
  async unfriend(id) {
    await sessionOf(this).call("DELETE", `/v1/players/me/friends/${checkedId(id)}`);
  }

  /** Meet a player no more, who is not told. @param {string} id @returns {Promise<void>} */
  async block(id) {
    await sessionOf(this).call("PUT", `/v1/players/me/blocks/${checkedId(id)}`);
  }

  /** Take a block back. @param {string} id @returns {Promise<void>} */
  async unblock(id) {
    await sessionOf(this).call("DELETE", `/v1/players/me/blocks/${checkedId(id)}`);
  }

  /** Whom the caller has blocked. @returns {Promise<import("../types/api.js").Player[]>} */
  async blocked() {
    return (await sessionOf(this).call("GET", "/v1/players/me/blocks")).blocks;
  }

  /**
   * Report a player to the operator.
   * @param {string} id
   * @param {import("../types/api.js").Accusation} why
   * @returns {Promise<string>} the id of the report
   */
  async report(id, why) {
    return (await sessionOf(this).call("POST", `/v1/players/${checkedId(id)}/reports`, { body: why })).id;
  }

  /**
   * The profile of a player: its ratings, statistics, and whom it has met.
   * @param {string} id
   * @returns {Promise<import("../types/api.js").Profile>}
   */
  async profile(id) {
    return await sessionOf(this).call("GET", `/v1/players/${checkedId(id)}`);
  }

  /**
   * How a player fared against another one.
   * @param {string} id
   * @param {string} other
   * @returns {Promise<import("../types/api.js").Meetings>}
   */
  async against(id, other) {
    return await sessionOf(this).call("GET", `/v1/players/${checkedId(id)}/against/${checkedId(other)}`);
  }

  /**
   * How a player's rating in a pool came about, the last match first.
   * @param {string} id
   * @param {string} pool
   * @returns {AsyncGenerator<import("../types/api.js").RatingPoint, void>}
   */
  async *ratingHistory(id, pool) {
    yield* pages(sessionOf(this), `/v1/players/${checkedId(id)}/ratings/${checkedPool(pool)}/history`, "points", {});
  }

  /** The pools that have a leaderboard. @returns {Promise<import("../types/api.js").Pool[]>} */
  async leaderboards() {
    return (await sessionOf(this).call("GET", "/v1/leaderboards")).leaderboards;
  }

  /**
   * The players of a pool, best first: all, or from half a page before the one whom `around` names, "me" or an id.
   * @param {string} pool
   * @param {{ around?: string, friends?: boolean, season?: number, pageSize?: number }} [looking]
   * @returns {AsyncGenerator<import("../types/api.js").LeaderboardEntry, void>}
   */
  async *leaderboard(pool, looking = {}) {
    yield* pages(sessionOf(this), `/v1/leaderboards/${checkedPool(pool)}`, "entries", looking);
  }

  /**
   * One page of it, with the entry of the ledger that it follows from: `seq` and `head`.
   * @param {string} pool
   * @param {{ around?: string, friends?: boolean, season?: number, pageSize?: number, pageToken?: string }} [query]
   * @returns {Promise<import("../types/api.js").Leaderboard>}
   */
  async leaderboardPage(pool, query = {}) {
    return await sessionOf(this).call("GET", `/v1/leaderboards/${checkedPool(pool)}`, { query });
  }

  /**
   * The lines of a pool's ledger, as `croupier verify --ratings` takes them; with `after`, only the entries behind that one.
   * @param {string} pool
   * @param {number} [after]
   * @returns {Promise<string>}
   */
  ledger(pool, after) {
    return sessionOf(this).file(`/v1/ratings/${checkedPool(pool)}/ledger`, { after });
  }

  /** All that the service keeps of the caller: lines of JSON, the last one of `end`. @returns {Promise<string>} */
  ownData() {
    return sessionOf(this).file("/v1/players/me/data");
  }
}
