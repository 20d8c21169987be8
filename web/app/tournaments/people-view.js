// Who has joined a tournament, and who is here.

import { isolated } from "../../boards/bidi.js";
import { html, nothing, repeat } from "../../vendor/lit.js";
import { nameIn, person } from "./facts.js";
import { few } from "./lists.js";
import { tournaments } from "./service.js";
import { TournamentView } from "./tournament-view.js";

/** @typedef {import("./service.js").Player} Player */
/** @typedef {import("./lists.js").Few<Player>} Few */
/** @typedef {import("./tournament-part.js").TournamentsText} TournamentsText */

/** So many are shown at first, and so many more with each press. */
const SHOWN = 50;

/**
 * Those who have joined; "remove" is sent with the player whom the director removes.
 * @extends {TournamentView<Few>}
 */
export class PeopleView extends TournamentView {
  static properties = { ...TournamentView.properties, directs: { type: Boolean } };

  constructor() {
    super();
    /** Whether the viewer may remove somebody. */
    this.directs = false;
    this.most = SHOWN;
  }

  /** @override */
  async read() {
    const all = tournaments(this.shell.me).players(this.tournament.id);
    return await few(all, this.most, ({ presence }) => presence !== "left");
  }

  /** @override @param {TournamentsText} words */
  spoken(words) {
    const { found } = this;
    const { people } = words;
    if (!found) return html`<p class="soft board-soon">${this.shell.waiting}</p>`;
    const { shown, more } = found;
    if (!shown.length) return html`<p class="soft">${people.none}</p>`;
    return html`
      <ul class="entrants">${repeat(shown, ({ player }) => player.id, (each) => this.#player(each, words))}</ul>
      ${more ? html`<p><button @click=${() => this.#more()}>${people.more}</button></p>` : nothing}
    `;
  }

  #more() {
    this.most += SHOWN;
    this.look();
  }

  /** @param {Player} of @param {TournamentsText} words */
  #player({ player, presence, rating, checkedIn }, words) {
    const state = this.#state(presence, checkedIn, words);
    const out = presence === "withdrawn" || presence === "withheld";
    const { directs, tournament: { status } } = this;
    const removable = directs && !out && status !== "finished" && status !== "aborted";
    return html`
      <li class="${out ? "out" : checkedIn && status === "checkIn" ? "here" : ""}">${person(
        player,
        words,
        player.id === this.own,
      )}
        <span class="soft small">${[player.kind === "bot" && words.bot, rating, state].filter(Boolean).join(
          " · ",
        )}</span>
        ${removable
          ? html`<button class="plain small" aria-label=${
            words.director.removeLabel(isolated(nameIn(player, words)))
          } @click=${() =>
            this.dispatchEvent(new CustomEvent("remove", { detail: player }))}>${words.director.remove}</button>`
          : nothing}</li>
    `;
  }

  /** @param {Player["presence"]} presence @param {boolean} checkedIn @param {TournamentsText} words */
  #state(presence, checkedIn, { people }) {
    if (presence === "withdrawn") return people.left;
    if (presence === "withheld") return people.withheld;
    if (this.tournament.status !== "checkIn") return "";
    return checkedIn ? people.here : people.missing;
  }
}

customElements.define("people-view", PeopleView);
