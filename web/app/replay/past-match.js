// The versions of a match as they were seen: a stream for each pair of eyes, and no request after it.

import { Refused } from "../../../sdk/javascript/src/errors.js";
import { Pause, sleep } from "../../../sdk/javascript/src/pause.js";
import { passes } from "../match/follow.js";
import { untold } from "../match/story.js";

/** @typedef {import("../../../sdk/javascript/src/index.js").Match} Match */
/** @typedef {import("../../../sdk/javascript/types/api.js").Change} Change */
/** @typedef {import("../../../sdk/javascript/types/api.js").HistoryEntry} HistoryEntry */
/** @typedef {import("../../../sdk/javascript/types/api.js").Replay} Replay */
/** @typedef {import("../shell/shell.js").Shell} Shell */
/** Whose eyes: of all seats together, the caller's, those of whoever watches, or those of a seat. @typedef {"all" | "mine" | "table" | number} Eyes */
/** A version as it was seen, and the hands of all seats if all are seen. @typedef {Change & { hands?: unknown[] }} Seen */

/** How long versions are gathered before they are told of, in milliseconds. */
const GATHERED = 40;

/** A match that is looked back upon; "change" is sent when there is more to see of it. */
export class PastMatch extends EventTarget {
  /** @type {"loading" | "missing" | "shown"} */
  status = "loading";
  /** @type {Match | undefined} */
  match;
  /** Whether all versions that there will ever be can be asked for, through all eyes. */
  over = false;
  /** What the history says beside moves, by version, where the versions alone do not tell it. @type {Map<number, HistoryEntry>} */
  entries = new Map();
  /** By eyes: what they have seen, by version from 1. @type {Map<Eyes, Change[]>} */
  #seen = new Map();
  /** What all have seen together. @type {Seen[]} */
  #together = [];
  /** Those who have seen all of it. @type {Set<Eyes>} */
  #whole = new Set();
  /** @type {Map<string, string>} */
  #texts = new Map();
  /** @type {Promise<Replay> | undefined} */
  #replay;
  #abort = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #gathering;
  #shell;

  /** @param {Shell} shell @param {string} id */
  constructor(shell, id) {
    super();
    this.#shell = shell;
    this.id = id;
    this.#persist(() => this.#begin());
  }

  /** Load no more. */
  stop() {
    this.#abort.abort();
    clearTimeout(this.#gathering);
  }

  /** The eyes of the caller. @returns {Eyes} */
  get own() {
    return this.match && this.match.now.yourSeat !== null ? "mine" : "table";
  }

  /** Through whose eyes it can be seen now. @returns {Eyes[]} */
  get eyes() {
    const { match, own } = this;
    if (!match || !this.over) return [own];
    const others = match.now.seats.filter(({ index, player }) => player && index !== match.now.yourSeat);
    return [...new Set(/** @type {Eyes[]} */ (["all", own, "table"])), ...others.map(({ index }) => index)];
  }

  /** The eyes of one seat, through which the table of all is seen: the caller's, or those of the first one. @returns {Eyes} */
  get first() {
    return this.own === "mine" ? "mine" : this.#seats[0];
  }

  /** The seats that somebody has. */
  get #seats() {
    return this.match?.now.seats.filter(({ player }) => player).map(({ index }) => index) ?? [];
  }

  /**
   * What these eyes have seen, as far as it is here; it is loaded when it is asked for the first time.
   * @param {Eyes} eyes
   * @returns {readonly Seen[]}
   */
  seen(eyes) {
    if (eyes === "all") return this.#all();
    const known = this.#seen.get(eyes);
    if (known || !this.match) return known ?? [];
    this.#seen.set(eyes, []);
    this.#persist(() => this.#look(eyes));
    return [];
  }

  /** Each version as its mover has seen it, with all hands. */
  #all() {
    const seats = this.#seats;
    const mine = this.match?.now.yourSeat ?? null;
    const seen = seats.map((seat) => this.seen(seat === mine ? "mine" : seat));
    const base = this.seen(this.first);
    const length = Math.min(...seen.map(({ length }) => length));
    for (let at = this.#together.length; at < length; at++) {
      const mover = seats.indexOf(base[at - 1]?.match.toMove[0] ?? -1);
      const { events } = (seen[mover] ?? base)[at];
      const hands = seats.map((_, each) => /** @type {any} */ (seen[each][at].match.state)?.hand ?? null);
      this.#together.push({ ...base[at], events, hands, match: { ...base[at].match, yourSeat: mine } });
    }
    return this.#together;
  }

  /**
   * The table as text, which no stream brings: a request for each.
   * @param {number} version
   * @param {Eyes} eyes
   */
  async text(version, eyes) {
    const key = `${version} ${eyes}`;
    const known = this.#texts.get(key) ?? await this.match?.text(version, this.#as(eyes)) ?? "";
    this.#texts.set(key, known);
    return known;
  }

  /** Whether these eyes will see no more than they have. @param {Eyes} eyes */
  whole(eyes) {
    if (eyes !== "all") return this.#whole.has(eyes);
    return this.#seats.every((seat) => this.#whole.has(seat === this.match?.now.yourSeat ? "mine" : seat));
  }

  /** The replay of the match, once it has ended. @returns {Promise<Replay>} */
  replay() {
    this.#replay ??= /** @type {Match} */ (this.match).replay().catch((error) => {
      this.#replay = undefined;
      throw error;
    });
    return this.#replay;
  }

  /** What the service is asked for: before the end, it shows everybody no more than it did. @param {Eyes} eyes @returns {number | "spectator" | undefined} */
  #as(eyes) {
    if (!this.over) return undefined;
    if (eyes === "all") return this.#as(this.first);
    return eyes === "mine" ? this.match?.now.yourSeat ?? undefined : eyes === "table" ? "spectator" : eyes;
  }

  async #begin() {
    this.match = await this.#shell.me.matches.get(this.id);
    this.over = this.match.over;
    if (untold(this.match.now)) await this.#tellBesides(this.match);
    this.status = "shown";
    this.#tell();
  }

  /** @param {Match} match */
  async #tellBesides(match) {
    for await (const entry of match.history()) {
      if (entry.kind !== "move") this.entries.set(entry.version, entry);
    }
  }

  /** @param {Eyes} eyes */
  async #look(eyes) {
    const match = /** @type {Match} */ (this.match);
    const { signal } = this.#abort;
    const as = this.#as(eyes);
    const seen = /** @type {Change[]} */ (this.#seen.get(eyes));
    for await (const change of match.follow({ after: seen.length, as, past: true, signal })) {
      if (signal.aborted) return;
      if (change.event === "reset") seen.length = 0; // what was after it has never been
      if (change.version === seen.length + 1) seen.push(change);
      this.#soon();
    }
    this.over = true;
    this.#whole.add(eyes);
    this.#tell();
  }

  /** Do it until it is done, or cannot be. @param {() => Promise<void>} load */
  async #persist(load) {
    const { signal } = this.#abort;
    const pause = new Pause();
    while (!signal.aborted) {
      try {
        return await load();
      } catch (error) {
        if (signal.aborted) return;
        if (!passes(error)) return this.#failed(error);
        await sleep(pause.after(error instanceof Refused ? error.retryAfter : undefined), signal).catch(() => {});
      }
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    const missing = error instanceof Refused && error.status === 404;
    if (missing) this.status = "missing";
    else this.#shell.failed(error);
    this.#tell();
  }

  #soon() {
    this.#gathering ??= setTimeout(() => this.#tell(), GATHERED);
  }

  #tell() {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.dispatchEvent(new Event("change"));
  }
}
