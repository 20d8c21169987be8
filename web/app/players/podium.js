// The first three of a leaderboard, as a picture of which each is a link to a profile.

import { html, nothing } from "../../vendor/lit.js";
import { face } from "../shell/face.js";
import { at } from "../shell/router.js";

/** @typedef {import("../session/standings.js").Place} Place */

/** So many stand on it. */
const PLACES = 3;

/**
 * Return the podium; nothing with fewer than three, whom the list shows.
 * @param {readonly Place[]} entries those of the first page
 * @param {import("./spoken-page.js").PlayersText} words
 * @param {string} [own] the id of the viewer
 */
export function podium(entries, words, own) {
  if (!entries.length) return nothing;
  return html`
    <ol class="podium">${entries.slice(0, PLACES).map(({ rank, player, points, rating, deviation }, place) =>
      html`
        <li class="step-${place + 1} ${player.id === own ? "me" : ""}">
          <a href=${at(`/p/${player.id}`)}>${face(player.displayName ?? "")}
            <span class="medal numbers">${rank}</span>
            <bdi class="name">${player.displayName ?? words.profile.unnamed}</bdi>
            <b class="numbers">${points}</b> <small class="unit">${words.board.points}</small>
            <small class="soft numbers">${rating} ±${deviation}</small></a></li>
      `
    )}</ol>
  `;
}
