import { Croupier } from "./client.js";
import { CroupierError, Refused } from "./errors.js";
import { sleep } from "./pause.js";

/** @typedef {import("../types/api.js").Game} Game */
/** @typedef {import("./match.js").Match} Match */

/** The events that tell of a match to play. */
const TO_PLAY = ["entropyNeeded", "matchStarted", "yourTurn"];

/**
 * A player that is a program: it offers itself, and plays all of its matches at once. It searches for
 * opponents by tickets, and joins matches that wait for players. Extend it, and say how to `choose`.
 * @abstract
 */
export class Bot {
  /** The games that it plays. @type {Game[]} */
  games = [];
  /** It looks for more matches, as long as it has fewer than so many. */
  most = 4;
  /** After how many seconds it looks again for matches to join. */
  look = 2;
  /** The matches that it plays, by id. @type {Map<string, Promise<void>>} */
  #playing = new Map();

  /**
   * @param {string} name
   * @param {import("../types/api.js").Settings} [settings] with the `token` of an earlier run, it is the same player
   */
  constructor(name, settings = {}) {
    this.name = name;
    this.settings = settings;
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
   * What to do when a match has ended. Its notes are dropped afterwards.
   * @param {Match} match
   * @returns {void | Promise<void>}
   */
  over({ id, now }) {
    const won = now.outcome?.winners.includes(now.yourSeat ?? -1);
    console.log(`${now.game} ${id}: ${won ? "won" : "not won"}, ${now.outcome?.scores.join(" : ")}`);
  }

  /**
   * Play, until the signal.
   * @param {string} url
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<void>}
   * @throws {Refused} if the token is revoked
   */
  async run(url, { signal } = {}) {
    const { name, settings } = this;
    const me = settings.token
      ? new Croupier(url, settings)
      : await Croupier.guest(url, name, { ...settings, kind: "bot" });
    const end = new AbortController();
    signal?.addEventListener("abort", () => end.abort(signal.reason));
    if (signal?.aborted) end.abort(signal.reason);
    const tasks = [this.#listen(me, end.signal), this.#join(me, end.signal)];
    for (const game of this.games) tasks.push(this.#seek(me, game, end.signal));
    await Promise.all(tasks).catch((error) => {
      end.abort(error);
      if (!signal?.aborted) throw error;
    });
  }

  /** Play each match of which something is told. @param {Croupier} me @param {AbortSignal} signal */
  async #listen(me, signal) {
    for await (const { event, matchId } of me.follow({ signal })) {
      if (!TO_PLAY.includes(event) || this.#playing.has(matchId)) continue;
      const playing = goingOn(() => this.#play(me, matchId, signal)).finally(() => this.#playing.delete(matchId));
      this.#playing.set(matchId, playing);
    }
  }

  /** @param {Croupier} me @param {Game} game @param {AbortSignal} signal */
  async #seek(me, game, signal) {
    for (;;) {
      await this.#room(signal);
      await goingOn(() => me.seek({ game }, { signal }));
    }
  }

  /** @param {Croupier} me @param {AbortSignal} signal */
  async #join(me, signal) {
    for (;;) {
      await this.#room(signal);
      await goingOn(async () => {
        for await (const { id, game, yourSeat, seats } of me.matches.list({ status: "waiting" })) {
          const free = yourSeat === null && seats.some((seat) => seat.player === null);
          // Somebody else may be quicker.
          if (free && this.games.includes(game)) await me.matches.join(id).catch(unless([404, 409]));
        }
      });
      await sleep(this.look, signal);
    }
  }

  /** Wait until there is room for another match. @param {AbortSignal} signal */
  async #room(signal) {
    signal.throwIfAborted();
    while (this.#playing.size >= this.most) {
      await sleep(this.look, signal);
      signal.throwIfAborted();
    }
  }

  /** Play a match to its end. @param {Croupier} me @param {string} id @param {AbortSignal} signal */
  async #play(me, id, signal) {
    const match = await me.matches.get(id);
    if (match.over) return;
    for await (const { match: now, version } of match.follow({ include: "legalMoves", signal })) {
      const moves = now.legalMoves?.moves ?? [];
      if (!moves.length) continue;
      const move = await this.choose({ match: now, moves });
      // The match may have gone on before it comes: by a clock, or by another seat.
      await match.move(move, { expectedVersion: version, view: "none" }).catch(unless([409, 412]));
    }
    await this.over(match);
    me.notes.forget(id);
  }
}

/**
 * A handler that drops refusals of these statuses.
 * @param {number[]} statuses
 * @returns {(error: unknown) => void}
 */
function unless(statuses) {
  return (error) => {
    if (!(error instanceof Refused) || !statuses.includes(error.status)) throw error;
  };
}

/**
 * Log what goes wrong in one match or search, which is no reason to leave the others.
 * @param {() => Promise<unknown>} task
 */
async function goingOn(task) {
  try {
    await task();
  } catch (error) {
    const lasting = error instanceof CroupierError && !(error instanceof Refused && error.status === 401);
    if (!lasting) throw error;
    console.warn(`${error.name}: ${error.message}`);
    await sleep(2);
  }
}
