// What has become of the ratings after a rated match, or why it does not count.

import { html, nothing } from "../../vendor/lit.js";
import { ratedText } from "../../text/rated.js";
import { playersOf } from "../match/players.js";
import { ownFirst } from "../match/result.js";
import { Page } from "../shell/page.js";
import { at } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../match/follow.js").Ratings} Ratings */
/** @typedef {Ratings["changes"][number]} Change */

/** After so many milliseconds each, the match is read again, in case that nothing was told. */
const LOOKS = [1000, 1500, 3000, 5000, 10_000, 20_000];

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  rated-change { display: grid; gap: var(--space-2); padding: var(--space-3); border-radius: var(--radius-m); background: var(--sunken); text-align: start; }
  rated-change ul { display: grid; gap: var(--space-1); }
  rated-change li { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: baseline; gap: 0 var(--space-3); }
  rated-change .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; }
  rated-change .own { font-size: 1.125rem; }
  rated-change .up { color: var(--good); } rated-change .down { color: var(--danger); }
  rated-change .up, rated-change .down { font-weight: 700; display: inline-block; min-inline-size: 2.6em; text-align: end; }
  rated-change .links a { min-height: var(--target); display: inline-flex; align-items: center; }
  rated-change .links { gap: 0 var(--space-4); margin-block: calc(-1 * var(--space-1)) calc(-1 * var(--space-2)); }
  .ending rated-change .links { justify-content: center; }
`);
document.adoptedStyleSheets.push(STYLE);

/** Shows the ratings before and after a match, once they are computed. */
export class RatedChange extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    found: { state: true },
    waiting: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../match/follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    /** What the match says, read here. @type {Ratings | undefined} */
    this.found = undefined;
    /** Whether it is still looked for. */
    this.waiting = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.said = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow.addEventListener("change", this.redraw);
    this.#later(0);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.follow.removeEventListener("change", this.redraw);
    clearTimeout(this.timer);
  }

  /** @returns {Ratings | undefined} */
  get ratings() {
    return this.match.ratings ?? this.follow.ratings ?? this.found;
  }

  get words() {
    return ratedText(this.text.language);
  }

  /** @param {number} look */
  #later(look) {
    if (this.ratings || !this.isConnected) return;
    if (look === LOOKS.length) {
      this.waiting = false;
      return;
    }
    this.timer = setTimeout(() => this.#look(look), LOOKS[look]);
  }

  /** @param {number} look */
  async #look(look) {
    if (!this.ratings) {
      // Without a line, the next look has it.
      const { now } = await this.shell.me.matches.get(this.match.id).catch(() => ({ now: undefined }));
      this.found = now?.ratings ?? undefined;
    }
    this.#later(look + 1);
  }

  updated() {
    if (!this.ratings || this.said) return;
    this.said = true;
    this.shell.say(this.#spoken(this.ratings));
  }

  render() {
    const { words, ratings, waiting } = this;
    if (!ratings) return html`<p class="soft">${waiting ? words.computing : words.later}</p>`;
    return html`
      ${this.#counts(ratings)}
      ${ratings.changes.length
        ? html`<ul aria-label=${words.after}>${this.#sorted(ratings).map((each) => this.#change(each))}</ul>`
        : nothing}
      <p class="row links small">${this.#own
        ? html`<a href=${at(`/p/${this.#own}`)}>${words.profile}</a>`
        : nothing}${ratings.pool
        ? html`<a href=${at(`/leaderboards/${ratings.pool}`)}>${words.board}</a>`
        : nothing}</p>
    `;
  }

  /** Who sits here. */
  get #own() {
    const { seats, yourSeat } = this.match;
    return yourSeat === null ? "" : seats[yourSeat].player?.id ?? "";
  }

  /** Whether it counts, and why not. @param {Ratings} ratings */
  #counts({ counted, reason, weight, changes }) {
    const { words } = this;
    if (counted) return weight < 100 ? html`<p class="small">${words.byHalf}</p>` : nothing;
    const changed = changes.some(({ before, after }) => before !== after);
    if (reason === "tooShort" && changed) return html`<p>${words.reasons.left}</p>`;
    return html`<p><b>${words.uncounted}.</b> ${words.reasons[reason ?? "other"] ?? words.reasons.other}</p>`;
  }

  /** The own change first. @param {Ratings} ratings */
  #sorted({ changes }) {
    const order = ownFirst(this.match);
    return [...changes].sort((one, other) => order.indexOf(one.seat) - order.indexOf(other.seat));
  }

  /** @param {Change} change */
  #change(change) {
    const { words } = this;
    const { seat, before, after, deviation } = change;
    const by = after - before;
    return html`
      <li class=${seat === this.match.yourSeat ? "own" : ""} aria-label=${this.#told(change)}>
        <span class="name">${playersOf(this.match)[seat]}</span>
        <span class="numbers">${before} → <b>${after}</b> <small class="soft">${words.unsure(deviation)}</small>
          <span class=${by > 0 ? "up" : by < 0 ? "down" : "soft"}>${by ? signed(by) : "±0"}</span></span></li>
    `;
  }

  /** @param {Change} change */
  #told({ seat, before, after }) {
    const by = after === before ? this.words.same : signed(after - before);
    return this.words.change(playersOf(this.match)[seat], before, after, by);
  }

  /** @param {Ratings} ratings */
  #spoken(ratings) {
    const { words } = this;
    const own = ratings.changes.find(({ seat }) => seat === this.match.yourSeat);
    return ratings.counted && own
      ? `${words.rating}. ${this.#told(own)}`
      : ratings.counted
      ? words.after
      : words.uncounted;
  }
}

/** @param {number} points */
const signed = (points) => points > 0 ? `+${points}` : `−${-points}`;

customElements.define("rated-change", RatedChange);
