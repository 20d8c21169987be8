// <just4fun-score>: what each player of Just4Fun has, as a table; at the end it is the scoring.

import { css, html, letters, LitElement, nothing, svg } from "../../../web/board.js";
import { counted, fieldsOf } from "./steps.js";
import { scoreStyles } from "./look.js";
import { stone, stoneDrawings, stoneStyles } from "./stone.js";

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./board.js").Text} Text
 */

/** The scoring: which fields each player has, and what they add up to. @param {View} view @param {readonly string[]} players @param {Text} text */
const ending = (view, players, text) =>
  html`
    <table>
      <thead>
        <tr>
          <th scope="col">${text.player}</th>
          <th scope="col">${text.fields}</th>
          <th scope="col">${text.pointsColumn}</th>
          <th scope="col">${text.highest}</th>
        </tr>
      </thead>
      <tbody>
        ${view.sides.map(({ seat, score, highestField }) =>
          html`
            <tr>
              <th scope="row">${stone(seat, letters(players)[seat])} ${players[seat]}</th>
              <td class="fields">${fieldsOf(view, seat).join(" + ") || "–"}</td>
              <td class="sum">${score}</td>
              <td>${highestField || "–"}</td>
            </tr>
          `
        )}
      </tbody>
    </table>
    <p class="rule">${view.line.length ? text.lineRule : text.countRule}</p>
  `;

/** The stones that each player has left, and those out of the game if there are any. @param {View} view @param {readonly string[]} players @param {Text} text */
function supplies(view, players, text) {
  const out = view.sides.some(({ removed }) => removed);
  return html`
    <table>
      <thead>
        <tr>
          <th scope="col">${text.player}</th>
          <th scope="col">${text.stonesColumn}</th>
          ${out ? html`<th scope="col">${text.removedColumn}</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${view.sides.map(({ seat, supply, removed }) =>
          html`
            <tr>
              <th scope="row">${stone(seat, letters(players)[seat])} ${players[seat]}</th>
              <td>${supply}</td>
              ${out ? html`<td>${removed}</td>` : nothing}
            </tr>
          `
        )}
      </tbody>
    </table>
  `;
}

const drawings = svg`
  <svg class="drawings" aria-hidden="true" focusable="false">
    <defs>${stoneDrawings}</defs>
  </svg>
`;

export class Just4FunScore extends LitElement {
  static properties = {
    view: { attribute: false },
    players: { attribute: false },
    text: { attribute: false },
  };

  static styles = [
    stoneStyles,
    scoreStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 16px;
        color: var(--ink, inherit);
        font: 0.9375rem / 1.3 var(--font, system-ui, sans-serif);
      }
      p {
        margin: 0;
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
    const discards = counted(view.discard).map(([value, times]) => text.discarded(value, times));
    return html`
      ${drawings}
      <div>${ending(view, players, text)}</div>
      ${supplies(view, players, text)}
      <p><b>${text.discards}</b> ${discards.join(", ") || text.noDiscards}</p>
    `;
  }
}

customElements.define("just4fun-score", Just4FunScore);
