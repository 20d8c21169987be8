// The ratings of a player: a card for each pool, and the curve of the chosen one.

import { html, nothing, repeat } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { once } from "../shell/once.js";
import { at } from "../shell/router.js";
import { localeOf } from "../shell/time.js";
import { picture } from "./challenge.js";
import { ratedButtons } from "./play-rated.js";
import { poolOf, titleOf } from "../match/pools.js";
import { sign, signed } from "./rating-curve.js";
import { SpokenPage } from "./spoken-page.js";
import { historyOf } from "../session/standings.js";

/** @typedef {import("../session/standings.js").Profile} Profile */
/** @typedef {import("../session/standings.js").Rating} Rating */
/** @typedef {import("../session/standings.js").Point} Point */
/** @typedef {import("./spoken-page.js").PlayersText} PlayersText */
/** @typedef {{ points: Point[], nextPageToken: string | null }} History newest first */

/** The section. */
export class ProfileRatings extends SpokenPage {
  static pause = 60_000;
  static properties = {
    ...SpokenPage.properties,
    profile: { attribute: false },
    own: { type: Boolean },
    pool: { state: true },
    histories: { state: true },
  };

  constructor() {
    super();
    /** @type {Profile} */
    this.profile;
    this.own = false;
    /** The pool whose curve is shown. */
    this.pool = "";
    /** What is known of the pools. @type {Record<string, History>} */
    this.histories = {};
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("profile")) return;
    const before = /** @type {Profile | undefined} */ (changed.get("profile"));
    if (before && before.id !== this.profile.id) this.histories = {};
    const { ratings } = this.profile;
    if (!ratings.some(({ pool }) => pool === this.pool)) this.pool = ratings[0]?.pool ?? "";
    if (before?.id !== this.profile.id) this.#load();
  }

  /** Look again whether the shown rating has changed. @override */
  async look() {
    if (!this.pool) return;
    const { pool, profile: { id } } = this;
    try {
      const newest = await historyOf(this.shell.me, id, pool);
      const known = this.histories[pool];
      if (known?.points[0]?.seq !== newest.points[0]?.seq) this.histories = { ...this.histories, [pool]: newest };
    } catch (error) {
      if (!(error instanceof Refused && error.status < 500)) return this.retry(); // the line tells what is wrong
      this.histories = { ...this.histories, [pool]: { points: [], nextPageToken: null } };
    }
  }

  #load() {
    if (this.hasUpdated) this.look();
  }

  async #older() {
    const { pool, profile: { id } } = this;
    const { points, nextPageToken } = this.histories[pool];
    if (!nextPageToken) return;
    const older = await this.shell.try(() => historyOf(this.shell.me, id, pool, nextPageToken));
    if (!older) return;
    const history = { points: [...points, ...older.points], nextPageToken: older.nextPageToken };
    this.histories = { ...this.histories, [pool]: history };
  }

  /** @param {string} pool */
  #choose(pool) {
    this.pool = pool;
    if (!this.histories[pool]) this.look();
  }

  /** @override @param {PlayersText} words */
  spoken(words) {
    const { ratings } = words;
    const { ratings: all, complete } = this.profile;
    return html`
      <section class="panel" aria-labelledby="ratings-title">
        <h2 id="ratings-title">${ratings.title}</h2>
        ${all.length ? this.#cards(all, words) : complete ? this.#none(words) : nothing}
        ${complete ? nothing : html`<p class="soft">${ratings.incomplete}</p>`}
        ${this.pool ? this.#curve(words) : nothing}
        <details class="what"><summary>${ratings.what}</summary><p>${ratings.whatText}</p></details>
      </section>
    `;
  }

  /** @param {PlayersText} words */
  #none({ ratings }) {
    return html`
      <p class="soft">${this.own ? ratings.noneOwn : ratings.none}</p>
      ${this.own
        ? html`
          <p class="soft small" aria-hidden="true">${ratings.noneOwnPlay}:</p>
          <p>${ratedButtons(this.shell, ratings.noneOwnPlay)}</p>
        `
        : nothing}
    `;
  }

  /** @param {Rating[]} all @param {PlayersText} words */
  #cards(all, words) {
    return html`
      <fieldset class="rating-cards"><legend class="unseen">${words.ratings.title}</legend>${repeat(
        all,
        ({ pool }) => pool,
        (each) => this.#card(each, words),
      )}</fieldset>
    `;
  }

  /** @param {Rating} rating @param {PlayersText} words */
  #card({ pool, rating, deviation, rank, size, provisional, matches }, words) {
    const { ratings } = words;
    return html`
      <label class="rating-card"><input type="radio" name="pool" .checked=${pool === this.pool} @change=${() =>
        this.#choose(pool)}>
        ${picture(poolOf(pool)?.game ?? "")}
        <span class="pool">${titleOf(pool, words)}</span>
        <span class="number numbers"><b>${rating}</b> <small class="soft">${ratings.deviation(deviation)}</small></span>
        <span class="place small">${rank
          ? ratings.rank(rank, size)
          : html`<span class=${provisional ? "provisional" : ""}>${
            provisional ? ratings.provisional : ratings.unlisted
          }</span>`} <span class="soft">· ${ratings.matches(matches)}</span></span>
      </label>
    `;
  }

  /** @param {PlayersText} words */
  #curve(words) {
    const { ratings } = words;
    const history = this.histories[this.pool];
    const rating = this.profile.ratings.find(({ pool }) => pool === this.pool);
    return html`
      ${history
        ? html`
          <rating-curve .points=${history.points.toReversed()} .words=${words} .language=${this.text.language}
            .pool=${titleOf(this.pool, words)}></rating-curve>
        `
        : html`<p class="soft curve-soon">${ratings.loading}</p>`}
      ${rating?.provisional ? html`<p class="small hint">${ratings.provisionalHint(rating.matches)}</p>` : nothing}
      <p class="row"><button @click=${(/** @type {Event} */ event) => once(event, () => this.#recompute())}>${ratings
        .recompute}</button>
        <a class="button plain" href=${at(`/leaderboards/${this.pool}`)}>${ratings.board}</a></p>
      ${history?.points.length ? this.#list(history, words) : nothing}
    `;
  }

  /** @param {History} history @param {PlayersText} words */
  #list({ points, nextPageToken }, { curve, ratings }) {
    const date = new Intl.DateTimeFormat(localeOf(this.text.language), { dateStyle: "medium", timeStyle: "short" });
    return html`
      <details class="as-list"><summary>${curve.list}</summary>
        <div class="scrolls" tabindex="0" role="region" aria-label=${curve.list}><table>
          <thead><tr><th scope="col">${curve.date}</th><th scope="col">${ratings.rating}</th><th scope="col">${curve
            .change}</th>
            <th scope="col">${curve.match}</th></tr></thead>
          <tbody>${points.map(({ time, rating, deviation, change, matchId, kind }) =>
            html`
              <tr>
                <td>${time ? date.format(new Date(time)) : ""}</td>
                <td class="numbers">${rating} <span class="soft">${ratings.deviation(deviation)}</span></td>
                <td class="numbers ${sign(change)}">${signed(change)}</td>
                <td>${kind === "match" && matchId
                  ? html`<a href=${at(`/m/${matchId}/replay`)}>${curve.replayShort}</a>`
                  : kind === "void"
                  ? curve.void
                  : kind === "season"
                  ? curve.season
                  : ""}</td>
              </tr>
            `
          )}</tbody></table></div>
        ${nextPageToken
          ? html`<p><button @click=${(/** @type {Event} */ event) =>
            once(event, () => this.#older())}>${curve.older}</button></p>`
          : nothing}
      </details>
    `;
  }

  async #recompute() {
    const { pool, shell, profile } = this;
    await shell.try(async () => {
      const { recompute } = await import("../proof/ledger-dialog.js");
      recompute(shell, pool, profile);
    });
  }
}

customElements.define("profile-ratings", ProfileRatings);
