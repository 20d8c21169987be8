// The rounds of a tournament: the tables of one of them, with their results.

import { isolated } from "../../boards/bidi.js";
import { html, nothing, repeat } from "../../vendor/lit.js";
import { at } from "../shell/router.js";
import { entering } from "./enter.js";
import { nameIn, person } from "./facts.js";
import { isDone, pointsOf, written } from "./points.js";
import { roundOf } from "./service.js";
import { TournamentView } from "./tournament-view.js";

/** @typedef {import("./service.js").Round} Round */
/** @typedef {import("./service.js").Table} Table */
/** @typedef {import("./tournament-part.js").TournamentsText} TournamentsText */

/**
 * One round at a time.
 * @extends {TournamentView<Round>}
 */
export class RoundsView extends TournamentView {
  static properties = { ...TournamentView.properties, chosen: { state: true } };

  constructor() {
    super();
    /** The round that was chosen; 0 for the last one, whichever it is. */
    this.chosen = 0;
    /** How many pages are shown. */
    this.pages = 1;
  }

  /** The round that is shown. */
  get shown() {
    return this.chosen || this.tournament.round;
  }

  /** @override A round whose tables all have their results stays as it is. */
  get changes() {
    return this.found?.round !== this.shown || this.found.tablesOpen > 0;
  }

  /** @override */
  async read() {
    const { shown, tournament: { id }, shell: { me } } = this;
    return shown ? await roundOf(me, id, shown, this.pages) : undefined;
  }

  /** @override @param {TournamentsText} words */
  spoken(words) {
    const { found, tournament, shown } = this;
    const { rounds: text } = words;
    if (!tournament.round) return html`<p class="soft">${text.none}</p>`;
    return html`
      ${this.#turning(words)}
      ${found?.round === shown ? this.#round(found, words) : html`<p class="soft board-soon">${this.shell.waiting}</p>`}
    `;
  }

  /** The way to other rounds. @param {TournamentsText} words */
  #turning({ rounds: text }) {
    const { shown, tournament: { round, system } } = this;
    const name = (/** @type {number} */ of) => system === "arena" ? text.pairing(of) : text.round(of);
    return html`
      <div class="turning">
        <button aria-label=${text.earlier} aria-disabled=${shown <= 1} @click=${() => this.#turn(shown - 1)}>‹</button>
        <label><span class="unseen">${text.round(shown)}</span><select @change=${(/** @type {any} */ { target }) =>
          this.#turn(round - target.selectedIndex)}>${Array.from(
            { length: round },
            (_, index) => html`<option .selected=${round - index === shown}>${name(round - index)}</option>`,
          )}</select></label>
        <button aria-label=${text.later} aria-disabled=${shown >= round} @click=${() =>
          this.#turn(shown + 1)}>›</button>
      </div>
    `;
  }

  /** @param {number} round */
  #turn(round) {
    const { round: last } = this.tournament;
    if (round < 1 || round > last) return;
    this.chosen = round === last ? 0 : round;
    this.pages = 1;
    this.look();
  }

  /** @param {Round} round @param {TournamentsText} words */
  #round({ tables, byes, nextPageToken }, words) {
    const { rounds: text } = words;
    const names = byes.map((each) => isolated(nameIn(each, words)));
    const ordered = tables.toSorted((one, other) => Number(this.#own(other)) - Number(this.#own(one)));
    return html`
      <ol class="pairings">${repeat(ordered, ({ table }) => table, (each) => this.#table(each, words))}</ol>
      ${names.length ? html`<p class="soft byes">${text.bye(names)}</p>` : nothing}
      ${nextPageToken ? html`<p><button @click=${() => this.#more()}>${text.more}</button></p>` : nothing}
    `;
  }

  #more() {
    this.pages++;
    this.look();
  }

  /** Whether the viewer sits there; that table comes first. @param {Table} table */
  #own({ players }) {
    return players.some(({ id }) => id === this.own);
  }

  /** @param {Table} table @param {TournamentsText} words */
  #table(table, words) {
    const { players, results, repeat: again } = table;
    const { rounds: text } = words;
    const own = this.#own(table);
    const points = results.length ? pointsOf(table, this.tournament.matchesPerPairing) : undefined;
    const reason = results.map((each) => each.reason).find((each) => each !== "completed") ?? "";
    return html`
      <li class="pairing ${own ? "me" : ""} ${isDone(table) ? "done" : "open"}" aria-label=${own
        ? `${text.table(table.table)}, ${text.own}`
        : text.table(table.table)}>
        <span class="number numbers soft" aria-hidden="true">${this.text.number(table.table)}</span>
        <ul>${players.map((player, seat) =>
          html`<li class=${points && isDone(table) && points[seat] === Math.max(...points) ? "first" : ""}>${
            person(player, words)
          }<b class="points numbers">${points ? written(points[seat], this.text.language) : ""}</b></li>`
        )}</ul>
        <span class="state">${isDone(table)
          ? Object.hasOwn(text.reasons, reason) ? html`<small class="soft">${text.reasons[reason]}</small>` : nothing
          : html`<small class="plays">${text.plays}</small>`} ${this.#way(table, words)}${again
          ? html`<small class="soft">${text.repeat}</small>`
          : nothing}</span>
      </li>
    `;
  }

  /** To the match of a table: to watch it, or its replay. @param {Table} table @param {TournamentsText} words */
  #way(table, words) {
    const { players, matchId, results } = table;
    const { rounds: text } = words;
    const own = this.#own(table);
    if (this.tournament.access === "private" && !own) return nothing; // only its players see a private match
    const names = players.map((each) => isolated(nameIn(each, words)));
    if (matchId) {
      const [name, label] = own ? [words.step.table, nothing] : [text.watch, text.watchLabel(names)];
      return html`
        <a class="button" href=${at(`/m/${matchId}`)} aria-label=${label}
          @click=${own ? entering(this.shell, matchId) : undefined}>${name}</a>
      `;
    }
    const last = results.findLast(({ reason }) => !["noShow", "withdrew", "overdue"].includes(reason));
    if (!last) return nothing;
    return html`<a class="button plain" href=${at(`/m/${last.matchId}/replay`)} aria-label=${
      text.replayLabel(names)
    }>${text.replay}</a>`;
  }
}

customElements.define("rounds-view", RoundsView);
