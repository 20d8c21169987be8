// One match in the hands of a bot, from its seat to its end, whatever happens to the line.

import { BadChoice, Refused, unless } from "./errors.js";
import { isMove, named } from "./move.js";
import { Undoing } from "./undoing.js";

/** @typedef {import("../types/api.js").Move} Move */
/** @typedef {import("../types/api.js").Turn} Turn */
/** @typedef {import("../types/api.js").MatchView} MatchView */
/** @typedef {import("./client.js").Croupier} Croupier */
/** @typedef {import("./match.js").Match} Match */

/** How a move is refused that came too late: a clock or another seat has taken the decision away. */
const LATE = [409, 412];
/** How it is refused when it is no move, or not a legal one. */
const ILLEGAL = [400, 422];
/** How a join is refused when somebody else was quicker, or the bot has its seat already. */
const TAKEN = [409];
/** How a match is refused that is not there any more, or not this player's. */
const GONE = [403, 404];

/**
 * What chooses for a bot.
 * @typedef {{
 *   choose(turn: Turn): Move | Promise<Move>,
 *   onUndo(match: Match): boolean | Promise<boolean>,
 * }} Plays
 */

/** A match that a bot plays. */
export class Playing {
  /** As the bot's seat saw it last; undefined before that. @type {Match | undefined} */
  seen;
  /** @type {MatchView | undefined} */
  #view;
  #bot;
  #me;
  #id;
  #joins;

  /**
   * @param {Plays} bot
   * @param {Croupier} me
   * @param {string} id
   * @param {boolean} [joins] whether the bot has no seat yet, and takes one
   */
  constructor(bot, me, id, joins = false) {
    this.#bot = bot;
    this.#me = me;
    this.#id = id;
    this.#joins = joins;
  }

  /**
   * Play until the match has ended, or cannot be seen any more. After an error it can be called again.
   * @param {AbortSignal} signal
   * @param {(task: () => Promise<void>) => void} start begins a task beside it
   */
  async toTheEnd(signal, start) {
    const play = async () => {
      if (this.#joins) await this.#join();
      await this.#follow(await this.#me.matches.get(this.#id), signal, start);
    };
    await play().catch(unless(GONE));
  }

  /** Take a seat, unless others were quicker. One whose answer was lost is there already. */
  async #join() {
    await this.#me.matches.join(this.#id).catch(unless(TAKEN));
    this.#joins = false;
  }

  /**
   * Play on, as long as the bot has its seat: a restored service may know of none.
   * @param {Match} match
   * @param {AbortSignal} signal
   * @param {(task: () => Promise<void>) => void} start
   */
  async #follow(match, signal, start) {
    if (!this.#sees(match, match.now) || match.over) return;
    let started = false;
    const undoing = new Undoing(match, (each) => this.#bot.onUndo(each));
    for await (const { match: now } of match.follow({ include: "legalMoves", signal })) {
      if (!this.#sees(match, now)) return;
      if (!started && now.status === "active") console.log(`${now.game} ${this.#id}: started`);
      started ||= now.status === "active";
      await undoing.answer(now);
      const turn = match.myTurn ? turnOf(now) : undefined;
      if (!turn) continue;
      // While others answer a request for undo, it does not move yet: that would end the request.
      if (now.undo) start(() => this.#moveOn(match, now, undoing, signal));
      else await this.#move(match, turn);
    }
  }

  /**
   * Whether the match is seen from a seat, of which note is taken: `seen` keeps what was seen last.
   * @param {Match} match
   * @param {MatchView} now
   */
  #sees(match, now) {
    const sees = now.yourSeat !== null;
    if (sees) [this.seen, this.#view] = [match, now];
    else if (this.seen && this.#view) this.seen.now = this.#view;
    return sees;
  }

  /** @param {Match} match @param {MatchView} now @param {Undoing} undoing @param {AbortSignal} signal */
  async #moveOn(match, now, undoing, signal) {
    const turn = turnOf(now);
    if (turn && await undoing.unanswered(now, signal)) await this.#move(match, turn);
  }

  /** @param {Match} match @param {Turn} turn @throws {BadChoice} */
  async #move(match, turn) {
    const { version, decision: expectedDecision } = turn;
    const move = await this.#bot.choose(turn);
    if (!isMove(move)) throw new BadChoice(`choose returned ${move}; it must return one of turn.moves.`);
    try {
      await match.move(move, { expectedDecision, view: "none" });
    } catch (error) {
      if (error instanceof Refused && ILLEGAL.includes(error.status)) {
        const where = `in match ${match.id} at version ${version}`;
        const why = error.rule ?? error.message;
        throw new BadChoice(`the move ${named(move)} was refused ${where}: ${why}`, { cause: error });
      }
      unless(LATE)(error);
    }
  }
}

/**
 * The decision of the caller's seat in a match; undefined if it has none to make.
 * @param {MatchView} match
 * @returns {Turn | undefined}
 */
function turnOf({ game, yourSeat, yourDecision, seats, version, toMove, options, state, lastEvents, legalMoves }) {
  const { moves = [], choose = [] } = legalMoves ?? {};
  if (!moves.length) return undefined;
  const turn = {
    game,
    seat: yourSeat,
    seats: seats.length,
    version,
    decision: yourDecision,
    toMove,
    options,
    state,
    events: lastEvents,
    moves,
    choose,
  };
  return /** @type {Turn} */ (turn);
}
