// Waiting: between attempts, until somebody looks at the page again, until the program is to end; and whether a line
// still lives.

const FIRST = 0.1;
const LONGEST = 5;
/** However long a service asks to wait, it is tried again after so many seconds: it may be back before. */
const MOST_ASKED = 300;
/** A stream has a ping every 12 seconds, so one that was silent for longer may be dead. */
const DOUBTFUL = 15;

/** How long to wait before the next attempt: longer each time, and by chance, so that clients that
 * have lost their service at once do not come back at once. */
export class Pause {
  #next = FIRST;

  /**
   * @param {number | null} [asked] the seconds that the service has asked for, if it has asked for any
   * @returns {number} seconds
   */
  after(asked) {
    const pause = this.#next;
    this.#next = Math.min(2 * pause, LONGEST);
    return asked && asked > 0 ? Math.min(asked, MOST_ASKED) : pause * (0.5 + Math.random() / 2);
  }

  /** Begin anew, after a success. */
  reset() {
    this.#next = FIRST;
  }
}

/**
 * @param {number} seconds
 * @param {AbortSignal} [signal] ends the wait
 * @returns {Promise<void>}
 */
export function sleep(seconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : seconds * 1000);
    signal?.addEventListener("abort", end);
  });
}

/**
 * Call `woken` when a page is shown again, or its device is online again: timers may have stood
 * still, and a connection may have died unnoticed. Nothing happens where there is no page.
 * @param {() => void} woken
 * @returns {() => void} ends it
 */
export function onWake(woken) {
  const shown = () => globalThis.document?.visibilityState === "visible" && woken();
  globalThis.document?.addEventListener("visibilitychange", shown);
  globalThis.addEventListener?.("online", woken);
  return () => {
    globalThis.document?.removeEventListener("visibilitychange", shown);
    globalThis.removeEventListener?.("online", woken);
  };
}

/**
 * Call `stop` at the signal; without one, when the program is told to end. A second Ctrl-C ends it at once.
 * @param {AbortSignal | undefined} signal
 * @param {() => void} stop
 * @returns {() => void} forgets it
 */
export function onStop(signal, stop) {
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  const { process } = /** @type {any} */ (globalThis); // of Node and of Deno
  const names = signal || !process?.once ? [] : ["SIGINT", "SIGTERM"];
  for (const name of names) process.once(name, stop);
  return () => {
    signal?.removeEventListener("abort", stop);
    for (const name of names) process.off(name, stop);
  };
}

/** Notices that a line is silent, and then aborts `signal`. */
export class Heartbeat {
  #abort = new AbortController();
  #heard = Date.now();
  #sleeping = onWake(() => this.#check(Math.min(DOUBTFUL, this.#silence)));
  #timer;
  #silence;
  #outer;

  /**
   * @param {number} silence seconds
   * @param {AbortSignal} [outer] aborts `signal` as well
   */
  constructor(silence, outer) {
    this.#silence = silence;
    this.#timer = setInterval(() => this.#check(silence), silence * 100);
    this.#outer = outer;
    outer?.addEventListener("abort", this.#stop);
    if (outer?.aborted) this.#stop();
  }

  get signal() {
    return this.#abort.signal;
  }

  /** Something was heard. */
  beat() {
    this.#heard = Date.now();
  }

  /** Stop listening, and abort what still goes on. */
  end() {
    clearInterval(this.#timer);
    this.#sleeping();
    this.#outer?.removeEventListener("abort", this.#stop);
    this.#stop();
  }

  #stop = () => this.#abort.abort();

  /** @param {number} limit */
  #check(limit) {
    if (Date.now() - this.#heard >= limit * 1000) this.#stop();
  }
}
