// The leaderboard of a game: the best, those around the player, or the friends.

import { html, nothing, repeat } from "../../vendor/lit.js";
import { games } from "../../boards/games.js";
import { ownId } from "../players/own-id.js";
import { nameOfPool, poolOf, titleOf, usualPool } from "../players/pools.js";
import { people } from "../session/relations.js";
import { profileOf, readLeaderboard } from "../session/standings.js";
import { picture } from "../players/challenge.js";
import { podium } from "../players/podium.js";
import { SpokenPage } from "../players/spoken-page.js";
import { face } from "../shell/face.js";
import { at } from "../shell/router.js";
import "../players/players-look.js";

/** @typedef {import("../players/pools.js").Pool} Pool */
/** @typedef {import("../session/standings.js").Leaderboard} Board */
/** @typedef {import("../session/standings.js").Place} Place */
/** @typedef {import("../../../sdk/javascript/types/api.js").Pool} PoolSize */
/** @typedef {import("../session/standings.js").Profile} Profile */
/** @typedef {import("../players/spoken-page.js").PlayersText} PlayersText */
/** @typedef {"top" | "around" | "friends"} View */

/** The page under `/leaderboards/{pool}`; `pool` is "" for the usual one. */
export class LeaderboardPage extends SpokenPage {
  static pause = 20_000;
  static properties = {
    ...SpokenPage.properties,
    pool: {},
    board: { state: true },
    pools: { state: true },
    mine: { state: true },
    view: { state: true },
    pageTokens: { state: true },
  };

  constructor() {
    super();
    this.pool = "";
    /** The page that is shown. @type {Board | undefined} */
    this.board = undefined;
    /** Those that there are. @type {PoolSize[]} */
    this.pools = [];
    /** The profile of the viewer, who may have a place. @type {Profile | undefined} */
    this.mine = undefined;
    /** @type {View} */
    this.view = "top";
    /** Of the pages before this one and of this one; none is that of the first. @type {string[]} */
    this.pageTokens = [];
    this.asked = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("pool") || !this.hasUpdated) return;
    this.board = undefined;
    this.view = "top";
    this.pageTokens = [];
    this.look();
  }

  updated() {
    const { board } = this.spokenWords ?? {};
    document.title = `${board?.title ?? ""} – ${this.text.title}`;
  }

  /** The pool that is shown: the one of the address, or the first that is played, or the usual one. @returns {Pool} */
  get shown() {
    return poolOf(this.pool) ?? poolOf(this.pools.find(({ current, size }) => current && size)?.pool ?? "") ??
      usualPool();
  }

  /** @override */
  async look() {
    const { me, session } = this.shell;
    try {
      this.pools = await people(me).leaderboards();
      if (session.known) this.mine = await profileOf(me, await ownId(this.shell)).catch(() => this.mine);
      await this.#read();
    } catch {
      // The line tells what is wrong, and the page looks again.
    }
  }

  async #read() {
    const name = nameOfPool(this.shown);
    const pageToken = this.pageTokens.at(-1);
    const asked = this.asked = `${name} ${this.view} ${pageToken}`;
    const query = {
      pageToken,
      ...({ top: {}, around: { around: "me", pageSize: AROUND }, friends: { friends: true } })[this.view],
    };
    const known = this.pools.some(({ pool }) => pool === name);
    const board = known ? await readLeaderboard(this.shell.me, name, query) : nobodyIn(name);
    if (asked === this.asked) this.board = board;
  }

  /** @override @param {PlayersText} words */
  spoken(words) {
    this.spokenWords = words;
    const { board: text } = words;
    return html`
      <header class="welcome">
        <h1>${text.title}</h1>
      </header>
      ${this.#choices(words)}
      <section class="panel leaderboard" aria-label=${titleOf(nameOfPool(this.shown), words)}>${this.board
        ? this.#shown(this.board, words)
        : html`<p class="soft board-soon">${this.shell.waiting}</p>`}</section>
    `;
  }

  /** Which leaderboard. @param {PlayersText} words */
  #choices(words) {
    const { board: text, times, timesHint, kinds } = words;
    const { shown } = this;
    const seasons = this.pools.map(({ pool }) => poolOf(pool)).filter((each) =>
      each?.game === shown.game && each.time === shown.time && each.kind === shown.kind
    ).map((each) => each?.season ?? 0);
    const link = (/** @type {Partial<Pool>} */ part) => this.#address({ ...shown, ...part });
    const now = (/** @type {boolean} */ here) => here ? "page" : nothing;
    return html`
      <nav class="choices" aria-label=${text.title}>
        <ul class="game-tabs" aria-label=${text.game}>${games().map(({ id, name }) =>
          html`<li><a href=${link({ game: id })} aria-current=${now(id === shown.game)}>${
            picture(id)
          }<span>${name}</span></a></li>`
        )}</ul>
        <ul class="segments" aria-label=${text.time}>${/** @type {const} */ (["live", "daily"]).map((time) =>
          html`<li><a href=${link({ time })} title=${timesHint[time]} aria-current=${now(time === shown.time)}>${
            times[time]
          }</a></li>`
        )}</ul>
        <ul class="segments" aria-label=${text.kind}>${/** @type {const} */ (["human", "bot"]).map((kind) =>
          html`<li><a href=${link({ kind })} aria-current=${now(kind === shown.kind)}>${kinds[kind]}</a></li>`
        )}</ul>
        ${seasons.length > 1
          ? html`<label class="season"><span class="unseen">${text.season}</span><select @change=${(
            /** @type {any} */ { target },
          ) => this.shell.router.go(`/leaderboards/${nameOfPool({ ...shown, season: Number(target.value) })}`)}>${
            seasons.map((season) =>
              html`<option value=${season} .selected=${season === shown.season}>${text.seasonOf(season)}</option>`
            )
          }</select></label>`
          : nothing}
      </nav>
    `;
  }

  /** The address of a pool, in its last season unless that is named. @param {Pool} pool */
  #address(pool) {
    const last = this.pools.map(({ pool }) => poolOf(pool)).find((each) =>
      each?.game === pool.game && each.time === pool.time && each.kind === pool.kind
    );
    return at(`/leaderboards/${nameOfPool({ ...pool, season: last?.season ?? 0 })}`);
  }

  /** @param {Board} board @param {PlayersText} words */
  #shown(board, words) {
    const { board: text, ratings } = words;
    if (!board.size && this.view === "top") return this.#empty(board, words);
    const first = this.view === "top" && !this.pageTokens.length;
    const id = this.mine?.id;
    return html`
      <header class="about-board"><p class="soft small numbers">${text.size(board.size, board.seq)}</p>
        ${this.shell.session.known ? this.#views(words) : nothing}</header>
      ${first ? podium(board.entries, words, id) : nothing}
      ${board.entries.length
        ? this.#table(first ? board.entries.slice(PODIUM) : board.entries, words)
        : this.#nobody(words)}
      ${this.#pages(board, words)} ${this.#own(board, words)}
      <p class="row recompute"><button @click=${() => this.#recompute()}>${text.recompute}</button>
        <span class="soft small">${text.recomputeHint}</span></p>
      <details class="what">
        <summary>${ratings.what}</summary>
        <p>${ratings.whatText}</p>
      </details>
    `;
  }

  /** @param {PlayersText} words */
  #views({ board: text }) {
    return html`
      <fieldset class="segments views"><legend class="unseen">${text
        .which}</legend>${/** @type {[View, string][]} */ (Object.entries(text.views)).map(([view, name]) =>
          html`<label><input type="radio" name="view" .checked=${view === this.view} @change=${() =>
            this.#look(view, [])}><span>${name}</span></label>`
        )}</fieldset>
    `;
  }

  /** @param {View} view @param {string[]} pageTokens */
  async #look(view, pageTokens) {
    this.view = view;
    this.pageTokens = pageTokens;
    await this.#read().catch(() => {}); // the line tells what is wrong
    await this.updateComplete;
    if (view === "around") this.querySelector(".me")?.scrollIntoView({ block: "center" });
  }

  /** @param {Place[]} entries @param {PlayersText} words */
  #table(entries, { board: text, profile }) {
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
        <tbody>${repeat(entries, ({ player }) => player.id, (each) => this.#row(each, text, profile.unnamed))}</tbody>
      </table>
    `;
  }

  /** @param {Place} place @param {PlayersText["board"]} text @param {string} unnamed */
  #row({ rank, player, rating, deviation, points, matches }, text, unnamed) {
    const { number } = this.text;
    const name = player.displayName ?? unnamed;
    const own = player.id === this.mine?.id;
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

  /** Nobody is on this page of the board. @param {PlayersText} words */
  #nobody({ board: text }) {
    if (this.view === "friends") {
      return html`
        <div class="nothing">
          <p>${text.noneFriends}</p>
          <p class="row"><a class="button" href=${at("/friends")}>${text.addFriends}</a></p>
        </div>
      `;
    }
    return html`
      <div class="nothing">
        <p>${this.#why(text)}</p>
      </div>
    `;
  }

  /** Why the viewer has no place. @param {PlayersText["board"]} text */
  #why(text) {
    const own = this.mine?.ratings.find(({ pool }) => pool === nameOfPool(this.shown));
    return own && !own.provisional ? text.unlisted : text.provisional;
  }

  /** @param {Board} board @param {PlayersText} words */
  #pages({ nextPageToken }, { board: text }) {
    const { view, pageTokens } = this;
    if (!nextPageToken && !pageTokens.length) return nothing;
    return html`
      <p class="row pages">${pageTokens.length
        ? html`<button @click=${() => this.#look(view, [])}>↑ ${text.first}</button>`
        : nothing}
        ${nextPageToken
          ? html`<button @click=${() => this.#look(view, [...pageTokens, nextPageToken])}>${text.next} ↓</button>`
          : nothing}</p>
    `;
  }

  /** The viewer's own place, wherever one has read to. @param {Board} board @param {PlayersText} words */
  #own({ size, entries }, { board: text }) {
    const { mine } = this;
    if (!mine || this.view === "around" || entries.some(({ player }) => player.id === mine.id)) return nothing;
    if (mine.kind !== this.shown.kind) return nothing;
    const own = mine.ratings.find(({ pool }) => pool === nameOfPool(this.shown));
    return html`
      <p class="own-place">${face(mine.displayName)} <span>${own?.rank
        ? text.yours(own.rank, size)
        : this.#why(text)}</span>${own?.rank
        ? html`<button @click=${() => this.#look("around", [])}>${text.views.around}</button>`
        : html`<a class="button" href=${at("/")}>${text.play}</a>`}</p>
    `;
  }

  /** @param {Board} board @param {PlayersText} words */
  #empty({ seq }, { board: text }) {
    const bots = this.shown.kind === "bot";
    return html`
      <div class="nothing">
        <p><b>${text.none}</b> ${bots ? text.noneBots : text.noneHint}</p>
        ${bots ? nothing : html`<p class="row"><a class="button main" href=${at("/")}>${text.play}</a></p>`}
        ${seq ? html`<p class="row"><button @click=${() => this.#recompute()}>${text.recompute}</button></p>` : nothing}
      </div>
    `;
  }

  async #recompute() {
    const { shell } = this;
    await shell.try(async () => {
      const { recompute } = await import("../proof/ledger-dialog.js");
      recompute(shell, nameOfPool(this.shown));
    });
  }
}

/** The leaderboard of a pool in which no rated match has ended. @param {string} pool @returns {Board} */
const nobodyIn = (pool) => ({ pool, size: 0, seq: 0, head: "", entries: [], nextPageToken: null });

/** So many are shown around the viewer. */
const AROUND = 21;
/** So many stand on the podium. */
const PODIUM = 3;

customElements.define("leaderboard-page", LeaderboardPage);
