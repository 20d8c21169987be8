// Play rated, from wherever it is told what that brings.

import { games, isOwn, nameOf } from "../../boards/games.js";
import { html } from "../../vendor/lit.js";
import { searchOf } from "../lobby/search-panel.js";
import { once } from "../shell/once.js";
import { picture } from "./challenge.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */

/** Ask how a rated match is to be, and look for an opponent; the page shows the search. @param {Shell} shell @param {string} game */
export async function playRated(shell, game) {
  searchOf(shell);
  await shell.try(async () => (await import("../lobby/rated-search.js")).openRatedSearch(shell, game));
}

/** A button for each game that can be played rated. @param {Shell} shell @param {string} label what is heard after the game */
export function ratedButtons(shell, label) {
  return html`
    <span class="challenges" role="group" aria-label=${label}>${games().filter(({ id }) => isOwn(id)).map(({ id }) =>
      html`<button aria-haspopup="dialog" aria-label=${`${nameOf(id)}: ${label}`} @click=${(
        /** @type {Event} */ event,
      ) => once(event, () => playRated(shell, id))}>${picture(id)}<span>${nameOf(id)}</span></button>`
    )}</span>
  `;
}
