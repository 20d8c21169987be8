import { Entering } from "./entering.js";
import { Croupier } from "./player.js";
import { BadChoice, CroupierError, isFinal, Refused, unless, Unreachable } from "./errors.js";
import { ANY, joinedBy, whoCanBeHad } from "./inviting.js";
import { paced } from "./pace.js";
import { onStop, sleep } from "./pause.js";
import { Playing } from "./playing.js";
import { placed, Tally, told } from "./results.js";
import { AGAIN } from "./session.js";

/** @typedef {import("../types/api.js").Game} Game */
/** @typedef {import("../types/api.js").Move} Move */
/** @typedef {import("../types/api.js").Available} Available */
/** @typedef {import("./match.js").Match} Match */

/** The events that tell of a match to play. */
const TO_PLAY = ["entropyNeeded", "matchStarted", "yourTurn", "undoOffered"];
/** How a join is refused when somebody else was quicker, or the inviter has gone. */
const TAKEN = [404, 409];
/** How a match is refused that is not there any more. */
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
  /** How many seats those have; without it the fewest that a game takes. @type {Readonly<Record<string, number>>} */
  seats = {};
  /** Whether it can be invited; it accepts while it has room, and declines otherwise. */
  offers = true;
  /** Whether it looks for opponents: by tickets, and among matches that wait for players. */
  seeks = true;
  /** Whether it joins public tournaments of its games, and plays them to their end. */
  tournaments = false;
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
  /** The matches that it plays, by id. @type {Map<string, Playing>} */
  #playing = new Map();
  /** Whether it has said that it plays as many as it may. */
  #full = false;
  /** Whether it has said that the service does not answer. */
  #away = false;
  #url = "";
  #against = "";
  #tally = new Tally();
  /** @type {Entering | undefined} */
  #entering;
  /** The least numbers of seats, by the game's id. @type {Map<string, number>} */
  #least = new Map();

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
   * What to do when a match has ended, once for each. If it is not `match.over`, the bot cannot see it any more: it was
   * deleted, the service was restored to a time before it, or the token was revoked. Its notes are dropped afterwards.
   * @param {Match} match
   * @returns {void | Promise<void>}
   */
  over(match) {
    console.log(`${match.now.game} ${match.id}: ${told(match)}`);
  }

  /**
   * Whether to join this tournament, which is public: by default, if it plays the game.
   * @param {import("../types/api.js").ListedTournament} tournament
   * @returns {boolean | Promise<boolean>}
   */
  enters(tournament) {
    return this.games.includes(tournament.game);
  }

  /**
   * What to do when a tournament is over in which it took part. `row` is that of the bot in the standings, null if there are
   * none.
   * @param {import("../types/api.js").Tournament} tournament
   * @param {import("../types/api.js").TournamentRow | null} row
   * @returns {void | Promise<void>}
   */
  ended(tournament, row) {
    console.log(`${tournament.game} ${tournament.name}: ${placed(tournament, row)}`);
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
    for (const name of /** @type {const} */ (["options", "seats"])) {
      const other = Object.keys(this[name]).find((game) => !this.games.includes(game));
      if (other === undefined) continue;
      throw new BadChoice(`${this.constructor.name}.${name} has "${other}", which it does not play.`);
    }
    [this.#url, this.#against, this.#tally] = [url, against, new Tally(matches)];
    this.#playing.clear();
    const end = new AbortController();
    const forget = onStop(signal, () => end.abort(STOPPED));
    try {
      const me = await this.#arrive(url, end.signal);
      if (me) await this.#serve(me, end);
    } finally {
      forget();
    }
  }

  /** @param {Croupier} me @param {AbortController} end */
  async #serve(me, end) {
    console.log(`${this.name} plays ${this.games.join(" and ")} at ${this.#url}`);
    await Promise.all(this.#tasks(me, end).map((task) => task.catch((error) => end.abort(error))));
    const { reason } = end.signal;
    if (reason instanceof Refused && reason.status === 401) await this.#loseAll();
    if (this.#isOffered) await this.#go(me.token);
    if (this.#tally.total) console.log(`${this.name} has played ${this.#tally}`);
    if (reason !== STOPPED) throw reason;
  }

  /** @param {Croupier} me @param {AbortController} end */
  #tasks(me, end) {
    const tasks = [this.#listen(me, end)];
    if (this.tournaments) tasks.push(this.#enter(me, end));
    if (this.#against) tasks.push(this.#challenge(me, end));
    if (this.#isOffered) tasks.push(this.#offer(me, end));
    if (this.seeks && !this.#against) {
      tasks.push(this.#join(me, end));
      for (const game of this.games) tasks.push(this.#seek(me, /** @type {Game} */ (game), end));
    }
    return tasks;
  }

  /**
   * The player that it is, however long the service is away; undefined if it is stopped before.
   * @param {string} url
   * @param {AbortSignal} signal
   * @throws {CroupierError} if it cannot play its games
   */
  async #arrive(url, signal) {
    for (let said = ""; !signal.aborted;) {
      try {
        return await this.#player(url);
      } catch (error) {
        const why = whyAway(error);
        if (why !== said) console.warn(`${why} Trying again until it answers.`);
        said = why;
      }
      await sleep(this.look, signal);
    }
  }

  /**
   * @param {string} url
   * @throws {CroupierError} if it cannot play its games
   */
  async #player(url) {
    const { name } = this;
    const fetch = this.settings.fetch ?? ((/** @type {Request} */ request) => globalThis.fetch(request));
    const settings = { ...this.settings, fetch: paced(fetch, (text) => console.log(text)) };
    const spectator = new Croupier(url, settings);
    this.#least = new Map((await spectator.games()).map(({ id, seats }) => [id, seats.min]));
    if (!this.games.length || !this.games.every((game) => this.#least.has(game))) {
      const [has, takes] = [this.games, [...this.#least.keys()]].map((games) => JSON.stringify(games));
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
    const listen = async () => {
      for await (const notice of me.follow({ signal })) this.#hear(me, notice, end);
    };
    for (;;) await this.#goingOn(listen, signal);
  }

  /**
   * Play what is to be played, and tell of an end that nobody has seen.
   * @param {Croupier} me
   * @param {import("../types/api.js").Notice} notice
   * @param {AbortController} end
   */
  #hear(me, notice, end) {
    const { event } = notice;
    const matchId = notice.matchId ?? "";
    const unseen = event === "matchFinished" && !this.#tally.has(matchId);
    if (TO_PLAY.includes(event) || unseen) this.#begin(me, matchId, end);
    if ("tournamentId" in notice) this.#entering?.hear(notice.tournamentId);
    if (event !== "invited" || !this.#isOffered) return;
    this.#goingOn(() => this.#answer(me, notice, end), end.signal).catch((error) => end.abort(error));
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
    this.#playing.set(id, new Playing(this, me, id, join));
    this.#play(me, id, end).catch((error) => end.abort(error));
  }

  /** Take part in tournaments. @param {Croupier} me @param {AbortController} end */
  async #enter(me, { signal }) {
    this.#entering = new Entering(this, me);
    await this.#entering.run((task) => this.#goingOn(task, signal), signal);
  }

  get #isOffered() {
    return this.offers && !this.#against;
  }

  /** Invite who can be had, to a match of each game in turn. @param {Croupier} me @param {AbortController} end */
  async #challenge(me, end) {
    for (let turn = 0;; turn++) {
      const game = /** @type {Game} */ (this.games[turn % this.games.length]);
      let missing = await this.#missing(me, game, end);
      for (let said = ""; missing; missing = await this.#missing(me, game, end)) {
        if (missing !== said) console.log(`${missing}; trying again`);
        said = missing;
        await sleep(this.look, end.signal);
        end.signal.throwIfAborted();
      }
    }
  }

  /**
   * Why no match was played with those who are invited; empty after the end of one.
   * @param {Croupier} me
   * @param {Game} game
   * @param {AbortController} end
   */
  async #missing(me, game, end) {
    end.signal.throwIfAborted();
    const wanted = /** @type {number} */ (this.seats[game] ?? this.#least.get(game)) - 1;
    let missing = `${this.#against} cannot be had for ${game} now`;
    await this.#goingOn(async () => {
      const players = await whoCanBeHad(me, game, this.#against);
      if (!players.length) return;
      if (players.length < wanted) missing = tooFew(game, this.#against, wanted, players.length);
      else if (await this.#hasPlayed(me, game, players, end)) missing = "";
    }, end.signal);
    return missing;
  }

  /** What the matches are that it creates or searches for. @param {Game} game */
  #asked(game) {
    return { game, options: this.options[game], clock: this.clock, seats: this.seats[game] };
  }

  /**
   * Whether invited players have joined, after the end of the match.
   * @param {Croupier} me
   * @param {Game} game
   * @param {Available[]} players
   * @param {AbortController} end
   */
  async #hasPlayed(me, game, players, end) {
    const match = await me.matches.create({ ...this.#asked(game), access: "private" }).catch(wrongOptions(game));
    const { id } = match;
    this.#playing.set(id, new Playing(this, me, id)); // or notices of it would begin it as well
    let joined = false;
    await this.#goingOn(async () => void (joined = await joinedBy(match, players, end.signal)), end.signal);
    if (joined || await this.#hasBegun(me, id, end.signal)) {
      await this.#play(me, id, end);
      return true;
    }
    this.#playing.delete(id);
    return false;
  }

  /**
   * Whether somebody has joined unheard, as while the service was away; the match is left if not.
   * @param {Croupier} me
   * @param {string} id
   * @param {AbortSignal} signal
   */
  async #hasBegun(me, id, signal) {
    /** @type {boolean | undefined} */
    let begun;
    while (begun === undefined) {
      await this.#goingOn(async () => {
        const match = await me.matches.get(id).catch(unless(GONE));
        if (match?.now.status === "waiting") await match.leave();
        begun = ["active", "finished"].includes(match?.now.status ?? "");
      }, signal);
    }
    return begun;
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
        const { id } = await me.seek(this.#asked(game), { signal }).catch(wrongOptions(game));
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
   * Play a match to its end, and count it, once. What fails on the way is tried again: no notice tells of the same turn
   * twice.
   * @param {Croupier} me
   * @param {string} id
   * @param {AbortController} end
   */
  async #play(me, id, end) {
    const { signal } = end;
    const playing = /** @type {Playing} */ (this.#playing.get(id));
    const start = (/** @type {() => Promise<void>} */ task) =>
      void this.#goingOn(task, signal).catch((error) => end.abort(error));
    for (let played = false; !played && !signal.aborted;) {
      await this.#goingOn(async () => {
        await playing.toTheEnd(signal, start);
        played = true;
      }, signal);
    }
    if (signal.aborted) return;
    if (playing.seen) await this.#count(playing.seen);
    this.#playing.delete(id);
    me.notes.forget(id);
    if (this.#tally.isFull) end.abort(STOPPED);
  }

  /** Count a match and tell of it, unless a notice of it has come late. @param {Match} match */
  async #count(match) {
    if (this.#tally.add(match)) await this.over(match);
  }

  /** Count the matches that this player may not see any more. */
  async #loseAll() {
    for (const { seen } of this.#playing.values()) if (seen) await this.#count(seen);
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
      await sleep(this.look, signal);
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
 * Why a service is away.
 * @param {unknown} error
 * @throws what is no reason to wait
 */
function whyAway(error) {
  if (error instanceof Unreachable) return `${error.message}. Is the address right, and the service running?`;
  if (error instanceof Refused && (AGAIN.has(error.status) || error.status >= 500)) return error.message;
  throw error;
}

/**
 * That a game takes more players than can be had by a name.
 * @param {string} game
 * @param {string} who
 * @param {number} wanted
 * @param {number} found
 */
function tooFew(game, who, wanted, found) {
  const [name, more] = who === ANY ? ["of any bot", ""] : [`called ${who}`, `; against: "${ANY}" takes any bots`];
  return `${game} takes ${wanted} opponents, and ${found} ${name} can be had now${more}`;
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
