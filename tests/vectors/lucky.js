// The game of tests/croupier_match/games/lucky.py, for the verifier.

import * as rounds from "./rounds.js";

export * from "./rounds.js";

const MOST = 3;

export function apply(state, seat, move, chance) {
  if (move.count === MOST) chance.below(6);
  return rounds.apply(state, seat, move);
}
