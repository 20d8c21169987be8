// Rating pools: which game, how fast, by whom, and in which season. `lost-cities.live.human.0` is the name of one.

import { games, nameOf } from "../../boards/games.js";

/** @typedef {"live" | "daily"} Pace */
/** @typedef {{ game: string, time: Pace, kind: "human" | "bot", season: number }} Pool */
/** @typedef {{ pool: string, rating: number, deviation: number, matches?: number }} Rated the numbers of a player in a pool */
/** @typedef {{ perMove?: string | null, bank?: string | null, increment?: string | null }} Clock */

const NAME = /^([a-z0-9-]+)\.(live|daily)\.(human|bot)\.(\d+)$/;
/** A match is live with less time for each move, or with a shorter clock, in seconds; docs/ratings.md has the rule. */
const LIVE_MOVE = 300;
const LIVE = 3600;
/** The increments by which a clock is estimated. */
const MOVES = 40;

/** The pool of a name; undefined for what is none. @param {string} name @returns {Pool | undefined} */
export function poolOf(name) {
  const [, game, time, kind, season] = NAME.exec(name) ?? [];
  return game
    ? { game, time: /** @type {any} */ (time), kind: /** @type {any} */ (kind), season: Number(season) }
    : undefined;
}

/** @param {Pool} pool */
export const nameOfPool = ({ game, time, kind, season }) => `${game}.${time}.${kind}.${season}`;

/** Whether two pools differ in their seasons at most. @param {Pool} one @param {Pool | undefined} other */
export const alike = (one, other) => other && nameOfPool({ ...other, season: one.season }) === nameOfPool(one);

/** What a pool is called: "Lost Cities · live". @param {string} name @param {import("../../text/players.en.js").PlayersText} words */
export function titleOf(name, words) {
  const pool = poolOf(name);
  return pool ? `${nameOf(pool.game)} · ${words.times[pool.time]}` : name;
}

/** How fast a match is played. @param {Clock | null} clock @returns {Pace} */
export function paceOf(clock) {
  const { perMove, bank, increment } = clock ?? {};
  const seconds = (/** @type {string | null | undefined} */ of) => parseFloat(of ?? "0");
  const live = perMove ? seconds(perMove) < LIVE_MOVE : seconds(bank) + MOVES * seconds(increment) < LIVE;
  return live ? "live" : "daily";
}

/**
 * The numbers of a player in the latest season of a game; undefined for who has not played it rated.
 * @template {Rated} R
 * @param {readonly R[] | undefined} ratings of the player, as the service tells them
 * @param {string} game
 * @param {Pace} pace
 * @returns {R | undefined}
 */
export function shownIn(ratings, game, pace) {
  const season = (/** @type {R} */ { pool }) => poolOf(pool)?.season ?? 0;
  const found = (ratings ?? []).filter(({ pool }) => pool.startsWith(`${game}.${pace}.`));
  return found.reduce((best, each) => best && season(best) > season(each) ? best : each, found[0]);
}

/**
 * The pool in which a player is or could be: that of most rated matches, or else of the game that was played most, or of the
 * first game; of people unless it is a bot. The season is the last one.
 * @param {{ kind: string, ratings: readonly Rated[], statistics: readonly { game: string, won: number, drawn: number, lost: number }[] } | undefined} player
 *   undefined for nobody
 * @param {readonly string[]} [all] the names of the pools that there are
 * @returns {Pool}
 */
export function ownPool(player, all = []) {
  const [rated] = (player?.ratings ?? []).toSorted((one, other) => (other.matches ?? 0) - (one.matches ?? 0));
  const kind = player?.kind === "bot" ? "bot" : "human";
  const usual = { game: mostPlayed(player?.statistics ?? []) ?? games()[0]?.id ?? "", kind, time: "live", season: 0 };
  return lastSeason(poolOf(rated?.pool ?? "") ?? /** @type {Pool} */ (usual), all);
}

/** The same pool in its last season. @param {Pool} pool @param {readonly string[]} all the names of the pools that there are */
export function lastSeason(pool, all) {
  const seasons = all.map(poolOf).flatMap((each) => each && alike(pool, each) ? [each.season] : []);
  return { ...pool, season: Math.max(0, ...seasons) };
}

/** @param {readonly { game: string, won: number, drawn: number, lost: number }[]} statistics */
function mostPlayed(statistics) {
  /** @type {Map<string, number>} */
  const played = new Map();
  for (const { game, won, drawn, lost } of statistics) played.set(game, (played.get(game) ?? 0) + won + drawn + lost);
  return [...played].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
