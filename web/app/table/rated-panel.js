// The panel of a rated match: who plays with which rating, what is at stake, and after the end what has changed.

import { html, nothing } from "../../vendor/lit.js";
import { ratedText } from "../../text/rated.js";
import { paceOf, shownIn } from "../match/pools.js";
import { playersOf } from "../match/players.js";
import { ownFirst } from "../match/result.js";
import { byDraw, byPlace, NEWCOMER } from "../match/stakes.js";
import { people } from "../session/relations.js";
import { Page } from "../shell/page.js";
import { at } from "../shell/router.js";
import { markOf } from "../../boards/seat-mark.js";
import "../ending/rated-change.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../match/stakes.js").Shown} Shown */

/** Above this deviation, a rating has no place on a board. */
const PROVISIONAL = 160;

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  rated-panel { display: grid; gap: var(--space-4); align-content: start; }
  rated-panel table { border-collapse: collapse; width: 100%; }
  rated-panel :is(th, td) { text-align: start; padding: var(--space-2); border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
  rated-panel :is(td, thead th + th) { text-align: end; }
  rated-panel th a { min-height: 24px; }
  rated-panel caption { text-align: start; font-weight: 600; padding-block-end: var(--space-1); }
  @media (max-width: 374px) { .tabs [name=rated] { flex: 0 0 30px; font-size: 0; } .tabs [name=rated]::before { content: "★" / ""; font-size: 1.25rem; } }
  rated-panel .up { color: var(--good); font-weight: 700; } rated-panel .down { color: var(--danger); font-weight: 700; }
`);
document.adoptedStyleSheets.push(STYLE);

/** Shows what a match means for the ratings. */
export class RatedPanel extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    shown: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../match/follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    /** The numbers of the players by seat, once they are known. @type {(Shown | undefined)[] | undefined} */
    this.shown = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.match.outcome) this.#look();
  }

  get words() {
    return ratedText(this.text.language);
  }

  async #look() {
    const { shell, match } = this;
    const pace = paceOf(match.clock);
    await shell.try(async () => {
      const all = match.seats.map(({ player }) => player ? people(shell.me).profile(player.id) : undefined);
      const players = await Promise.all(all);
      this.shown = players.map((player) => shownIn(player?.ratings, match.game, pace));
    });
  }

  render() {
    const { words, match, shell, follow } = this;
    return html`
      <p><b>${words.sign}.</b></p>
      ${match.outcome
        ? html`<rated-change .shell=${shell} .follow=${follow} .match=${match}></rated-change>`
        : this.shown
        ? html`${this.#players(this.shown)} ${this.#stakes(this.shown)} <p class="soft small">${words.early}</p>`
        : html`<p class="soft">${shell.waiting}</p>`}
      <ul class="soft small">${words.terms.slice(0, 3).map((each) => html`<li>${each}</li>`)}</ul>
    `;
  }

  /** @param {(Shown | undefined)[]} shown */
  #players(shown) {
    const { words, match } = this;
    const names = playersOf(match);
    return html`
      <table>
        <thead>
          <tr>
            <th scope="col">${words.player}</th>
            <th scope="col">${words.rating}</th>
          </tr>
        </thead>
        <tbody>${ownFirst(match).map((seat) => {
          const { rating, deviation } = shown[seat] ?? NEWCOMER;
          const { player } = match.seats[seat];
          return html`
            <tr>
              <th scope="row">${markOf(seat, names)} ${player
                ? html`<a href=${at(`/p/${player.id}`)}>${names[seat]}</a>`
                : names[seat]}</th>
              <td><b>${rating}</b> <small class="soft">${words.unsure(deviation)}${deviation > PROVISIONAL
                ? `, ${words.provisional}`
                : nothing}</small></td>
            </tr>
          `;
        })}</tbody>
      </table>
    `;
  }

  /** What each result would change, for who plays. @param {(Shown | undefined)[]} shown */
  #stakes(shown) {
    const { words, match: { yourSeat } } = this;
    if (yourSeat === null) return nothing;
    const numbers = shown.map((each) => each ?? NEWCOMER);
    const places = byPlace(numbers, yourSeat);
    const two = places.length === 2;
    const named = places.map((by, place) => ({
      name: two ? place ? words.loss : words.win : words.place(place + 1),
      by,
    }));
    const rows = two ? [named[0], { name: words.draw, by: byDraw(numbers, yourSeat) }, named[1]] : named;
    return html`
      <table>
        <caption>${words.stakes}</caption>
        <tbody>${rows.map(({ name, by }) =>
          html`
            <tr>
              <th scope="row">${name}</th>
              <td class=${by > 0 ? "up" : by < 0 ? "down" : ""}>${signed(by)}</td>
            </tr>
          `
        )}</tbody>
      </table>
    `;
  }
}

/** @param {number} points */
const signed = (points) => points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "±0";

customElements.define("rated-panel", RatedPanel);
