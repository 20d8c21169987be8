// Won, tied and lost as one bar.

import { html, nothing } from "../../vendor/lit.js";

/** @typedef {{ won: number, drawn: number, lost: number }} Tally */

/** Return the bar; its numbers stand below it. @param {Tally} tally @param {import("../../text/players.en.js").PlayersText["record"]} words */
export function recordBar({ won, drawn, lost }, words) {
  const parts = Object.entries({ won, drawn, lost });
  return html`
    <div class="record-bar" role="img" aria-label=${words.all(won, drawn, lost)}>
      <div class="parts">${parts.map(([name, count]) =>
        count ? html`<span class=${name} .style=${`flex-grow: ${count}`}></span>` : nothing
      )}</div>
      <p class="numbers" aria-hidden="true"><span class="won"><b>${won}</b> ${words.won}</span>
        <span class="drawn"><b>${drawn}</b> ${words.drawn}</span>
        <span class="lost"><b>${lost}</b> ${words.lost}</span></p>
    </div>
  `;
}

/** The share of matches won, in percent. @param {Tally} tally */
export const shareOf = ({ won, drawn, lost }) => Math.round(100 * won / Math.max(1, won + drawn + lost));
