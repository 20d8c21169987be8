// The games whose matches can be recomputed here, each by the module verify.js of its package.

const GAMES = {
  "just4fun": () => import("../../../games/just4fun/croupier_just4fun/verify.js"),
  "livingstone": () => import("../../../games/livingstone/croupier_livingstone/verify.js"),
  "lost-cities": () => import("../../../games/lost_cities/croupier_lost_cities/verify.js"),
};

// The game of a replay, for `verify`; undefined for one that is none of these.
export async function gameOf(replay) {
  const id = replay?.match?.game;
  return Object.hasOwn(GAMES, id) ? await GAMES[id]() : undefined;
}
