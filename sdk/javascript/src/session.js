// What all calls of one client share: its token, its patience, the server's clock, its notes.

import { secondsAsked, ServerClock } from "./clock.js";
import { CroupierError, Refused, unreachable } from "./errors.js";
import { Notes, random } from "./notes.js";
import { Heartbeat, Pause, sleep } from "./pause.js";

/** The statuses after which the same request may succeed; 502 and 504 are of proxies between. */
export const AGAIN = new Set([408, 429, 502, 503, 504]);
const TIMEOUT = 10;
/** Within how many seconds a file is there, which is sent no faster than its reader may read. */
const DOWNLOAD = 600;
const LINES = "application/x-ndjson, application/json";
/** An ETag is a version, so a browser's cache would take what another player has seen of it for an answer. */
const UNCACHED = "no-store";

/** A stream that has ended before its time. */
export class Cut extends Error {}

/** @typedef {{ event: string, version?: number | null, data: any }} Line an event of a stream */
/** @typedef {{ status: number, retryAfter?: number, replayed?: boolean, value: any, text?: string }} Answer */
/** @typedef {{ body?: unknown, query?: Query, accept?: string, wait?: number, within?: number, key?: string }} More `wait` are the seconds
 * that the service may wait before it answers, and `within` those in which all of it is here; `key` is that of a request that is sent again */
/** @typedef {Record<string, string | number | boolean | undefined>} Query */

/** One client's state. */
export class Session {
  #fetch;

  /**
   * @param {string} url
   * @param {import("../types/api.js").Settings} [settings]
   */
  constructor(url, settings = {}) {
    checked(url, settings);
    const { token = "", patience = 30, silence = 30, notes, fetch, WebSocket } = settings;
    this.settings = settings;
    this.url = url.replace(/[/]$/, "");
    this.token = token;
    this.patience = patience;
    this.silence = silence;
    this.notes = notes ?? new Notes();
    this.clock = new ServerClock();
    /** The ids of the matches whose follower reveals. @type {Set<string>} */
    this.reveals = new Set();
    this.WebSocket = WebSocket ?? globalThis.WebSocket;
    this.#fetch = fetch ?? ((/** @type {Request} */ request) => globalThis.fetch(request));
  }

  /**
   * The JSON of the answer, after as many attempts as it takes: none, 429 and 503 are followed by
   * another one with the same key, for up to `patience` seconds.
   * @param {string} method
   * @param {string} path
   * @param {More} [more]
   * @returns {Promise<any>}
   * @throws {Refused | Unreachable}
   */
  async call(method, path, more) {
    return (await this.#answer(method, path, more)).value;
  }

  /**
   * Lines of JSON as they were sent, byte by byte: they may be hashed.
   * @param {string} path
   * @param {Query} [query]
   * @returns {Promise<string>}
   * @throws {Refused | Unreachable}
   */
  async file(path, query) {
    const { text = "" } = await this.#answer("GET", path, { query, accept: LINES, within: DOWNLOAD });
    return text;
  }

  /** @param {string} method @param {string} path @param {More} [more] */
  async #answer(method, path, { body, query, accept = "application/json", wait, within, key = random(16) } = {}) {
    const headers = this.#headers(accept);
    if (method === "POST" || method === "DELETE") headers.set("Idempotency-Key", key);
    if (body !== undefined) headers.set("Content-Type", "application/json");
    if (wait) headers.set("Prefer", `wait=${wait}`);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const make = () =>
      new Request(this.#address(path, query), {
        cache: UNCACHED,
        method,
        headers,
        body: text,
        signal: AbortSignal.timeout((within ?? TIMEOUT + (wait ?? 0)) * 1000),
      });
    /** @type {unknown} */
    let cause;
    const failed = (/** @type {unknown} */ error) => void (cause = error);
    const answer = await persist(() => this.#attempt(make()).catch(failed), this.patience);
    if (!answer) throw unreachable(this, `${method} ${path}`, cause);
    return accepted(answer);
  }

  /**
   * The events of a stream, until it ends or is silent. Pings are none of them: they tell the time.
   * @param {string} path
   * @param {Query} query
   * @param {AbortSignal} [signal] ends it
   * @returns {AsyncGenerator<Line, void>}
   * @throws {Refused | Cut}
   */
  async *lines(path, query, signal) {
    const line = new Heartbeat(this.silence, signal);
    try {
      const sent = Date.now();
      const request = new Request(this.#address(path, query), {
        cache: UNCACHED,
        headers: this.#headers(LINES),
        signal: line.signal,
      });
      const response = await this.#fetch(request).catch(lost);
      this.clock.dated(response.headers.get("Date"), sent);
      if (!response.ok) accepted(await this.#answerOf(response).catch(lost));
      for await (const text of linesOf(/** @type {ReadableStream} */ (response.body))) {
        line.beat();
        const event = parsed(text);
        if (event.event === "ping") this.clock.told(event.data.time);
        else yield event;
      }
    } finally {
      line.end();
    }
  }

  /**
   * The events of a match.
   * @param {string} match its id
   * @param {Query} query
   * @param {AbortSignal} [signal]
   */
  events(match, query, signal) {
    return this.lines(`/v1/matches/${match}/events`, query, signal);
  }

  /**
   * Make a move.
   * @param {string} match its id
   * @param {Record<string, unknown>} body
   * @param {Query} query
   * @returns {Promise<any>}
   */
  async play(match, body, query) {
    const { value, replayed } = await this.#answer("POST", `/v1/matches/${match}/moves`, { body, query });
    return { ...value, replayed };
  }

  /** What the caller's seat may do. @param {string} match its id */
  legalMoves(match) {
    return this.call("GET", `/v1/matches/${match}/legal-moves`);
  }

  /** @param {string} path @param {Query} [query] */
  #address(path, query = {}) {
    const address = new URL(this.url + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) address.searchParams.set(name, `${value}`);
    }
    return address;
  }

  /** @param {string} accept */
  #headers(accept) {
    const headers = new Headers({ Accept: accept });
    if (this.token) headers.set("Authorization", `Bearer ${this.token}`);
    return headers;
  }

  /**
   * @param {Request} request
   * @returns {Promise<Answer>}
   * @throws if none came, or not all of it
   */
  async #attempt(request) {
    const sent = Date.now();
    const response = await this.#fetch(request);
    this.clock.dated(response.headers.get("Date"), sent);
    return await this.#answerOf(response);
  }

  /** @param {Response} response @returns {Promise<Answer>} */
  async #answerOf(response) {
    const { status, headers } = response;
    const retryAfter = secondsAsked(headers.get("Retry-After"), this.clock.now());
    const text = await response.text();
    const value = decoded(headers.get("Content-Type") ?? "", text);
    return { status, retryAfter, replayed: headers.has("Idempotency-Replayed"), value, text };
  }
}

/**
 * Refuse what is easily given in the place of an address and of settings.
 * @param {unknown} url
 * @param {unknown} settings
 * @throws {CroupierError}
 */
export function checked(url, settings) {
  if (typeof url !== "string" || !/^https?:[/][/]./i.test(url)) {
    throw new CroupierError(`${JSON.stringify(url)} is not an address such as "http://localhost:8080".`);
  }
  if (typeof settings !== "object" || settings === null) {
    throw new CroupierError('The settings must be an object, such as { token: "..." }.');
  }
}

/**
 * An id, for a path: what is given as one must not lead to another path.
 * @param {string} text
 * @throws {Refused} as the service would, for what has not the form of ids
 */
export function checkedId(text) {
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw new Refused(404, { code: "not_found", detail: `${JSON.stringify(text)} is no id.` });
}

/**
 * What comes of the attempts: the first answer that another one does not change, or the last one.
 * @param {() => Promise<Answer | undefined>} attempt
 * @param {number} patience seconds
 */
export async function persist(attempt, patience) {
  const pause = new Pause();
  const until = Date.now() + patience * 1000;
  for (;;) {
    const answer = await attempt();
    if (answer && !AGAIN.has(answer.status)) return answer;
    const seconds = pause.after(answer?.retryAfter);
    if (Date.now() + seconds * 1000 > until) return answer;
    await sleep(seconds);
  }
}

/** @param {string} type @param {string} text */
function decoded(type, text) {
  if (/^application[/](problem[+])?json/.test(type)) return JSON.parse(text);
  if (!type.startsWith("application/x-ndjson")) return type.startsWith("text/plain") ? text : {};
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** @param {Answer} answer @throws {Refused} */
export function accepted(answer) {
  const problem = typeof answer.value === "string" ? {} : answer.value; // a proxy may refuse in words
  if (answer.status >= 400) throw new Refused(answer.status, problem, answer.retryAfter);
  return answer;
}

/** @returns {never} */
function lost() {
  throw new Cut();
}

/** @param {string} text @returns {Line} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return lost();
  }
}

/**
 * The lines of a text that is still coming.
 * @param {ReadableStream} body
 */
async function* linesOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(lost);
      if (done) return;
      const lines = (text + value).split("\n");
      text = /** @type {string} */ (lines.pop());
      yield* lines.filter(Boolean);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
