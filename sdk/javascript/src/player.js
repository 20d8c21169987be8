// A player with all that a program may want, some of which a page does without.

import { sessionOf } from "./client.js";
import { Deals } from "./deals.js";
import { People } from "./people.js";
import { SocketSession } from "./socket.js";
import { Tournaments } from "./tournaments.js";

/** @typedef {import("../types/api.js").Game} Game */

/** A player; without a token a spectator. */
export class Croupier extends People {
  /** The deals of the day, and those that players have made. */
  get deals() {
    return new Deals(this);
  }

  /** All tournaments, as far as the player may know of them. */
  get tournaments() {
    return new Tournaments(this);
  }

  /**
   * The name and the version of the service, and which of its features are switched on.
   * @returns {Promise<import("../types/api.js").About>}
   */
  about() {
    return sessionOf(this).call("GET", "/v1/about");
  }

  /**
   * Be invited to matches of these games, up to `expireTime`: say it again before.
   * @param {{ [G in Game]?: import("../types/api.js").Offer }} games
   * @param {string} [description] of the player, for those who choose whom to invite
   * @param {string} [houseKey] of the service, which lists as its own who shows it
   * @param {import("../types/api.js").Available["level"]} [level] how strong the player is: 1 easy, 2 medium, 3 strong,
   *   4 expert
   * @returns {Promise<import("../types/api.js").Availability>}
   */
  available(games, description, houseKey, level) {
    const body = { games, description, houseKey, level };
    return sessionOf(this).call("PUT", "/v1/players/me/availability", { body });
  }

  /** Be invited no more. */
  async unavailable() {
    await sessionOf(this).call("DELETE", "/v1/players/me/availability");
  }

  /**
   * The same player, whose moves and streams of matches share one connection. `close` ends it.
   * @returns {Croupier & { close: () => void }}
   * @throws {import("./errors.js").CroupierError} where there is no WebSocket
   */
  socket() {
    const session = new SocketSession(sessionOf(this));
    return Object.assign(new Croupier(session), { close: () => session.close() });
  }
}
