// Who can be played against at once, for which games: bots, and people who have said so.

import { isolated } from "../../boards/bidi.js";
import { html, repeat } from "../../vendor/lit.js";
import { games } from "../../boards/games.js";
import { face } from "../shell/face.js";
import { PollingPage } from "./polling-page.js";
import { defaults, playNow } from "./new-table.js";
import { byStrength, playersOf, strength } from "./bots.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */
/** @typedef {import("../../../sdk/javascript/types/api.js").Game} Game */
/** @typedef {{ player: Available, offers: import("../../boards/games.js").Listed[] }} Ready */

/** The list of them; "looked" is sent each time that it has looked. */
export class ReadyPlayers extends PollingPage {
  static properties = { ...PollingPage.properties, found: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** @type {Ready[] | undefined} */
    this.found = undefined;
    this.busy = false;
  }

  render() {
    const { lobby, home } = this.text;
    if (!this.found) return html`<p class="soft loading">${this.shell.waiting}</p>`;
    if (!this.found.length) return html`<p class="soft">${home.noBots}</p>`;
    return html`
      <p class="soft small">${lobby.choose}</p>
      <ul class="matches ready">${repeat(this.found, ({ player }) => player.id, (each) => this.#row(each))}</ul>
    `;
  }

  /** @param {Ready} ready */
  #row({ player, offers }) {
    const { home, bot } = this.text;
    return html`
      <li>${face(player.displayName)}
        <div><b>${player.displayName}</b> ${player.house ? html`<small class="soft">${bot}</small>` : ""}
          <span class="soft">${strength(player, home)}</span></div>
        <p class="row">${offers.map(({ id, name, seats }) =>
          html`<button aria-label=${`${name}: ${home.play}, ${
            isolated(player.displayName)
          }`} aria-disabled=${this.busy} @click=${() =>
            this.#play(/** @type {Game} */ (id), seats.min, player)}>${name}</button>`
        )}</p>
      </li>
    `;
  }

  /** @param {Game} game @param {number} seats @param {Available} player */
  async #play(game, seats, player) {
    if (this.busy) return;
    this.busy = true;
    await this.shell.try(() => playNow(this.shell, game, defaults(seats), [player]));
    this.busy = false;
  }

  /** @override */
  async look() {
    try {
      const all = await Promise.all(
        games().map(async (game) => ({ game, players: await playersOf(this.shell, game.id) })),
      );
      const players = new Map(all.flatMap(({ players }) => players.map((player) => [player.id, player])));
      this.found = [...players.values()].sort(byStrength).map((player) => ({
        player,
        offers: all.filter(({ players }) => players.some(({ id }) => id === player.id)).map(({ game }) => game),
      }));
    } catch {
      // The line tells what is wrong, and the list looks again.
    }
    this.dispatchEvent(new Event("looked"));
  }
}

customElements.define("ready-players", ReadyPlayers);
