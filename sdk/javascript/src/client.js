import { Refused, Unreachable } from "./errors.js";
import { Match } from "./match.js";
import { encoded } from "./move.js";
import { random } from "./notes.js";
import { checked, checkedId, Session } from "./session.js";
import { notices } from "./stream.js";

/** @typedef {import("../types/api.js").Game} Game */
/** @typedef {import("../types/api.js").Settings} Settings */

/** What a client speaks by: for the parts of this package. @type {(client: Croupier) => Session} */
export let sessionOf;

/** A player; without a token a spectator. What a table needs: that of `index.js` has all the rest. */
export class Croupier {
  #session;

  static {
    sessionOf = (client) => client.#session;
  }

  /**
   * @param {string | Session} service its address
   * @param {Settings} [settings]
   * @throws {CroupierError} for what is no address, or no settings
   */
  constructor(service, settings) {
    this.#session = service instanceof Session ? service : new Session(service, settings);
    this.matches = new Matches(this.#session);
  }

  /**
   * Create a player, and speak for it. Keep `token`, to be the same player later on.
   * @param {string} url
   * @param {string} displayName
   * @param {Settings & { kind?: "human" | "bot" }} [settings]
   * @template {typeof Croupier} C
   * @this {C}
   * @returns {Promise<InstanceType<C>>}
   */
  static async guest(url, displayName, settings = {}) {
    checked(url, settings);
    const { kind = "human", ...rest } = settings;
    const body = { displayName, kind };
    const { token } = await new Session(url, rest).call("POST", "/v1/players", { body });
    return /** @type {InstanceType<C>} */ (new this(url, { ...rest, token }));
  }

  /**
   * Speak for the player whose code this is: see `pairing`. Keep `token`, which is this device's own.
   * @param {string} url
   * @param {string} code as it was typed
   * @param {Settings & { name?: string }} [settings] `name` is that of the token, such as "phone"
   * @template {typeof Croupier} C
   * @this {C}
   * @returns {Promise<InstanceType<C>>}
   */
  static async paired(url, code, settings = {}) {
    checked(url, settings);
    const { name, ...rest } = settings;
    const { token } = await new Session(url, rest).call("POST", "/v1/pairings", { body: { code, name } });
    return /** @type {InstanceType<C>} */ (new this(url, { ...rest, token }));
  }

  get token() {
    return this.#session.token;
  }

  get notes() {
    return this.#session.notes;
  }

  /** The server's time, in milliseconds since 1970. */
  get time() {
    return this.#session.clock.now();
  }

  /**
   * A player; the caller without an id.
   * @param {string} [id]
   * @returns {Promise<import("../types/api.js").Player>}
   */
  async player(id = "me") {
    return await this.#session.call("GET", `/v1/players/${checkedId(id)}`);
  }

  /**
   * Take another name. Matches keep the one with which their seats were taken.
   * @param {string} displayName
   * @returns {Promise<import("../types/api.js").OwnPlayer>}
   */
  rename(displayName) {
    return this.#session.call("PATCH", "/v1/players/me", { body: { displayName } });
  }

  /** Whether the caller lets its matches be exported for research. @returns {Promise<boolean>} */
  async allowsResearch() {
    return (await this.#session.call("GET", "/v1/players/me")).research;
  }

  /**
   * Let the caller's matches be exported for research, or no more. What has been exported stays so.
   * @param {boolean} allowed
   * @returns {Promise<boolean>} whether they now may
   */
  async allowResearch(allowed) {
    return (await this.#session.call("PATCH", "/v1/players/me", { body: { research: allowed } })).research;
  }

  /**
   * A code with which another device becomes this player: once, within five minutes.
   * @param {{ scopes?: ("play" | "read")[] }} [wish] what the other device may do
   * @returns {Promise<import("../types/api.js").Pairing>}
   */
  pairing(wish = {}) {
    return this.#session.call("POST", "/v1/players/me/pairing", { body: wish });
  }

  /** @returns {Promise<import("../types/api.js").GameInfo[]>} */
  async games() {
    return (await this.#session.call("GET", "/v1/games")).games;
  }

  /** The rules of a game, in Markdown. @param {string} game @returns {Promise<string>} */
  async rules(game) {
    return await this.#session.call("GET", `/v1/games/${checkedId(game)}/rules`, { accept: "text/plain" });
  }

  /**
   * The players who can be invited to a match of a game.
   * @param {import("../types/api.js").Looking} looking
   * @returns {AsyncGenerator<import("../types/api.js").Available, void>}
   */
  async *players(looking) {
    yield* pages(this.#session, "/v1/players", "players", looking);
  }

  /**
   * The players that search by tickets, newest first.
   * @param {{ game?: Game, pageSize?: number }} [looking]
   * @returns {AsyncGenerator<import("../types/api.js").Searcher, void>}
   */
  async *searchers(looking = {}) {
    yield* pages(this.#session, "/v1/tickets", "tickets", looking);
  }

  /** How many people and bots are here, some seconds ago. @returns {Promise<import("../types/api.js").Presence>} */
  presence() {
    return this.#session.call("GET", "/v1/presence");
  }

  /**
   * What the invite code of a private match invites to. To take a seat, join the match with the same code.
   * @param {string} code as somebody has typed it
   * @returns {Promise<import("../types/api.js").Terms>}
   * @throws {Refused} `not_found` if nobody can join with it (any more)
   */
  invitation(code) {
    return this.#session.call("POST", "/v1/invitations", { body: { code } });
  }

  /**
   * What concerns the caller in all of its matches: whose turn it is, what ends, and to which it is
   * invited. It does not end. What happens while the line is cut is not told, but for turns and
   * invitations. Sealed deals are revealed: all, or those of which `reveals` says so.
   * @param {{ signal?: AbortSignal, reveals?: (match: import("../types/api.js").MatchView) => boolean }} [options]
   * @returns {AsyncGenerator<import("../types/api.js").Notice, void>}
   */
  async *follow({ signal, reveals } = {}) {
    for await (const notice of notices(() => this.#session.lines("/v1/events", {}, signal), signal)) {
      if (notice.event === "entropyNeeded") await this.#reveal(notice.matchId, reveals);
      yield notice;
    }
  }

  /**
   * Reveal, unless it is too late or there is no line: the other matches go on. Whoever follows the match reveals.
   * @param {string} id of the match
   * @param {(match: import("../types/api.js").MatchView) => boolean} [wanted] all without it
   */
  async #reveal(id, wanted) {
    if (this.#session.reveals.has(id)) return;
    try {
      const match = await this.matches.get(id);
      if (!wanted || wanted(match.now)) await match.reveal();
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    }
  }
}

/** All matches, as far as the player may know of them. */
class Matches {
  #session;

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /**
   * Create a match, and sit down at seat 0.
   * @template {Game} G
   * @param {import("../types/api.js").NewMatch<G>} wish
   * @returns {Promise<Match<G>>}
   */
  create(wish) {
    return this.#entered("", wish, wish.deal === "sealed");
  }

  /**
   * @template {Game} [G=Game]
   * @param {string} id
   * @param {{ include?: "legalMoves" }} [query]
   * @returns {Promise<Match<G>>}
   */
  async get(id, query) {
    return new Match(this.#session, await this.#session.call("GET", `/v1/matches/${checkedId(id)}`, { query }));
  }

  /**
   * Take a seat.
   * @template {Game} [G=Game]
   * @param {string} id
   * @param {import("../types/api.js").Join} [join]
   * @returns {Promise<Match<G>>}
   */
  async join(id, { deal: told, ...join } = {}) {
    const rest = `/${checkedId(id)}/join`;
    const deal = told ?? await this.#deal(id);
    return await this.#entered(rest, join, deal === "sealed").catch((error) => {
      // Before it is joined, nobody but its players knows of what kind a private match is.
      if ((deal && !told) || error.code !== "invalid_options") throw error;
      return this.#entered(rest, join, deal !== "sealed");
    });
  }

  /**
   * Matches, newest first.
   * @param {import("../types/api.js").Filter} [filter]
   * @returns {AsyncGenerator<import("../types/api.js").MatchView, void>}
   */
  async *list({ maxPages, ...filter } = {}) {
    yield* pages(this.#session, "/v1/matches", "matches", filter, maxPages);
  }

  /**
   * Make up to 256 moves, in any matches.
   * @param {import("../types/api.js").Play[]} plays
   * @param {{ view?: "full" | "none" }} [options]
   * @returns {Promise<(import("../types/api.js").Played | Refused)[]>} for each what came of it, in order
   */
  async play(plays, { view } = {}) {
    const moves = plays.map(({ move, ...rest }) => ({ ...rest, ...encoded(move) }));
    const { results } = await this.#session.call("POST", "/v1/moves", { body: { moves }, query: { view } });
    return results.map((/** @type {any} */ each) => each.error ? new Refused(each.error.status, each.error) : each);
  }

  /**
   * Take a seat, and give to the deal.
   * @param {string} rest
   * @param {import("../types/api.js").Join} body
   * @param {boolean} sealed
   * @returns {Promise<Match<any>>}
   */
  async #entered(rest, body, sealed) {
    const { notes } = this.#session;
    const { entropy = random(16) } = body;
    const given = sealed ? { seal: await notes.seal() } : { entropy };
    const view = await this.#session.call("POST", `/v1/matches${rest}`, { body: { ...body, ...given } });
    if (!sealed) notes.of(view.id).entropy = entropy;
    return new Match(this.#session, view);
  }

  /** @param {string} id @returns {Promise<string | undefined>} */
  async #deal(id) {
    try {
      return (await this.#session.call("GET", `/v1/matches/${id}`)).deal;
    } catch (error) {
      if (error instanceof Refused && error.code === "not_found") return undefined;
      throw error;
    }
  }
}

/**
 * What all pages of a list have.
 * @param {Session} session
 * @param {string} path
 * @param {string} name of the list in a page
 * @param {object} [query]
 * @param {number} [most] pages
 * @returns {AsyncGenerator<any, void>}
 */
export async function* pages(session, path, name, query, most = Infinity) {
  let pageToken;
  let asked = 0;
  do {
    const page = await session.call("GET", path, { query: { ...query, pageToken } });
    yield* page[name];
    pageToken = page.nextPageToken;
  } while (pageToken !== null && ++asked < most);
}
