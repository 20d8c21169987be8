// Rating pools: which game, how fast, by whom, and in which season. `lost-cities.live.human.0` is the name of one.

import { games, nameOf } from "../../boards/games.js";

/** @typedef {{ game: string, time: "live" | "daily", kind: "human" | "bot", season: number }} Pool */

const NAME = /^([a-z0-9-]+)\.(live|daily)\.(human|bot)\.(\d+)$/;

/** The pool of a name; undefined for what is none. @param {string} name @returns {Pool | undefined} */
export function poolOf(name) {
  const [, game, time, kind, season] = NAME.exec(name) ?? [];
  return game
    ? { game, time: /** @type {any} */ (time), kind: /** @type {any} */ (kind), season: Number(season) }
    : undefined;
}

/** @param {Pool} pool */
export const nameOfPool = ({ game, time, kind, season }) => `${game}.${time}.${kind}.${season}`;

/** The pool that a page shows where none is named: people who play the first game live. @returns {Pool} */
export const usualPool = () => ({ game: games()[0]?.id ?? "", time: "live", kind: "human", season: 0 });

/** What a pool is called: "Lost Cities, live". @param {string} name @param {import("../../text/players.en.js").PlayersText} words */
export function titleOf(name, words) {
  const pool = poolOf(name);
  return pool ? `${nameOf(pool.game)} · ${words.times[pool.time]}` : name;
}
