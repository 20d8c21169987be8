// What can be done where a match waits for somebody who is away: from when on, and then by two buttons and a question.

import { html, nothing } from "../../vendor/lit.js";
import { presenceText, timeAway } from "../../text/presence.js";
import { playersOf } from "../match/players.js";
import { Page } from "../shell/page.js";
import { clockText, timeOfDay } from "../shell/time.js";
import { awayFor, claimOf, refusal } from "../match/presence.js";
import { refocus, sure } from "./sure.js";

/** @typedef {import("../match/presence.js").Claim} Claim */
/** @typedef {"win" | "abort" | "leave"} Result */

/** In milliseconds. */
const SECOND = 1000;
const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  away-claim { grid-area: ending; }
  away-claim .away, away-claim .sure { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2); }
  away-claim .away { padding: var(--space-2) var(--space-3); background: var(--surface); border-top: 3px solid var(--accent); line-height: 1.3; }
  away-claim .sure { flex: 1; padding: 0; background: none; }
  away-claim p { flex: 1 1 18rem; }
  away-claim .row > button { flex: 1 1 8rem; padding-inline: var(--space-3); }
  @media (min-width: 900px) { away-claim .away { border-inline-start: 1px solid var(--line); padding: var(--space-3); } }
`);
document.adoptedStyleSheets.push(STYLE);

/** The strip below the board; nothing while nobody who is to move is away. */
export class AwayClaim extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    asked: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../match/follow.js").Follow} */
    this.follow;
    /** @type {import("../../../sdk/javascript/types/api.js").MatchView} */
    this.match;
    /** What is to be confirmed. @type {Result | undefined} */
    this.asked = undefined;
    /** When that could be done which was said last, as it is said once. */
    this.said = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(this.redraw, SECOND);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** What was asked was about the version before. @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("match")) this.asked = undefined;
  }

  updated() {
    const { match, follow, shell, words } = this;
    const claim = claimOf(match, follow.presence, shell.me.time);
    if (!claim || claim.at > shell.me.time || claim.at === this.said) return;
    this.said = claim.at;
    shell.say(`${this.#since(claim)} ${words.now(this.#may(claim))}`);
  }

  get words() {
    return presenceText(this.text.language);
  }

  /** @param {Claim} claim */
  #names({ seats }) {
    const players = playersOf(this.match);
    return seats.map((seat) => players[seat]);
  }

  render() {
    const { match, follow, words, shell: { me: { time: now } } } = this;
    const claim = claimOf(match, follow.presence, now);
    if (!claim) return nothing;
    const since = this.#since(claim);
    return html`
      <section class="away" aria-label=${words.title}>
        ${now < claim.at
          ? html`<p>${since} ${this.#from(claim, now)}</p>${this.#leaving()}`
          : this.asked && this.asked !== "leave"
          ? this.#sure(claim, this.asked)
          : html`<p>${since} ${words.now(this.#may(claim))}</p>${this.#ways(claim)}`}
      </section>
    `;
  }

  /** Who is away, and for how long. @param {Claim} claim */
  #since(claim) {
    const { follow: { presence }, shell: { me } } = this;
    const minutes = claim.seats.map((seat) => awayFor(presence, seat, me.time) ?? 0);
    return this.words.since(this.#names(claim), timeAway(Math.min(...minutes)));
  }

  /** What may be done, in words. @param {Claim} claim */
  #may(claim) {
    if (!claim.ends) return this.words.on(this.#names(claim));
    return claim.wins ? this.words.over : this.words.off;
  }

  /** @param {Claim} claim @param {number} now */
  #from(claim, now) {
    const { at } = claim;
    const time = timeOfDay(at, now, this.text.language);
    const left = html`<time role="timer">${clockText(Math.ceil((at - now) / SECOND))}</time>`;
    return this.words.from(time, left, this.#may(claim));
  }

  /** @param {Claim} claim */
  #ways(claim) {
    const { words } = this;
    return html`
      <p class="row">
        ${claim.wins
          ? html`<button class="main" @click=${() => this.#ask("win")}>${
            claim.ends ? words.win : words.goOn(this.#names(claim))
          }</button>`
          : nothing}
        ${claim.ends ? html`<button @click=${() => this.#ask("abort")}>${words.abort}</button>` : nothing}
      </p>
    `;
  }

  /** Who has not moved need not wait: the match is called off without a loss for anybody. */
  #leaving() {
    const { match: { seats, yourSeat }, text: { actions }, asked } = this;
    if (yourSeat === null || seats[yourSeat].moved) return nothing;
    if (asked !== "leave") return html`<button @click=${() => this.#ask("leave")}>${actions.leave}</button>`;
    const question = { question: actions.leaveSure, yes: actions.leaveYes, no: this.words.wait, danger: false };
    return sure(question, (answer) => answer ? this.#leave() : this.#ask(undefined));
  }

  async #leave() {
    await this.shell.try(async () => void await this.follow.match?.leave());
    this.asked = undefined;
  }

  /** @param {Claim} claim @param {Result} result */
  #sure(claim, result) {
    const { words } = this;
    const names = this.#names(claim);
    const question = result === "abort"
      ? { question: words.abortSure, yes: words.abortYes }
      : claim.ends
      ? { question: words.winSure(names), yes: words.winYes }
      : { question: words.goOnSure(names), yes: words.goOnYes };
    return sure(
      { ...question, no: words.wait, danger: false },
      (answer) => answer ? this.#claim(result) : this.#ask(undefined),
    );
  }

  /** @param {Result | undefined} result */
  #ask(result) {
    this.asked = result;
    return refocus(this, "button");
  }

  /** @param {Result} result */
  async #claim(result) {
    await this.shell.try(() => this.#claimed(result));
    this.asked = undefined;
  }

  /** @param {Result} result */
  async #claimed(result) {
    try {
      await this.follow.match?.claim({ callOff: result === "abort" });
    } catch (error) {
      const text = refusal(error, this.words);
      if (!text) throw error;
      this.shell.tell({ kind: "error", text });
    }
  }
}

customElements.define("away-claim", AwayClaim);
