// Tournaments: found, joined, directed, followed. A page loads it once it shows one.

import { pages, sessionOf } from "./client.js";
import { CroupierError } from "./errors.js";
import { checkedId } from "./session.js";
import { reopened } from "./stream.js";
import { lotsEntropy, moreSeals, noteShown, sealsFor } from "./tournament-seals.js";

/** @typedef {import("../types/api.js").Tournament} Tournament */
/** @typedef {import("../types/api.js").TournamentEvent} TournamentEvent */
/** @typedef {import("./client.js").Croupier} Croupier */

const PATH = "/v1/tournaments";
const ELSEWHERE = "This client has not joined the tournament: the secret of its seals is not in the notes. " +
  "Take the notes of the program that has; before the check-in, you can also leave, and join again.";

/** @param {string} id @param {string} [rest] */
const pathOf = (id, rest = "") => `${PATH}/${checkedId(id)}${rest}`;

/** The seals of a tournament follow from a secret that this client does not have. */
export class JoinedElsewhere extends CroupierError {
  constructor() {
    super(ELSEWHERE);
  }
}

/** All tournaments, as far as a player may know of them; `new Tournaments(me)`, or `me.tournaments`. */
export class Tournaments {
  #session;

  /** @param {Croupier} me */
  constructor(me) {
    this.#session = sessionOf(me);
  }

  /**
   * Make a tournament, and direct it. Its maker does not play unless it joins.
   * @param {import("../types/api.js").NewTournament} wish
   * @returns {Promise<Tournament>}
   */
  create(wish) {
    return this.#session.call("POST", PATH, { body: wish });
  }

  /**
   * Public tournaments, the newest first; with `mine`, those that the caller has made or joined.
   * @param {{ status?: Tournament["status"], game?: string, mine?: boolean, pageSize?: number }} [filter]
   * @returns {AsyncGenerator<import("../types/api.js").ListedTournament, void>}
   */
  async *list(filter = {}) {
    yield* pages(this.#session, PATH, "tournaments", filter);
  }

  /** @param {string} id @returns {Promise<Tournament>} */
  async get(id) {
    return await this.#session.call("GET", pathOf(id));
  }

  /**
   * Take part, or come back. All seals are given by this, and the secret that they follow from is kept in the notes.
   * @param {string} id
   * @param {{ inviteCode?: string }} [join] the code is that of a private one
   * @returns {Promise<Tournament>}
   */
  async join(id, { inviteCode } = {}) {
    const { status, sealsNeeded, you } = await this.get(id);
    if (you) return await this.#act(id, "join", { inviteCode });
    const { seal, tableSeals } = sealsFor(this.#session.notes.kept, id, sealsNeeded);
    const bound = status === "running"; // and so are its lots
    return await this.#act(id, "join", { seal: bound ? undefined : seal, tableSeals, inviteCode });
  }

  /** Leave before the start, or withdraw from all rounds to come. @param {string} id */
  async leave(id) {
    return await this.#act(id, "leave");
  }

  /**
   * Say that the caller is here: reveal the entropy of its seal, in the check-in.
   * @param {string} id
   * @throws {CroupierError} if another program has joined for this player
   */
  async checkIn(id) {
    const { you } = await this.get(id);
    const entropy = lotsEntropy(this.#session.notes.kept, id, you?.seal);
    if (!entropy) throw new JoinedElsewhere();
    const now = await this.#act(id, "checkIn", { entropy });
    noteShown(this.#session.notes.kept, id, /** @type {string} */ (you?.seal));
    return now;
  }

  /**
   * Give the seals of more matches, as an arena needs them now and then.
   * @param {string} id
   * @param {number} [count] of matches
   * @throws {CroupierError} if another program has joined for this player
   */
  async addSeals(id, count = 32) {
    const { you } = await this.get(id);
    const tableSeals = you ? moreSeals(this.#session.notes.kept, id, you.seal, count) : [];
    if (!tableSeals.length) throw new JoinedElsewhere();
    return await this.#act(id, "seals", { tableSeals });
  }

  /** Open the check-in now, as the maker. @param {string} id */
  async start(id) {
    return await this.#act(id, "start");
  }

  /** Let no further round begin, as the maker. @param {string} id */
  async pause(id) {
    return await this.#act(id, "pause");
  }

  /** Go on after a pause, as the maker. @param {string} id */
  async resume(id) {
    return await this.#act(id, "resume");
  }

  /** Call it off, as the maker. @param {string} id @param {string} reason which all may read */
  async abort(id, reason) {
    return await this.#act(id, "abort", { reason });
  }

  /** Have a player play no further round, and not come back, as the maker. @param {string} id @param {string} playerId */
  async remove(id, playerId) {
    return await this.#act(id, "remove", { playerId });
  }

  /**
   * The standings, the best first; with `around: "me"`, from half a page before the caller on.
   * @param {string} id
   * @param {{ around?: "me", pageSize?: number }} [looking]
   * @returns {AsyncGenerator<import("../types/api.js").TournamentRow, void>}
   */
  async *standings(id, looking = {}) {
    yield* pages(this.#session, pathOf(id, "/standings"), "rows", looking);
  }

  /**
   * One page of them, with the round and the version that they are of.
   * @param {string} id
   * @param {{ around?: "me", pageSize?: number, pageToken?: string }} [query]
   * @returns {Promise<import("../types/api.js").TournamentStandings>}
   */
  async standingsPage(id, query = {}) {
    return await this.#session.call("GET", pathOf(id, "/standings"), { query });
  }

  /**
   * The tables of a round.
   * @param {string} id
   * @param {number} round from 1 on
   * @returns {AsyncGenerator<import("../types/api.js").TournamentTable, void>}
   */
  async *tables(id, round) {
    yield* pages(this.#session, pathOf(id, `/rounds/${Number(round)}`), "tables");
  }

  /**
   * One page of a round, with its byes and when it ends at the latest.
   * @param {string} id
   * @param {number} round from 1 on
   * @param {{ pageSize?: number, pageToken?: string }} [query]
   * @returns {Promise<import("../types/api.js").TournamentRound>}
   */
  async roundPage(id, round, query = {}) {
    return await this.#session.call("GET", pathOf(id, `/rounds/${Number(round)}`), { query });
  }

  /**
   * Who has joined, in the order of joining.
   * @param {string} id
   * @returns {AsyncGenerator<import("../types/api.js").TournamentPlayer, void>}
   */
  async *players(id) {
    yield* pages(this.#session, pathOf(id, "/players"), "players");
  }

  /** The lines of the log, as `croupier verify --tournament` takes them. @param {string} id @returns {Promise<string>} */
  async log(id) {
    return await this.#session.file(pathOf(id, "/log"));
  }

  /**
   * What happens in it, until it is over. It begins with what is so by now, unless that is the version `after`, and so does it
   * after a cut.
   * @param {string} id
   * @param {{ after?: number, signal?: AbortSignal }} [options]
   * @returns {AsyncGenerator<TournamentEvent, void>}
   */
  async *follow(id, { after, signal } = {}) {
    const open = () => this.#session.lines(pathOf(id, "/events"), { after }, signal);
    const forget = () => {
      const known = after !== undefined;
      after = undefined; // the service may have been restored to a time before
      return known;
    };
    for await (const { event, data } of reopened(open, forget, signal)) {
      after = data.version;
      yield /** @type {TournamentEvent} */ ({ event, ...data });
      if (event === "finished" || event === "aborted") return;
    }
  }

  /** @param {string} id @param {string} verb @param {object} [body] @returns {Promise<Tournament>} */
  async #act(id, verb, body = {}) {
    return await this.#session.call("POST", pathOf(id, `/${verb}`), { body });
  }
}
