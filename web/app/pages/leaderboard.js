// The leaderboard of a game: the best, those around the player, or the friends.

import { html, nothing } from "../../vendor/lit.js";
import { games, isOwn } from "../../boards/games.js";
import { searchOf, searchPanel } from "../lobby/search-panel.js";
import { alike, lastSeason, nameOfPool, ownPool, poolOf, titleOf } from "../match/pools.js";
import { ownId } from "../players/own-id.js";
import { playRated } from "../players/play-rated.js";
import { people } from "../session/relations.js";
import { profileOf, readLeaderboard } from "../session/standings.js";
import { picture } from "../players/challenge.js";
import { podium } from "../players/podium.js";
import { ranking } from "../players/ranking.js";
import { SpokenPage } from "../players/spoken-page.js";
import { face } from "../shell/face.js";
import { once } from "../shell/once.js";
import { at } from "../shell/router.js";
import "../players/players-look.js";

/** @typedef {import("../match/pools.js").Pool} Pool */
/** @typedef {import("../session/standings.js").Leaderboard} Board */
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

  connectedCallback() {
    super.connectedCallback();
    searchOf(this.shell);
  }

  /** The pool that is shown: the one of the address, or one in which the viewer can be. @returns {Pool} */
  get shown() {
    return poolOf(this.pool) ?? ownPool(this.mine, this.#names);
  }

  get #names() {
    return this.pools.map(({ pool }) => pool);
  }

  /** @override */
  async look() {
    const { me, session } = this.shell;
    try {
      const mine = session.known ? ownId(this.shell).then((id) => profileOf(me, id)).catch(() => this.mine) : undefined;
      [this.pools, this.mine] = await Promise.all([people(me).leaderboards(), mine]);
      await this.#read();
    } catch {
      this.retry(); // until then, the line tells what is wrong
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
      ${searchPanel(this.shell)}
    `;
  }

  /** Which leaderboard. @param {PlayersText} words */
  #choices(words) {
    const { board: text, times, timesHint, kinds } = words;
    const { shown } = this;
    const seasons = this.#names.map(poolOf).flatMap((each) => each && alike(shown, each) ? [each.season] : []);
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

  /** The address of a pool, in its last season. @param {Pool} pool */
  #address(pool) {
    return at(`/leaderboards/${nameOfPool(lastSeason(pool, this.#names))}`);
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
        ? ranking(first ? board.entries.slice(PODIUM) : board.entries, words, this.text.number, id)
        : this.#nobody(words)}
      ${this.#pages(board, words)} ${this.#own(board, words)}
      <p class="row recompute"><button @click=${(/** @type {Event} */ event) =>
        once(event, () => this.#recompute())}>${text.recompute}</button>
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
    await this.#read().catch(() => this.retry());
    await this.updateComplete;
    if (view === "around") this.querySelector(".me")?.scrollIntoView({ block: "center" });
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

  /** The numbers of the viewer in the pool that is shown. */
  get #rated() {
    return this.mine?.ratings.find(({ pool }) => pool === nameOfPool(this.shown));
  }

  /** Why the viewer has no place. @param {PlayersText["board"]} text */
  #why(text) {
    const own = this.#rated;
    return own && !own.provisional ? text.unlisted : text.provisional(own?.matches ?? 0);
  }

  /** How one gets on a board of people. @param {PlayersText["board"]} text */
  #play(text) {
    const { shell, shown: { game } } = this;
    if (!isOwn(game)) return nothing;
    return html`<button class="main" aria-haspopup="dialog" @click=${(/** @type {Event} */ event) =>
      once(event, () => playRated(shell, game))}>${text.play}</button>`;
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
    const own = this.#rated;
    return html`
      <p class="own-place">${face(mine.displayName)} <span>${own?.rank
        ? text.yours(own.rank, size)
        : this.#why(text)}</span>${own?.rank
        ? html`<button @click=${() => this.#look("around", [])}>${text.views.around}</button>`
        : this.#play(text)}</p>
    `;
  }

  /** @param {Board} board @param {PlayersText} words */
  #empty({ seq }, { board: text }) {
    const { shown } = this;
    const bots = shown.kind === "bot";
    const theirs = this.pools.find(({ pool, current, size }) =>
      current && size && alike({ ...shown, kind: "bot" }, poolOf(pool))
    );
    return html`
      <div class="nothing">
        <p><b>${text.none}</b> ${bots ? text.noneBots : this.#rated ? this.#why(text) : text.noneHint}</p>
        <p class="row">${bots ? nothing : this.#play(text)} ${theirs && !bots
          ? html`<a class="button" href=${at(`/leaderboards/${theirs.pool}`)}>${text.toBots(theirs.size ?? 0)}</a>`
          : nothing} ${seq
          ? html`<button @click=${(/** @type {Event} */ event) =>
            once(event, () => this.#recompute())}>${text.recompute}</button>`
          : nothing}</p>
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
