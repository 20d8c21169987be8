// One player challenges another: a table at which both have a seat, in one tap.

import { fileOf, games, nameOf, seatsOf, webOf } from "../../boards/games.js";
import { html, nothing } from "../../vendor/lit.js";
import { once } from "../shell/once.js";
import { defaults, invited, playNow, settings } from "../lobby/new-table.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").Game} Game */
/** @typedef {{ id: string, displayName: string, kind: string }} Somebody */

/** So long somebody may take to open the seal of the deal: the page of a friend may be asleep. */
const REVEAL = "86400s";

/**
 * Challenge somebody, and go to the table.
 * @param {Shell} shell @param {Somebody} player @param {string} id of the game
 */
export async function challenge(shell, player, id) {
  const game = /** @type {Game} */ (id);
  const chosen = defaults(seatsOf(game).min);
  if (player.kind === "bot") return await playNow(shell, game, chosen, [/** @type {any} */ (player)]);
  const me = await shell.player();
  const terms = { ...settings(game, { ...chosen, clock: "day" }), access: "private", reveal: REVEAL };
  const match = await me.matches.create(/** @type {any} */ (terms));
  await invited(shell, match, [player]);
  shell.router.go(`/m/${match.id}`);
}

/**
 * A button for each game.
 * @param {Shell} shell @param {Somebody} player @param {string} label what is heard before the game
 * @param {string[]} [offered] the games that the player plays
 * @param {boolean} [small] whether the pictures say it all
 */
export function challengeButtons(shell, player, label, offered = games().map(({ id }) => id), small = false) {
  return html`
    <span class="challenges ${small ? "small" : ""}" role="group" aria-label=${label}>${offered.map((id) =>
      html`<button title=${nameOf(id)} aria-label=${`${nameOf(id)}: ${label}`} @click=${(/** @type {Event} */ event) =>
        once(event, () => shell.try(() => challenge(shell, player, id)))}>${picture(id)}${
        small ? nothing : html`<span>${nameOf(id)}</span>`
      }</button>`
    )}</span>
  `;
}

/** The picture of a game. @param {string} game */
export function picture(game) {
  if (!webOf(game)?.tile) return html`<span class="thumb" aria-hidden="true"></span>`;
  return html`<img class="thumb" alt="" src=${fileOf(game, "tile.svg")} width="64" height="48">`;
}
