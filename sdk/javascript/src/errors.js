/** The root of all errors of this package. */
export class CroupierError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = this.constructor.name;
  }
}

/** No answer came for as long as the client was to wait. The request may have had its effect. */
export class Unreachable extends CroupierError {}

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
