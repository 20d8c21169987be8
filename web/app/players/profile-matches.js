// All matches of a player that the viewer may see, by pages and filters.

import { isolated } from "../../boards/bidi.js";
import { games, nameOf } from "../../boards/games.js";
import { html, nothing, repeat } from "../../vendor/lit.js";
import { face } from "../shell/face.js";
import { at } from "../shell/router.js";
import { picture } from "./challenge.js";
import { SpokenPage } from "./spoken-page.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("./spoken-page.js").PlayersText} PlayersText */
/** @typedef {"all" | "won" | "lost" | "active"} Result */

/** So many are shown at once. */
const PAGE = 12;
/** So many are looked at for a page of those that were won or lost. */
const LOOKED_AT = 300;

/** The section; `player` is an id. */
export class ProfileMatches extends SpokenPage {
  static pause = 120_000;
  static properties = {
    ...SpokenPage.properties,
    player: {},
    own: { type: Boolean },
    found: { state: true },
    game: { state: true },
    result: { state: true },
    more: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    this.player = "";
    this.own = false;
    /** @type {MatchView[] | undefined} */
    this.found = undefined;
    this.game = "";
    /** @type {Result} */
    this.result = "all";
    /** Whether there are more. */
    this.more = false;
    this.busy = false;
    /** The rest of the list that is shown. @type {AsyncIterator<MatchView> | undefined} */
    this.rest = undefined;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.hasUpdated && changed.has("player")) this.#begin();
  }

  /** What is open stays as it is: whoever has read on does not want to begin anew. @override */
  async look() {
    if (!this.found || this.found.length <= PAGE) await this.#begin();
  }

  /** @param {{ game?: string, result?: Result }} [filter] */
  async #begin({ game = this.game, result = this.result } = {}) {
    const anew = game !== this.game || result !== this.result;
    Object.assign(this, { game, result });
    if (anew) this.found = undefined;
    const status = result === "all" ? undefined : result === "active" ? "active" : "finished";
    const filter = { player: this.player, status, game: game || undefined, pageSize: PAGE };
    const rest = this.rest = this.shell.me.matches.list(/** @type {any} */ (filter))[Symbol.asyncIterator]();
    await this.#take(rest, []);
  }

  /** @param {AsyncIterator<MatchView>} rest @param {MatchView[]} before */
  async #take(rest, before) {
    this.busy = true;
    const all = [...before];
    try {
      let ended = false;
      for (let looked = 0; looked < LOOKED_AT && all.length < before.length + PAGE && !ended; looked++) {
        const { value, done } = await rest.next();
        if (done) ended = true;
        else if (this.#wanted(value)) all.push(value);
      }
      if (rest !== this.rest) return;
      this.more = !ended;
      this.found = all;
    } catch {
      this.retry(); // until then, the line tells what is wrong
    } finally {
      this.busy = false;
    }
  }

  /** @param {MatchView} match */
  #wanted(match) {
    if (this.result === "won") return this.#outcome(match) === "won";
    if (this.result === "lost") return this.#outcome(match) === "lost";
    return match.status !== "waiting" || this.own;
  }

  /** @param {MatchView} match @returns {"won" | "drawn" | "lost" | "running" | "waiting" | "aborted"} */
  #outcome({ status, outcome, seats }) {
    if (status === "waiting" || status === "aborted") return status;
    const seat = seats.findIndex(({ player }) => player?.id === this.player);
    if (!outcome) return "running";
    if (!outcome.winners.length) return "aborted";
    if (!outcome.winners.includes(seat)) return "lost";
    return outcome.winners.length > 1 ? "drawn" : "won";
  }

  /** @override @param {PlayersText} words */
  spoken(words) {
    const { matches } = words;
    return html`
      <section class="panel" aria-labelledby="matches-title">
        <header class="filters"><h2 id="matches-title">${matches.title}</h2>
          <label class="field"><span>${matches.game}</span><select @change=${(/** @type {any} */ { target }) =>
            this.#begin({ game: target.value })}>
            <option value="" .selected=${!this.game}>${matches.all}</option>${games().map(({ id, name }) =>
              html`<option value=${id} .selected=${id === this.game}>${name}</option>`
            )}</select></label>
          <label class="field"><span>${matches.result}</span><select @change=${(/** @type {any} */ { target }) =>
            this.#begin({ result: target.value })}>${Object.entries(matches.results).map(([value, name]) =>
              html`<option value=${value} .selected=${value === this.result}>${name}</option>`
            )}</select></label></header>
        ${this.#list(words)}
        ${this.more && this.found?.length
          ? html`<p><button aria-disabled=${this.busy} @click=${() => this.#next()}>${matches.more}</button></p>`
          : nothing}
      </section>
    `;
  }

  async #next() {
    if (!this.busy && this.rest && this.found) await this.#take(this.rest, this.found);
  }

  /** @param {PlayersText} words */
  #list({ matches }) {
    const { found } = this;
    if (!found) return html`<p class="soft">${this.shell.waiting}</p>`;
    if (!found.length) {
      return html`<p class="soft">${matches.none} ${this.own ? nothing : matches.noneHint}</p>`;
    }
    return html`<ul class="rows">${repeat(found, ({ id }) => id, (match) => this.#row(match, matches))}</ul>`;
  }

  /** @param {MatchView} match @param {PlayersText["matches"]} words */
  #row(match, words) {
    const { text, shell, player } = this;
    const others = match.seats.flatMap((seat) => seat.player && seat.player.id !== player ? [seat.player] : []);
    const outcome = this.#outcome(match);
    const names = text.list(others.map(({ displayName }) => isolated(displayName))) || words.alone;
    const over = match.status === "finished";
    const label = `${over ? words.replay : words.watch}: ${words.label(nameOf(match.game), names, words[outcome])}`;
    const path = over ? `/m/${match.id}/replay` : `/m/${match.id}`;
    return html`
      <li class=${outcome}>${picture(match.game)}
        <div>${others.length === 1
          ? html`<a class="name" href=${at(`/p/${others[0].id}`)}>${face(others[0].displayName)} ${
            others[0].displayName
          }</a>`
          : html`<span class="name">${names}</span>`}
          <span class="soft small">${nameOf(match.game)} · ${text.ago(
            (shell.me.time - Date.parse(match.createTime)) / 1000,
          )}${/** @type {any} */ (match).rated
            ? html`
              · ${words.rated}
            `
            : nothing}</span></div>
        <span class="ends"><span class="result"><span class="outcome ${outcome}">${words[outcome]}</span> ${this
          .#points(match)}</span>
          <a class="button plain" href=${at(path)} aria-label=${label}>${over
            ? words.replay
            : words.watch}</a></span></li>
    `;
  }

  /** The points of two, those of the player first. @param {MatchView} match */
  #points({ outcome, seats }) {
    if (outcome?.reason !== "completed" || outcome.scores.length !== 2) return nothing;
    const points = outcome.scores.map(this.text.number);
    return html`<b class="numbers">${
      (seats[1].player?.id === this.player ? points.toReversed() : points).join(" : ")
    }</b>`;
  }
}

customElements.define("profile-matches", ProfileMatches);
