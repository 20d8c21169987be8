// <lost-cities-score>: the standings of a match of Lost Cities and the results of its rounds, as tables.

import { css, html, LitElement, nothing } from "../../../web/board.js";
import { carriedOf, formula, isOver, isSingle } from "./steps.js";
import { cardStyles, drawings, symbol } from "./card.js";
import { scoreStyles } from "./look.js";

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {View["finishedRounds"][number]} Round
 * @typedef {import("./board.js").Text} Text
 * @typedef {Round["sides"][number]["expeditions"][number]} Expedition
 */

/** @param {number} points @param {Text} text */
const cell = (points, text) => html`<td class=${points < 0 ? "minus" : ""}>${text.points(points)}</td>`;

/** @param {readonly string[]} players */
const names = (players) => players.map((name) => html`<th scope="col">${name}</th>`);

/** The points of an expedition, and how they are made. @param {Expedition} expedition @param {Text} text */
const expeditionCell = (expedition, text) =>
  expedition.cards.length
    ? html`<td class=${expedition.score < 0 ? "minus" : ""}>${text.points(expedition.score)}<small class="formula">${
      formula(expedition)
    }</small></td>`
    : html`<td class="unplayed">0</td>`;

/** The expeditions of a finished round, by colour. @param {Round} round @param {readonly string[]} players @param {Text} text */
export const roundTable = (round, players, text) =>
  html`
    <table>
      <thead>
        <tr><th scope="col">${text.expeditionColumn}</th>${names(players)}</tr>
      </thead>
      <tbody>
        ${round.sides[0].expeditions.map(
          ({ color }, at) =>
            html`<tr>
          <th scope="row"><span class="colour ${color}">${symbol(color)}${text.colors[color]}</span></th>
          ${round.sides.map(({ expeditions }) => expeditionCell(expeditions[at], text))}
        </tr>`,
        )}
        <tr class="total"><th scope="row">${text.roundSum}</th>${round.sides.map(({ score }) => cell(score, text))}</tr>
        ${round.sides.some(({ score, total }) => score !== total)
          ? html`<tr><th scope="row">${text.total}</th>${round.sides.map(({ total }) => cell(total, text))}</tr>`
          : nothing}
      </tbody>
    </table>
  `;

/** The round that is played, as those that are over. @param {View} view @returns {Round} */
const running = ({ round, starter, sides }) => ({
  round,
  starter,
  sides: sides.map(({ seat, roundScore, total, expeditions }) => ({
    seat,
    expeditions,
    score: roundScore,
    total: total + roundScore,
  })),
});

/** What the signs on the table say, beside the signs. @param {Text} text */
const legend = (text) =>
  html`
    <details>
      <summary>${text.legend.title}</summary>
      <p>${text.legend.points}</p>
      <ul>
        <li><span class="sign only">${symbol("discard")}</span>${text.legend.late}</li>
        <li><span class="sign taken">↗</span>${text.legend.drawn}</li>
        <li><span class="sign ringed"></span>${text.legend.laid}</li>
        <li><span class="sign seen">${symbol("eye")}</span>${text.legend.seen}</li>
      </ul>
    </details>
  `;

export class LostCitiesScore extends LitElement {
  static properties = {
    view: { attribute: false },
    players: { attribute: false },
    text: { attribute: false },
  };

  static styles = [
    cardStyles,
    scoreStyles,
    css`
      :host {
        display: block;
        color: var(--ink, inherit);
        font: 0.9375rem / 1.3 var(--font, system-ui, sans-serif);
      }
      details {
        margin-top: 4px;
      }
      summary {
        cursor: pointer;
        padding: 10px 6px;
        min-height: 44px;
        font-weight: 600;
      }
      p {
        margin: 4px 6px;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0 6px;
      }
      li {
        display: grid;
        grid-template-columns: 26px 1fr;
        align-items: center;
        gap: 10px;
        padding: 5px 0;
      }
      .sign {
        box-sizing: border-box;
        width: 22px;
        height: 22px;
        border-radius: 50%;
        display: grid;
        place-items: center;
        color: #fff;
        background: rgb(25 20 12 / 0.86);
        font: 700 0.8125rem / 1 system-ui, sans-serif;
      }
      .sign .symbol {
        width: 14px;
        height: 14px;
      }
      .taken {
        color: var(--accent-ink, #fff);
        background: var(--accent, #17625b);
      }
      .ringed {
        border-radius: 4px;
        background: none;
        border: 2.5px solid var(--accent, #17625b);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {View | null} */
    this.view = null;
    /** @type {readonly string[]} */
    this.players = [];
    /** @type {{ game: Text } | null} */
    this.text = null;
  }

  render() {
    if (!this.view || !this.text) return nothing;
    const { view, players } = this;
    const text = this.text.game;
    const now = isOver(view) ? nothing : html`<details open>
      <summary>${text.details(view.round)}</summary>
      ${roundTable(running(view), players, text)}
    </details>`;
    return html`${drawings}${this.standings(view, text)}${now}
      ${
      view.finishedRounds.map(
        (round) =>
          html`<details>
          <summary>${text.details(round.round)}</summary>
          ${roundTable(round, players, text)}
        </details>`,
      )
    }${legend(text)}`;
  }

  /** @param {View} view @param {Text} text */
  standings(view, text) {
    const carried = carriedOf(view);
    const single = isSingle(view);
    return html`
      <table>
        <thead>
          <tr><th scope="col">${text.score}</th>${names(this.players)}</tr>
        </thead>
        <tbody>
              ${carried.some(Boolean)
                ? html`<tr><th scope="row">${text.carried}</th>${carried.map((points) => cell(points, text))}</tr>`
                : nothing}
              ${(single ? [] : view.finishedRounds).map(
                ({ round, sides }) =>
                  html`<tr><th scope="row">${text.roundRow(round)}</th>${
                    sides.map(({ score }) => cell(score, text))
                  }</tr>`,
              )}
              ${isOver(view) || single
                ? nothing
                : html`<tr><th scope="row">${text.roundRow(view.round)}</th>${
                  view.sides.map(({ roundScore }) => cell(roundScore, text))
                }</tr>`}
              <tr class="total"><th scope="row">${text.total}</th>${view.sides.map(({ total, roundScore }) =>
                cell(isOver(view) ? total : total + roundScore, text)
              )}</tr>
            </tbody>
      </table>
    `;
  }
}

customElements.define("lost-cities-score", LostCitiesScore);
