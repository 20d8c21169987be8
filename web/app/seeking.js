// Looking for somebody to play with, by a ticket.

/** @typedef {import("../../sdk/javascript/types/api.js").Wish} Wish */
/** @typedef {import("../../sdk/javascript/src/client.js").Croupier} Croupier */

/** One search at a time; "change" is sent when it begins and ends, and "found" with the match. */
export class Seeking extends EventTarget {
  /** What is looked for. @type {Wish | undefined} */
  wish;
  /** Whether the search goes on when the page is left. */
  keep = false;
  /** @type {AbortController | undefined} */
  #abort;

  constructor() {
    super();
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
      const match = await me.seek(wish, { signal: abort.signal });
      if (!abort.signal.aborted) this.dispatchEvent(new CustomEvent("found", { detail: match.id }));
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      if (this.#abort === abort) this.#is(undefined, undefined);
    }
  }

  /** Cancel the ticket. */
  stop() {
    this.#abort?.abort();
    if (this.wish) this.#is(undefined, undefined);
  }

  /** The page is left. */
  left() {
    if (!this.keep) this.stop();
  }

  /** @param {Wish | undefined} wish @param {AbortController | undefined} abort */
  #is(wish, abort) {
    this.wish = wish;
    this.#abort = abort;
    this.dispatchEvent(new Event("change"));
  }
}
