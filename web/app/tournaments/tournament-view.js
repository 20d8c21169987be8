// A part of a tournament's page that is read by itself, and again with each version of the tournament, at a pace.

import { Pace } from "./pace.js";
import { TournamentPart } from "./tournament-part.js";

/**
 * Has in `found` what `read` returned last; undefined before the first time.
 * @template T
 */
export class TournamentView extends TournamentPart {
  static pause = 60_000;
  static properties = {
    ...TournamentPart.properties,
    tournament: { attribute: false },
    version: { type: Number },
    own: {},
    found: { state: true },
  };

  #asked = 0;

  constructor() {
    super();
    /** @type {import("./service.js").Tournament} */
    this.tournament;
    this.version = 0;
    /** The id of the viewer. */
    this.own = "";
    /** @type {T | undefined} */
    this.found = undefined;
    /** What the player has asked for is read at once; what has happened meanwhile, at this pace. */
    this.pace = new Pace(async () => this.isConnected && await this.look());
  }

  /** @override */
  firstUpdated() {
    this.pace.ask();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.get("version") && this.changes) this.pace.ask();
  }

  /** Whether what is shown can change with the tournament. */
  get changes() {
    return true;
  }

  /** @override */
  async look() {
    const asked = ++this.#asked;
    try {
      const found = await this.read();
      if (asked === this.#asked) this.found = found;
    } catch {
      this.retry(); // until then, the line tells what is wrong
    }
  }

  /** @returns {Promise<T | undefined>} */
  read() {
    return Promise.resolve(undefined);
  }
}
