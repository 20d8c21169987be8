// Who has how many points: by the element of the game if it has one, else as the state tells.

import { html } from "../../vendor/lit.js";
import { markOf } from "../../boards/seat-mark.js";
import { scoreOf } from "../../boards/index.js";
import { late, Page } from "../shell/page.js";
import { playersOf } from "../match/players.js";
import { pointsOf } from "../match/result.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .standings { border-collapse: collapse; width: 100%; }
  .standings th, .standings td { text-align: start; padding: var(--space-2); border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
  .standings td, .standings th:not(:first-child) { text-align: end; }
  .standings .seat-mark { margin-inline-end: var(--space-2); }
`);
document.adoptedStyleSheets.push(STYLE);

/** The standings of a match. */
export class MatchStandings extends Page {
  static properties = { ...Page.properties, match: { attribute: false }, words: { attribute: false } };

  constructor() {
    super();
    /** @type {MatchView} */
    this.match;
    /** @type {import("../../text/index.js").BoardText} */
    this.words;
    /** @type {any} */
    this.score = undefined;
  }

  willUpdate() {
    const score = scoreOf(this.match.game);
    if (!score || late(this, score.tag, score.load, false)) return;
    this.score ??= document.createElement(score.tag);
    const { state, options } = this.match;
    Object.assign(this.score, { view: state, options, players: playersOf(this.match), text: this.words });
  }

  render() {
    if (!this.score && scoreOf(this.match.game)) return html`<p class="empty soft">${this.text.loading}</p>`;
    return this.score ?? this.#table();
  }

  #table() {
    const { table, number } = this.text;
    const { outcome } = this.match;
    const scores = outcome?.scores ?? pointsOf(this.match);
    const rank = (/** @type {number} */ seat) => 1 + (outcome?.ranking.findIndex((seats) => seats.includes(seat)) ?? 0);
    const players = playersOf(this.match);
    return html`
      <table class="standings">
        <thead>
          <tr><th scope="col">${table.player}</th>${outcome
            ? html`<th scope="col">${table.rank}</th>`
            : ""}<th scope="col">${table.points}</th></tr>
        </thead>
        <tbody>${players.map((name, seat) =>
          html`
            <tr><th scope="row">${markOf(seat, players)}${name}</th>
              ${outcome ? html`<td>${rank(seat)}</td>` : ""}<td>${number(scores[seat] ?? 0)}</td></tr>
          `
        )}</tbody>
      </table>
    `;
  }
}

customElements.define("match-standings", MatchStandings);
