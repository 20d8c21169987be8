// The verifier of replays: `verify(replay, game)` returns "" for a true one, else the first thing that is wrong. `checks` does
// the same in steps, for those who show how far it is. The game is the module verify.js of its package.
//
// It was written from docs/fairness.md, and runs in a browser as well.

import { milliseconds } from "./clock.js";
import { checkForm } from "./form.js";
import { TOOLS, whole } from "./game.js";
import { Refuted, Unknown, agree, must, same } from "./json.js";
import { checkChain, checkCommitment, checkTerms } from "./log.js";
import { Match } from "./match.js";

export function verify(replay, game) {
  try {
    for (const _ of checks(replay, game)) continue;
    return "";
  } catch (error) {
    if (error instanceof Refuted || error instanceof Unknown) return error.message;
    throw error;
  }
}

// Yields `{ check, at, of }` before each part of a check; throws Refuted or Unknown for what is wrong.
export function* checks(replay, game) {
  yield { check: "form", at: 0, of: 1 };
  checkForm(replay, game);
  yield { check: "commitment", at: 0, of: 1 };
  checkCommitment(replay);
  yield { check: "terms", at: 0, of: 1 };
  checkTerms(replay);
  yield { check: "chain", at: 0, of: 1 };
  checkChain(replay);
  yield { check: "seats", at: 0, of: 1 };
  checkSeats(replay);
  const match = yield* followed(replay, whole(game));
  yield { check: "result", at: 0, of: 1 };
  checkResult(replay, match);
}

function checkSeats({ match, entropy }) {
  match.seats.forEach((seat, i) => must(seat.index === i, `seats[${i}].index is ${seat.index}.`));
  const players = match.seats.flatMap((seat) => (seat.player ? [seat.player.id] : []));
  must(new Set(players).size === players.length, "One player has two seats.");
  must(entropy.length === match.seats.length, "There is not one entropy per seat.");
}

function* followed(replay, game) {
  must(same(replay.options, replay.match.options), "options and match.options differ.");
  game.checkOptions(replay.options, replay.match.seats.length, TOOLS);
  const match = new Match(game, replay);
  for (const entry of replay.log) {
    yield { check: "steps", at: entry.version - 1, of: replay.log.length };
    try {
      match.follow(entry);
    } catch (error) {
      if (error instanceof Refuted) error.message = `Version ${entry.version}: ${error.message}`;
      throw error;
    }
  }
  return match;
}

function checkResult({ match: given, entropy, log }, match) {
  must(match.status === "over", "The match has not ended.");
  const eyes = given.yourSeat;
  must(eyes === null || match.seats[eyes]?.taken, "yourSeat is not a taken seat.");
  agree("state", given.state, match.state && match.game.view(match.state, eyes));
  agree("lastEvents", given.lastEvents, match.events.map((event) => match.game.eventView(event, eyes)));
  agree("outcome", given.outcome, match.outcome);
  agree("status", given.status, match.outcome.reason === "aborted" ? "aborted" : "finished");
  agree("toMove", given.toMove, []);
  agree("createTime", given.createTime, log[0].time);
  agree("updateTime", given.updateTime, log[log.length - 1].time);
  if (given.clock) checkClock(given.clock, match);
  match.seats.forEach((seat, i) => checkSeat(given, entropy, seat, i));
  if (match.sealed) checkSeals(given.fairness, entropy, match);
}

function checkClock(given, { clock, seats }) {
  agree("clock.deadline", given.deadline, null);
  agree("clock.deadlines", given.deadlines, seats.map(() => null));
  agree("clock.banks", given.banks && given.banks.map(milliseconds), clock.bank ? clock.left.map((left) => Math.max(0, left)) : null);
}

function checkSeat(given, entropy, seat, i) {
  const { player, resigned } = given.seats[i];
  must((player !== null) === seat.taken, `seats[${i}].player is not that of the log.`);
  must(resigned === seat.resigned, `seats[${i}].resigned is not that of the log.`);
  must(seat.taken || !entropy[i], `entropy[${i}] is that of a free seat.`);
}

function checkSeals(fairness, entropy, match) {
  agree("fairness.seals", fairness.seals, match.seats.map((seat) => seat.seal));
  agree("entropy", entropy, match.seats.map((seat) => seat.entropy));
  agree("fairness.toReveal", fairness.toReveal, []);
  agree("fairness.revealBy", fairness.revealBy, null);
}
