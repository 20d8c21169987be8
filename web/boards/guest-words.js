// The texts and the guide of a game whose board is a guest: its frame is asked, and what it answers is text. They are functions as
// those of any game. What is not known yet is undefined or ""; once it is, there are new ones, and the page is drawn again.

import { bare } from "./bidi.js";
import { cleaned } from "./messages.js";

/** @typedef {import("../text/game.js").GameText} GameText */
/** @typedef {import("./guide.js").Guide} Guide */
/** @typedef {typeof import("./messages.js").ASKED[number]} What */

/** The longest sentence, and the longest word or name, in characters. */
const SENTENCE = 500;
const WORD = 100;
/** So many of anything in a list. */
const MOST = 60;
const SEATS = 16;
const SOUNDS = ["card", "dice", "stone", "coin", "shuffle"];
/** The name under which the page has what the frame has already put into words. */
const SAID = "said";
const said = (/** @type {{ said: string }} */ named) => named.said;

/** @param {any} value @returns {any[]} */
const list = (value, most = MOST) => Array.isArray(value) ? value.slice(0, most) : [];
/** @param {any} value @returns {Record<string, any>} */
const record = (value) => typeof value === "object" && value !== null ? value : {};
/** @param {any} value */
const sentence = (value) => cleaned(value, SENTENCE);
/** @param {any} value */
const numbers = (value) => list(value, SEATS).map((each) => Number.isFinite(each) ? each : 0);
/** @param {any} value */
const seats = (value) => numbers(value).filter((each) => Number.isInteger(each) && each >= 0 && each < SEATS);
/** @param {any} value */
const pairs = (value) =>
  list(value).map((each) => /** @type {[string, string]} */ ([cleaned(each?.[0], WORD), sentence(each?.[1])]));
/** @param {any} value */
const named = (value) => sentence(value) ? { name: SAID, said: sentence(value) } : null;

/** What the answers are, whatever the frame has sent. @type {Record<What, (told: any) => any>} */
const READ = {
  told: sentence,
  early: sentence,
  hints: (told) => pairs(told).filter(([name, words]) => name && words),
  warning: named,
  reason: named,
  sounds: (told) => list(told).filter((each) => SOUNDS.includes(each)),
  points: (told) => Array.isArray(told) ? numbers(told) : undefined,
  keys: (told) => ({ keys: pairs(record(told).keys), signs: pairs(record(told).signs) }),
  summary: (told) => {
    const { parts, best, why, out, row } = record(told);
    return {
      parts: list(parts).map((each) => ({ name: SAID, said: sentence(each?.said), points: numbers(each?.points) })),
      best: named(best?.said) && { ...named(best.said), seat: seats([best.seat])[0] ?? 0 },
      why: named(why),
      out: seats(out),
      row: row && { seat: seats([row.seat])[0] ?? 0, pieces: list(row.pieces).map((each) => cleaned(each, WORD)) },
    };
  },
};

/** What is known of a game by the answers of its frame. */
export class GuestWords {
  /** The answers by their questions; undefined for what was asked, and not answered yet or at all. @type {Map<string, any>} */
  #known = new Map();
  /** The words of hints, by their names. @type {Record<string, string>} */
  #hints = Object.create(null);
  #open = 0;
  /** @type {(() => void)[]} */
  #settled = [];
  #ask;
  #changed;

  /**
   * @param {(what: What, of: readonly any[]) => Promise<any> | undefined} ask undefined if there is nobody to ask now
   * @param {() => void} changed there are other words, and another guide
   */
  constructor(ask, changed) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** Forget all: the frame is another one, in another language. */
  forget() {
    this.#known.clear();
    this.#hints = Object.create(null);
  }

  /** Ask anew for what was not answered. */
  retry() {
    for (const [key, told] of this.#known) if (told === undefined) this.#known.delete(key);
  }

  /** Once all that was asked is answered; undefined if nothing is open. */
  get settled() {
    if (!this.#open) return undefined;
    return new Promise((resolve) => this.#settled.push(() => resolve(undefined)));
  }

  /** @param {What} what @param {readonly any[]} of */
  #told(what, of) {
    const key = JSON.stringify([what, of]);
    const answer = this.#known.has(key) ? undefined : this.#ask(what, of);
    if (answer) {
      this.#known.set(key, undefined);
      this.#wait(key, what, answer);
    }
    return this.#known.get(key);
  }

  /** @param {string} key @param {What} what @param {Promise<any>} answer */
  async #wait(key, what, answer) {
    this.#open++;
    const told = await answer;
    if (this.#known.has(key) && told !== undefined) this.#known.set(key, READ[what](told));
    if (what === "hints") { for (const [name, words] of READ.hints(told)) this.#hints[name] = words; }
    if (--this.#open) return;
    this.#changed();
    for (const then of this.#settled.splice(0)) then();
  }

  /** The texts of the game. @returns {GameText} */
  get texts() {
    const { keys = [], signs = [] } = this.#told("keys", []) ?? {};
    return {
      name: "",
      told: (events, who) => isolatedIn(this.#told("told", [events, who]) ?? "", who.players),
      early: (scores) => this.#told("early", [scores]) ?? "",
      hints: this.#hints,
      warnings: { [SAID]: said },
      parts: { [SAID]: said },
      best: { [SAID]: said },
      why: { [SAID]: said },
      keys,
      signs,
    };
  }

  /** The guide of the game. @returns {Guide} */
  get guide() {
    return {
      hints: (position) => this.#told("hints", [position])?.map((/** @type {[string]} */ [name]) => name),
      warning: (position, entry) => this.#told("warning", [position, entry]),
      sounds: (events) => this.#told("sounds", [events]) ?? [],
      summary: (view, options) => this.#told("summary", [view, options]),
      reason: (question, view, options) => this.#told("reason", [question, view, options]),
      points: (view) => this.#told("points", [view]),
    };
  }
}

/** A sentence in which the names of players keep their direction, as the page gave them. @param {string} words @param {readonly string[]} players */
const isolatedIn = (words, players) =>
  players.reduce((all, name) => bare(name) === name ? all : all.replaceAll(bare(name), name), words);
