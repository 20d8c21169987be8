// In which matches it is the player's turn, by the stream of all of them. One tab of a browser has it, and tells the
// others: without TLS, a browser has six lines to a service for all tabs.

import { Refused } from "../../../sdk/javascript/src/errors.js";
import { Pause, sleep } from "../../../sdk/javascript/src/pause.js";

/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("../../../sdk/javascript/types/api.js").Notice} Notice */

/** Between two looks whether matches still wait, in milliseconds: a turn may be played elsewhere, or end by the clock. */
const LOOK = 60_000;

/** The matches that wait for the player; "change" at each notice, which is `detail`, and "revoked". */
export class Turns extends EventTarget {
  /** The decision for which a match waits, by its id: the version since which it does. @type {Map<string, number>} */
  mine = new Map();
  /** The invitations to matches, by the match's id. @type {Map<string, string>} */
  invited = new Map();
  /** @type {AbortController | undefined} */
  #abort;
  /** @type {Croupier | undefined} */
  #me;
  /** The other tabs of this player. @type {BroadcastChannel | undefined} */
  #tabs;
  /** Whether this tab has the stream. */
  #leads = false;

  constructor() {
    super();
    const look = () => globalThis.document?.visibilityState === "visible" && this.look();
    globalThis.document?.addEventListener("visibilitychange", look);
    if (globalThis.document) setInterval(look, LOOK);
  }

  /** Listen to the notices of a player; of nobody without one. @param {Croupier | undefined} me */
  async listen(me) {
    this.#abort?.abort();
    this.mine.clear();
    this.invited.clear();
    this.#me = me;
    if (!me) return;
    const { signal } = this.#abort = new AbortController();
    const { locks } = globalThis.navigator ?? {};
    if (!locks) return await this.#follow(me, signal); // a page without TLS, from another machine
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(me.token));
    if (signal.aborted) return;
    const name = `croupier:notices ${new Uint8Array(digest)}`;
    const channel = this.#tabs = new BroadcastChannel(name);
    signal.addEventListener("abort", () => {
      channel.close();
      if (this.#tabs === channel) this.#tabs = undefined;
    });
    this.#share(channel);
    await locks.request(name, { signal }, () => this.#follow(me, signal, channel)).catch(() => {}); // aborted
  }

  /** Have the stream. @param {Croupier} me @param {AbortSignal} signal @param {BroadcastChannel} [others] tabs */
  async #follow(me, signal, others) {
    const pause = new Pause();
    this.#leads = true;
    signal.addEventListener("abort", () => this.#leads = false);
    while (!signal.aborted) {
      try {
        // At the table of a tournament, one reveals there: else its clock would run with nobody at it.
        for await (const notice of me.follow({ signal, reveals: (match) => !match.tournament })) {
          pause.reset();
          this.#told(notice);
          others?.postMessage(notice);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused && error.status === 401) return void this.dispatchEvent(new Event("revoked"));
      }
      await sleep(pause.after(), signal);
    }
  }

  /** Hear what another tab has been told, or tell one that has just been opened what stands. @param {BroadcastChannel} channel */
  #share(channel) {
    channel.onmessage = ({ data }) => {
      if (data?.done) return this.#passed(data.done, data.version);
      if (data) return this.#told(data);
      if (!this.#leads) return;
      for (const [matchId, decision] of this.mine) channel.postMessage({ event: "yourTurn", matchId, decision });
      for (const [matchId, invitationId] of this.invited) {
        channel.postMessage({ event: "invited", matchId, invitationId });
      }
    };
    channel.postMessage(null);
  }

  /**
   * It is not the player's turn in this match any more, at a version of it.
   * @param {string} match its id
   * @param {number} version
   */
  done(match, version) {
    if (this.#passed(match, version)) this.#tabs?.postMessage({ done: match, version });
  }

  /** @param {string} match @param {number} version */
  #passed(match, version) {
    if (version < (this.mine.get(match) ?? Infinity)) return false; // it has come again, or does not wait
    this.mine.delete(match);
    this.dispatchEvent(new CustomEvent("change"));
    return true;
  }

  /** The matches that wait besides this one, the one after it first: whoever goes on comes to all of them. @param {string} match its id */
  besides(match) {
    const all = [...this.mine.keys()];
    const at = all.indexOf(match);
    return [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
  }

  /** Look which matches still wait. */
  async look() {
    await Promise.all([...this.mine.keys()].map((id) => this.#lookAt(id).catch(() => {}))); // the next look will tell
  }

  /** @param {string} id */
  async #lookAt(id) {
    const match = await this.#me?.matches.get(id);
    if (match && !match.myTurn) this.done(id, match.now.version);
  }

  /** @param {Notice} notice */
  #told(notice) {
    if (notice.event === "emote") return void this.dispatchEvent(new CustomEvent("emote", { detail: notice }));
    const matchId = notice.matchId ?? "";
    if (notice.event === "yourTurn") {
      if (this.mine.get(matchId) === notice.decision) return; // told by another tab, or another seat has chosen
      this.mine.set(matchId, notice.decision);
    }
    if (notice.event === "invited") {
      if (this.invited.get(matchId) === notice.invitationId) return;
      this.invited.set(matchId, notice.invitationId);
    }
    if (notice.event === "matchFinished") this.mine.delete(matchId);
    this.dispatchEvent(new CustomEvent("change", { detail: notice }));
  }
}
