// What a game's verify.js must have, and what it may leave out: README.md has the list.

import { isObject, must, same } from "./json.js";

export const TOOLS = { must, same, isObject };

// The game with all members.
export function whole(module) {
  const game = {
    checkOptions() {},
    over: (state) => !game.toMove(state).length,
    eliminated: () => [],
    ranking: (state) => ranked(game.scores(state)),
    eventView: (event) => event,
    unlisted: () => false,
    phaseMs: () => undefined,
    tells: () => false,
    decisionView: (view) => view,
    ...module,
  };
  return game;
}

export function isLegal(game, state, seat, move) {
  return game.legalMoves(state, seat).some((each) => same(each, move)) || game.unlisted(state, seat, move, TOOLS);
}

export function checkMove(game, state, seat, move) {
  must(isLegal(game, state, seat, move), `seat ${seat} cannot play ${JSON.stringify(move)}.`);
}

function ranked(scores) {
  const distinct = [...new Set(scores)].sort((a, b) => b - a);
  return distinct.map((score) => scores.flatMap((each, seat) => (each === score ? [seat] : [])));
}
