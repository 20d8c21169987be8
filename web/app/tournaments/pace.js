// Reading what changes often: one reading at a time, with a pause behind each.

import { sleep } from "../../../sdk/javascript/src/pause.js";

/** Behind a reading, in seconds; behind one that took longer, as long as it took. */
const PAUSE = 1;

/** Reads at once, or once more after what is under way and its pause, however often it was asked for meanwhile. */
export class Pace {
  #read;
  #pause;
  #busy = false;
  #again = false;

  /** @param {() => Promise<unknown>} read does not fail @param {number} [pause] in seconds */
  constructor(read, pause = PAUSE) {
    this.#read = read;
    this.#pause = pause;
  }

  /** Something has changed. */
  ask() {
    this.#again = true;
    if (!this.#busy) this.#run();
  }

  async #run() {
    this.#busy = true;
    while (this.#again) {
      this.#again = false;
      const began = performance.now();
      await this.#read();
      await sleep(Math.max(this.#pause, (performance.now() - began) / 1000));
    }
    this.#busy = false;
  }
}
