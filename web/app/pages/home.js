// Home: play now, find somebody, invite a friend; who waits, and the player's own tables.

import { html } from "../../vendor/lit.js";
import { boardOf } from "../../boards/index.js";
import { withGame } from "../../text/index.js";
import { Page } from "../page.js";
import { defaults, findSomebody, openTable, playNow } from "../opening.js";
import { first } from "../first.js";
import { search } from "../searching.js";
import { Seeking } from "../seeking.js";
import "../lists.js";
import "../options.js";

/** @typedef {import("../opening.js").Chosen} Chosen */
/** @typedef {import("../../../sdk/javascript/types/api.js").Game} Game */
/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */

/** The games in the order in which they are shown, with the most players of each. @type {[Game, number][]} */
const GAMES = [["lost-cities", 2], ["livingstone", 5], ["just4fun", 4]];
const RIVAL = "croupier:rival";
/** Between two looks at who is there, in milliseconds. */
const LOOK = 15_000;
/** When the table is prepared, in milliseconds: what is pressed at once goes first. */
const SOON = 1000;

/** The first page. */
export class HomePage extends Page {
  static properties = { ...Page.properties, bots: { state: true }, rival: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** Who can be invited, by game; undefined as long as nobody has looked. @type {Record<string, Available[]> | undefined} */
    this.bots = undefined;
    this.rival = "";
    this.busy = "";
    /** @type {Record<string, Chosen>} */
    this.chosen = Object.fromEntries(GAMES.map(([game]) => [game, defaults()]));
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.shell.seeking) this.shell.seekBy(new Seeking(this.shell.kept));
    this.rival = this.shell.kept.getItem(RIVAL) ?? "Hugo";
    this.#look();
    this.timer = setInterval(() => document.visibilityState === "visible" && this.#look(), LOOK);
  }

  firstUpdated() {
    setTimeout(() => this.isConnected && this.#prepare(), SOON);
  }

  updated() {
    document.title = this.text.title;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
    this.shell.seeking?.left();
  }

  render() {
    const { home, lobby, yours } = this.text;
    return html`
      <div class="columns">
        <section class="play" aria-labelledby="play-title">
          <h1 id="play-title">${home.title}</h1>
          ${search(this.shell)}
          ${this.#rivals()}
          ${GAMES.map(([game, max]) => this.#game(game, max))}
        </section>
        <section class="side yours" aria-labelledby="yours-title">
          <h2 id="yours-title">${yours.title}</h2>
          <your-tables .shell=${this.shell}></your-tables>
          <p><button @click=${() => this.shell.pair()}>${yours.pair}</button></p>
        </section>
        <section class="side" aria-labelledby="lobby-title">
          <h2 id="lobby-title">${lobby.waiting}</h2>
          <match-list .shell=${this.shell} status="waiting" most="6"></match-list>
          <p><a href="/lobby">${lobby.all}</a></p>
        </section>
        <section class="side" aria-labelledby="running-title">
          <h2 id="running-title">${lobby.running}</h2>
          <match-list .shell=${this.shell} status="active" most="4"></match-list>
        </section>
      </div>
    `;
  }

  /** @param {Game} game @param {number} max */
  #game(game, max) {
    const { home, header, gameNames, gameLines } = this.text;
    const name = gameNames[game];
    const rival = this.#botsFor(game)[0]?.displayName ?? "";
    return html`
      <article class="game ${game}" aria-labelledby=${`game-${game}`}>
        <div class="art" aria-hidden="true">${[0, 1, 2, 3, 4].map((each) => html`<i class=${`art-${each}`}></i>`)}</div>
        <h2 id=${`game-${game}`}>${name}</h2>
        <p class="soft">${gameLines[game]} <span class="small">${home.seats(2, max)}</span>
          <a class="small" href=${`/rules/${game}`} aria-label=${`${header.rules}: ${name}`}>${header.rules}</a></p>
        <p class="row actions">
          <button class="main go" aria-label=${home.playLabel(name, rival)} aria-disabled=${this.busy !== "" || !rival}
            @click=${() =>
              rival && this.#do(game, () => playNow(this.shell, game, this.chosen[game], this.#botsFor(game)))}>
            ${home.play}</button>
          <button aria-label=${home.findLabel(name)} aria-disabled=${this.busy !== ""}
            @click=${() => this.#do("", () => findSomebody(this.shell, game, this.chosen[game]))}>${home.find}</button>
          <button aria-label=${home.inviteLabel(name)} aria-disabled=${this.busy !== ""}
            @click=${() => this.#do(game, () => openTable(this.shell, game, this.chosen[game]))}>${home.invite}</button>
        </p>
        <table-options .shell=${this.shell} .game=${game} .max=${max} .chosen=${this.chosen[game]}
          @chosen=${(/** @type {CustomEvent<Chosen>} */ { detail }) => this.chosen[game] = detail}></table-options>
      </article>
    `;
  }

  /** The names of the bots that are there. */
  get names() {
    return [...new Set(Object.values(this.bots ?? {}).flat().map(({ displayName }) => displayName))].sort();
  }

  /** The name of the bot to play against: the chosen one, or else the first that is there. */
  get against() {
    return this.names.includes(this.rival) ? this.rival : this.names[0];
  }

  #rivals() {
    const { home } = this.text;
    if (!this.bots) return html`<p class="rivals soft"></p>`;
    const { names } = this;
    if (!names.length) return html`<p class="rivals soft">${home.noBots}</p>`;
    return html`
      <fieldset class="rivals">
        <legend>${home.against}</legend>
        ${names.map((name) => this.#rival(name, this.against))}
      </fieldset>
    `;
  }

  /** @param {string} name @param {string} now */
  #rival(name, now) {
    const { bots } = this.text.home;
    const told = Object.values(this.bots ?? {}).flat().find(({ displayName }) => displayName === name)?.description;
    const about = Object.hasOwn(bots, name) ? bots[/** @type {"Hugo"} */ (name)] : told ?? "";
    return html`
      <label><input type="radio" name="rival" .checked=${name === now} @change=${() => this.#against(name)}>
        <span><b>${name}</b> <small>${about}</small></span></label>
    `;
  }

  /** Those who can be invited to a game: the chosen one, and then those who play as that one does. @param {Game} game */
  #botsFor(game) {
    const all = this.bots?.[game] ?? [];
    const { against } = this;
    const { description: wanted } = all.find(({ displayName }) => displayName === against) ?? {};
    const rank = (/** @type {Available} */ { displayName, description }) =>
      displayName === against ? 0 : description === wanted ? 1 : 2;
    return all.toSorted((one, other) => rank(one) - rank(other));
  }

  /** @param {string} rival */
  #against(rival) {
    this.rival = rival;
    this.shell.kept.setItem(RIVAL, rival);
  }

  /** Have what the first table needs that most people open, so that it does not wait for that. */
  #prepare() {
    const [[game]] = GAMES;
    Promise.all([import("./match.js"), boardOf(game).load(), withGame(this.text, game)]).catch(() => {});
  }

  async #look() {
    /** @type {Record<string, Available[]>} */
    const bots = {};
    try {
      await Promise.all(GAMES.map(async ([game]) => {
        bots[game] = await first(this.shell.me.players({ available: game, kind: "bot", pageSize: 20 }), 20);
      }));
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

customElements.define("home-page", HomePage);
