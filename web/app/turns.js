// In which matches it is the player's turn, by the stream of all of them.

import { Refused } from "../../sdk/javascript/src/errors.js";

/** @typedef {import("../../sdk/javascript/src/index.js").Croupier} Croupier */
/** @typedef {import("../../sdk/javascript/types/api.js").Notice} Notice */

/** The matches that wait for the player; "change" at each notice, which is `detail`, and "revoked". */
export class Turns extends EventTarget {
  /** @type {Set<string>} */
  mine = new Set();
  /** @type {AbortController | undefined} */
  #abort;

  /** Listen to the notices of a player; of nobody without one. @param {Croupier | undefined} me */
  async listen(me) {
    this.#abort?.abort();
    this.mine.clear();
    if (!me) return;
    const abort = new AbortController();
    this.#abort = abort;
    try {
      for await (const notice of me.follow({ signal: abort.signal })) this.#told(notice);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error instanceof Refused && error.status === 401) this.dispatchEvent(new Event("revoked"));
    }
  }

  /** It is not the player's turn in this match any more. @param {string} match its id */
  done(match) {
    if (this.mine.delete(match)) this.dispatchEvent(new CustomEvent("change"));
  }

  /** @param {Notice} notice */
  #told(notice) {
    if (notice.event === "yourTurn") this.mine.add(notice.matchId);
    if (notice.event === "matchFinished") this.mine.delete(notice.matchId);
    this.dispatchEvent(new CustomEvent("change", { detail: notice }));
  }
}
