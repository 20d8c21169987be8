// The analysis of an ended match: what each move was worth by what its player knew, with luck apart.

import { html, nothing, svg } from "../../vendor/lit.js";
import { analysisText } from "../../text/analysis.js";
import { Page } from "../shell/page.js";
import { fit } from "./replay-parts.js";
import { beside, course, hasLuck, numbered, said, sign, sums } from "./move-worth.js";

/** @typedef {import("../../../sdk/javascript/src/index.js").Match} Match */
/** @typedef {import("../../../sdk/javascript/types/api.js").Analysis} Analysis */
/** @typedef {import("./move-worth.js").Judged} Judged */
/** @typedef {import("./move-worth.js").Point} Point */
/** What the replay tells of a version: in which turn it was, what happened, and its address. @typedef {{ turn: number, told: string, path: string }} Told */

/** How often it is asked how far it is, in milliseconds: more is told every five seconds. */
const AGAIN = 4000;
const WIDTH = 1000;
/** In pixels of the page, too. */
const HEIGHT = 120;
const EDGE = 12;
/** What stands beside the lines is no wider, and no nearer to the next, in pixels. */
const GUTTER = 44;
const APART = 16;

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  match-analysis { display: contents; }
  dialog.analysis { width: min(36rem, calc(100vw - 2 * var(--space-3))); max-height: calc(100dvh - 2 * var(--space-3)); }
  .analysis .row.end { position: sticky; bottom: calc(-1 * var(--space-5)); margin: 0 calc(-1 * var(--space-5)) calc(-1 * var(--space-5)); padding: var(--space-3) var(--space-5); background: var(--surface); border-top: 1px solid var(--line); }
  .analysis progress { width: 100%; accent-color: var(--accent); }
  .analysis .axis { margin-block-end: var(--space-1); }
  .analysis .course { display: block; width: 100%; height: ${HEIGHT}px; background: var(--sunken); border-radius: var(--radius-s); }
  .analysis path { fill: none; stroke-width: 2.5; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
  .analysis .skill { stroke: var(--accent); }
  .analysis .whole { stroke: var(--ink-soft); stroke-dasharray: 3 3; }
  .analysis .nought { stroke: var(--line-strong); vector-effect: non-scaling-stroke; }
  .analysis text { fill: var(--ink-soft); font-size: .75rem; dominant-baseline: middle; }
  .analysis .key { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--space-3); margin-block: 0; font-size: var(--text-s); }
  .analysis .key.span { margin-inline-start: ${GUTTER}px; }
  .analysis .key svg { width: 24px; height: 8px; margin-inline-end: var(--space-1); }
  .analysis ol { margin: 0; padding: 0; list-style: none; }
  .analysis li { border-top: 1px solid var(--line); }
  .analysis li a { display: grid; grid-template-columns: 1.9rem minmax(0, 1fr) 2.5rem; gap: 0 var(--space-2); align-items: center; min-height: var(--target); padding-block: var(--space-1); color: inherit; text-decoration: none; font-size: calc(.9375rem * var(--print, 1)); }
  .analysis li a > :first-child { color: var(--ink-soft); text-align: end; }
  .analysis li a small { display: block; font-size: var(--text-s); }
  .analysis li a[aria-current] { background: var(--accent-soft); box-shadow: inset 3px 0 var(--accent); }
  .analysis li.round { padding-block: var(--space-2); font-weight: 600; }
  .worth { font-weight: 700; text-align: end; white-space: nowrap; color: var(--ink-soft); }
  .worth.cost { color: var(--danger); }
  .lines .worth { float: inline-end; margin-inline-start: var(--space-2); }
  .verdict { display: flex; align-items: center; gap: var(--space-2); }
  .verdict p { flex: 1; max-height: 100%; overflow: auto; font-size: calc(.9375rem * var(--print, 1)); line-height: 1.2; }
  .verdict button { flex: none; min-width: var(--target); min-height: var(--target); padding-inline: var(--space-2); font-size: var(--text-s); }
  @media (max-width: 1099px) {
    .verdict button span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  }
  @media (max-width: 899px) {
    .verdict p { font-size: calc(.875rem * var(--print, 1)); }
    .verdict button:has(+ button) { order: -1; }
  }
  .verdict p.long { font-size: calc(.75rem * var(--print, 1)); line-height: 1.08; }
`);
document.adoptedStyleSheets.push(STYLE);

/**
 * What a move of the step was worth, with the ways to the mistakes beside it; and all of it as a sheet over the replay.
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
    if (changed.has("open") && this.open) this.#show();
    if (!changed.has("found")) return;
    if (this.#waiting) this.#later(false);
    if (this.moves.length) this.dispatchEvent(new CustomEvent("judged", { detail: this.signs }));
  }

  #show() {
    const dialog = this.querySelector("dialog");
    dialog?.showModal();
    dialog?.scrollTo(0, this.left);
    if (this.found?.state !== "done" && !this.#stopped) this.#ask(true);
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

  #scrolled() {
    const dialog = this.querySelector("dialog");
    if (dialog?.open) this.left = dialog.scrollTop;
  }

  /** @param {readonly Judged[]} moves */
  #verdict(moves) {
    const { words, seat, step } = this;
    const move = moves.find(({ version }) => version === step);
    const { previous, next } = beside(moves, seat, step);
    const go = (/** @type {number | undefined} */ to) => this.dispatchEvent(new CustomEvent("step", { detail: to }));
    return html`
      <div class="verdict">
        <p aria-live=${this.quiet ? "off" : "polite"}>${move
          ? this.#said(move)
          : this.#waiting || html`<b>${this.players[seat]}:</b> ${this.#sum(moves)}`}</p>
        <button ?disabled=${!previous} @click=${() => go(previous)}>‹ <span>${words.previous}</span></button>
        <button ?disabled=${!next} @click=${() => go(next)}><span>${words.next}</span> ›</button>
      </div>
    `;
  }

  /** What is said of a move, with the better one as the game calls it. @param {Judged} move */
  #said(move) {
    const { words, game } = this;
    const { notation } = move.best;
    if (!move.loss) return said(move, words);
    const best = game.whole ? `${game.whole(notation)}.` : html`<code>${notation}</code>`;
    return html`${said(move, words)} ${words.better} ${best}`;
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
    const { words, seat, players } = this;
    const points = hasLuck(moves) ? course(moves, seat) : [];
    const own = moves.filter((move) => move.seat === seat);
    const parted = own.some(({ part }) => part > 0);
    const change = (/** @type {any} */ { target }) => this.seat = target.selectedIndex;
    return html`
      <label>${words.whose}
        <select @change=${change}>${players.map((name, each) =>
          html`<option .selected=${each === seat}>${name}</option>`
        )}</select>
      </label>
      ${points.length
        ? this.#course(points)
        : players.length > 2
        ? html`<p class="soft small">${words.noCurve}</p>`
        : nothing}
      <p>${this.#sum(moves)}</p>
      <p class="soft small" aria-hidden="true">✓ ${words.good}<br>≈ ${words.unsure}</p>
      <ol>${own.map((move, at) => this.#move(move, parted && own[at - 1]?.part !== move.part))}</ol>
    `;
  }

  /** @param {readonly Point[]} points */
  #course(points) {
    const { words } = this;
    const when = this.found?.state === "done" ? words.end : words.yet;
    const label = words.curve(this.players[this.seat], signed(points[points.length - 1].skill), when);
    return html`
      <p class="soft small axis" aria-hidden="true">${words.axis}</p>
      ${picture(points, label)}
      <p class="key span soft" aria-hidden="true"><span>${words.begin}</span><span>${when}</span></p>
      <p class="key" aria-hidden="true">${["skill", "whole"].map((kind) =>
        html`<span><svg><path class=${kind} d="M0 4H24"></path></svg>${
          words[/** @type {"skill" | "whole"} */ (kind)]
        }</span>`
      )}</p>
    `;
  }

  /** @param {Judged} move @param {boolean} begins whether it is the first one of a round */
  #move(move, begins) {
    const { turn, told, path } = this.tell(move.version);
    // Once the router has put the step in the place of the dialog's entry in the history.
    const close = () => setTimeout(() => this.querySelector("dialog")?.close());
    return html`
      ${begins ? html`<li class="round">${this.words.round(move.part + 1)}</li>` : nothing}
      <li><a href=${path} aria-current=${move.version === this.step ? "step" : nothing} @click=${close}>
        <span class="numbers">${turn}</span>
        <span>${told}${move.loss
          ? html`
            <small class="soft">${this.#said(move)}</small>
          `
          : nothing}</span>
        ${this.#sign(move, move.loss ? "" : said(move, this.words))}
      </a></li>
    `;
  }
}

/** @param {number} points */
const signed = (points) => `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(Math.round(points))}`;

/** @param {readonly Point[]} points @param {string} label */
function picture(points, label) {
  const all = points.flatMap(({ whole, skill }) => [whole, skill]);
  const [most, least] = [Math.max(0, ...all), Math.min(0, ...all)];
  const y = (/** @type {number} */ value) =>
    (EDGE + (HEIGHT - 2 * EDGE) * (most - value) / (most - least || 1)).toFixed(1);
  const x = (/** @type {number} */ at) => (WIDTH * at / Math.max(1, points.length - 1)).toFixed(1);
  const way = (/** @type {"whole" | "skill"} */ kind) =>
    points.map((each, at) => `${at ? "L" : "M"}${x(at)} ${y(each[kind])}`).join("");
  const levels = [0, ...[most, least].filter((level) => Math.abs(Number(y(level)) - Number(y(0))) >= APART)];
  return html`
    <svg class="course" role="img" aria-label=${label}>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" x=${GUTTER} width="calc(100% - ${GUTTER}px)" height=${HEIGHT}>
        ${svg`<line class="nought" x2=${WIDTH} y1=${y(0)} y2=${y(0)}></line>`}
        ${(/** @type {const} */ (["whole", "skill"])).map((kind) => svg`<path class=${kind} d=${way(kind)}></path>`)}
      </svg>
      ${levels.map((level) => svg`<text x="4" y=${y(level)}>${signed(level)}</text>`)}
    </svg>
  `;
}

customElements.define("match-analysis", MatchAnalysis);
