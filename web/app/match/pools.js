// The numbers of players by pool: `lost-cities.live.human.0` is that of people who play Lost Cities live, in season 0.

/** @typedef {{ pool: string, rating: number, deviation: number, matches?: number }} Rated the numbers of a player in a pool */
/** @typedef {{ perMove?: string | null, bank?: string | null, increment?: string | null }} Clock */

/** A match is live with less time for each move, or with a shorter clock, in seconds; docs/ratings.md has the rule. */
const LIVE_MOVE = 300;
const LIVE = 3600;
/** The increments by which a clock is estimated. */
const MOVES = 40;

/** How fast a match is played. @param {Clock | null} clock @returns {"live" | "daily"} */
export function paceOf(clock) {
  const { perMove, bank, increment } = clock ?? {};
  const seconds = (/** @type {string | null | undefined} */ of) => parseFloat(of ?? "0");
  const live = perMove ? seconds(perMove) < LIVE_MOVE : seconds(bank) + MOVES * seconds(increment) < LIVE;
  return live ? "live" : "daily";
}

/**
 * The numbers of a player in the latest season of a game; undefined for who has not played it rated.
 * @param {readonly Rated[] | undefined} ratings of the player, as the service tells them
 * @param {string} game
 * @param {"live" | "daily"} pace
 * @returns {Rated | undefined}
 */
export function shownIn(ratings, game, pace) {
  const season = (/** @type {Rated} */ { pool }) => Number(pool.split(".")[3]);
  const found = (ratings ?? []).filter(({ pool }) => pool.startsWith(`${game}.${pace}.`));
  return found.reduce((best, each) => best && season(best) > season(each) ? best : each, found[0]);
}
