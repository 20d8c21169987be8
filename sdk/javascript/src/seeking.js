// A player that also looks for opponents, by tickets.

import { Croupier as Client, sessionOf } from "./client.js";
import { CroupierError, Unreachable } from "./errors.js";
import { random } from "./notes.js";
import { sleep } from "./pause.js";
import { AGAIN } from "./session.js";

/** @typedef {import("../types/api.js").Game} Game */
/**
 * @template {Game} G
 * @typedef {import("./match.js").Match<G>} Match
 */

/** How many seconds the service is to wait before it says that a ticket still searches. */
const WAIT = 30;
/** And how many if somebody follows the search: rated ones look farther every 5 seconds. */
const FOLLOWED = 5;
/** After how many seconds it is asked again while the service is away. */
const AWAY = 2;

/** A player that can seek. Of another client's session, it is the same player. */
export class Seeker extends Client {
  /**
   * The match that a ticket leads to, however long that takes.
   * @template {Game} G
   * @param {import("../types/api.js").Wish<G>} wish
   * @param {{ signal?: AbortSignal, asking?: (sent: { key: string, body: unknown }) => void,
   *   searching?: (ticket: import("../types/api.js").Ticket) => void }} [options] `signal` cancels the ticket; `asking` is
   *   told of each ticket before it is asked for: with the same key, `body` has the same answer; `searching` is told of the
   *   ticket every few seconds, with how far it looks by then
   * @returns {Promise<Match<G>>}
   * @throws {CroupierError} if somebody else cancels it
   */
  async seek(wish, { signal, asking, searching } = {}) {
    /** @type {import("../types/api.js").Ticket | undefined} */
    let ticket;
    /** @type {Promise<unknown> | undefined} */
    let cancelled;
    const cancel = () =>
      cancelled ??= ticket &&
        sessionOf(this).call("DELETE", `/v1/tickets/${ticket.id}`).catch(() => cancelled = undefined);
    signal?.addEventListener("abort", cancel);
    try {
      while (!ticket?.matchId) {
        if (signal?.aborted) await cancel();
        if (ticket?.status === "cancelled") throw signal?.reason ?? new CroupierError("The ticket was cancelled.");
        ticket = await this.#searched(ticket, wish, asking, searching ? FOLLOWED : WAIT);
        searching?.(ticket);
      }
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
    return await this.matches.get(ticket.matchId);
  }

  /**
   * The ticket after some more seconds of search; a new one in place of none, or of one that has expired.
   * @param {import("../types/api.js").Ticket | undefined} ticket
   * @param {import("../types/api.js").Wish} wish
   * @param {((sent: { key: string, body: unknown }) => void) | undefined} asking
   * @param {number} wait seconds
   * @returns {Promise<import("../types/api.js").Ticket>}
   */
  async #searched(ticket, wish, asking, wait) {
    if (ticket?.status === "searching") return await this.#lookedUp(ticket, wait);
    const seal = wish.deal === "sealed" ? await this.notes.seal() : undefined;
    const body = { ...wish, seal };
    const key = random(16);
    asking?.({ key, body });
    return await sessionOf(this).call("POST", "/v1/tickets", { body, key });
  }

  /**
   * A ticket after some more seconds; as it was, if the service is away: it may still lead to a match.
   * @param {import("../types/api.js").Ticket} ticket
   * @param {number} wait seconds
   * @returns {Promise<import("../types/api.js").Ticket>}
   */
  async #lookedUp(ticket, wait) {
    try {
      return await sessionOf(this).call("GET", `/v1/tickets/${ticket.id}`, { wait });
    } catch (error) {
      if (!(error instanceof Unreachable || AGAIN.has(/** @type {any} */ (error).status))) throw error;
      await sleep(AWAY);
      return ticket;
    }
  }
}
