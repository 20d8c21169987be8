// <livingstone-score>: the standings of a match of Livingstone, and what the end has added, as tables.

import { css, html, letters, LitElement, nothing, seatMark } from "../../../web/board.js";
import { bonusOf, mostIn, ROWS } from "./steps.js";
import { drawings, drawingStyles } from "./drawings.js";
import { scoreStyles } from "./look.js";

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./board.js").Text} Text
 * @typedef {import("./board.js").Options} Options
 * @typedef {NonNullable<View["final"]>} Final
 */

/** @param {string} label @param {readonly unknown[]} cells @param {string} [name] */
const row = (label, cells, name = "") =>
  html`<tr class=${name}><th scope="row">${label}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;

/** @param {readonly string[]} players @param {string} corner */
const names = (players, corner) =>
  html`
    <thead>
      <tr><th scope="col">${corner}</th>${players.map((player, seat) =>
        html`<th scope="col">${seatMark(seat, letters(players)[seat])} ${player}</th>`
      )}</tr>
    </thead>
  `;

/**
 * What the end has added, and the chests: for each seat its name, and below it a row.
 * @param {View} view @param {Final} final @param {readonly string[]} players @param {Text} text
 */
function finalTable({ sides }, final, players, text) {
  const { rows, gems, cards, dice, eliminated } = final;
  const heads = [...Object.values(text.parts), text.total, text.chest];
  return html`
    <table class="final">
      <thead>
        <tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
      </thead>
      ${sides.map(({ score, chest }, seat) =>
        html`
          <tbody>
            <tr>
              <th scope="rowgroup" colspan=${heads.length}>${seatMark(
                seat,
                letters(players)[seat],
              )} ${players[seat]}${eliminated.includes(seat)
                ? html`
                  <span class="out">${text.out}</span>
                `
                : nothing}</th>
            </tr>
            <tr>${[score - rows[seat] - gems[seat] - cards[seat], rows[seat], gems[seat], cards[seat]].map((points) =>
              html`<td>${points}</td>`
            )}<td><b>${score}</b></td><td>${chest}</td></tr>
          </tbody>
        `
      )}
    </table>
    <p>${text.finalTold} ${dice.length ? text.chestDice(dice) : text.leastOut}</p>
  `;
}

export class LivingstoneScore extends LitElement {
  static properties = {
    view: { attribute: false },
    players: { attribute: false },
    text: { attribute: false },
    options: { attribute: false },
  };

  static styles = [
    drawingStyles,
    scoreStyles,
    css`
      :host {
        display: block;
        overflow: auto;
        color: var(--ink, inherit);
        font: 0.9375rem / 1.3 var(--font, system-ui, sans-serif);
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
    /** @type {Options | null} */
    this.options = null;
  }

  render() {
    const { view, players } = this;
    if (!view || !this.text) return nothing;
    const text = this.text.game;
    if (view.final) return html`${drawings}${finalTable(view, view.final, players, text)}`;
    return html`${drawings}${this.standings(view, text)}${this.majorities(view, text)}`;
  }

  /** @param {View} view @param {Text} text */
  standings({ sides }, text) {
    return html`
      <table>
        ${names(this.players, text.score)}
        <tbody>
          ${row(text.points, sides.map(({ score }) => score), "total")} ${row(
            text.wealth,
            sides.map(({ wealth }) => wealth),
          )}
          ${row(text.gems, sides.map(({ gems }) => gems.clear + gems.blue + gems.red))}
          ${row(text.tents, sides.map(({ tents }) => tents))}
        </tbody>
      </table>
      <p>${text.chestRule(sides.length)}</p>
    `;
  }

  /** Who has most tents in each row now. @param {View} view @param {Text} text */
  majorities(view, text) {
    return html`
      <h3>${text.rowsNow}</h3>
      <ul>${ROWS.map((each) => {
        const most = mostIn(view, each).map((seat) => this.players[seat]);
        return html`<li><b>${text.row} ${each}</b>: ${text.mostOf(bonusOf(each, this.options?.rowBonus), most)}</li>`;
      })}</ul>
    `;
  }
}

customElements.define("livingstone-score", LivingstoneScore);
