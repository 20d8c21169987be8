// Looking for somebody to play with, by a ticket.

import { sessionOf } from "../../../sdk/javascript/src/client.js";
import { random } from "../../../sdk/javascript/src/notes.js";
import { Seeker } from "../../../sdk/javascript/src/seeking.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Wish} Wish */
/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("./storage.js").Kept} Kept */

/** What the tabs search for, as long as it is not known to be over: a page may be gone before its answer has come. */
const ASKED = "croupier:searches";
/** No ticket searches for longer, in milliseconds. */
const LIFE = 600_000;

/** @typedef {{ key: string, body: unknown }} Sent */
/** @typedef {Sent & { at: number }} Asked */
/** @typedef {{ lock: string, abort: AbortController, asked?: Asked }} Ticket */

/**
 * Cancel what pages have asked for that were left before they were answered. The same request is answered with the same
 * ticket. Each search has a lock, which its page holds as long as it is there: what another tab searches for goes on.
 * @param {Croupier} me
 * @param {Kept} kept
 */
export async function cancelLeft(me, kept) {
  const locks = Object.keys(asked(kept));
  await Promise.all(locks.map((lock) => navigator.locks.request(lock, () => cancel(lock, me, kept))));
}

/** @param {string} lock @param {Croupier} me @param {Kept} kept */
async function cancel(lock, me, kept) {
  const { [lock]: left } = asked(kept);
  note(kept, lock, undefined);
  if (!left || Date.now() - left.at > LIFE) return;
  const { key, body } = left;
  const { id } = await sessionOf(me).call("POST", "/v1/tickets", { key, body });
  await sessionOf(me).call("DELETE", `/v1/tickets/${id}`);
}

/** What was asked for, by the lock of the search. @param {Kept} kept @returns {Record<string, Asked>} */
function asked(kept) {
  return JSON.parse(kept.getItem(ASKED) ?? "{}");
}

/** @param {Kept} kept @param {string} lock @param {Asked | undefined} search */
function note(kept, lock, search) {
  const { [lock]: _, ...others } = asked(kept);
  const all = search ? { ...others, [lock]: search } : others;
  if (Object.keys(all).length) kept.setItem(ASKED, JSON.stringify(all));
  else kept.removeItem(ASKED);
}

/** One search at a time; "change" is sent when it begins, ends and is kept, and "found" with the match. */
export class Search extends EventTarget {
  /** What is looked for. @type {Wish | undefined} */
  wish;
  /** How far from the own rating, as the service says; null if that does not matter, or is not known yet. @type {number | null} */
  window = null;
  #keep = false;
  /** @type {Ticket | undefined} */
  #search;
  /** The search that was begun last. @type {Promise<unknown> | undefined} */
  #over;
  #kept;

  /** @param {Kept} kept what the browser keeps */
  constructor(kept) {
    super();
    this.#kept = kept;
    addEventListener("pagehide", () => this.left());
  }

  /** Whether the search goes on when the page is closed: other pages of the table do not end it. */
  get keep() {
    return this.#keep;
  }

  set keep(keep) {
    this.#keep = keep;
    if (this.#search) this.#note(this.#search);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Search until somebody is found, or `stop` is called.
   * @param {Croupier} me
   * @param {Wish} wish
   * @throws what the service refuses
   */
  async start(me, wish) {
    this.stop();
    const search = { lock: `croupier:search ${random(8)}`, abort: new AbortController() };
    this.#is(wish, search);
    const seek = () => this.#seek(me, wish, search);
    const over = navigator.locks ? navigator.locks.request(search.lock, seek) : seek();
    this.#over = over.catch(() => {});
    return await over;
  }

  /** Stop, also what was kept, and wait until the service has been told. */
  async end() {
    this.keep = false;
    this.stop();
    await this.#over;
  }

  /** Cancel the ticket. */
  stop() {
    this.#search?.abort.abort();
    if (this.wish) this.#is(undefined, undefined);
  }

  /** The page is closed. */
  left() {
    if (!this.keep) this.stop();
  }

  /** @param {Croupier} me @param {Wish} wish @param {Ticket} search */
  async #seek(me, wish, search) {
    const { signal } = search.abort;
    const asking = (/** @type {Sent} */ sent) => {
      search.asked = { ...sent, at: Date.now() };
      this.#note(search);
    };
    try {
      const searching = wish.rated ? this.#looks : undefined;
      const match = await new Seeker(sessionOf(me)).seek(wish, { signal, asking, searching });
      if (!signal.aborted) this.dispatchEvent(new CustomEvent("found", { detail: match.id }));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (this.#search === search) this.#is(undefined, undefined);
      note(this.#kept, search.lock, undefined);
    }
  }

  /** @param {import("../../../sdk/javascript/types/api.js").Ticket} ticket */
  #looks = ({ window }) => {
    this.window = window;
    this.dispatchEvent(new Event("change"));
  };

  /** Note what the next page is to cancel, but where a page cannot know whether another one still searches. @param {Ticket} search */
  #note({ lock, asked }) {
    if (navigator.locks) note(this.#kept, lock, this.keep ? undefined : asked); // without TLS, there are none
  }

  /** @param {Wish | undefined} wish @param {Ticket | undefined} search */
  #is(wish, search) {
    this.wish = wish;
    this.window = null;
    this.#search = search;
    this.dispatchEvent(new Event("change"));
  }
}
