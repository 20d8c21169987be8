// After a match against bots: who could play next, a stronger one or an easier one.

import { botsOf, nextRival } from "../lobby/bots.js";
import { rivalsOf } from "./rematch.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

/**
 * The bot that could play next in place of one of this match, and the ids of all who would play then; undefined if there
 * is none.
 * @param {Shell} shell
 * @param {MatchView} match one against bots that has ended
 * @param {boolean} won
 */
export async function nextOf(shell, match, won) {
  const played = rivalsOf(match);
  const next = nextRival(await botsOf(shell, match.game), played, won);
  return next && { bot: next.other, rivals: played.map((id) => id === next.one.id ? next.other.id : id) };
}
