// A part of a tournament's page that is read by itself, and again with each version of the tournament.

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
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.get("version")) this.look();
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
