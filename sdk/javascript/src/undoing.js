// How a bot answers who wants to take moves back, and how long it waits for others to answer.

import { unless } from "./errors.js";
import { sleep } from "./pause.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("../types/api.js").MatchView} MatchView */

/** How an answer is refused that has come too late: the request was withdrawn, for example. */
const LATE = [409];
const WAIT = 10;
/** The share of the time that is left which the wait may take at most. */
const IN_A_HURRY = 0.1;

/** The requests for undo in one match that a bot plays. */
export class Undoing {
  #match;
  #agrees;
  #answered = 0;

  /** @param {Match} match @param {(match: Match) => boolean | Promise<boolean>} agrees */
  constructor(match, agrees) {
    this.#match = match;
    this.#agrees = agrees;
  }

  /** Answer the open request, unless there is none for the bot, or it has answered it. @param {MatchView} now */
  async answer({ undo, yourSeat, version }) {
    if (!undo || yourSeat === null || !undo.needs.includes(yourSeat) || version <= this.#answered) return;
    const agrees = await this.#agrees(this.#match);
    const answer = agrees ? this.#match.undo(undo.toVersion) : this.#match.refuseUndo();
    this.#answered = (await answer.catch(unless(LATE)))?.version ?? this.#answered;
  }

  /**
   * Whether a request stays as it is for so long that the bot had better move on. A move ends the
   * request; but who neither moves nor is answered loses by the clock.
   * @param {MatchView} now
   * @param {AbortSignal} signal
   */
  async unanswered({ yourSeat, version }, signal) {
    const left = yourSeat === null ? null : this.#match.remaining(yourSeat);
    await sleep(left === null ? WAIT : Math.min(WAIT, IN_A_HURRY * left), signal);
    return !signal.aborted && this.#match.now.version === version;
  }
}
