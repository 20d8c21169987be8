// <framed-board>: a board that is a guest, in a frame without an origin. It has the properties of a board and sends its events;
// above the frame, the page says whose board that is, and shows a move before it is made.

import { html, LitElement, nothing } from "../vendor/lit.js";
import { guestText } from "../text/guest.js";
import { styles } from "./framed-look.js";
import { fileOf, nameOf, webOf } from "./games.js";
import { GuestLine } from "./guest-line.js";
import { GuestWords } from "./guest-words.js";
import { isTrusted, trust } from "./guest-trust.js";
import { isPlain } from "./messages.js";
import { focused, isWritten, lookOf, watchPage } from "./page-watch.js";

/** @typedef {import("../text/index.js").Text} Text */
/** @typedef {import("../text/index.js").BoardText} BoardText */
/** @typedef {{ move?: unknown, notation: string }} Entry */

/** What the frame gets as it is. */
const SHOWN = [
  ...["view", "seat", "below", "players", "events", "last", "toMove", "options", "marked", "still", "hands"],
  ...["decision", "choose"],
];
/** Buttons take no press in the first of these, in milliseconds: nobody has read so fast what is asked. */
const UNREAD = 300;
/** A browser keeps a gesture for so long. Within it, one in this page passes for one in the frame. */
const GESTURE = 5_000;
/** The end of a match is waited for so long. */
const ENDS = 5_000;
/** A move that was sent comes back within this time as `busy`, or is none. */
const SENT = 1_000;

/** The games whose boards are shown no more in this visit, with the reason. @type {Map<string, import("./guest-line.js").Why | "chosen">} */
const ended = new Map();

/** @param {string} game @param {string} language */
const addressOf = (game, language) => new URL(`${webOf(game)?.frame}${language}`, fileOf(game, "")).href;

/**
 * The board of a game as a guest, and the texts that it needs; or else why it is shown no more.
 * @param {Text} text
 * @param {string} game
 */
export function guestOf(text, game) {
  const why = ended.get(game);
  if (why) return why;
  const board = /** @type {FramedBoard} */ (document.createElement("framed-board"));
  board.game = game;
  return board.speak(text);
}

export class FramedBoard extends LitElement {
  static properties = {
    ...Object.fromEntries(SHOWN.map((name) => [name, { attribute: false }])),
    moves: { attribute: false },
    busy: { attribute: false },
    asked: { attribute: false },
    text: { attribute: false },
    bars: { attribute: false },
    pending: { state: true },
    played: { state: true },
    begun: { state: true },
    paused: { state: true },
  };

  static styles = styles;

  /** That it is a guest, for whoever fills boards. */
  guest = true;
  game = "";
  /** What is called when there are other words and another guide, and when the board is shown no more. */
  #told = () => {};
  #gone = () => {};
  /** What the browser keeps; without it, each move is asked about. @type {import("./guest-trust.js").Kept | undefined} */
  kept = undefined;
  /** Whether a move has been begun on the board. */
  half = false;
  /** For as long as the board shows how the match ends. @type {Promise<unknown> | undefined} */
  ended = undefined;
  /** @type {GuestLine | undefined} */
  #line;
  #words = new GuestWords((what, of) => this.#ask(what, of), () => this.#told());
  /** The moves that the frame has, with the number of the first view that had them, and of which decision they are. @type {{ n: number, all: readonly Entry[], decision: unknown }} */
  #given = { n: 0, all: [], decision: undefined };
  /** Whether one of them was made without asking. */
  #spent = false;
  /** What the frame has, by name. @type {Record<string, any>} */
  #has = {};
  /** Who waits until a view is shown. @type {{ n: number, then: () => void }[]} */
  #drawing = [];
  /** When what is asked was shown, and when something was pressed in this page. */
  #since = 0;
  #pressed = -GESTURE;
  /** When the frame has handed a key to the page. */
  #handed = -GESTURE;
  /** A move was sent, and nobody has said yet that it is on its way. @type {ReturnType<typeof setTimeout> | undefined} */
  #sent = undefined;
  #open = "";
  /** @type {(() => void) | undefined} */
  #over = undefined;
  #out = new AbortController();

  constructor() {
    super();
    /** What is spoken from now on. @type {Text} */
    this.spoken;
    /** @type {Text & { eyes?: string }} */
    this.text;
    /** @type {number | null} */
    this.seat = null;
    /** @type {readonly Entry[]} */
    this.moves = [];
    /** @type {unknown} */
    this.decision = undefined;
    this.busy = this.asked = this.still = false;
    /** What the bars of the seats say. @type {readonly any[]} */
    this.bars = [];
    /** The move that the player is asked about. @type {Entry | undefined} */
    this.pending = undefined;
    /** The last move that was made here, as it is written. */
    this.played = "";
    /** Whether the board in the frame has begun. */
    this.begun = false;
    /** Whether there is no frame, since something is written in this page. */
    this.paused = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#out = new AbortController();
    const { signal } = this.#out;
    const press = () => this.#pressed = performance.now();
    watchPage({ press, fields: (event) => this.#fields(event), look: () => this.#look() }, signal);
    addEventListener("keydown", (event) => this.#key(event), { signal });
    this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#out.abort();
    this.#stop();
  }

  /** The texts of the page and of the game. @returns {BoardText} */
  get words() {
    return { ...this.spoken, game: this.#words.texts };
  }

  get guide() {
    return webOf(this.game)?.guide ? this.#words.guide : {};
  }

  /** Once what was asked of the words and the guide is answered; undefined if nothing is open. */
  get settled() {
    return this.#words.settled;
  }

  /** Whether the player is asked here before each move. */
  get confirms() {
    return !this.#trusted;
  }

  get open() {
    return this.#open;
  }

  set open(_) {
    this.#open = "";
    this.#line?.send({ kind: "close" });
  }

  /**
   * Be the board of a host: it gets the texts and the guide, bit by bit, and another board once this one is shown no more.
   * @param {{ board: any, words: any, guide: any, clear: () => void }} host
   * @param {{ requestUpdate: () => void, shell?: { kept: FramedBoard["kept"] } }} page
   * @param {() => void} again loads the board that is next
   */
  join(host, page, again) {
    this.kept = page.shell?.kept;
    this.#told = () => {
      if (host.board !== this) return;
      Object.assign(host, { words: this.words, guide: this.guide });
      page.requestUpdate();
    };
    this.#gone = () => {
      if (host.board !== this) return;
      host.clear();
      again();
    };
    this.#told();
  }

  /** Have words in a language: once they are given to the board, its frame is made anew. @param {Text} text */
  speak(text) {
    this.spoken = text;
    this.text ??= text;
    return { board: this, words: this.words };
  }

  async getUpdateComplete() {
    const done = await super.getUpdateComplete();
    const n = this.#has.n ?? 0;
    if (this.#drawing.length) await new Promise((resolve) => this.#drawing.push({ n, then: () => resolve(undefined) }));
    return done;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.busy) this.#hasSent(false);
    if (changed.has("view")) this.#hasSent(false);
    if (changed.has("moves") || changed.has("decision")) this.#give();
    if (!this.#line || this.#line.language === this.text.language) return;
    this.#stop();
    this.#words.forget();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("pending") && this.pending) this.#since = performance.now();
    if (!this.text || !this.isConnected || this.paused) return;
    if (!this.#line) this.#begin();
    this.#show();
  }

  render() {
    if (!this.text) return nothing;
    const words = guestText(this.text.language);
    const name = nameOf(this.game);
    return html`
      <div class="note"><span>${words.note(name)}${this.paused
        ? html`
          <b>${words.paused}</b>
        `
        : nothing}</span>
        <button class="plain" @click=${() => this.#end("chosen")}>${words.plain}</button></div>
      ${this.still || this.seat === null ? html`<div></div>` : this.#strip(words)}
      ${this.begun || this.paused ? nothing : html`
        <p class="loading">${this.text.loading}</p>
      `}
      <div class="place"></div>
    `;
  }

  /** What is asked about a move, or what was played: always of the same size. @param {import("../text/guest.js").GuestText} words */
  #strip({ moves, idle, trusted, play, played, make, back, trust }) {
    const { pending } = this;
    const written = pending?.notation ?? this.played;
    return html`
      <section class="strip" aria-label=${moves}>
        <p role="status" class=${pending ? "now" : ""}>${written
          ? html`${pending ? play : played} <code>${written}</code>`
          : this.#trusted
          ? trusted
          : idle}</p>
        <button class="make" ?hidden=${!pending} @click=${() => this.#answer(true)}>${make}</button>
        <button class="back" ?hidden=${!pending} @click=${() => this.#answer(false)}>${back}</button>
        ${this.kept
          ? html`<label><input type="checkbox" .checked=${this.#trusted} @change=${(
            /** @type {any} */ { target },
          ) => this.#trust(target.checked)}> ${trust}</label>`
          : nothing}
      </section>
    `;
  }

  get #trusted() {
    return isTrusted(this.game, this.kept);
  }

  /** @param {boolean} on */
  #trust(on) {
    if (this.kept) trust(this.game, this.kept, on);
    this.requestUpdate();
  }

  /** Take these moves for those that the board decides about, unless they are of the same decision as before. */
  #give() {
    const { moves: all, decision } = this;
    const former = this.#given;
    const same = decision !== undefined && decision !== null && decision === former.decision &&
      all.length === former.all.length && all.every(({ notation }, at) => notation === former.all[at].notation);
    if (same) return;
    this.#given = { n: Infinity, all, decision }; // until the frame has them
    this.#spent = false;
    this.pending = undefined;
  }

  #begin() {
    const { game, text: { language } } = this;
    const place = /** @type {HTMLElement} */ (this.renderRoot.querySelector(".place"));
    const title = guestText(language).title(nameOf(game));
    this.#has = {};
    this.#given = { ...this.#given, n: Infinity };
    this.half = false;
    this.#line = new GuestLine(place, { address: addressOf(game, language), title, language }, {
      hear: (message) => this.#hear(message),
      end: (why) => this.#end(why),
    });
    this.#look();
  }

  #stop() {
    this.#line?.stop();
    this.#line = undefined;
    this.#words.retry();
    this.begun = this.half = false;
    this.#open = "";
    this.#over?.();
    for (const { then } of this.#drawing.splice(0)) then();
  }

  /** @param {import("./guest-line.js").Why | "chosen"} why */
  #end(why) {
    this.#stop();
    ended.set(this.game, why);
    this.#gone();
  }

  /** Give the frame what it has not. */
  #show() {
    const asks = this.pending !== undefined;
    /** @type {Record<string, any>} */
    const now = { moves: this.#given.all, eyes: this.text.eyes };
    for (const name of SHOWN) now[name] = /** @type {any} */ (this)[name];
    now.busy = this.busy || asks || this.#sent !== undefined;
    now.asked = this.asked || asks;
    if ("table" in this) now.table = this.table;
    this.#showBars(now.view);
    const props = Object.fromEntries(Object.entries(now).filter(([name, value]) => this.#has[name] !== value));
    if (!Object.keys(props).length || !this.#line) return;
    const n = this.#line.show(props);
    if ("moves" in props) this.#given.n = n;
    this.#has = { ...now, n, bars: this.#has.bars, look: this.#has.look };
    this.#drawing.push({ n, then: () => {} });
  }

  /** @param {unknown} view with which clocks are told anew */
  #showBars(view) {
    const key = JSON.stringify(this.bars);
    if (key === this.#has.bars && view === this.#has.view) return;
    this.#has.bars = key;
    const bars = this.bars.map(({ clock, ...bar }) => ({ ...bar, clock: clock && { ...clock, left: clock.read?.() } }))
      .map(({ clock, ...bar }) => ({
        ...bar,
        ...(clock && { left: clock.left, running: clock.running, warning: clock.warning }),
      }));
    this.#line?.send({ kind: "bars", bars });
  }

  /** Tell the frame how the page looks, if that has changed, and see whether there may be a frame. */
  #look() {
    this.#fields();
    const look = lookOf(this);
    const key = JSON.stringify(look);
    if (!this.#line || key === this.#has.look) return;
    this.#has.look = key;
    this.#line.send({ kind: "look", look });
  }

  /**
   * A frame can take the focus, and with it what is typed: there is none while something may be written in the page.
   * @param {Event} [event]
   */
  #fields(event) {
    const written = isWritten(event);
    if (written === this.paused) return;
    this.paused = written;
    if (written) this.#stop();
  }

  /** @param {typeof import("./messages.js").ASKED[number]} what @param {readonly any[]} of */
  #ask(what, of) {
    return this.#line?.ask(what, of);
  }

  /** @param {any} message one that a frame may send */
  #hear(message) {
    const { kind, n, on, key } = message;
    if (kind === "begun") this.#begun(message);
    else if (kind === "shown") this.#shown(n);
    else if (kind === "move") this.#decide(message);
    else if (kind === "intend") this.#intend(message);
    else if (kind === "half") this.half = on;
    else if (kind === "open") {
      this.#open = on ? "open" : "";
      this.dispatchEvent(new Event("toggle", { bubbles: true, composed: true }));
    } else if (kind === "ending") {
      const over = new Promise((resolve) => this.#over = () => resolve(undefined));
      this.ended ??= Promise.race([over, new Promise((resolve) => setTimeout(resolve, ENDS))]);
    } else if (kind === "ended") this.#over?.();
    else if (kind === "key") this.#hand(key);
  }

  /** Hand a key to the page, but not as often as a board could open what it opens again. @param {string} key */
  #hand(key) {
    const now = performance.now();
    if (focused() !== this.#line?.frame || now - this.#handed < GESTURE) return;
    this.#handed = now;
    this.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
  }

  /** @param {{ table: boolean }} begun whether the board draws the table as text */
  #begun({ table }) {
    if (table && !("table" in this)) Object.assign(this, { table: "" });
    this.begun = true;
    this.#told();
  }

  /** @param {number} n of a view */
  #shown(n) {
    const waiting = this.#drawing;
    this.#drawing = waiting.filter((each) => each.n > n);
    for (const each of waiting) if (each.n <= n) each.then();
  }

  /** @param {{ n: number, half: number, at: number[] }} half */
  #intend({ n, half, at }) {
    const moves = at.flatMap((each) => this.#given.all[each] ?? []);
    if (n < this.#given.n || !moves.length) return;
    const back = () => this.#line?.send({ kind: "back", half });
    this.dispatchEvent(new CustomEvent("intend", { bubbles: true, detail: { moves, back } }));
  }

  /** The board has decided upon a move: it is made if the player trusts it and has just acted in it, and else asked about. @param {{ n: number, at?: number, notation?: string }} move */
  #decide({ n, at, notation }) {
    const { all } = this.#given;
    if (n < this.#given.n || this.#has.busy || this.pending || !all.length) return;
    const written = notation?.trim() && isPlain(notation) && { notation: notation.trim() };
    const move = at === undefined ? all.find((each) => each.notation === notation) ?? written : all[at];
    if (!move) return;
    if (this.#trusted && !this.#spent && this.#byPlayer) return this.#make(move);
    this.pending = move;
    const back = () => this.#answer(false);
    this.dispatchEvent(new CustomEvent("intend", { bubbles: true, detail: { moves: [move], back } }));
  }

  /**
   * Whether the player has just done something in the frame, and nothing in the page: browsers count a gesture in a frame for the
   * page around it as well. It is a sign, and does not say what was meant.
   */
  get #byPlayer() {
    const { isActive = false } = navigator.userActivation ?? {};
    return isActive && focused() === this.#line?.frame && performance.now() - this.#pressed > GESTURE;
  }

  /** @param {boolean} makes */
  #answer(makes) {
    const { pending } = this;
    const unread = performance.now() - this.#since < UNREAD;
    if (!pending || (makes && unread)) return;
    this.pending = undefined;
    if (focused()?.closest(".strip")) this.#line?.frame.focus(); // where the player was before
    if (makes) this.#make(pending);
  }

  /** @param {Entry} move */
  #make(move) {
    this.#spent = true;
    this.played = move.notation;
    this.#hasSent(true);
    this.dispatchEvent(new CustomEvent("move", { bubbles: true, composed: true, detail: move }));
  }

  /** The move that was sent was refused, or never got there. */
  notMade() {
    this.played = "";
    this.#hasSent(false);
  }

  /** @param {boolean} sent */
  #hasSent(sent) {
    clearTimeout(this.#sent);
    this.#sent = sent ? setTimeout(() => this.#hasSent(false), SENT) : undefined;
    this.requestUpdate();
  }

  /** F6 goes to what is asked. The frame has no key for that: it would give the focus away at the moment of a press. @param {KeyboardEvent} event */
  #key(event) {
    const strip = event.key === "F6" && this.renderRoot.querySelector(".strip :is(button:not([hidden]), input)");
    if (!(strip instanceof HTMLElement)) return;
    event.preventDefault();
    strip.focus();
  }
}

customElements.define("framed-board", FramedBoard);
