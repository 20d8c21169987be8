// Whether a line still lives.

import { onWake } from "./pause.js";

/** A stream has a ping every 12 seconds, so one that was silent for longer may be dead. */
const DOUBTFUL = 15;

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
