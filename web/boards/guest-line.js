// The line between the page and the frame of a board that is a guest: a frame without an origin, a port into it, and a watch.
// Nothing that comes out of it is believed; what is no message of `messages.js` ends it.

import { isMessage, isRecord, VERSION } from "./messages.js";

/** Why a board is shown no more. @typedef {"late" | "silent" | "noisy" | "elsewhere" | "strange" | "faulty"} Why */
/** A frame that `boot.js` has begun, with how often it has loaded, and whether it is ready. @typedef {{ frame: HTMLIFrameElement, loads: number, ready: boolean }} Early */

/** Until a board must have begun, and until it must have answered; in milliseconds. */
const BEGINS = 15_000;
const ANSWERS = 4_000;
/** Between two questions whether it is alive, and between two looks at the clock. */
const ALIVE = 2_000;
const LOOK = 500;
/** So many messages in so many milliseconds are more than any board sends, or so many milliseconds in which they are read. */
const MOST = 200;
const WINDOW = 1_000;
/** What is asked is answered within this time, or not at all. */
const TOLD = 1_000;

/** The frame of one board, in one language. */
export class GuestLine {
  /** @type {() => void} */
  #start = () => {};
  /** Once the board has begun. @type {Promise<void>} */
  begun = new Promise((resolve) => this.#start = resolve);
  /** @type {MessagePort | undefined} */
  #port;
  /** What was sent before there was a port. @type {any[]} */
  #waiting = [];
  /** What is to be answered: the number of each view and each question whether it is alive, with when it was sent. @type {Map<string, number>} */
  #sent = new Map();
  /** @type {Map<number, (told: any) => void>} */
  #asked = new Map();
  #begun = false;
  #started = performance.now();
  /** When a document came, if one did: that of a board says at once that it is ready. */
  #came = Infinity;
  #heard = { since: 0, count: 0 };
  #looked = 0;
  #late = false;
  #n = 0;
  #over = new AbortController();
  #hear;
  #end;

  /**
   * @param {HTMLElement} place where the frame stays
   * @param {{ address: string, title: string, language: string }} what
   * @param {{ hear: (message: any) => void, end: (why: Why) => void }} told of each message, and once of the end
   */
  constructor(place, { address, title, language }, { hear, end }) {
    this.#hear = hear;
    this.#end = end;
    const early = taken(place, address);
    this.frame = early?.frame ?? frameOf(address);
    this.frame.title = title;
    const { signal } = this.#over;
    let loads = early?.loads ?? 0;
    if (loads) this.#came = performance.now();
    const loaded = () => {
      this.#came = performance.now();
      if (++loads > 1) this.end("elsewhere");
    };
    this.frame.addEventListener("load", loaded, { signal });
    addEventListener("message", (event) => this.#ready(event), { signal });
    if (!early) place.append(this.frame);
    this.language = language;
    if (early?.ready) this.#connect();
    if (loads > 1) setTimeout(() => this.end("elsewhere")); // before it was taken
    const looks = setInterval(() => this.#look(), LOOK);
    signal.addEventListener("abort", () => clearInterval(looks));
    document.addEventListener("visibilitychange", () => this.#again(), { signal });
  }

  /** Show a board something else. Return its number. @param {any} props those that have changed */
  show(props) {
    this.#sent.set(`shown ${++this.#n}`, performance.now());
    this.send({ kind: "show", n: this.#n, props });
    return this.#n;
  }

  /** @param {any} message */
  send(message) {
    if (this.#port) this.#port.postMessage(message);
    else this.#waiting.push(message);
  }

  /**
   * Ask the board something; undefined if it does not answer.
   * @param {typeof import("./messages.js").ASKED[number]} what
   * @param {readonly any[]} of
   */
  ask(what, of) {
    const id = ++this.#n;
    return new Promise((resolve) => {
      const begin = () => setTimeout(() => this.#asked.delete(id) && resolve(undefined), TOLD);
      this.#asked.set(id, resolve);
      this.send({ kind: "ask", id, what, of });
      this.begun.then(begin);
    });
  }

  /** Have no frame any more. */
  stop() {
    this.#over.abort();
    this.#port?.close();
    this.frame.remove();
    for (const told of this.#asked.values()) told(undefined);
    this.#asked.clear();
  }

  /** @param {Why} why */
  end(why) {
    if (this.#over.signal.aborted) return;
    this.stop();
    this.#end(why);
  }

  /** @param {MessageEvent} event of a frame, which has no other way before it has its port */
  #ready({ source, data }) {
    if (source !== this.frame.contentWindow) return;
    if (!this.#counts()) return;
    if (this.#port || !isRecord(data) || data.kind !== "ready" || data.version !== VERSION) return this.end("strange");
    this.#connect();
  }

  #connect() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = (event) => {
      const since = performance.now();
      const { data } = event; // which is made only now, however large it is
      if (this.#counts(performance.now() - since)) this.#take(data);
    };
    port1.onmessageerror = () => this.end("strange");
    this.frame.contentWindow?.postMessage({ version: VERSION }, "*", [port2]); // an opaque origin has no name
    for (const message of this.#waiting.splice(0)) this.send(message);
  }

  /** Whether there are not too many messages, and none takes too long. @param {number} cost */
  #counts(cost = 1) {
    const now = performance.now();
    if (now - this.#heard.since > WINDOW) this.#heard = { since: now, count: 0 };
    this.#heard.count += cost;
    if (this.#heard.count <= MOST) return true;
    this.end("noisy");
    return false;
  }

  /** @param {any} message */
  #take(message) {
    if (this.#over.signal.aborted) return;
    if (!isMessage(message)) return this.#counts() && this.end("strange");
    const { kind, id, n } = message;
    if (kind === "answer" && this.#asked.has(id)) { // what was asked for is not counted
      this.#asked.get(id)?.(message.told);
      this.#asked.delete(id);
      return;
    }
    if (kind === "shown" || kind === "alive") {
      if (this.#sent.delete(`${kind} ${n}`) && kind === "alive") return;
    }
    if (!this.#counts()) return;
    if (kind === "fault") {
      console.error("The board of a game is wrong:", message.text);
      return this.end("faulty");
    }
    if (kind === "begun") {
      this.#begun = true;
      this.#again();
      this.#start();
    }
    if (kind !== "answer") this.#hear(message); // an answer that has come too late
  }

  /** What was to come while nobody saw the page may come from now on: a tab that is not seen may get no time at all. */
  #again() {
    const now = performance.now();
    for (const each of this.#sent.keys()) this.#sent.set(each, now);
    this.#started = now;
    if (this.#came < now) this.#came = now;
    this.#late = false;
  }

  /** Whether the board has begun, and answers. */
  #look() {
    const now = performance.now();
    if (document.hidden) return;
    const late = this.#begun ? this.#unanswered(now) : this.#unbegun(now);
    if (late && this.#late) return this.end(this.#begun ? "silent" : "late"); // twice, as this page may have been what stood still
    this.#late = late;
    if (!this.#begun || now - this.#looked < ALIVE) return;
    this.#looked = now;
    this.#sent.set(`alive ${++this.#n}`, now);
    this.send({ kind: "alive", n: this.#n });
  }

  /** @param {number} now */
  #unbegun(now) {
    const none = !this.#port && now - this.#came > ANSWERS; // it was refused, or there is no such board
    return none || now - this.#started > BEGINS;
  }

  /** @param {number} now */
  #unanswered(now) {
    const [oldest = now] = this.#sent.values();
    return now - oldest > ANSWERS;
  }
}

/** @param {string} address */
function frameOf(address) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("allow", "");
  frame.referrerPolicy = "no-referrer";
  frame.src = address;
  return frame;
}

/** The frame that `boot.js` has begun, if it is this one; it is never used twice. @param {any} place @param {string} address @returns {Early | undefined} */
function taken(place, address) {
  const { guest } = /** @type {{ guest?: Early }} */ (globalThis);
  if (!guest) return undefined;
  delete /** @type {any} */ (globalThis).guest;
  if (guest.frame.src !== address || !guest.frame.isConnected || !place.isConnected) {
    guest.frame.remove();
    return undefined;
  }
  place.moveBefore(guest.frame, null); // which does not load it again
  guest.frame.hidden = false;
  return guest;
}
