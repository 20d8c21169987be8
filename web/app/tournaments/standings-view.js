// The standings of a tournament, page by page, with the viewer's own line always in sight.

import { html, nothing, repeat } from "../../vendor/lit.js";
import { at } from "../shell/router.js";
import { person } from "./facts.js";
import { written } from "./points.js";
import { tournaments } from "./service.js";
import { TournamentView } from "./tournament-view.js";

/** @typedef {import("./service.js").Standings} Standings */
/** @typedef {import("./service.js").Row} Row */
/** @typedef {import("./tournament-part.js").TournamentsText} TournamentsText */
/** @typedef {"cut" | "buchholz" | "direct" | "wins" | "berger"} TieBreak */

/** What counts after the points, in this order. @type {[TieBreak, keyof Row][]} */
const NUMBERS = [
  ["cut", "buchholzCut1"],
  ["buchholz", "buchholz"],
  ["direct", "direct"],
  ["wins", "wins"],
  ["berger", "sonnebornBerger"],
];

/**
 * The standings.
 * @extends {TournamentView<Standings>}
 */
export class StandingsView extends TournamentView {
  constructor() {
    super();
    /** Of the pages before this one and of this one; none is that of the first. @type {string[]} */
    this.pageTokens = [];
    this.around = false;
  }

  /** @override */
  async read() {
    const pageToken = this.pageTokens.at(-1);
    const query = this.around && !pageToken ? { around: /** @type {const} */ ("me") } : { pageToken };
    return await tournaments(this.shell.me).standingsPage(this.tournament.id, query);
  }

  /** @override @param {TournamentsText} words */
  spoken(words) {
    const { found } = this;
    const { standings: text } = words;
    if (!found) return html`<p class="soft board-soon">${this.shell.waiting}</p>`;
    if (!found.rows.length) return html`<p class="soft">${text.none}</p>`;
    const { system } = this.tournament;
    const arena = system === "arena";
    return html`
      <p class="soft small numbers">${this.#about(found, words).join(" · ")}</p>
      <table class="ranking standings ${arena ? "arena" : ""}">
        <thead>${this.#head(text)}</thead>
        <tbody>${repeat(found.rows, ({ player }) => player.id, (row) => this.#row(row, words))}</tbody>
        ${this.#own(found, words)}
      </table>
      ${this.#pages(found, words)}
      <details class="what">
        <summary>${text.what}</summary>
        <p>${arena ? text.whatArena : text.whatText}</p>
        ${system === "roundRobin" ? html`<p>${text.whatLeft}</p>` : nothing}
      </details>
    `;
  }

  /** How far they go. @param {Standings} found @param {TournamentsText} words */
  #about({ final, round, size }, { standings: text, players }) {
    const { system, tablesOpen, allAtOnce } = this.tournament;
    const when = tablesOpen && system !== "arena" ? text.during(round) : text.after(round);
    if (final) return [text.final, players(size)];
    return [...(allAtOnce ? [] : [when]), players(size), text.moves];
  }

  /** The numbers after the points; an arena has the wins alone. */
  get #numbers() {
    return this.tournament.system === "arena" ? NUMBERS.filter(([name]) => name === "wins") : NUMBERS;
  }

  /** @param {TournamentsText["standings"]} text */
  #head(text) {
    return html`
      <tr>
        <th scope="col" class="rank"><span aria-hidden="true">#</span><span class="unseen">${text.rank}</span></th>
        <th scope="col">${text.player}</th>
        <th scope="col" class="right">${text.points}</th>
        ${this.#numbers.map(([name]) =>
          html`<th scope="col" class="right wide"><abbr title=${text[name]}>${text.short[name]}</abbr></th>`
        )}
      </tr>
    `;
  }

  /** @param {Row} row @param {TournamentsText} words @param {boolean} [apart] whether it stands below the page, which does not have it */
  #row(row, words, apart = false) {
    const { rank, player, presence, points } = row;
    const own = player.id === this.own;
    const { language } = this.text;
    return html`
      <tr class="${rank === 1 && points ? "leads" : ""} ${own ? "me" : ""} ${apart
        ? "apart"
        : ""} ${presence === "withdrawn" ? "gone" : ""}">
        <td class="rank numbers">${this.text.number(rank)}</td>
        <td class="who-is"><a href=${at(`/p/${player.id}`)}>${person(
          player,
          words,
          own,
        )}</a>${presence === "withdrawn"
          ? html`<small class="soft">${words.standings.withdrawn}</small>`
          : nothing}</td>
        <td class="right numbers"><b>${written(points, language)}</b></td>
        ${this.#numbers.map(([, key]) =>
          html`<td class="right wide numbers soft">${written(/** @type {number} */ (row[key]), language)}</td>`
        )}
      </tr>
    `;
  }

  /** The own line, if this page does not have it. @param {Standings} found @param {TournamentsText} words */
  #own({ you, rows }, words) {
    if (!you || rows.some(({ player }) => player.id === you.player.id)) return nothing;
    return html`<tbody>${this.#row(you, words, true)}</tbody>`;
  }

  /** @param {Standings} found @param {TournamentsText} words */
  #pages({ nextPageToken, you, rows, size }, { standings: text }) {
    const elsewhere = you && !rows.some(({ player }) => player.id === you.player.id);
    if (rows.length >= size) return nothing;
    return html`
      <p class="row pages">${this.pageTokens.length || this.around
        ? html`<button @click=${() => this.#turn([], false)}>↑ ${text.first}</button>`
        : nothing}
        ${elsewhere ? html`<button @click=${() => this.#turn([], true)}>${text.around}</button>` : nothing}
        ${nextPageToken
          ? html`<button @click=${() =>
            this.#turn([...this.pageTokens, nextPageToken], this.around)}>${text.next} ↓</button>`
          : nothing}</p>
    `;
  }

  /** @param {string[]} pageTokens @param {boolean} around */
  async #turn(pageTokens, around) {
    this.pageTokens = pageTokens;
    this.around = around;
    await this.look();
    await this.updateComplete;
    this.querySelector(around ? ".me" : "table")?.scrollIntoView({ block: around ? "center" : "start" });
  }
}

customElements.define("standings-view", StandingsView);
