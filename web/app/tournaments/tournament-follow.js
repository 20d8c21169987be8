// One tournament as this browser follows it: read once, and again whenever the service says that something has happened.

import { Refused } from "../../../sdk/javascript/src/errors.js";
import { Pause, sleep } from "../../../sdk/javascript/src/pause.js";
import { passes, whileSeen } from "../match/follow.js";
import { refill, tournaments } from "./service.js";

/** @typedef {Pick<import("../shell/shell.js").Shell, "me" | "failed">} Shell what it needs of that of the page */
/** @typedef {import("./service.js").Tournament} Tournament */

/** What happens within so many milliseconds is read together: with many tables, results come one upon the other. */
const AT_ONCE = 300;

/** "change" is sent with each version that was read. */
export class TournamentFollow extends EventTarget {
  /** @type {"loading" | "missing" | "shown"} */
  status = "loading";
  /** As it was read last. @type {Tournament | undefined} */
  now;
  #abort = new AbortController();
  #shell;
  #id;
  /** The reading that is under way, or comes. @type {Promise<void> | undefined} */
  #reading;

  /** @param {Shell} shell @param {string} id */
  constructor(shell, id) {
    super();
    this.#shell = shell;
    this.#id = id;
    this.#run();
  }

  /** Follow it no more. */
  stop() {
    this.#abort.abort();
  }

  /** Whether it is over, in one way or another. */
  get over() {
    return this.now?.status === "finished" || this.now?.status === "aborted";
  }

  /** Read it again, since something was done here. */
  async look() {
    this.#show(await tournaments(this.#shell.me).get(this.#id));
  }

  async #run() {
    const { signal } = this.#abort;
    const pause = new Pause();
    while (!signal.aborted) {
      try {
        await this.look();
        pause.reset();
        if (this.over) return;
        await this.#follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!passes(error)) return this.#failed(error);
      }
      await sleep(pause.after(), signal);
    }
  }

  /** Until the line ends, or nobody has seen the page for a while. @param {AbortSignal} signal */
  async #follow(signal) {
    await seen(signal);
    const line = whileSeen(signal);
    try {
      const after = this.now?.version;
      for await (const _ of tournaments(this.#shell.me).follow(this.#id, { after, signal: line.signal })) {
        if (signal.aborted) return;
        this.#soon(signal);
      }
    } catch (error) {
      if (signal.aborted || !line.signal.aborted) throw error;
    } finally {
      line.abort();
    }
  }

  /** Read it, with what else happens at about the same time. @param {AbortSignal} signal */
  #soon(signal) {
    this.#reading ??= sleep(AT_ONCE / 1000, signal).then(() => {
      this.#reading = undefined;
      return this.look();
    }).catch(() => {}); // the next event reads it, or the next line
  }

  /** @param {Tournament} now */
  #show(now) {
    if (this.#abort.signal.aborted || now.version < (this.now?.version ?? 0)) return;
    this.now = now;
    this.status = "shown";
    this.dispatchEvent(new Event("change"));
    refill(this.#shell.me, now).catch(() => {}); // the next version tries again
  }

  /** @param {unknown} error */
  #failed(error) {
    if (error instanceof Refused && error.status === 404) this.status = "missing";
    else this.#shell.failed(error);
    this.dispatchEvent(new Event("change"));
  }
}

/** Until somebody sees the page. @param {AbortSignal} signal */
function seen(signal) {
  return new Promise((resolve) => {
    const look = () => document.visibilityState === "visible" && resolve(undefined);
    document.addEventListener("visibilitychange", look, { signal });
    signal.addEventListener("abort", resolve, { once: true });
    look();
  });
}
