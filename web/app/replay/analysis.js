// The analysis of an ended match: what each move was worth by what its player knew, with luck apart.

import { html, nothing, render } from "../../vendor/lit.js";
import { analysisText } from "../../text/analysis.js";
import { Page } from "../shell/page.js";
import { at } from "../shell/router.js";
import { BIG, fit } from "./replay-parts.js";
import { curve } from "./analysis-curve.js";
import "./analysis-look.js";
import "./better-move.js";
import { beside, coming, course, hasLuck, lookedAt, numbered, said, sign, sums, turnings } from "./move-worth.js";

/** @typedef {import("../../../sdk/javascript/src/index.js").Match} Match */
/** @typedef {import("../../../sdk/javascript/types/api.js").Analysis} Analysis */
/** @typedef {import("./move-worth.js").Judged} Judged */
/** What the replay tells of a version: in which turn it was, what happened, and its address. @typedef {{ turn: number, told: string, path: string }} Told */
/** Goes to a version. @typedef {(version: number) => void} Go */

/** How often it is asked how far it is, in milliseconds: more is told every five seconds. */
const AGAIN = 4000;

/**
 * What a move of the step was worth, with the ways to the mistakes beside it; all of it as a sheet over the replay; and the
 * better move, drawn over the board before a mistake. Where there is room, the replay has an element `.panel-of-worth`, which
 * is filled with the curve and the way to where it turned.
 * "found" is sent with each answer, "judged" with what signs a version, "step" with where to go, and "close" when the
 * sheet is put away.
 */
export class MatchAnalysis extends Page {
  static properties = {
    ...Page.properties,
    match: { attribute: false },
    players: { attribute: false },
    game: { attribute: false },
    found: { attribute: false },
    open: { attribute: false },
    step: { attribute: false },
    quiet: { attribute: false },
    tell: { attribute: false },
    board: { attribute: false },
    guide: { attribute: false },
    eyes: { attribute: false },
    wrong: { state: true },
    seat: { state: true },
  };

  constructor() {
    super();
    /** @type {Match} */
    this.match;
    /** @type {readonly string[]} */
    this.players = [];
    /** The texts of the game. @type {import("../../text/game.js").GameText} */
    this.game;
    /** @type {Analysis | undefined} */
    this.found = undefined;
    /** Whether the sheet is shown. */
    this.open = false;
    /** The version that is shown. */
    this.step = 0;
    /** Whether steps follow one another, so that none is read out. */
    this.quiet = false;
    /** @type {(version: number) => Told} */
    this.tell;
    /** The element of the game. @type {any} */
    this.board = undefined;
    /** @type {import("../../boards/guide.js").Guide} */
    this.guide = {};
    /** Through whose eyes the board shows the step. @type {unknown} */
    this.eyes = undefined;
    /** Why it was refused, by code. */
    this.wrong = "";
    /** Whose moves are listed. */
    this.seat = 0;
    /** How far down the sheet was left. */
    this.left = 0;
    /** The timer of the next question. @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  firstUpdated() {
    this.seat = this.match.now.yourSeat ?? 0;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    fit(this.querySelector(".verdict p"));
    const panel =
      /** @type {HTMLElement | null | undefined} */ (this.closest(".replay-page")?.querySelector(".panel-of-worth"));
    if (panel) render(this.#panel(), panel);
    if (changed.has("open") && this.open) this.#show();
    if (!changed.has("found")) return;
    if (this.#waiting) this.#later(false);
    if (this.moves.length) this.dispatchEvent(new CustomEvent("judged", { detail: this.signs }));
  }

  #show() {
    const dialog = this.querySelector("dialog");
    if (this.found?.state !== "done" && !this.#stopped) this.#ask(true);
    if (BIG.matches && !this.moves.length) return void this.dispatchEvent(new Event("close")); // the panel tells it
    dialog?.showModal();
    dialog?.scrollTo(0, this.left);
  }

  /** Ask for it no more. What was judged stays. */
  async #stop() {
    const { match } = this;
    clearTimeout(this.timer);
    await this.shell.try(() => match.cancelAnalysis());
    if (this.match === match) await this.#ask(false);
  }

  /** Ask for it, or how far it is; again and again while nobody answers. @param {boolean} first whether to ask for it */
  async #ask(first) {
    const { match } = this;
    this.wrong = "";
    clearTimeout(this.timer);
    try {
      const detail = await match.analysis(first);
      if (this.isConnected && this.match === match) this.dispatchEvent(new CustomEvent("found", { detail }));
    } catch (error) {
      const { status, code } = /** @type {any} */ (error);
      if (status >= 400 && status < 500) this.wrong = code;
      else if (this.isConnected) this.#later(first);
    }
  }

  /** @param {boolean} first */
  #later(first) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(first), AGAIN);
  }

  /** The sign of what has led to these versions, if it was judged. @param {readonly number[]} versions */
  signs = (versions) => {
    const judged = this.moves.filter(({ version }) => versions.includes(version));
    return judged.map((move) => this.#sign(move, said(move, this.words)));
  };

  /** @param {Judged} move @param {string} [label] how it is said, where that does not stand beside it */
  #sign(move, label) {
    const name = `worth ${move.loss ? "cost" : ""}`;
    return label
      ? html`<span class=${name} role="img" aria-label=${label}>${sign(move)}</span>`
      : html`<span class=${name} aria-hidden="true">${sign(move)}</span>`;
  }

  get words() {
    return analysisText(this.text.language, this.found?.unit ?? "points");
  }

  /** What was judged, in numbers for people. */
  get moves() {
    return this.found ? numbered(this.found, this.players.length) : [];
  }

  render() {
    const { words } = this;
    const { moves } = this;
    const done = this.found?.state === "done";
    return html`
      ${done || moves.length ? this.#verdict(moves) : this.#wrong
        ? html`
          <div class="verdict"><p>${this.#wrong}</p>${this.#again()}</div>
        `
        : this.#waiting
        ? html`
          <div class="verdict soft">
            <p>${this.#waiting}</p>
          </div>
        `
        : nothing}
      <dialog class="analysis" aria-labelledby="analysis-title" @scroll=${() => this.#scrolled()}
        @close=${() => this.dispatchEvent(new Event("close"))}>
        <form method="dialog">
          <h2 id="analysis-title" tabindex="-1" autofocus>${words.title}</h2>
          <p class="soft small">${words.about}</p>
          ${done ? nothing : this.#state()}
          ${done || moves.length ? this.#judged(moves) : nothing}
          <p class="row end"><button class="main">${this.text.close}</button></p>
        </form>
      </dialog>
    `;
  }

  /** Close the sheet, once the router has put the step in the place of the sheet's entry in the history. */
  #close() {
    setTimeout(() => this.querySelector("dialog")?.close());
  }

  #scrolled() {
    const dialog = this.querySelector("dialog");
    if (dialog?.open) this.left = dialog.scrollTop;
  }

  /** @param {readonly Judged[]} moves */
  #verdict(moves) {
    const { words, seat, step, go } = this;
    const mistake = coming(moves, seat, step);
    const move = moves.find(({ version }) => version === step);
    const { previous, next } = beside(moves, seat, step);
    const [worst] = turnings(moves, seat);
    return html`
      <div class="verdict">
        <p aria-live=${this.quiet ? "off" : "polite"}>${mistake
          ? html`${words.coming} <span class="played">${this.tell(mistake.version).told}</span> ${this.#said(mistake)}`
          : move
          ? this.#said(move)
          : this.#waiting || html`<b>${this.players[seat]}:</b> ${this.#sum(moves)}`}</p>
        ${worst
          ? html`<button class="worst" ?disabled=${mistake === worst} @click=${() =>
            go(lookedAt(worst))}><span>${words.worst} </span>${sign(worst)}</button>`
          : nothing}
        <button class="back" ?disabled=${!previous} title=${words.previous} @click=${() =>
          go(previous ?? step)}>‹ <span class="unseen">${words
          .previous}</span></button>
        <button ?disabled=${!next} @click=${() => go(next ?? step)}><span>${words.next}</span> ›</button>
      </div>
      ${mistake
        ? html`
          <better-move .board=${this.board} .guide=${this.guide} .seat=${seat} .notation=${mistake.best.notation}
            .at=${`${step} ${this.eyes}`}></better-move>
        `
        : nothing}
    `;
  }

  /** @type {Go} */
  go = (to) => void this.dispatchEvent(new CustomEvent("step", { detail: to }));

  /** What is said of a move, with the better one as the game calls it. @param {Judged} move */
  #said(move) {
    const { words, game } = this;
    const { notation } = move.best;
    if (!move.loss) return said(move, words);
    const best = game.whole ? `${game.whole(notation)}.` : html`<code>${notation}</code>`;
    return html`${said(move, words)} <b class="better">${words.better}</b> ${best}`;
  }

  /** @param {readonly Judged[]} moves */
  #sum(moves) {
    const { words, found } = this;
    const { cost, luck } = sums(moves, this.seat);
    const told = words.sum(Math.round(cost), luck === null ? null : Math.round(luck));
    return found?.state === "done" ? told : `${words.soFar} ${told}`;
  }

  /** How far the analysis is that was asked for; "" if there is none to wait for. */
  get #waiting() {
    const { words, found } = this;
    if (found?.state === "running") return words.running(found.done, found.of, found.secondsLeft);
    return found?.state === "queued" ? words.queued(found.place, found.secondsLeft) : "";
  }

  /** Whether it was judged in part, and nobody asks for the rest. */
  get #stopped() {
    const { state, done = 0 } = this.found ?? {};
    return state === "none" && done > 0;
  }

  /** Why there is none. */
  get #wrong() {
    const { words, found, wrong } = this;
    if (wrong) return wrong === "rate_limited" ? words.tooMany : words.away;
    return found?.state === "failed" ? words.failed : "";
  }

  /** @param {string} [label] */
  #again(label = this.words.again) {
    return html`<button type="button" @click=${() => this.#ask(true)}>${label}</button>`;
  }

  #state() {
    const { words, found } = this;
    const { done = 0, of = 0 } = found ?? {};
    if (this.#wrong) {
      return html`
        <p role="alert">${this.#wrong}</p>
        <p>${this.#again()}</p>
      `;
    }
    if (this.#stopped) {
      return html`
        <p role="status">${words.stopped(done, of)}</p>
        <p>${this.#again(words.goOn)}</p>
      `;
    }
    const label = this.#waiting || words.queued();
    return html`
      <p role="status">${label}</p>
      <progress aria-label=${label} max=${of || 1} .value=${done}></progress>
      <p class="soft">${words.goesOn}</p>
      ${this.#waiting
        ? html`
          <p><button type="button" @click=${() => this.#stop()}>${words.stop}</button></p>
        `
        : nothing}
    `;
  }

  /** @param {readonly Judged[]} moves */
  #judged(moves) {
    const { words, seat } = this;
    const own = moves.filter((move) => move.seat === seat);
    const parted = own.some(({ part }) => part > 0);
    const jump = (/** @type {number} */ to) => {
      this.shell.router.go(this.tell(to).path);
      this.#close();
    };
    return html`
      ${this.#overview(moves, jump)}
      <h3>${words.all}</h3>
      <p class="soft small" aria-hidden="true">✓ ${words.good}<br>≈ ${words.unsure}</p>
      <ol>${own.map((move, at) => this.#move(move, parted && own[at - 1]?.part !== move.part))}</ol>
    `;
  }

  /** Whose moves are told, what they came to, and where it turned. @param {readonly Judged[]} moves @param {Go} go */
  #overview(moves, go) {
    const { words, seat, players } = this;
    const worst = turnings(moves, seat);
    const change = (/** @type {any} */ { target }) => this.seat = target.selectedIndex;
    return html`
      <label>${words.whose}
        <select @change=${change}>${players.map((name, each) =>
          html`<option .selected=${each === seat}>${name}</option>`
        )}</select>
      </label>
      <p>${this.#sum(moves)}</p>
      ${this.#course(moves, go)}
      ${worst.length
        ? html`
          <h3>${words.turned}</h3>
          <ol>${worst.map((move, at) => this.#turning(move, at + 1))}</ol>
        `
        : nothing}
    `;
  }

  /** What fills the panel beside the board. */
  #panel() {
    const { words, moves } = this;
    const done = this.found?.state === "done";
    return html`
      <h2>${words.title}</h2>
      ${done ? nothing : this.#state()} ${moves.length ? this.#overview(moves, this.go) : nothing}
    `;
  }

  /** @param {readonly Judged[]} moves @param {Go} go */
  #course(moves, go) {
    const { words, players, seat, step } = this;
    const points = course(moves, seat, this.found?.unit === "victory" ? 100 / players.length : undefined);
    if (!points.length) return nothing;
    const luck = hasLuck(moves);
    const level = (/** @type {number} */ each) => words.level(each, 100 / players.length);
    const when = this.found?.state === "done" ? words.end : words.yet;
    const [first, last] = [points[0], points[points.length - 1]].map(({ whole }) => level(whole));
    const label = words.curve(players[seat], first, last, when);
    return html`
      <p class="soft small axis" aria-hidden="true">${words.axis}</p>
      ${curve({ points, luck, turnings: turnings(moves, seat), step, label, level }, go)}
      <p class="key span soft" aria-hidden="true"><span>${words.begin}</span><span>${when}</span></p>
      ${luck
        ? html`<p class="key" aria-hidden="true">${
          (/** @type {const} */ (["whole", "skill"])).map((kind) =>
            html`<span><svg><path class=${kind} d="M0 4H24"></path></svg>${words[kind]}</span>`
          )
        }</p>`
        : players.length > 2
        ? html`<p class="soft small">${words.noCurve}</p>`
        : nothing}
    `;
  }

  /** One of the moves that cost most, with the number that it has on the curve. @param {Judged} move @param {number} place */
  #turning(move, place) {
    return html`<li>${this.#link(move, html`<span class="turning">${place}</span>`)}</li>`;
  }

  /** @param {Judged} move @param {boolean} begins whether it is the first one of a round */
  #move(move, begins) {
    const { turn } = this.tell(move.version);
    return html`
      ${begins ? html`<li class="round">${this.words.round(move.part + 1)}</li>` : nothing}
      <li>${this.#link(move, html`<span class="numbers">${turn}</span>`)}</li>
    `;
  }

  /** The way to a move, with what is said of it. @param {Judged} move @param {unknown} mark what stands before it */
  #link(move, mark) {
    const to = lookedAt(move);
    const { path } = this.tell(to);
    return html`
      <a href=${at(path)} aria-current=${to === this.step ? "step" : nothing} @click=${() => this.#close()}>${mark}
        <span>${this.tell(move.version).told}${move.loss
          ? html`
            <small class="soft">${this.#said(move)}</small>
          `
          : nothing}</span>
        ${this.#sign(move, move.loss ? "" : said(move, this.words))}
      </a>
    `;
  }
}

customElements.define("match-analysis", MatchAnalysis);
