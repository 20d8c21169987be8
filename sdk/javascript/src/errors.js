/** The root of all errors of this package. */
export class CroupierError extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = this.constructor.name;
  }
}

/** No answer came for as long as the client was to wait. The request may have had its effect. */
export class Unreachable extends CroupierError {}

/** A bot has chosen what is not a move, or a move that is not legal. */
export class BadChoice extends CroupierError {}

/** A replay, or a deal that is to be revealed, is not what the service has promised. */
export class NotProven extends CroupierError {}

/** A refusal: `code` is stable, and the message is for people. */
export class Refused extends CroupierError {
  /**
   * @param {number} status
   * @param {Partial<import("../types/api.js").Problem>} problem empty, if a proxy has refused
   * @param {number} [retryAfter] seconds until it makes sense to ask again
   */
  constructor(status, problem, retryAfter) {
    super(problem.detail ?? `The service answered ${status}.`);
    this.status = status;
    this.problem = problem;
    this.code = problem.code ?? "";
    this.rule = problem.rule ?? undefined;
    this.version = problem.version ?? undefined;
    this.retryAfter = retryAfter;
    this.requestId = problem.requestId ?? undefined;
  }
}

/** What runtimes say of an answer that has not come, and what it means. @type {[RegExp, string][]} */
const REASONS = [
  [/ECONNREFUSED|refused/i, "connection refused"],
  [/ECONNRESET|reset by peer|other side closed/i, "connection reset"],
  [/ENOTFOUND|EAI_AGAIN|dns error|lookup/i, "unknown host"],
  [/timeout|timed out/i, "timeout"],
];

/**
 * That no answer has come.
 * @param {{ url: string, patience: number }} session
 * @param {string} request
 * @param {unknown} cause why its last attempt has failed
 */
export function unreachable({ url, patience }, request, cause) {
  return new Unreachable(`No answer from ${url} to ${request} in ${patience} s: ${why(cause)}`, { cause });
}

/** What an error of `fetch` means, in words that all runtimes share. @param {any} error */
function why(error) {
  const { cause, message } = error ?? {};
  const said = [error?.name, message, cause?.code, cause?.message].join(" ");
  return REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? (cause?.message || message || "connection lost");
}

/** Whether it ends the bot. @param {CroupierError} error */
export function isFinal(error) {
  return error instanceof BadChoice || (error instanceof Refused && error.status === 401);
}

/**
 * A handler that drops refusals of these statuses.
 * @param {number[]} statuses
 * @returns {(error: unknown) => void}
 */
export function unless(statuses) {
  return (error) => {
    if (!(error instanceof Refused) || !statuses.includes(error.status)) throw error;
  };
}
