// Playing again: people ask each other, and bots are invited anew.

import { invited } from "../lobby/new-table.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/src/index.js").Match} Match */
/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

/**
 * The id of the next match; null as long as others have not asked for it.
 * @param {Shell} shell
 * @param {Match} match one that has ended
 * @param {Wish} wish
 * @returns {Promise<string | null>}
 */
export async function again(shell, match, { keepScore, rivals = rivalsOf(match.now) }) {
  if (hasPeople(match.now)) return (await match.rematch({ keepScore })).matchId;
  const next = await shell.me.matches.create(/** @type {any} */ (sameAs(match.now, { keepScore })));
  await invited(shell, next, rivals.map((id) => ({ id })));
  return next.id;
}

/** The ids of those who play against the viewer. @param {MatchView} match */
export function rivalsOf({ seats, yourSeat }) {
  return seats.filter(({ index }) => index !== yourSeat).map(({ player }) => player?.id ?? "");
}

/** Whether somebody else at the table is no bot. @param {MatchView} match */
export function hasPeople({ seats, yourSeat }) {
  return seats.some(({ index, player }) => index !== yourSeat && player?.kind !== "bot");
}

/**
 * What players want after the end: the wish of the viewer, which is asked once at a time, and those of others.
 * @typedef {{ keepScore: boolean, rivals?: readonly string[] }} Wish `rivals`: the ids of bots that are to play, if not the same again
 * @typedef {{ seat: number, declined: boolean }} Ended by whom, who has declined or withdrawn
 */
export class Rematch {
  /** What was asked for. @type {Wish | undefined} */
  wish;
  /** The other seats that ask. @type {number[]} */
  offers = [];
  /** How the last wish of anybody has ended, until there is another one. @type {Ended | undefined} */
  ended;
  #under = false;
  #again = false;
  #ask;

  /** @param {(wish: Wish) => Promise<boolean>} ask asks, and returns whether it could */
  constructor(ask) {
    this.#ask = ask;
  }

  /** Whether anybody waits for an answer. */
  get open() {
    return this.wish !== undefined || this.offers.length > 0;
  }

  /** Ask, unless that is under way. @param {Wish} wish */
  async ask(wish) {
    if (this.#under) return;
    this.wish = wish;
    this.ended = undefined;
    this.#under = true;
    let asked = false;
    do {
      this.#again = false;
      asked = await this.#ask(wish).catch(() => false);
    } while (this.#again && asked && this.wish);
    this.#under = false;
    if (!asked) this.wish = undefined;
  }

  /** A match has begun, and it may be the one that people were asked for: ask which. @param {MatchView} match that ended */
  async begun(match) {
    if (!this.wish || !hasPeople(match)) return;
    this.#again = true; // if the answer that is on its way is of before
    await this.ask(this.wish);
  }

  /**
   * Nobody asks any more, but for others than who has withdrawn.
   * @param {Ended} ended
   */
  over(ended) {
    this.offers = ended.declined ? [] : this.offers.filter((seat) => seat !== ended.seat);
    if (ended.declined) this.wish = undefined;
    this.ended = ended;
  }

  /**
   * Take what the service says of who asks; what is under way here is newer.
   * @param {readonly number[]} asked the seats
   * @param {number | null} own
   */
  told(asked, own) {
    if (this.#under) return;
    const offers = asked.filter((seat) => seat !== own);
    const [left] = this.offers.filter((seat) => !offers.includes(seat));
    if (left !== undefined) this.ended = { seat: left, declined: false };
    if (offers.length) this.ended = undefined;
    this.offers = offers;
    // It may have been asked for before the page was loaded anew.
    this.wish = own !== null && asked.includes(own) ? this.wish ?? { keepScore: false } : undefined;
  }
}

/**
 * The settings of a match like this one, in which the player sits at seat 0: a sealed deal is followed by a sealed one.
 * @param {MatchView} match
 * @param {{ keepScore: boolean }} wish
 */
export function sameAs({ game, options, seats, clock, goneAfter, deal, yourSeat, outcome }, { keepScore }) {
  const { startSeat: _, carriedScores: __, ...rest } = /** @type {any} */ (options);
  const order = [yourSeat ?? 0, ...seats.map(({ index }) => index).filter((index) => index !== yourSeat)];
  const carried = keepScore && outcome ? { carriedScores: order.map((seat) => outcome.scores[seat]) } : {};
  const { perMove, bank, increment, onTimeout } = clock ?? {};
  const time = perMove ? { perMove, onTimeout } : { bank, increment, onTimeout };
  return {
    game,
    options: { ...rest, ...carried },
    seats: seats.length,
    access: "private",
    deal,
    goneAfter,
    ...(clock ? { clock: time } : {}),
  };
}
