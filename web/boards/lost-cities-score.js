// <lost-cities-score>: the standings of a match of Lost Cities and the results of its rounds, as tables.

import { css, html, LitElement, nothing } from "../vendor/lit.js";
import { isOver } from "../steps/lost-cities.js";
import { cardStyles, drawings, symbol } from "./card.js";
import { scoreStyles } from "./lost-cities-look.js";

/**
 * @typedef {import("../steps/lost-cities.js").View} View
 * @typedef {View["finishedRounds"][number]} Round
 * @typedef {import("./lost-cities.js").Text} Text
 */

/** @param {number} points @param {Text} text */
const cell = (points, text) => html`<td class=${points < 0 ? "minus" : ""}>${text.points(points)}</td>`;

/** @param {readonly string[]} players */
const names = (players) => players.map((name) => html`<th scope="col">${name}</th>`);

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
          ${
              round.sides.map(({ expeditions }) =>
                expeditions[at].cards.length ? cell(expeditions[at].score, text) : html`<td class="unplayed">0</td>`
              )
            }
        </tr>`,
        )}
        <tr class="total"><th scope="row">${text.roundSum}</th>${round.sides.map(({ score }) => cell(score, text))}</tr>
        <tr><th scope="row">${text.total}</th>${round.sides.map(({ total }) => cell(total, text))}</tr>
      </tbody>
    </table>
  `;

/** What the seats brought along from matches before. @param {View} view */
export const carriedOf = ({ sides, finishedRounds: [first] }) =>
  first ? first.sides.map(({ total, score }) => total - score) : sides.map(({ total }) => total);

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
    return html`${drawings}${this.standings(view, text)}
      ${
      view.finishedRounds.map(
        (round) =>
          html`<details>
          <summary>${text.details(round.round)}</summary>
          ${roundTable(round, players, text)}
        </details>`,
      )
    }`;
  }

  /** @param {View} view @param {Text} text */
  standings(view, text) {
    const carried = carriedOf(view);
    return html`
      <table>
        <thead>
          <tr><th scope="col">${text.score}</th>${names(this.players)}</tr>
        </thead>
        <tbody>
              ${carried.some(Boolean)
                ? html`<tr><th scope="row">${text.carried}</th>${carried.map((points) => cell(points, text))}</tr>`
                : nothing}
              ${view.finishedRounds.map(
                ({ round, sides }) =>
                  html`<tr><th scope="row">${text.roundRow(round)}</th>${
                    sides.map(({ score }) => cell(score, text))
                  }</tr>`,
              )}
              ${isOver(view)
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
