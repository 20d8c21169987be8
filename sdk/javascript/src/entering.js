// The tournaments of a bot: found, joined, and looked after until they are over.

import { Refused, unless } from "./errors.js";
import { sleep } from "./pause.js";
import { AGAIN } from "./session.js";
import { needsSeals } from "./tournament-seals.js";
import { JoinedElsewhere } from "./tournaments.js";

/** @typedef {import("../types/api.js").ListedTournament} ListedTournament */
/** @typedef {import("../types/api.js").Tournament} Tournament */
/** @typedef {import("../types/api.js").TournamentRow} TournamentRow */
/** @typedef {import("./player.js").Croupier} Croupier */

/** Tournaments are looked for so many times more seldom than matches. */
const SELDOM = 5;
/** One of which no notice tells is looked at after so many seconds at the latest. */
const REST = 60;
const OVER = ["finished", "aborted"];
/** How a tournament is refused that is not there any more. */
const GONE = [403, 404];

/**
 * What takes part.
 * @typedef {{
 *   name: string,
 *   look: number,
 *   enters(tournament: ListedTournament): boolean | Promise<boolean>,
 *   ended(tournament: Tournament, row: TournamentRow | null): void | Promise<void>,
 * }} Enters
 */

/**
 * The tournaments that a bot is in. It plays its tables as it plays all matches, whose entropy the notes know: what is left to
 * do is to join, to check in, and to give seals to arenas.
 */
export class Entering {
  /** When each is looked at next, in milliseconds, by its id. @type {Map<string, number>} */
  #looks = new Map();
  /** Those that it does not join: they have refused it, or are over. @type {Set<string>} */
  #without = new Set();
  #wake = new AbortController();
  #bot;
  #me;

  /** @param {Enters} bot @param {Croupier} me */
  constructor(bot, me) {
    this.#bot = bot;
    this.#me = me;
  }

  /**
   * Take part, until the signal.
   * @param {(task: () => Promise<void>) => Promise<void>} goingOn carries a task out, and survives what it throws
   * @param {AbortSignal} signal
   */
  async run(goingOn, signal) {
    signal.addEventListener("abort", () => this.#wake.abort());
    for (let known = false;;) {
      await goingOn(async () => {
        if (!known) await this.#own();
        known = true;
        await this.#find();
      });
      for (const [id, at] of [...this.#looks]) if (at <= Date.now()) await goingOn(() => this.#look(id));
      await this.#pause(signal);
    }
  }

  /** Look at a tournament at once, of which a notice tells. @param {string} id */
  hear(id) {
    this.#looks.set(id, 0);
    this.#wake.abort();
  }

  /** @param {AbortSignal} signal @throws once it is aborted */
  async #pause(signal) {
    await sleep(SELDOM * this.#bot.look, this.#wake.signal);
    signal.throwIfAborted();
    if (this.#wake.signal.aborted) this.#wake = new AbortController();
  }

  /** Go on with those that it has joined before. */
  async #own() {
    for (const status of /** @type {const} */ (["open", "checkIn", "running"])) {
      for await (const { id } of this.#me.tournaments.list({ status, mine: true })) this.#looks.set(id, 0);
    }
  }

  /** Join those that it wants to be in. */
  async #find() {
    for (const status of /** @type {const} */ (["open", "running"])) {
      for await (const tournament of this.#me.tournaments.list({ status })) {
        if (this.#mayJoin(tournament) && await this.#bot.enters(tournament)) await this.#join(tournament);
      }
    }
  }

  /** @param {ListedTournament} tournament */
  #mayJoin({ id, status, system }) {
    const late = status === "running" && system !== "arena";
    return !late && !this.#looks.has(id) && !this.#without.has(id);
  }

  /** @param {ListedTournament} tournament */
  async #join({ id, name }) {
    const joined = await this.#me.tournaments.join(id).catch((error) => this.#refused(name, error));
    if (!joined) return void this.#without.add(id);
    console.log(`${this.#bot.name} has joined ${name}`);
    this.hear(id);
  }

  /** @param {string} id */
  async #look(id) {
    const now = await this.#me.tournaments.get(id).catch(unless(GONE));
    if (!now?.you || OVER.includes(now.status)) {
      this.#looks.delete(id);
      this.#without.add(id);
      if (now?.you) await this.#bot.ended(now, await this.#row(now));
      return;
    }
    this.#looks.set(id, Date.now() + 1000 * this.#rest(now));
    await this.#act(now).catch((error) => {
      if (!(error instanceof JoinedElsewhere)) return this.#refused(now.name, error);
      console.warn(`${this.#bot.name} does not play ${now.name}: ${error.message}`);
      this.#looks.delete(id);
      this.#without.add(id);
    });
  }

  /** The bot's row in the standings; null if there are none. @param {Tournament} now */
  async #row({ id, status }) {
    return status === "finished" ? (await this.#me.tournaments.standingsPage(id)).you : null;
  }

  /** Check in, and give seals, as far as that is due. @param {Tournament} now */
  async #act(now) {
    const { id, name, status, you } = now;
    if (status === "checkIn" && you?.presence === "registered" && !you.checkedIn) {
      await this.#me.tournaments.checkIn(id);
      console.log(`${this.#bot.name} is here for ${name}`);
    } else if (needsSeals(now)) {
      await this.#me.tournaments.addSeals(id);
    }
  }

  /** Say that something was refused. @param {string} name @param {unknown} error @throws if it may succeed later on */
  #refused(name, error) {
    if (!(error instanceof Refused) || AGAIN.has(error.status) || error.status >= 500) throw error;
    console.log(`${this.#bot.name}, ${name}: ${error.message}`);
    return undefined;
  }

  /** For how many seconds it need not be looked at, unless a notice tells of it. @param {Tournament} now */
  #rest({ status, system, checkInTime }) {
    if (status === "open" && checkInTime) {
      return Math.min(REST, Math.max(0, (Date.parse(checkInTime) - this.#me.time) / 1000));
    }
    const busy = status === "checkIn" || (system === "arena" && status === "running");
    return busy ? SELDOM * this.#bot.look : REST;
  }
}
