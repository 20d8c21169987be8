// The profile of a player: who it is, the ratings, how it went, whom it has met, and all matches.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { games } from "../../boards/games.js";
import { bestMatches, metLast, records, scoreBetween, sums } from "../players/profile-parts.js";
import { challengeButtons } from "../players/challenge.js";
import { playersOf as readyFor, strength } from "../lobby/bots.js";
import { searchPanel } from "../lobby/search-panel.js";
import { people } from "../session/relations.js";
import { profileOf } from "../session/standings.js";
import { ownId } from "../players/own-id.js";
import { SpokenPage } from "../players/spoken-page.js";
import { copy } from "../shell/copy.js";
import { face } from "../shell/face.js";
import { at, home } from "../shell/router.js";
import { localeOf } from "../shell/time.js";
import "../players/players-look.js";
import "../players/player-menu.js";
import "../players/profile-ratings.js";
import "../players/profile-matches.js";

/** @typedef {import("../session/standings.js").Profile} Profile */
/** @typedef {import("../session/standings.js").Score} Score */
/** @typedef {import("../players/spoken-page.js").PlayersText} PlayersText */

/** The page under `/p/{id}`; `player` is the id, or "me". */
export class ProfilePage extends SpokenPage {
  static pause = 60_000;
  static properties = {
    ...SpokenPage.properties,
    player: {},
    found: { state: true },
    score: { state: true },
    offered: { state: true },
    here: { state: true },
    blocked: { state: true },
    missing: { state: true },
  };

  constructor() {
    super();
    this.player = "me";
    /** @type {Profile | undefined} */
    this.found = undefined;
    /** How the viewer fared against this player. @type {Score | undefined} */
    this.score = undefined;
    /** The games to which a bot can be challenged; null before that is known, and of people all. @type {string[] | null} */
    this.offered = null;
    /** The bot as it offers itself to be invited. @type {import("../../../sdk/javascript/types/api.js").Available | undefined} */
    this.bot = undefined;
    /** Whether it is here, as far as the viewer is told: of friends, and of bots that can be invited. */
    this.here = false;
    /** Whether the viewer has blocked the player, who cannot be challenged then. */
    this.blocked = false;
    /** Whether there is no such player. */
    this.missing = false;
    /** Whether it is the viewer's own. */
    this.own = false;
    this.asked = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("player") || this.asked === this.player) return;
    this.found = this.score = this.bot = undefined;
    this.here = this.blocked = this.missing = false;
    if (this.hasUpdated) this.look();
  }

  updated() {
    const { found, text } = this;
    document.title = found ? `${found.displayName} – ${text.title}` : text.title;
  }

  /** @override */
  async look() {
    const { player, shell: { me, session } } = this;
    this.asked = player;
    if (player === "me" && !session.known) return;
    try {
      const mine = await ownId(this.shell);
      const found = await profileOf(me, player === "me" ? mine : player);
      if (player !== this.player) return;
      this.own = found.id === mine;
      this.found = found;
      if (found.kind !== "bot") this.offered = games().map(({ id }) => id);
      if (!this.own) await this.#lookBetween(found, mine);
    } catch (error) {
      this.missing = error instanceof Refused && [400, 404].includes(error.status);
      if (!this.missing) this.retry();
    }
  }

  /** How the viewer fared against this player, and to which games it can be challenged. @param {Profile} found @param {string} mine */
  async #lookBetween({ id, kind }, mine) {
    const { me } = this.shell;
    const all = games().map((each) => each.id);
    const [score, offers] = await Promise.all([
      mine ? people(me).against(mine, id).catch(() => undefined) : undefined,
      kind === "bot" ? Promise.all(all.map(async (game) => ({ game, bot: await this.#offer(game, id) }))) : [],
    ]);
    this.score = score;
    this.bot = offers.find(({ bot }) => bot)?.bot;
    if (kind === "bot") this.offered = offers.flatMap(({ game, bot }) => bot ? [game] : []);
  }

  /** The bot as it offers itself for a game; undefined if it does not. @param {string} game @param {string} id */
  async #offer(game, id) {
    return (await readyFor(this.shell, game, "bot")).find((each) => each.id === id);
  }

  /** @override @param {PlayersText} words */
  spoken(words) {
    const { found, shell } = this;
    if (this.player === "me" && !shell.session.known) return this.#nobody(words);
    if (this.missing) return this.#missing(words);
    if (!found) return html`<p class="empty soft">${shell.waiting}</p>`;
    const { own } = this;
    return html`
      ${this.#head(found, words)}
      ${sums(this, found, words)}
      <div class="profile-columns">
        <div>
          <profile-ratings .shell=${shell} .profile=${found} .own=${own}></profile-ratings>
          ${records(this, found, words)}
        </div>
        <div>
          ${own ? nothing : scoreBetween(this, found, this.score, words)}
          ${bestMatches(this, found, words)} ${metLast(this, found, words)}
        </div>
      </div>
      <profile-matches .shell=${shell} .player=${found.id} .own=${own}></profile-matches>
      ${own ? searchPanel(shell) : nothing}
    `;
  }

  /** @param {Profile} found @param {PlayersText} words */
  #head(found, words) {
    const { profile, reliability } = words;
    const { own, text } = this;
    const { displayName, kind, since } = found;
    const said = saidOf(this.bot, words);
    const here = own || this.here || this.bot;
    const date = since &&
      new Date(since).toLocaleDateString(localeOf(text.language), { month: "long", year: "numeric" });
    const what = this.bot?.house ? strength(this.bot, text.home) : html`<small>${words.bot}</small>`;
    return html`
      <header class="profile-head panel">
        ${face(displayName)}
        <div class="who-is">
          <h1><bdi>${displayName}</bdi></h1>
          <p class="facts">${kind === "bot" ? what : nothing} ${here
            ? html`<span class="is-here"><span class="dot" aria-hidden="true"></span> ${
              own ? words.friends.online : profile.here
            }</span>`
            : nothing} ${date ? html`<span>${profile.since(date)}</span>` : nothing}
            ${found.reliability === null
              ? nothing
              : html`<span title=${reliability.stays(found.reliability)}>${reliability.words(found.reliability)} <b
                class="numbers">${found.reliability} %</b></span>`}</p>
          ${said ? html`<p class="soft says">${said}</p>` : nothing}
        </div>
        <div class="row actions">${own ? this.#ownActions(words) : this.#actions(found, words)}</div>
      </header>
    `;
  }

  /** @param {PlayersText} words */
  #ownActions({ profile }) {
    return html`
      <button @click=${() => this.#share(profile.shared)}>${profile.share}</button>
      <a class="button" href=${at("/friends")}>${profile.friends}</a>
      <a class="button" href=${at("/leaderboards")}>${profile.boards}</a>
    `;
  }

  /** @param {Profile} found @param {PlayersText} words */
  #actions(found, { profile }) {
    const label = profile.challengeLabel(isolated(found.displayName));
    return html`
      ${this.offered?.length && !this.blocked
        ? html`<span class="challenge"><span class="soft small" aria-hidden="true">${
          found.kind === "bot" ? profile.play : profile.challenge
        }</span>${challengeButtons(this.shell, found, label, this.offered)}</span>`
        : nothing}
      ${this.bot?.house ? nothing : html`<player-menu .shell=${this.shell} .player=${found} @related=${(
        /** @type {CustomEvent} */ { detail: { here, blocked } },
      ) => Object.assign(this, { here: here === true, blocked })}></player-menu>`}
    `;
  }

  /** @param {string} done */
  async #share(done) {
    const id = this.found?.id ?? "";
    if (await copy(`${home()}/p/${id}`)) this.shell.tell({ kind: "note", text: done });
  }

  /** @param {PlayersText} words */
  #nobody({ profile }) {
    return html`
      <div class="panel narrow">
        <h1>${profile.nobody}</h1>
        <p>${profile.nobodyHint}</p>
        <p class="row"><a class="button main" href=${at("/")}>${profile.play}</a>
          <a class="button" href=${at("/leaderboards")}>${profile.boards}</a></p>
      </div>
    `;
  }

  /** @param {PlayersText} words */
  #missing({ profile }) {
    return html`
      <div class="panel narrow">
        <h1>${profile.none}</h1>
        <p>${profile.missing}</p>
        <p><a class="button main" href=${at("/leaderboards")}>${profile.boards}</a></p>
      </div>
    `;
  }
}

/** What there is to say of a bot: of one of the house in the words of the page, of another in its own. @param {ProfilePage["bot"]} bot @param {PlayersText} words */
function saidOf(bot, words) {
  if (bot?.house) return words.house[(bot.level ?? 0) - 1];
  return bot?.description && words.says(bot.description);
}

customElements.define("profile-page", ProfilePage);
