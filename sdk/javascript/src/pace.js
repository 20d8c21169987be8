// Requests that keep to the limits of a service, as its header `RateLimit` tells them.

import { sleep } from "./pause.js";

/** With no more requests than these left, or a quarter of the burst, they are sent one by one. */
const SPARE = 20;
const LEFT = /^"([\w-]+)";r=(\d+)/;
const POLICY = /q=(\d+);w=(\d+)/;
const ID = /[\w-]{22}/g;

/** When to send requests: at once while much of their limit is left, and then as fast as it is refilled. */
export class Pace {
  /** The limit that a kind of request counts against, as its answers tell. @type {Map<string, string>} */
  #limitOf = new Map();
  /** Seconds from one request to the next, of the limits that are nearly used up. @type {Map<string, number>} */
  #every = new Map();
  /** @type {Map<string, number>} */
  #next = new Map();
  /** @type {Set<string>} */
  #told = new Set();
  #tell;

  /** @param {(text: string) => void} tell is called when a limit begins to slow the requests down */
  constructor(tell) {
    this.#tell = tell;
  }

  /**
   * Seconds until the request may be sent. Its place in the line is taken by that.
   * @param {string} request such as "POST /v1/matches"
   * @param {number} now seconds
   */
  wait(request, now) {
    const limit = this.#limitOf.get(request.replace(ID, "*")) ?? "";
    const every = this.#every.get(limit);
    if (every === undefined) return 0;
    const at = Math.max(now, this.#next.get(limit) ?? now);
    this.#next.set(limit, at + every);
    if (at > now && !this.#told.has(limit)) {
      this.#tell(`the limit of ${limit} slows this down: ${Number((1 / every).toPrecision(3))} a second`);
      this.#told.add(limit);
    }
    return at - now;
  }

  /**
   * Learn from an answer what is left.
   * @param {string} request
   * @param {Headers} headers
   */
  note(request, headers) {
    const left = LEFT.exec(headers.get("RateLimit") ?? "");
    const policy = POLICY.exec(headers.get("RateLimit-Policy") ?? "");
    if (!left || !policy) return;
    const [limit, rest, burst, window] = [left[1], Number(left[2]), Number(policy[1]), Number(policy[2])];
    this.#limitOf.set(request.replace(ID, "*"), limit);
    if (rest <= Math.min(SPARE, burst / 4)) this.#every.set(limit, window / burst);
    else {
      this.#every.delete(limit);
      this.#next.delete(limit);
    }
    if (rest > burst / 2) this.#told.delete(limit);
  }
}

/**
 * A `fetch` that keeps to the limits.
 * @param {(request: Request) => Promise<Response>} fetch
 * @param {(text: string) => void} tell
 * @returns {(request: Request) => Promise<Response>}
 */
export function paced(fetch, tell) {
  const pace = new Pace(tell);
  return async (request) => {
    const name = `${request.method} ${new URL(request.url).pathname}`;
    const seconds = pace.wait(name, Date.now() / 1000);
    if (seconds) await sleep(seconds, request.signal);
    const response = await fetch(request);
    pace.note(name, response.headers);
    return response;
  };
}
