// Deals that several play, each in a match of its own. A page loads it once it shows one.

import { sessionOf } from "./client.js";
import { Match } from "./match.js";
import { checkedId } from "./session.js";

/** @typedef {import("../types/api.js").Deal} Deal */
/** @typedef {import("./client.js").Croupier} Croupier */

const PATH = "/v1/deals";

/** The ids of those of the day have dots. @param {string} id @param {string} [rest] */
const pathOf = (id, rest = "") => `${PATH}/${id.split(".").map((part) => checkedId(part)).join(".")}${rest}`;

/** The deals of the day, and those that players have made; `new Deals(me)`, or `me.deals`. */
export class Deals {
  #session;

  /** @param {Croupier} me */
  constructor(me) {
    this.#session = sessionOf(me);
  }

  /**
   * The deals of today, one of each game, and those of yesterday that somebody has tried; with `mine`, those that the caller has
   * made, the newest first.
   * @param {{ game?: string, mine?: boolean }} [filter]
   * @returns {Promise<Deal[]>}
   */
  async list(filter = {}) {
    return (await this.#session.call("GET", PATH, { query: filter })).deals;
  }

  /** @param {string} id such as "daily.lost-cities.2030-01-31" @returns {Promise<Deal>} */
  async get(id) {
    return await this.#session.call("GET", pathOf(id));
  }

  /**
   * The match of the caller's only try, which begins if it has not: play it like any other.
   * @param {string} id
   * @returns {Promise<Match>}
   * @throws {Refused} `unavailable` while an opponent of the deal is away, `conflict` before it is open, and once it is over
   */
  async attempt(id) {
    return new Match(this.#session, await this.#session.call("POST", pathOf(id, "/try"), { body: {} }));
  }

  /**
   * The first of those who have played the deal to its end, and the caller's own row; with `friends`, the caller and its friends.
   * @param {string} id
   * @param {{ friends?: boolean, pageSize?: number }} [query]
   * @returns {Promise<import("../types/api.js").DealBoard>}
   */
  async board(id, query = {}) {
    return await this.#session.call("GET", pathOf(id, "/board"), { query });
  }

  /**
   * Make a deal: whoever knows its id may try it.
   * @param {import("../types/api.js").NewDeal} wish
   * @returns {Promise<Deal>}
   */
  create(wish) {
    return this.#session.call("POST", PATH, { body: wish });
  }
}
