// One WebSocket for the moves and the streams of many matches.

import { CroupierError, Refused, unreachable } from "./errors.js";
import { random } from "./notes.js";
import { Heartbeat } from "./pause.js";
import { accepted, Cut, persist, Session } from "./session.js";

/** @typedef {import("./session.js").Query} Query */
/** @typedef {import("./session.js").Line} Line */

const PROTOCOL = "croupier.v1.json";
const LOST = { event: "cut", data: {} };

/** A session whose matches are played and followed over a socket; all else goes over HTTP. */
export class SocketSession extends Session {
  /** @type {Promise<Connection> | undefined} */
  #opening;

  /** @param {Session} session of the same player */
  constructor(session) {
    super(session.url, { ...session.settings, token: session.token, notes: session.notes });
    this.clock = session.clock;
    if (!this.WebSocket) {
      throw new CroupierError("There is no WebSocket here: take Node 22, or give one in the settings.");
    }
  }

  /**
   * @override
   * @param {string} match
   * @param {Query} query
   * @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<Line, void>}
   */
  async *events(match, query, signal) {
    const connection = await this.#connection();
    const lines = new Queue();
    const stop = () => lines.put(LOST);
    signal?.addEventListener("abort", stop);
    connection.queues.set(match, lines);
    try {
      const begin = await connection.ask("subscribe", { matchId: match, ...query });
      if (query.after === undefined) yield { event: "snapshot", data: begin.match ?? begin };
      for (;;) {
        const line = await lines.take();
        if (line === LOST) return;
        yield line;
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      if (connection.queues.get(match) === lines) connection.forget(match);
    }
  }

  /** @override @param {string} match @param {Record<string, unknown>} body @param {Query} query */
  play(match, body, { view }) {
    return this.#request("move", { matchId: match, ...body, view, idempotencyKey: random(16) });
  }

  /** @override @param {string} match */
  legalMoves(match) {
    return this.#request("legalMoves", { matchId: match });
  }

  /** Close the connection. */
  close() {
    this.#opening?.then((connection) => connection.end()).catch(() => {});
  }

  /** @param {string} op @param {Record<string, unknown>} members */
  async #request(op, members) {
    const answer = await persist(async () => {
      try {
        return { status: 200, value: await (await this.#connection()).ask(op, members) };
      } catch (error) {
        if (error instanceof Refused) {
          return { status: error.status, retryAfter: error.problem.retryAfter, value: error.problem };
        }
        if (error instanceof Cut) return undefined;
        throw error;
      }
    }, this.patience);
    if (!answer) throw unreachable(this, op, undefined);
    return accepted(answer).value;
  }

  /** The connection that is open, or a new one. */
  #connection() {
    const forget = () => {
      if (this.#opening === opening) this.#opening = undefined;
    };
    const opening = this.#opening ?? Connection.open(this, forget);
    this.#opening = opening;
    opening.catch(forget);
    return opening;
  }
}

/** A socket after its hello. */
class Connection {
  /** @type {Map<string, Queue>} the lines of each match */
  queues = new Map();
  /** @type {Map<number, (answer: any) => void>} */
  #asked = new Map();
  #count = 0;
  #over = false;
  #socket;
  #session;
  #heartbeat;
  #pings;

  /**
   * @param {SocketSession} session
   * @param {() => void} ended
   * @returns {Promise<Connection>}
   * @throws {Refused | Cut}
   */
  static async open(session, ended) {
    const socket = new session.WebSocket(`${session.url.replace(/^http/, "ws")}/v1/socket`, PROTOCOL);
    const connection = new Connection(socket, session, ended);
    await new Promise((resolve) => {
      for (const event of ["open", "close", "error"]) socket.addEventListener(event, resolve);
    });
    await connection.ask("hello", session.token ? { token: session.token } : {});
    return connection;
  }

  /** @param {WebSocket} socket @param {SocketSession} session @param {() => void} ended */
  constructor(socket, session, ended) {
    this.#socket = socket;
    this.#session = session;
    this.#heartbeat = new Heartbeat(session.silence);
    this.#pings = setInterval(() => this.ask("ping", {}).catch(() => {}), session.silence * 333);
    this.#heartbeat.signal.addEventListener("abort", () => this.end());
    socket.addEventListener("message", ({ data }) => this.#hear(JSON.parse(data)));
    for (const event of ["close", "error"]) socket.addEventListener(event, () => this.end());
    this.ended = ended;
  }

  /**
   * @param {string} op
   * @param {Record<string, unknown>} members
   * @returns {Promise<any>}
   * @throws {Refused | Cut}
   */
  async ask(op, members) {
    if (this.#socket.readyState !== 1) throw new Cut();
    const id = ++this.#count;
    this.#socket.send(JSON.stringify({ id, op, ...members }));
    const answer = await new Promise((resolve) => this.#asked.set(id, resolve));
    if (!answer) throw new Cut();
    if (answer.error) throw new Refused(answer.error.status, answer.error);
    this.#session.clock.told(answer.ok.time);
    return answer.ok;
  }

  /** Stop following a match. @param {string} match */
  forget(match) {
    this.queues.delete(match);
    this.ask("unsubscribe", { matchId: match }).catch(() => {});
  }

  /** Close it: what was asked has no answer, and all lines are cut. */
  end() {
    if (this.#over) return; // close tells of itself
    this.#over = true;
    this.ended();
    clearInterval(this.#pings);
    this.#heartbeat.end();
    this.#socket.close();
    for (const answer of this.#asked.values()) answer(undefined);
    for (const lines of this.queues.values()) lines.put(LOST);
    this.#asked.clear();
    this.queues.clear();
  }

  /** @param {any} message */
  #hear(message) {
    this.#heartbeat.beat();
    if (message.event) return this.queues.get(message.matchId)?.put(message);
    this.#asked.get(message.id)?.(message);
    this.#asked.delete(message.id);
  }
}

/** Lines that wait for their reader. */
class Queue {
  /** @type {Line[]} */
  #lines = [];
  #arrived = () => {};

  /** @param {Line} line */
  put(line) {
    this.#lines.push(line);
    this.#arrived();
  }

  /** The next one, as soon as there is one. */
  async take() {
    while (!this.#lines.length) await new Promise((resolve) => (this.#arrived = () => resolve(undefined)));
    return /** @type {Line} */ (this.#lines.shift());
  }
}
