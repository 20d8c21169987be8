// Sealed deals and proofs: what is kept is compared with what is shown. Loaded when there is one.

import { NotProven, Refused } from "./errors.js";
import { broken, promiseOf } from "./notes.js";
import { tableEntropy } from "./tournament-seals.js";
import { termsOf } from "../verify/terms.js";

/** @typedef {import("../types/api.js").MatchView} MatchView */
/** @typedef {import("../types/api.js").Replay} Replay */
/** @typedef {import("./notes.js").Note} Note */
/** @typedef {import("./session.js").Session} Session */

/**
 * The entropy that is to be revealed, once all that the deal depends upon is kept.
 * @param {Session} session
 * @param {MatchView} match
 * @throws {NotProven} if the match is not what was promised before
 */
export function toReveal(session, match) {
  const note = session.notes.of(match.id);
  const wrong = broken(note.promise ?? {}, promiseOf(match));
  if (wrong.length) throw new NotProven(`${wrong.join(", ")}: not what was promised at first.`);
  const { seals, terms } = match.fairness;
  if (terms !== termsOf(match)) throw new NotProven("terms: not the hash of what was agreed.");
  const seal = seals?.[match.yourSeat ?? -1];
  const entropy = session.notes.entropy(seal) ?? tableEntropy(session.notes.kept, seal);
  if (!entropy) throw new NotProven("The entropy of this seat is not in the notes of this client.");
  session.notes.keep(match.id, Object.assign(note, { seals, entropy }));
  return entropy;
}

/** Whether somebody else, or another attempt, has ended the revealing. @param {unknown} error */
export function tooLate(error) {
  return error instanceof Refused && ["conflict", "match_active", "match_not_active"].includes(error.code);
}

/**
 * What of a replay is not true, or not as this client has seen it.
 * @param {Replay} replay
 * @param {Note} note
 * @param {import("../verify/verify.js").Recomputed} [game] verify.js of its package, if this one does not have it
 * @returns {Promise<string[]>}
 */
export async function differences(replay, note, game) {
  const { gameOf, verify } = await import("../verify/index.js");
  return [verify(replay, game ?? await gameOf(replay)), ...compared(replay, note)].filter(Boolean);
}

/**
 * What of a replay is not as this client has noted it, each in a sentence.
 * @param {Replay} replay
 * @param {Note} note
 * @returns {Generator<string, void>}
 */
export function* compared({ match, log, entropy }, { promise = {}, seals, heads, moves, entropy: own }) {
  for (const name of broken(promise, promiseOf(match))) yield `${name} is not what was promised.`;
  if (seals && broken({ seals }, match.fairness).length) yield "seals: not those before the revealing.";
  if (own && entropy[match.yourSeat ?? -1] !== own) yield "entropy: not that of this player.";
  for (const [version, head] of Object.entries(heads)) {
    if (log[+version - 1]?.hash !== head) yield `Version ${version}: logHead was another one.`;
  }
  for (const [version, move] of Object.entries(moves)) {
    const entry = log[+version - 1];
    if (entry?.kind !== "move" || (move && broken({ move }, entry).length)) {
      yield `Version ${version}: the move was another one.`;
    }
  }
}

/**
 * The versions with moves of the caller's seat that this client has not made: the server's after a
 * time-out, or those of another program.
 * @param {Replay} replay
 * @param {Note} note
 */
export function notMine({ match, log }, { moves }) {
  const own = log.filter(({ kind, seat, version }) =>
    kind === "move" && seat === match.yourSeat && !(version in moves)
  );
  return own.map(({ version }) => version);
}
