import { Croupier } from "./client.js";
import { Refused } from "./errors.js";
import { sleep } from "./pause.js";

/** @typedef {import("../types/api.js").Game} Game */
/** @typedef {import("./match.js").Match} Match */

/** How often to look for matches that wait for players, in seconds. */
const LOOK = 2;

/**
 * A player that is a program. Extend it, name the `games`, and say how to `choose`.
 * @abstract
 */
export class Bot {
  /** The games that it plays. @type {Game[]} */
  games = [];

  /**
   * @param {string} name
   * @param {import("../types/api.js").Settings} [settings] with the `token` of an earlier run, it is the same player
   */
  constructor(name, settings) {
    this.name = name;
    // A bot has nothing better to do than to wait for its service.
    this.settings = { patience: Infinity, ...settings };
  }

  /**
   * One of the moves of a turn.
   * @abstract
   * @param {import("../types/api.js").Turn} _turn
   * @returns {import("../types/api.js").Move | Promise<import("../types/api.js").Move>}
   */
  choose(_turn) {
    throw new Error("A bot has to say how to choose.");
  }

  /**
   * Play: first the matches that are running, then one of each game after the other.
   * @param {string} url
   * @param {{ by?: "ticket" | "join", matches?: number, signal?: AbortSignal }} [options] whether to
   *   look for players by tickets or to join matches that wait; how many matches of each game to play
   */
  async run(url, { by = "ticket", matches = Infinity, signal } = {}) {
    const { settings } = this;
    const me = settings.token
      ? new Croupier(url, settings)
      : await Croupier.guest(url, this.name, { ...settings, kind: "bot" });
    const running = [];
    for await (const { id } of me.matches.list({ player: "me", status: "active" })) {
      running.push(me.matches.get(id).then((match) => this.play(match, signal)));
    }
    const find = (/** @type {Game} */ game) =>
      by === "ticket" ? me.seek({ game }, { signal }) : joined(me, game, signal);
    const series = async (/** @type {Game} */ game) => {
      for (let played = 0; played < matches; played++) await this.play(await find(game), signal);
    };
    await Promise.all([...running, ...this.games.map(series)]).catch((error) => {
      if (!signal?.aborted) throw error;
    });
  }

  /**
   * Play a match to its end.
   * @param {Match} match
   * @param {AbortSignal} [signal]
   */
  async play(match, signal) {
    for await (const { match: now } of match.follow({ include: "legalMoves", signal })) {
      const moves = now.legalMoves?.moves ?? [];
      if (match.myTurn && moves.length) await this.#decide(match, { match: now, moves });
    }
  }

  /** @param {Match} match @param {import("../types/api.js").Turn} turn */
  async #decide(match, turn) {
    try {
      await match.move(await this.choose(turn), { expectedVersion: turn.match.version, view: "none" });
    } catch (error) {
      // The match has gone on meanwhile: its time was over, or somebody has resigned.
      if (!(error instanceof Refused) || ![409, 412].includes(error.status)) throw error;
    }
  }
}

/**
 * A match that waited for players.
 * @param {Croupier} me
 * @param {Game} game
 * @param {AbortSignal} [signal]
 */
async function joined(me, game, signal) {
  for (;;) {
    for await (const { id } of me.matches.list({ game, status: "waiting" })) {
      signal?.throwIfAborted();
      try {
        return await me.matches.join(id);
      } catch (error) {
        if (!(error instanceof Refused)) throw error; // somebody else was faster, or it is its own
      }
    }
    await sleep(LOOK, signal);
    signal?.throwIfAborted();
  }
}
