import { Croupier } from "./client.js";
import { BadChoice, CroupierError, isFinal, Refused, unless, Unreachable } from "./errors.js";
import { joinedByOne, whoCanBeHad } from "./inviting.js";
import { isMove, named } from "./move.js";
import { paced } from "./pace.js";
import { onStop, sleep } from "./pause.js";
import { Tally, told } from "./results.js";
import { Undoing } from "./undoing.js";

/** @typedef {import("../types/api.js").Game} Game */
/** @typedef {import("../types/api.js").Move} Move */
/** @typedef {import("../types/api.js").Turn} Turn */
/** @typedef {import("../types/api.js").MatchView} MatchView */
/** @typedef {import("./match.js").Match} Match */

/** The events that tell of a match to play. */
const TO_PLAY = ["entropyNeeded", "matchStarted", "yourTurn", "undoOffered"];
/** How a move is refused when the match has gone on before it came: by a clock, or by another seat. */
const LATE = [409, 412];
/** How it is refused when it is no move, or not a legal one. */
const ILLEGAL = [400, 422];
/** How a join is refused when somebody else was quicker, or the inviter has gone. */
const TAKEN = [404, 409];
/** How a match is refused that is not there any more, or not this player's. */
const GONE = [403, 404];
/** How a service refuses an offer that has no invitations yet. */
const NO_ROUTE = [404, 405];
/** After how many seconds a bot says again that it can be invited: an offer holds for 90. */
const OFFER = 30;
/** To more matches at a time nobody can be invited. */
const MOST_OFFERED = 1000;
/** Why a bot ends that was told to. */
const STOPPED = new Error("The bot was stopped.");

/**
 * A player that is a program: it offers itself, and plays all of its matches at once. It can be invited,
 * searches for opponents by tickets, and joins matches that wait for players; or `run` names those whom it
 * invites. Extend it, and say how to `choose`.
 * @abstract
 */
export class Bot {
  /** The games that it plays. @type {readonly string[]} */
  games = [];
  /**
   * The clock of the matches that it searches for; null for none, and then a match whose opponent has
   * vanished does not end. Bots meet if they search with the same one.
   * @type {import("../types/api.js").Clock | null}
   */
  clock = { perMove: "60s" };
  /** The options of the matches that it creates or searches for, by game. @type {Readonly<Record<string, any>>} */
  options = {};
  /** Whether it can be invited; it accepts while it has room, and declines otherwise. */
  offers = true;
  /** Whether it looks for opponents: by tickets, and among matches that wait for players. */
  seeks = true;
  /** What those read who choose whom to invite. */
  description = "";
  /**
   * How strong it plays, for the same: 1 easy, 2 medium, 3 strong, 4 expert.
   * @type {import("../types/api.js").Available["level"]}
   */
  level = null;
  /** It looks for more matches, as long as it has fewer than so many. */
  most = 20;
  /** After how many seconds it looks again for matches to join. */
  look = 2;
  /** The matches that it plays, by id. @type {Map<string, Promise<void>>} */
  #playing = new Map();
  /** Whether it has said that it plays as many as it may. */
  #full = false;
  /** Whether it has said that the service does not answer. */
  #away = false;
  #url = "";
  #against = "";
  #tally = new Tally();

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
   * Whether to agree to the request `match.now.undo`, which is refused otherwise. By default it agrees: a service
   * that keeps the rules takes nothing back that has shown somebody what was hidden.
   * @param {Match} _match
   * @returns {boolean | Promise<boolean>}
   */
  onUndo(_match) {
    return true;
  }

  /**
   * What to do when a match has ended. Its notes are dropped afterwards.
   * @param {Match} match
   * @returns {void | Promise<void>}
   */
  over(match) {
    console.log(`${match.now.game} ${match.id}: ${told(match)}`);
  }

  /**
   * Play, until the signal. Without one, a program of Node or Deno plays until SIGINT (Ctrl-C) or SIGTERM.
   * @param {string} url
   * @param {{ signal?: AbortSignal, against?: string, matches?: number }} [options] `against` is the name of those to
   *   invite, such as "Hugo" of the house, or "any" for any bot; after so many `matches` it ends, after 0 never
   * @returns {Promise<void>} once its tickets are cancelled, and nobody can invite it any more
   * @throws {CroupierError} if it has no games, or unknown ones
   * @throws {BadChoice} if `choose` returns no legal move, or `options` are refused, or of a game that it does not play
   * @throws {Refused} if the token is revoked
   */
  async run(url, { signal, against = "", matches = 0 } = {}) {
    // The constructor is too early: a subclass has its fields only after it.
    const other = Object.keys(this.options).find((game) => !this.games.includes(game));
    if (other !== undefined) {
      throw new BadChoice(`${this.constructor.name}.options has "${other}", which it does not play.`);
    }
    this.#against = against;
    this.#tally = new Tally(matches);
    const me = await this.#player(url);
    console.log(`${this.name} plays ${this.games.join(" and ")} at ${url}`);
    this.#url = url;
    const end = new AbortController();
    const forget = onStop(signal, () => end.abort(STOPPED));
    const tasks = [this.#listen(me, end)];
    if (against) tasks.push(this.#challenge(me, end));
    if (this.#isOffered) tasks.push(this.#offer(me, end));
    if (this.seeks && !against) {
      tasks.push(this.#join(me, end));
      for (const game of this.games) tasks.push(this.#seek(me, /** @type {Game} */ (game), end));
    }
    await Promise.all(tasks.map((task) => task.catch((error) => end.abort(error))));
    forget();
    if (this.#isOffered) await this.#go(me.token);
    if (this.#tally.isFull) console.log(`${this.name} has played ${this.#tally}`);
    if (end.signal.reason !== STOPPED) throw end.signal.reason;
  }

  /**
   * The player that it is.
   * @param {string} url
   * @throws {CroupierError} if it cannot play its games
   */
  async #player(url) {
    const { name } = this;
    const fetch = this.settings.fetch ?? ((/** @type {Request} */ request) => globalThis.fetch(request));
    const settings = { ...this.settings, fetch: paced(fetch, (text) => console.log(text)) };
    const spectator = new Croupier(url, settings);
    const known = (await spectator.games()).map(({ id }) => /** @type {string} */ (id));
    if (!this.games.length || !this.games.every((game) => known.includes(game))) {
      const [has, takes] = [this.games, known].map((games) => JSON.stringify(games));
      throw new CroupierError(`${this.constructor.name}.games is ${has}; it is a list of some of ${takes}.`);
    }
    return settings.token ? spectator : await Croupier.guest(url, name, { ...settings, kind: "bot" });
  }

  /** Be invited no more; without waiting for a service that is away. @param {string} token */
  async #go(token) {
    const me = new Croupier(this.#url, { ...this.settings, token, patience: 2 });
    await me.unavailable().catch(() => {});
  }

  /** Play each match of which something is told. @param {Croupier} me @param {AbortController} end */
  async #listen(me, end) {
    const { signal } = end;
    for await (const notice of me.follow({ signal })) {
      if (TO_PLAY.includes(notice.event)) this.#begin(me, notice.matchId, end);
      if (notice.event !== "invited" || !this.#isOffered) continue;
      this.#goingOn(() => this.#answer(me, notice, end), signal).catch((error) => end.abort(error));
    }
  }

  /**
   * Play a match, unless it is played already.
   * @param {Croupier} me
   * @param {string} id
   * @param {AbortController} end
   * @param {boolean} [join] first
   */
  #begin(me, id, end, join = false) {
    if (this.#playing.has(id)) return;
    const playing = this.#goingOn(() => this.#play(me, id, end, join), end.signal)
      .catch((error) => end.abort(error))
      .finally(() => this.#playing.delete(id));
    this.#playing.set(id, playing);
  }

  get #isOffered() {
    return this.offers && !this.#against;
  }

  /** Invite who can be had, to a match of each game in turn. @param {Croupier} me @param {AbortController} end */
  async #challenge(me, end) {
    for (let turn = 0;; turn++) {
      const game = /** @type {Game} */ (this.games[turn % this.games.length]);
      for (let tries = 0; !await this.#hasPlayed(me, game, end); tries++) {
        if (!tries) console.log(`${this.#against} cannot be had for ${game} now; trying again`);
        await sleep(this.look, end.signal);
        end.signal.throwIfAborted();
      }
    }
  }

  /**
   * Whether there was a match, after its end, with one who has accepted.
   * @param {Croupier} me
   * @param {Game} game
   * @param {AbortController} end
   */
  async #hasPlayed(me, game, end) {
    const { signal } = end;
    signal.throwIfAborted();
    let played = false;
    await this.#goingOn(async () => {
      const players = await whoCanBeHad(me, game, this.#against);
      if (!players.length) return;
      const asked = { game, options: this.options[game], clock: this.clock };
      const match = await me.matches.create({ ...asked, access: "private" }).catch(wrongOptions(game));
      const { id } = match;
      this.#playing.set(id, Promise.resolve()); // or notices of it would begin it as well
      try {
        played = await joinedByOne(match, players, signal);
        if (played) await this.#play(me, id, end, false);
      } finally {
        this.#playing.delete(id);
      }
    }, signal);
    return played;
  }

  /** Be among those who can be invited. @param {Croupier} me @param {AbortController} end */
  async #offer(me, { signal }) {
    const maxMatches = Math.min(this.most, MOST_OFFERED);
    const games = Object.fromEntries(this.games.map((game) => [game, { maxMatches }]));
    /** @type {unknown} */
    let offered;
    const offer = async () => {
      offered = await me.available(games, this.description, undefined, this.level).catch(unless(NO_ROUTE));
    };
    do {
      offered = true;
      await this.#goingOn(offer, signal);
      await sleep(offered ? OFFER : 0, signal);
      signal.throwIfAborted();
    } while (offered);
  }

  /**
   * Accept an invitation, or decline it.
   * @param {Croupier} me
   * @param {{ matchId: string, invitationId: string }} invited
   * @param {AbortController} end
   */
  async #answer(me, { matchId, invitationId }, end) {
    const match = await me.matches.get(matchId).catch(unless(TAKEN));
    if (!match) return;
    const accepts = this.#playing.size < this.#tally.room(this.most) && this.games.includes(match.now.game);
    if (accepts) this.#begin(me, matchId, end, true);
    else await match.withdraw(invitationId).catch(unless(TAKEN));
  }

  /** @param {Croupier} me @param {Game} game @param {AbortController} end */
  async #seek(me, game, end) {
    const { signal } = end;
    for (;;) {
      await this.#room(signal);
      await this.#goingOn(async () => {
        const asked = { game, options: this.options[game], clock: this.clock };
        const { id } = await me.seek(asked, { signal }).catch(wrongOptions(game));
        this.#begin(me, id, end);
      }, signal);
    }
  }

  /** @param {Croupier} me @param {AbortController} end */
  async #join(me, end) {
    const { signal } = end;
    for (;;) {
      await this.#goingOn(async () => {
        for await (const { id, game, yourSeat, seats } of me.matches.list({ status: "waiting" })) {
          const free = yourSeat === null && seats.some((seat) => seat.player === null);
          if (!free || !this.games.includes(game)) continue;
          await this.#room(signal);
          this.#begin(me, id, end, true);
        }
      }, signal);
      await sleep(this.look, signal);
      signal.throwIfAborted();
    }
  }

  /** Wait until there is room for another match. @param {AbortSignal} signal */
  async #room(signal) {
    signal.throwIfAborted();
    while (this.#playing.size >= this.#tally.room(this.most)) {
      if (!this.#full && this.#playing.size >= this.most) {
        console.log(`${this.name} waits: it has ${this.most} matches, the most it plays`);
      }
      this.#full = true;
      await sleep(this.look, signal);
      signal.throwIfAborted();
    }
    this.#full = false;
  }

  /**
   * Play a match to its end; join it first, unless somebody else is quicker. What fails on the way is tried again: no
   * notice tells of the same turn twice.
   * @param {Croupier} me
   * @param {string} id
   * @param {AbortController} end
   * @param {boolean} join
   */
  async #play(me, id, end, join) {
    if (join && !await me.matches.join(id).catch(unless(TAKEN))) return;
    let played = false;
    const follow = async () => {
      await this.#follow(me, id, end).catch(unless(GONE));
      played = true;
    };
    while (!played && !end.signal.aborted) await this.#goingOn(follow, end.signal);
  }

  /** Play a match to its end. @param {Croupier} me @param {string} id @param {AbortController} end */
  async #follow(me, id, end) {
    const match = await me.matches.get(id);
    if (match.over) return;
    let started = false;
    const undoing = new Undoing(match, (each) => this.onUndo(each));
    const fail = (/** @type {unknown} */ error) => end.abort(error);
    for await (const { match: now } of match.follow({ include: "legalMoves", signal: end.signal })) {
      if (!started && now.status === "active") console.log(`${now.game} ${id}: started`);
      started ||= now.status === "active";
      await undoing.answer(now);
      const turn = turnOf(now);
      if (!turn) continue;
      // While others answer a request for undo, it does not move yet: that would end the request.
      if (now.undo) this.#goingOn(() => this.#moveOn(match, now, undoing, end.signal), end.signal).catch(fail);
      else await this.#move(match, turn);
    }
    await this.over(match);
    me.notes.forget(id);
    this.#tally.add(match);
    if (this.#tally.isFull) end.abort(STOPPED);
  }

  /** @param {Match} match @param {MatchView} now @param {Undoing} undoing @param {AbortSignal} signal */
  async #moveOn(match, now, undoing, signal) {
    const turn = turnOf(now);
    if (turn && await undoing.unanswered(now, signal)) await this.#move(match, turn);
  }

  /** @param {Match} match @param {Turn} turn @throws {BadChoice} */
  async #move(match, turn) {
    const { version } = turn;
    const move = await this.choose(turn);
    if (!isMove(move)) throw new BadChoice(`choose returned ${move}; it must return one of turn.moves.`);
    try {
      await match.move(move, { expectedVersion: version, view: "none" });
    } catch (error) {
      if (error instanceof Refused && ILLEGAL.includes(error.status)) {
        const where = `in match ${match.id} at version ${version}`;
        const why = error.rule ?? error.message;
        throw new BadChoice(`the move ${named(move)} was refused ${where}: ${why}`, { cause: error });
      }
      unless(LATE)(error);
    }
  }

  /**
   * Log what goes wrong in one match or search, which is no reason to leave the others.
   * @param {() => Promise<unknown>} task
   * @param {AbortSignal} signal
   */
  async #goingOn(task, signal) {
    try {
      await task();
      this.#away = false;
    } catch (error) {
      if (signal.aborted || !(error instanceof CroupierError) || isFinal(error)) throw error;
      this.#warn(error);
      await sleep(2, signal);
    }
  }

  /** Log an error; that the service is away only once. @param {CroupierError} error */
  #warn(error) {
    const away = error instanceof Unreachable;
    if (!away) console.warn(`${error.name}: ${error.message}`);
    else if (!this.#away) console.warn(`${this.#url} does not answer; trying again`);
    this.#away = away;
  }
}

/**
 * The decision of the caller's seat in a match; undefined if it has none to make.
 * @param {MatchView} match
 * @returns {Turn | undefined}
 */
function turnOf({ game, yourSeat, seats, version, toMove, options, state, lastEvents, legalMoves }) {
  const moves = legalMoves?.moves ?? [];
  if (!moves.length) return undefined;
  const turn = {
    game,
    seat: yourSeat,
    seats: seats.length,
    version,
    toMove,
    options,
    state,
    events: lastEvents,
    moves,
  };
  return /** @type {Turn} */ (turn);
}

/**
 * A handler that tells of refused options. They are refused with these codes: what is malformed, or not for the game.
 * @param {Game} game
 * @returns {(error: unknown) => never}
 */
function wrongOptions(game) {
  return (error) => {
    const refused = error instanceof Refused && ["malformed", "invalid_options"].includes(error.code);
    if (!refused) throw error;
    throw new BadChoice(`the options of ${game} were refused: ${error.message}`, { cause: error });
  };
}
