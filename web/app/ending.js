// The end of a match: who has won, and what to do next.

import { html, nothing } from "../vendor/lit.js";
import { Page } from "./page.js";
import { again, Rematch } from "./rematch.js";

/** @typedef {import("../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../sdk/javascript/types/api.js").Notice} Notice */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .ending { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2); padding: var(--space-3); background: var(--surface); border-top: 3px solid var(--accent); }
  .ending h2 { flex: 1 1 auto; }
  .ending > p { flex: 1 1 60%; }
  .ending > .button, .ending > button { flex: 1 1 auto; padding-inline: var(--space-3); font-size: .9375rem; }
  .ending.won { background: var(--good-soft); border-top-color: var(--good); }
  match-ending { grid-area: ending; display: block; }
  @media (min-width: 900px) {
  .ending { border-inline-start: 1px solid var(--line); }
  }
`);
document.adoptedStyleSheets.push(STYLE);

/** Tells the result, and offers a rematch. */
export class MatchEnding extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    offered: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    this.rematch = new Rematch((wish) => this.#again(wish));
    this.offered = false;
    this.noticed = (/** @type {Event} */ event) => this.#noticed(/** @type {CustomEvent} */ (event).detail);
  }

  connectedCallback() {
    super.connectedCallback();
    this.shell.turns.addEventListener("change", this.noticed);
    this.shell.say(`${this.text.end.title}. ${this.#result()}`);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.shell.turns.removeEventListener("change", this.noticed);
  }

  render() {
    const { end } = this.text;
    const { outcome, yourSeat } = this.match;
    if (!outcome) return nothing;
    const won = yourSeat !== null && outcome.winners.includes(yourSeat);
    return html`
      <section class="ending ${won ? "won" : ""}" aria-labelledby="ending-title">
        <h2 id="ending-title">${this.#result()}</h2>
        <p class="numbers"><span class="soft">${end.reasons[outcome.reason]}</span> ${this.#counted(outcome.reason)}</p>
        ${yourSeat === null || outcome.reason === "aborted" ? nothing : this.#rematch()}
        <a class="button" href=${`/m/${this.match.id}/replay`}>${this.text.replay.open}</a>
        <button @click=${() => this.#prove()}>${this.text.replay.prove}</button>
        <a class="button" href="/">${end.home}</a>
      </section>
    `;
  }

  /** The points that count, and why they are not those of the board. @param {string} reason */
  #counted(reason) {
    const { end } = this.text;
    const scores = end.scores(this.#scores());
    if (reason === "completed") return scores;
    if (reason === "aborted") return nothing;
    return this.match.game === "lost-cities" ? end.rounds(scores) : end.early(scores);
  }

  #rematch() {
    const { end } = this.text;
    if (this.rematch.wish) return html`<p class="soft" role="status">${end.asked}</p>`;
    return html`
      ${this.offered ? html`<p role="status"><b>${end.offered(this.#other())}</b></p>` : nothing}
      <button class="main" @click=${() => this.#ask({ keepScore: false })}>${end.rematch}</button>
      ${this.match.game === "lost-cities"
        ? html`<button aria-label=${end.carryLabel} @click=${() =>
          this.#ask({ keepScore: true })}>${end.carry}</button>`
        : nothing}
    `;
  }

  /** @param {{ keepScore: boolean }} wish */
  async #ask(wish) {
    const asked = this.rematch.ask(wish);
    this.requestUpdate();
    await asked;
    this.requestUpdate();
  }

  /** @param {{ keepScore: boolean }} wish @returns {Promise<boolean>} whether it was asked for */
  async #again(wish) {
    const asked = await this.shell.try(async () => {
      const { match } = this.follow;
      const id = match && await again(this.shell, match, wish);
      if (id) this.shell.router.go(`/m/${id}`);
      return true;
    });
    return asked ?? false;
  }

  /** @param {Notice | undefined} notice */
  #noticed(notice) {
    if (notice?.event === "rematchOffered" && notice.matchId === this.match.id) this.offered = true;
    if (notice?.event === "matchStarted") this.rematch.begun(this.match).then(this.redraw);
  }

  async #prove() {
    const { match } = this.follow;
    const { prove } = await import("./proof.js");
    if (match) prove(this.shell, match);
  }

  #scores() {
    return this.match.seats.map(({ index }) => ({
      name: this.#name(index),
      score: this.match.outcome?.scores[index] ?? 0,
    }));
  }

  #result() {
    const { end } = this.text;
    const { winners = [], reason } = this.match.outcome ?? {};
    if (reason === "aborted") return end.reasons.aborted;
    if (!winners.length) return end.nobody;
    if (winners.length > 1) return end.shared(winners.map((seat) => this.#name(seat)));
    return winners[0] === this.match.yourSeat ? end.youWon : end.won(this.#name(winners[0]));
  }

  /** @param {number} seat */
  #name(seat) {
    return this.match.seats[seat].player?.displayName ?? "";
  }

  #other() {
    return this.text.list(
      this.match.seats.filter(({ index }) => index !== this.match.yourSeat).map(({ index }) => this.#name(index)),
    );
  }
}

customElements.define("match-ending", MatchEnding);
