// The players on a page of a leaderboard, as a table.

import { html, nothing, repeat } from "../../vendor/lit.js";
import { face } from "../shell/face.js";
import { at } from "../shell/router.js";

/** @typedef {import("../session/standings.js").Place} Place */
/** @typedef {import("./spoken-page.js").PlayersText} PlayersText */

/**
 * @param {readonly Place[]} entries
 * @param {PlayersText} words
 * @param {(number: number) => string} number
 * @param {string} [own] the id of the viewer
 */
export function ranking(entries, words, number, own) {
  const { board: text } = words;
  if (!entries.length) return nothing;
  return html`
    <table class="ranking">
      <thead>
        <tr>
          <th scope="col" class="rank">${text.rank}</th>
          <th scope="col">${text.player}</th>
          <th scope="col" class="right wide">${text.rating}</th>
          <th scope="col" class="right">${text.points}</th>
          <th scope="col" class="right wide">${text.matches}</th>
        </tr>
      </thead>
      <tbody>${repeat(
        entries,
        ({ player }) => player.id,
        (each) => row(each, words, number, each.player.id === own),
      )}</tbody>
    </table>
  `;
}

/** @param {Place} place @param {PlayersText} words @param {(number: number) => string} number @param {boolean} own */
function row({ rank, player, rating, deviation, points, matches }, { board: text, profile }, number, own) {
  const name = player.displayName ?? profile.unnamed;
  const numbers = html`${rating} <span class="soft small">±${deviation}</span>`;
  return html`
    <tr class=${own ? "me" : ""}>
      <td class="rank numbers">${number(rank)}</td>
      <td
        class="who-is"><a href=${at(`/p/${player.id}`)}>${face(name)} <span><bdi>${name}</bdi>${own
          ? html`
            <small class="you-mark">${text.you}</small>
          `
          : nothing}<small class="narrow soft numbers" aria-hidden="true">${rating} ±${deviation}</small></span></a></td>
      <td class="right wide numbers">${numbers}</td>
      <td class="right numbers"><b>${points}</b></td>
      <td class="right wide numbers soft">${number(matches)}</td>
    </tr>
  `;
}
