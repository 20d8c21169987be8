// A new version of the page is taken over once nobody would lose anything by it.

import { at } from "./router.js";

/** How long until the service is asked again which version is the newest, in milliseconds. */
const ASKED_EVERY = 5 * 60_000;
/** Who comes back to the page has it asked at once, unless it was asked so recently. */
const RECENT = 60_000;
/** Nobody is about to do something who has not done anything for so long. */
const QUIET = 60_000;
/** How often a version that waits is tried. */
const TRIED_EVERY = 5_000;

/** The only script that has an address of its own. */
const WORKER = at("/sw.js");

/**
 * @typedef {object} Settings
 * @property {() => boolean} idle whether nothing would be lost: no half of a move, nothing on its way, nothing typed
 * @property {string} own the version of this page; "" if no gateway has served it
 * @property {() => void} [reload]
 * @property {(path: string) => Promise<Response>} [ask]
 * @property {() => number} [now]
 */

/** Looks for a new version, and reloads the page when it may. */
export class Update {
  /** Whether there is another version than that of this page. */
  waits = false;
  /** @type {Required<Settings>} */
  #settings;
  #asked;
  #touched;

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = {
      reload: () => location.reload(),
      ask: (path) => fetch(path, { cache: "no-store" }),
      now: () => performance.now(),
      ...settings,
    };
    this.#asked = this.#touched = this.#settings.now();
  }

  /** Look from time to time. On a page that no gateway serves, there is nothing to look for. */
  begin() {
    if (!this.#settings.own) return;
    setInterval(() => this.look(), ASKED_EVERY);
    setInterval(() => this.take(), TRIED_EVERY);
    for (const event of ["pointerdown", "keydown", "wheel"]) {
      addEventListener(event, () => this.touched(), { capture: true, passive: true });
    }
    if (document.readyState === "complete") serveOffline();
    else addEventListener("load", serveOffline);
    document.addEventListener("visibilitychange", () => document.hidden ? this.take() : this.seen());
  }

  /** Somebody does something. */
  touched() {
    this.#touched = this.#settings.now();
  }

  /** Somebody comes back to the page. */
  seen() {
    this.touched();
    if (this.#settings.now() - this.#asked >= RECENT) this.look();
  }

  /** Ask which version is the newest. Without an answer, this one goes on. */
  async look() {
    this.#asked = this.#settings.now();
    try {
      const answer = await this.#settings.ask(at("/t/current"));
      if (answer.ok) this.waits = (await answer.json()).version !== this.#settings.own;
    } catch {
      // Whoever has no line now is asked again later.
    }
  }

  /** Reload the page for a version that waits, unless somebody is about to do something. */
  take() {
    const { idle, now, reload } = this.#settings;
    const quiet = document.hidden || now() - this.#touched >= QUIET;
    if (this.waits && quiet && idle()) reload();
  }
}

/** Have the page start without a line, as from a home screen. Where that cannot be had, it goes without. */
function serveOffline() {
  const { serviceWorker } = navigator;
  const { trustedTypes } = /** @type {any} */ (globalThis);
  const policy = trustedTypes?.createPolicy("croupier", { createScriptURL: () => WORKER });
  serviceWorker?.register(policy?.createScriptURL("") ?? WORKER).catch(() => {});
}

/** The version of a page. @param {Document} page */
export function versionOf(page) {
  return page.querySelector("meta[name=croupier-version]")?.getAttribute("content") ?? "";
}
