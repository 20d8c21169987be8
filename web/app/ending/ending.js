// The end of a match: a card over the board with the result, where the points come from, and what to do next. Put away,
// it leaves a strip.

import { html, nothing, svg } from "../../vendor/lit.js";
import { guideOf } from "../../boards/guide.js";
import { endingText } from "../../text/ending.js";
import { columns, partName, shortened, telling } from "./columns.js";
import { look } from "./ending-look.js";
import "../shell/face.js";
import { late, Page } from "../shell/page.js";
import { PlayAgain } from "./play-again.js";
import { playersOf } from "../match/players.js";
import { ownFirst, places, resultOf, story } from "../match/result.js";
import { summed } from "../match/reasons.js";
import { markOf } from "../../boards/seat-mark.js";
import { at } from "../shell/router.js";
import { besides } from "../match/story.js";
import { historyText } from "../../text/history.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../boards/guide.js").Summary} Summary */
/** @typedef {import("../match/reasons.js").Summed} Summed */

/** Who has won sees it, if it has ended just now: so many milliseconds ago at most. */
const JUST_NOW = 10_000;
/** On the podium; the others stand below it. */
const PODIUM = 3;
/** A heading of more letters is written smaller. */
const LONG = 30;
/** So many digits have room above the bars. */
const DIGITS = 42;

/** Tells the result, and offers a rematch. */
export class MatchEnding extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    words: { attribute: false },
    guide: { attribute: false },
    open: { state: true },
    summary: { state: true },
    why: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../match/follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    /** The texts of the game. @type {import("../../text/index.js").BoardText | undefined} */
    this.words;
    /** What the game tells, as far as it is known: that of a guest is told bit by bit. @type {import("../../boards/guide.js").Guide} */
    this.guide = {};
    /** Whether the card lies over the board. */
    this.open = true;
    this.playAgain = new PlayAgain(this);
    /** Where the points come from, in games that tell it. @type {Summed | undefined} */
    this.summary = undefined;
    /** Until that is known. @type {Promise<void>} */
    this.summed = Promise.resolve();
    /** Whether to ask for the account to be kept, until the card goes: an answer stands where the question stood. */
    this.asks = false;
    /** Why it was called off, once that is known. */
    this.why = "";
    look();
  }

  connectedCallback() {
    super.connectedCallback();
    this.shell.say(`${this.end.title}. ${resultOf(this.match, this.end)}`);
    this.summed = this.#summed().catch(() => {}); // without a line, the card is without a picture
    this.playAgain.begin();
    const { kept } = this.shell;
    // Here and on the first page: from now on there is something to lose.
    if (this.#whole && !kept.getItem("croupier:keep")) kept.setItem("croupier:keep", "ask");
    this.asks = this.#whole && kept.getItem("croupier:keep") === "ask";
    if (this.asks) import("../shell/keep-offer.js").then(this.redraw, () => {}); // or else the first page asks
  }

  /** Whether it was a whole match of the viewer's. */
  get #whole() {
    const { outcome, yourSeat } = this.match;
    return yourSeat !== null && outcome?.reason === "completed";
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.playAgain.end();
    this.#cover(false);
  }

  get end() {
    return endingText(this.text.language);
  }

  get players() {
    return playersOf(this.match);
  }

  get won() {
    const { outcome, yourSeat } = this.match;
    return yourSeat !== null && Boolean(outcome?.winners.includes(yourSeat));
  }

  async #summed() {
    const { outcome, game } = this.match;
    if (outcome?.reason === "aborted") this.why = await this.#aborted();
    if (outcome?.reason === "completed") this.summary = summed({ ...this.guide, ...await guideOf(game) }, this.match);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("guide")) this.summary = summed(this.guide, this.match);
  }

  /** By whom, and why it was called off: its last version says so. */
  async #aborted() {
    let told = "";
    for await (const entry of this.follow.match?.history(this.match.version - 1) ?? []) {
      told = besides(historyText(this.text.language), entry, this.players);
    }
    return told;
  }

  firstUpdated() {
    const active = document.activeElement;
    if (active === document.body || active?.closest(".felt")) this.#card?.focus({ preventScroll: true });
    if (this.won && this.shell.preferences.pace && this.shell.me.time - Date.parse(this.match.updateTime) < JUST_NOW) {
      this.#celebrate();
    }
  }

  updated() {
    this.#cover(this.open);
  }

  async #celebrate() {
    const { celebrate } = await import("./confetti.js");
    const veil = this.querySelector(".veil");
    if (veil) celebrate(veil);
  }

  /** What the card lies over can be neither seen nor pressed. @param {boolean} covered */
  #cover(covered) {
    const felt = /** @type {HTMLElement | null | undefined} */ (this.closest(".table-page")?.querySelector(".felt"));
    if (felt) felt.inert = covered;
  }

  /** @returns {HTMLElement | null} */
  get #card() {
    return this.querySelector(".ending");
  }

  render() {
    if (!this.match.outcome) return nothing;
    return this.open ? this.#over() : this.#strip();
  }

  #over() {
    const { match, end } = this;
    const completed = match.outcome?.reason === "completed";
    const result = resultOf(match, end);
    const parts = telling(this.summary);
    const put = (/** @type {Event} */ event) => event.target === event.currentTarget && this.#show(false);
    return html`
      <div class="veil" @click=${put} @keydown=${(/** @type {KeyboardEvent} */ { key }) =>
        key === "Escape" && this.#show(false)}>
        <section class="ending ${this.won ? "won" : ""}" role="dialog" aria-labelledby="ending-title" tabindex="-1">
          <button class="plain away" aria-label=${end.show} title=${end.show} @click=${() => this.#show(false)}>${icon(
            "M6 6l12 12M18 6L6 18",
          )}</button>
          <h2 id="ending-title" class=${result.length > LONG ? "long" : ""}>${result}</h2>
          ${completed ? match.seats.length === 2 ? this.#score() : this.#podium() : nothing}
          ${this.#story()}
          ${this.summary?.row ? this.#row(this.summary.row) : nothing}
          ${match.rated ? this.#rated() : nothing}
          ${parts.length ? this.#chart(parts) : nothing}
          ${this.#next()}
        </section>
      </div>
    `;
  }

  /** What has become of the ratings. */
  #rated() {
    const { shell, follow, match } = this;
    return late(this, "rated-change", () => import("./rated-change.js"), false) ??
      html`<rated-change .shell=${shell} .follow=${follow} .match=${match}></rated-change>`;
  }

  #strip() {
    const { match, end } = this;
    const completed = match.outcome?.reason === "completed";
    const scores = completed && match.seats.length === 2 &&
      ownFirst(match).map((seat, at) =>
        html`${at ? " : " : ""}${this.#out(seat) ? html`<s>${this.#points(seat)}</s>` : this.#points(seat)}`
      );
    return html`
      <section class="strip ${this.won ? "won" : ""}" aria-label=${end.title}>
        <button class="plain numbers" @click=${() => this.#show(true)}><b>${scores || resultOf(match, end)}</b>
          <small>${end.result}</small></button>
        ${this.#review()}
        ${this.#back() ?? this.playAgain.render(false)}
      </section>
    `;
  }

  /** @param {boolean} open */
  async #show(open) {
    this.open = open;
    await this.updateComplete;
    if (open) this.#card?.focus({ preventScroll: true });
    else this.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Who a player is: the face, and the mark of the seat. @param {number} seat */
  #face(seat) {
    return html`<span class="face-of"><player-face name=${this.players[seat]}></player-face>${
      markOf(seat, this.players)
    }</span>`;
  }

  /** A name for how the points of a seat look that do not count. @param {number} seat */
  #out(seat) {
    return this.summary?.out?.includes(seat) ? "out" : "";
  }

  /** @param {number} seat */
  #points(seat) {
    return this.text.number(this.match.outcome?.scores[seat] ?? 0);
  }

  /** The points, the viewer's first. */
  get sides() {
    return ownFirst(this.match).map((seat) => this.#points(seat));
  }

  #score() {
    const winners = this.match.outcome?.winners ?? [];
    const [own, other] = ownFirst(this.match).map((seat) =>
      html`
        <span
          class="side ${winners.includes(seat) ? "first" : ""} ${this.#out(seat)}">${this.#face(
            seat,
          )}<b class="numbers">${this.#points(seat)}</b><span class="name">${this.players[seat]}</span></span>
      `
    );
    const long = this.sides.some((points) => points.length > 3);
    return html`<div class="score ${
      long ? "long" : ""
    }">${own}<span class="to" aria-hidden="true">:</span>${other}</div>`;
  }

  /** The first three on their steps, and the others in a line. */
  #podium() {
    const { text, end, players } = this;
    const all = places(this.match);
    const told = (/** @type {typeof all[number]} */ { place, seat, points }) =>
      end.place(place, players[seat], text.number(points));
    return html`
      <ol class="podium">${all.slice(0, PODIUM).map((each) =>
        html`
          <li class="at-${each.place} ${this.#out(each.seat)}" aria-label=${told(each)}>
            ${this.#face(each.seat)}<span class="name">${players[each.seat]}</span>
            <span class="step"><b class="numbers">${text.number(each.points)}</b><small>${each
              .place}.</small></span></li>
        `
      )}</ol>
      ${all.length > PODIUM
        ? html`<ol class="others">${
          all.slice(PODIUM).map((each) =>
            html`
              <li class=${this.#out(each.seat)}
                aria-label=${told(each)}>${each.place}. ${this.#face(
                  each.seat,
                )} <span class="name">${players[each.seat]}</span> <b class="numbers">${text.number(
                  each.points,
                )}</b></li>
            `
          )
        }</ol>`
        : nothing}
    `;
  }

  #story() {
    const { match, end, words, summary, text } = this;
    const told = story(match, end, { number: text.number, game: words?.game, summary }) || this.why;
    const best = summary?.row ? "" : this.#best;
    if (!told && !best) return nothing;
    return html`
      <div class="story">
        ${told ? html`<p>${told}</p>` : nothing}
        ${best ? html`<p class="best"><span aria-hidden="true">★</span> ${best}</p>` : nothing}
      </div>
    `;
  }

  /** What has won, which the card may cover on the board. @param {import("../../boards/guide.js").Row} row */
  #row({ seat, pieces }) {
    const all = pieces.map((piece) => html`<b>${piece}</b>`);
    return html`<p class="pieces seat-${seat}" role="img" aria-label=${this.#best}>${all}</p>`;
  }

  /** The best thing that anybody did, in words. */
  get #best() {
    const { words, summary, players } = this;
    return summary?.best && words?.game.best?.[summary.best.name]?.(summary.best, players) || "";
  }

  /** Where the points come from: a picture, which is a table for who hears it. @param {Summary["parts"]} parts */
  #chart(parts) {
    const { end, text, players, words } = this;
    const names = parts.map((part) => partName(part, words?.game));
    const { zero, groups } = columns(parts);
    const bars = groups.flat();
    const longest = Math.max(...bars.map(({ points }) => text.number(points).length));
    const numbered = bars.length * longest <= DIGITS;
    return html`
      <figure class="points" aria-labelledby="points-title">
        <figcaption id="points-title" class="unseen">${end.points}</figcaption>
        <svg class="columns ${zero < 1 ? "below" : ""}" aria-hidden="true">
          ${bars.map((bar) => this.#bar(bar, numbered))}
          <line x1="0" x2="100%" y1=${percent(zero)} y2=${percent(zero)}></line>
        </svg>
        <div class="marks" aria-hidden="true">${parts.map(() =>
          html`<span>${players.map((_, seat) => html`<i>${markOf(seat, players)}</i>`)}</span>`
        )}</div>
        <div class="names" aria-hidden="true">${shortened(parts, names).map((name) => html`<span>${name}</span>`)}</div>
        <div class="unseen">
          <table>
            <caption>${end.points}</caption>
            <thead>
              <tr><th scope="col">${end.player}</th>${names.map((name) =>
                html`<th scope="col">${name}</th>`
              )}<th scope="col">${end.total}</th></tr>
            </thead>
            <tbody>${players.map((name, seat) =>
              html`
                <tr><th scope="row">${name}</th>${parts.map(({ points }) =>
                  html`<td>${text.number(points[seat])}</td>`
                )}<td>${this.#points(seat)}</td></tr>
              `
            )}</tbody>
          </table>
        </div>
      </figure>
    `;
  }

  /** @param {import("./columns.js").Bar} bar @param {boolean} numbered */
  #bar({ seat, points, x, y, width, height }, numbered) {
    const end = percent(points < 0 ? y + height : y);
    return svg`
      <rect class="seat-${seat} ${points < 0 ? "minus" : ""}" x=${percent(x + width * .06)} y=${percent(y)}
        width=${percent(width * .88)} height=${percent(height)}></rect>
      ${numbered
        ? svg`<text x=${percent(x + width / 2)} y=${end} dy=${points < 0 ? 13 : -4}>${this.text.number(points)}</text>`
        : nothing}
    `;
  }

  #next() {
    const { end, match } = this;
    const aborted = match.outcome?.reason === "aborted";
    return html`
      <div class="next">
        ${this.#back() ?? this.playAgain.render()}
        <p class="ways">${this.#review()}
          ${aborted ? nothing : html`<button @click=${() => this.#share()}>${end.share}</button>`}
          <a class="button" href=${at("/")}>${end.home}</a></p>
        ${this.asks ? this.#keep() : nothing}
      </div>
    `;
  }

  /** To the tournament, or to the next table of it, or to the board of the deal; undefined in other matches. */
  #back() {
    if (this.match.dealOf) {
      return late(this, "way-to-deal", () => import("../deals/way-to-deal.js"), false) ??
        html`<way-to-deal .shell=${this.shell} .match=${this.match}></way-to-deal>`;
    }
    if (!this.match.tournament) return undefined;
    return late(this, "way-back", () => import("../tournaments/way-back.js"), false) ??
      html`<way-back ended .shell=${this.shell} .match=${this.match}></way-back>`;
  }

  #keep() {
    const offer = customElements.get("keep-offer") && html`<keep-offer brief .shell=${this.shell}></keep-offer>`;
    return html`<div class="keep">${offer ?? nothing}</div>`;
  }

  #review() {
    const { end, match } = this;
    return html`<a class="button" href=${at(`/m/${match.id}/replay`)} aria-label=${end.reviewLabel}>${end.review}</a>`;
  }

  async #share() {
    const { match, shell, summary, words } = this;
    await shell.try(async () => {
      const { share } = await import("./share.js");
      share(shell, match, { game: words?.game, summary });
    });
  }
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(2)}%`;

/** @param {string} path */
function icon(path) {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d=${path}></path>
    </svg>
  `;
}

customElements.define("match-ending", MatchEnding);
