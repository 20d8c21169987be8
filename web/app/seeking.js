// Looking for somebody to play with, by a ticket.

import { sessionOf } from "../../sdk/javascript/src/client.js";

/** @typedef {import("../../sdk/javascript/types/api.js").Wish} Wish */
/** @typedef {import("../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("./storage.js").Kept} Kept */

/** What was asked for, as long as it is not known to be over: the page may be gone before the answer has come. */
const ASKED = "croupier:search";
/** No ticket searches for longer, in milliseconds. */
const LIFE = 600_000;

/**
 * Cancel what a page has asked for that was left before it was answered. The same request is answered with the same ticket.
 * @param {Croupier} me
 * @param {Kept} kept
 */
export async function cancelLeft(me, kept) {
  const { key, body, at } = JSON.parse(kept.getItem(ASKED) ?? "{}");
  kept.removeItem(ASKED);
  if (!key || Date.now() - at > LIFE) return;
  const { id } = await sessionOf(me).call("POST", "/v1/tickets", { key, body });
  await sessionOf(me).call("DELETE", `/v1/tickets/${id}`);
}

/** One search at a time; "change" is sent when it begins and ends, and "found" with the match. */
export class Seeking extends EventTarget {
  /** What is looked for. @type {Wish | undefined} */
  wish;
  /** Whether the search goes on when the page is left. */
  keep = false;
  /** @type {AbortController | undefined} */
  #abort;
  #kept;

  /** @param {Kept} kept what the browser keeps */
  constructor(kept) {
    super();
    this.#kept = kept;
    addEventListener("pagehide", () => this.left());
  }

  /**
   * Search until somebody is found, or `stop` is called.
   * @param {Croupier} me
   * @param {Wish} wish
   * @throws what the service refuses
   */
  async start(me, wish) {
    this.stop();
    const abort = new AbortController();
    this.#is(wish, abort);
    try {
      const asking = (/** @type {object} */ sent) =>
        this.#kept.setItem(ASKED, JSON.stringify({ ...sent, at: Date.now() }));
      const match = await me.seek(wish, { signal: abort.signal, asking });
      if (!abort.signal.aborted) this.dispatchEvent(new CustomEvent("found", { detail: match.id }));
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      if (this.#abort === abort) this.#is(undefined, undefined);
      this.#kept.removeItem(ASKED);
    }
  }

  /** Cancel the ticket. */
  stop() {
    this.#abort?.abort();
    if (this.wish) this.#is(undefined, undefined);
  }

  /** The page is left. */
  left() {
    if (this.keep) this.#kept.removeItem(ASKED);
    else this.stop();
  }

  /** @param {Wish | undefined} wish @param {AbortController | undefined} abort */
  #is(wish, abort) {
    this.wish = wish;
    this.#abort = abort;
    this.dispatchEvent(new Event("change"));
  }
}
