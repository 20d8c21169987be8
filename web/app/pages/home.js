// Home: what waits for the player, play now, find somebody, invite a friend; what is played, and who looks for somebody.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { fileOf, games, isOwn, languageOf, webOf } from "../../boards/games.js";
import { face } from "../shell/face.js";
import { prepare, saves } from "../lobby/ahead.js";
import { PollingPage } from "../lobby/polling-page.js";
import { defaults, findSomebody, openTable, playNow, sought } from "../lobby/new-table.js";
import { botsOf, byStrength, comers, keyOf, ranked, seated, strength, want, wanted } from "../lobby/bots.js";
import { factsOf } from "../lobby/game-facts.js";
import { formOf } from "../lobby/option-fields.js";
import { searchOf, searchPanel, termsOf } from "../lobby/search-panel.js";
import "../lobby/who-is-here.js";
import "../lobby/lists.js";
import "../lobby/live-table.js";
import "../lobby/table-options.js";
import { late } from "../shell/page.js";
import { at } from "../shell/router.js";

/** @typedef {import("../lobby/new-table.js").Chosen} Chosen */
/** @typedef {import("../../../sdk/javascript/types/api.js").Game} Game */
/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */
/** @typedef {import("../../boards/games.js").Listed} Listed */

/** What the browser keeps: "no" if the player had no tables at the last look, and so no place is kept for them. */
const SEATED = "croupier:seated";
/** The places of bots that are not known yet. */
const NOBODY = Array(4).fill(null);

/** The first page. */
export class HomePage extends PollingPage {
  static properties = {
    ...PollingPage.properties,
    bots: { state: true },
    rival: { state: true },
    busy: { state: true },
    chosen: { state: true },
    seated: { state: true },
    searchers: { state: true },
    met: { state: true },
  };

  constructor() {
    super();
    /** Who can be invited, by game; undefined as long as nobody has looked. @type {Record<string, Available[]> | undefined} */
    this.bots = undefined;
    this.rival = "";
    /** Whether a place is kept for the player's tables, so that nothing moves when they come. */
    this.seated = false;
    /** Whether the player has tables to show: who becomes one by "Play" is about to leave this page. */
    this.known = false;
    this.busy = "";
    /** Whether the row with friends and leaderboards is loaded, which comes last. */
    this.met = false;
    /** Who looks for somebody. @type {import("../lobby/lists.js").Searcher[]} */
    this.searchers = [];
    /** @type {Record<string, Chosen>} */
    this.chosen = Object.fromEntries(games().map(({ id, seats }) => [id, defaults(seats.min)]));
  }

  connectedCallback() {
    super.connectedCallback();
    searchOf(this.shell);
    this.rival = wanted(this.shell);
    this.seated = this.shell.session.known && this.shell.kept.getItem(SEATED) !== "no";
    this.looked = this.look();
  }

  /** Prepare the table that most people open, once nothing is waited for here. @override */
  async firstUpdated() {
    await this.looked;
    import("../players/people-row.js").then(() => this.met = true, () => {}); // without a line, the next visit has it
    const [first] = games();
    if (first) this.#prepare(first.id);
    if (!this.known) return;
    import("../shell/ways-in.js").then(({ tellNews }) => tellNews(this.shell)).catch(() => {}); // as late
    if (this.shell.kept.getItem("croupier:push")) return; // which began with the page
    import("../shell/web-push.js").then(({ heal }) => heal(this.shell)).catch(() => {});
  }

  willUpdate() {
    if (!this.busy) this.known = this.shell.session.known;
  }

  updated() {
    document.title = this.text.title;
  }

  render() {
    const { home, lobby, yours } = this.text;
    return html`
      ${this.known
        ? html`
          <section class="yours ${this.seated ? "kept" : ""}" aria-label=${yours.title}>
            <your-tables .shell=${this.shell} @looked=${(/** @type {any} */ { target }) =>
              this.#sits(target.found)}></your-tables>
          </section>
        `
        : nothing}
      <section class="play" aria-labelledby="play-title">
        <header class="welcome">
          <h1 id="play-title">${home.title}</h1>
          <who-is-here .shell=${this.shell}></who-is-here>
          ${this.#rivals()}
        </header>
        <div class="games">${games().map((each) => this.#game(each))}</div>
      </section>
      <div class="people">${this.met ? html`<people-row .shell=${this.shell}></people-row>` : nothing}</div>
      ${this.known && this.met && this.shell.kept.getItem("croupier:keep") === "ask" ? this.#keep() : nothing}
      <div class="columns">
        <section class="now" aria-labelledby="now-title">
          <h2 id="now-title">${home.now}</h2>
          <live-table .shell=${this.shell}></live-table>
        </section>
        <section aria-labelledby="lobby-title">
          <h2 id="lobby-title">${lobby.waiting}</h2>
          <match-list .shell=${this.shell} status="waiting" most="4" bare @looked=${(/** @type {any} */ { target }) =>
            this.searchers = target.searchers}></match-list>
          <p class="row"><a class="button" href=${at("/lobby")}>${lobby.all}</a>
            <a class="button" href=${at("/j")}>${lobby.code}</a>
            <button class="plain" @click=${() => this.shell.pair()}>${yours.pair}</button></p>
        </section>
      </div>
      ${searchPanel(this.shell)}
    `;
  }

  #keep() {
    if (late(this, "keep-offer", () => import("../shell/keep-offer.js"), false)) return nothing;
    return html`<keep-offer .shell=${this.shell}></keep-offer>`;
  }

  /** @param {Listed} listed */
  #game({ id, name, seats }) {
    const game = /** @type {Game} */ (id);
    const { home, header, language, list } = this.text;
    const { tile, lines = {} } = webOf(id) ?? {};
    const chosen = this.chosen[game];
    const facts = factsOf(this.shell, game, chosen.seats, chosen.own);
    const bots = this.#botsFor(game);
    const guests = comers(chosen, bots);
    const names = list(guests.flatMap((bot) => bot ? isolated(bot.displayName) : []));
    const { against } = this;
    const absent = names && against && bots.every((bot) => keyOf(bot) !== keyOf(against)) ? against : undefined;
    const playable = !this.bots || bots.length > 0;
    const near = () => this.#prepare(game);
    const waiting = this.#waiting(game);
    const waits = waiting.length ? home.waits(waiting.length) : "";
    return html`
      <article class="game" data-game=${id} aria-labelledby=${`game-${game}`} @pointerenter=${near}
        @pointerdown=${near} @focusin=${near}>
        ${tile
          ? html`<img class="art" alt="" src=${fileOf(id, "tile.svg")} fetchpriority="low" width="320" height="200">`
          : nothing}
        <h2 id=${`game-${game}`}>${name}</h2>
        ${facts ? html`<p class="facts">${facts}</p>` : nothing}
        <p class="soft line-of">${lines[languageOf(Object.keys(lines), language)]}</p>
        ${this.#seats(game, seats, guests)}
        <button class="main go" aria-label=${home.playLabel(name, names)}
          aria-disabled=${this.busy !== "" || !playable}
          @click=${() => playable && this.#do(game, () => this.#play(game))}>
          ${chosen.seats > 2 ? nothing : this.#face(guests[0])}
          <span>${home.play} <small>${absent
            ? home.instead(isolated(absent.displayName), names, guests.filter(Boolean).length)
            : names}</small></span></button>
        <p class="row actions">
          <button aria-label=${[home.findLabel(name), waits].filter(Boolean).join(": ")}
            aria-disabled=${this.busy !== ""} @click=${() =>
              this.#do("", () => findSomebody(this.shell, game, chosen))}><span data-waits=${waits || nothing}>${home
              .find}</span></button>
          ${isOwn(id)
            ? html`<button aria-label=${home.ratedLabel(name)} aria-haspopup="dialog" @click=${() =>
              this.#rated(game)}>${home.rated}</button>`
            : nothing}
          <button aria-label=${home.inviteLabel(name)} aria-disabled=${this.busy !== ""}
            @click=${() => this.#do(game, () => openTable(this.shell, game, chosen))}>${home.invite}</button>
        </p>
        <p class="row more">
          <table-options .shell=${this.shell} .game=${game} .chosen=${chosen}
            @chosen=${(/** @type {CustomEvent<Chosen>} */ { detail }) => this.#choose(game, detail)}></table-options>
          <a class="button plain" href=${at(`/rules/${game}`)} aria-label=${`${header.rules}: ${name}`}>${header
            .rules}</a>
          <a class="button plain" href=${at(`/deals/daily.${id}.${today()}`)}
            aria-label=${home.dealLabel(name)}>${home.deal}</a>
        </p>
      </article>
    `;
  }

  /** @param {Game} game @param {Partial<Chosen>} part */
  #choose(game, part) {
    this.chosen = { ...this.chosen, [game]: { ...this.chosen[game], ...part } };
  }

  /** @param {Available | null} bot null where a seat stays free, or before it is known who comes */
  #face(bot) {
    return bot ? face(bot.displayName) : html`<span class="nobody" aria-hidden="true">${this.bots ? "+" : ""}</span>`;
  }

  /**
   * How many play, and who: with more than two, a seat may stay free for a friend.
   * @param {Game} game
   * @param {Listed["seats"]} seats
   * @param {(Available | null)[]} guests
   */
  #seats(game, { min, max }, guests) {
    const { options } = this.text;
    const { seats } = this.chosen[game];
    return html`
      <div class="seating ${max > min ? "" : "fixed"}">
        <fieldset><legend>${options.seats}</legend>${Array.from(
          { length: max - min + 1 },
          (_, at) =>
            html`<label><input type="radio" name="seats-${game}" .checked=${seats === min + at} @change=${() =>
              this.#choose(game, { seats: min + at })}><span>${min + at}</span></label>`,
        )}</fieldset>
        ${seats > 2
          ? html`<div class="guests" role="group" aria-label=${options.who}>${
            guests.map((bot, at) => this.#guest(game, guests, bot, at))
          }</div>`
          : html`<div class="guests only" aria-hidden="true">${this.#face(guests[0])}</div>`}
      </div>
    `;
  }

  /** @param {Game} game @param {(Available | null)[]} guests @param {Available | null} bot @param {number} at of the other seats */
  #guest(game, guests, bot, at) {
    const { options, home } = this.text;
    const bots = this.#botsFor(game);
    const [house, others] = [bots.filter((each) => each.house), bots.filter((each) => !each.house)];
    const keys = [...[...house, ...others].map(keyOf), null];
    const change = (/** @type {any} */ { target }) =>
      this.#choose(game, { who: seated(guests, at, keys[target.selectedIndex]) });
    const option = (/** @type {Available} */ each, /** @type {string} */ words) =>
      html`<option .selected=${each.id === bot?.id}>${words}</option>`;
    return html`
      <label class="guest">${this.#face(bot)}<select aria-label=${options.seat(at + 2)} @change=${change}>
        ${house.map((each) =>
          option(
            each,
            each.level ? `${isolated(each.displayName)} – ${home.levels[each.level - 1]}` : isolated(each.displayName),
          )
        )}${others.length
          ? html`<optgroup label=${home.others}>${
            others.map((each) => option(each, isolated(each.displayName)))
          }</optgroup>`
          : nothing}<option .selected=${!bot}>${options.free}</option></select></label>
    `;
  }

  /** Play against those who are chosen, as soon as it is known who is there. @param {Game} game */
  async #play(game) {
    await this.looked;
    const chosen = this.chosen[game];
    const guests = comers(chosen, this.#botsFor(game)).filter((bot) => bot !== null);
    await playNow(this.shell, game, chosen, guests);
  }

  /** @param {Game} game */
  async #rated(game) {
    await this.shell.try(async () => (await import("../lobby/rated-search.js")).openRatedSearch(this.shell, game));
  }

  /** Those who look for such a table as is chosen, once its options are known: who searches then meets them. @param {Game} game */
  #waiting(game) {
    if (!formOf(this.shell, game)) return [];
    const wish = sought(game, this.chosen[game]);
    const terms = termsOf(this.shell, wish);
    return this.searchers.filter((each) =>
      each.game === game && each.seats === wish.seats && each.deal === wish.deal && each.undo === "consent" &&
      !each.rated &&
      termsOf(this.shell, each) === terms
    );
  }

  /** The bots that are there, for whichever game, the weakest of the house first. @returns {Available[]} */
  get all() {
    const all = Object.values(this.bots ?? {}).flat().toSorted(byStrength);
    return [...new Map(all.map((bot) => [keyOf(bot), bot])).values()];
  }

  /** The bot to play against: the chosen one, or else the first that is there. @returns {Available | undefined} */
  get against() {
    const { all } = this;
    return all.find((bot) => keyOf(bot) === this.rival) ?? all[0];
  }

  #rivals() {
    const { home } = this.text;
    if (!this.bots) {
      return html`
        <div class="rivals soon" aria-hidden="true">
          <div>${NOBODY.map(() => html`<span></span>`)}</div>
        </div>
      `;
    }
    const { all, against } = this;
    if (!against) return html`<p class="rivals soft">${home.noBots}</p>`;
    return html`
      <fieldset class="rivals">
        <legend>${home.against}</legend>
        <div>${all.map((bot) => this.#rival(bot, keyOf(bot) === keyOf(against)))}</div>
      </fieldset>
    `;
  }

  /** @param {Available} bot @param {boolean} chosen */
  #rival(bot, chosen) {
    return html`
      <label><input type="radio" name="rival" .checked=${chosen} @change=${() => this.#against(keyOf(bot))}>
        ${face(bot.displayName)} <span><b>${bot.displayName}</b> ${strength(bot, this.text.home)}</span></label>
    `;
  }

  /** Those who can be invited to a game: the chosen one, and then those who are nearly as strong. @param {Game} game */
  #botsFor(game) {
    const { against } = this;
    return ranked(this.bots?.[game] ?? [], against ? keyOf(against) : "", against);
  }

  /** @param {string} rival its key */
  #against(rival) {
    this.rival = rival;
    want(this.shell, rival);
  }

  /** @param {readonly unknown[] | undefined} tables of the player, if they are known */
  #sits(tables) {
    if (tables?.length) this.shell.kept.removeItem(SEATED);
    else if (tables) {
      this.shell.kept.setItem(SEATED, "no");
      this.seated = false;
    }
  }

  /** Have what a table of the game needs, since somebody may press its button. @param {string} game */
  #prepare(game) {
    if (this.isConnected && !saves()) prepare(this.shell, game);
  }

  /** @override */
  async look() {
    /** @type {Record<string, Available[]>} */
    const bots = {};
    try {
      await Promise.all(
        games().map(async ({ id }) => bots[id] = await botsOf(this.shell, id)),
      );
      this.bots = bots;
    } catch {
      this.bots ??= {};
    }
  }

  /** Buttons are not disabled meanwhile, since they would lose the focus. @param {string} busy @param {() => Promise<void>} action */
  async #do(busy, action) {
    if (this.busy) return;
    this.busy = busy;
    await this.shell.try(action);
    this.busy = "";
  }
}

/** The day of the deals of today, which begins at midnight in UTC. */
const today = () => new Date().toISOString().slice(0, 10);

customElements.define("home-page", HomePage);
