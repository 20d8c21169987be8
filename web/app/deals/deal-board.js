// The board of a deal: who has played it to its end, and how.

import { html, nothing, repeat } from "../../vendor/lit.js";
import { face } from "../shell/face.js";
import { at } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").DealBoard} Board */
/** @typedef {Board["entries"][number]} Tried */
/** @typedef {import("./deals-part.js").DealsText} DealsText */

/** The rows, and the viewer's own below them if it is not among them. @param {Board} board @param {DealsText} words */
export function dealBoard({ entries, you }, { board: text }) {
  const own = you?.player.id;
  const among = entries.some(({ player }) => player.id === own);
  const rows = you && !among ? [...entries, you] : entries;
  if (!rows.length) return html`<p class="soft">${text.nobody}</p>`;
  return html`
    <table class="ranking">
      <thead>
        <tr>
          <th scope="col" class="rank">${text.rank}</th>
          <th scope="col">${text.player}</th>
          <th scope="col">${text.result}</th>
          <th scope="col" class="right">${text.points}</th>
          <th scope="col" class="right wide">${text.moves}</th>
        </tr>
      </thead>
      <tbody>${repeat(rows, ({ player }) => player.id, (each) => row(each, text, each.player.id === own))}</tbody>
    </table>
  `;
}

/** @param {Tried} tried @param {DealsText["board"]} text @param {boolean} own */
function row({ rank, player, place, points, moves }, text, own) {
  const name = player.displayName ?? text.unnamed;
  return html`
    <tr class=${own ? "me" : ""}>
      <td class="rank numbers">${rank}</td>
      <td class="who-is"><a href=${at(`/p/${player.id}`)}>${face(name)} <span><bdi>${name}</bdi>${own
        ? html`
          <small class="you-mark">${text.you}</small>
        `
        : nothing}</span></a></td>
      <td>${place === 1 ? text.won : text.place(place)}</td>
      <td class="right numbers"><b>${points}</b></td>
      <td class="right wide numbers soft">${moves}</td>
    </tr>
  `;
}
