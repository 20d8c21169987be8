// The deals of today and yesterday, those that the player has made, and a new one for a club.

import { Deals } from "../../../sdk/javascript/src/deals.js";
import { html, nothing, repeat } from "../../vendor/lit.js";
import { isolated } from "../../boards/bidi.js";
import { fileOf, games, nameOf, webOf } from "../../boards/games.js";
import { DealsPart } from "../deals/deals-part.js";
import { attempt } from "../shell/attempt.js";
import { at } from "../shell/router.js";
import "../deals/deals-look.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Deal} Deal */
/** @typedef {import("../deals/deals-part.js").DealsText} DealsText */

const DAY = 86_400_000;
/** For how many days a deal can be open, of those that the page offers; less than the most, as clocks differ. */
const DAYS = [1, 7, 28];

/** The page under `/deals`. */
export class DealsPage extends DealsPart {
  static properties = {
    ...DealsPart.properties,
    found: { state: true },
    own: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** Undefined before the first look. @type {Deal[] | undefined} */
    this.found = undefined;
    /** @type {Deal[]} */
    this.own = [];
    this.busy = false;
  }

  updated() {
    document.title = `${this.worded?.title ?? ""} – ${this.text.title}`;
  }

  /** @override */
  async look() {
    const { me, session } = this.shell;
    const deals = new Deals(me);
    try {
      [this.found, this.own] = await Promise.all([deals.list(), session.known ? deals.list({ mine: true }) : []]);
    } catch {
      this.retry(); // until then, the line tells what is wrong
    }
  }

  /** @override @param {DealsText} words */
  spoken(words) {
    const { found, own } = this;
    const over = (/** @type {Deal} */ { status }) => status === "over";
    return html`
      <header class="welcome">
        <h1>${words.title}</h1>
        <p class="soft">${words.lead}</p>
      </header>
      ${found
        ? html`
          ${this.#list("today", found.filter((each) => !over(each)), words)}
          ${this.#list("yesterday", found.filter(over), words)} ${this.#list("mine", own, words)}
        `
        : html`<p class="soft loading">${this.shell.waiting}</p>`}
      ${this.#form(words)}
      <p class="soft small">${words.why}</p>
    `;
  }

  /** @param {"today" | "yesterday" | "mine"} list @param {Deal[]} found @param {DealsText} words */
  #list(list, found, words) {
    if (!found.length) return nothing;
    return html`
      <section aria-labelledby=${`${list}-title`}>
        <h2 id=${`${list}-title`}>${words[list]}</h2>
        <ul class="deal-cards">${repeat(found, ({ id }) => id, (each) => this.#card(each, words))}</ul>
      </section>
    `;
  }

  /** @param {Deal} deal @param {DealsText} words */
  #card({ id, name, game, opponents, status, yourMatchId, tries, finished }, words) {
    const state = yourMatchId
      ? words.begun
      : status === "open"
      ? words.once
      : status === "soon"
      ? words.soon
      : words.closed;
    return html`
      <li class=${status}><a href=${at(`/deals/${id}`)}>${webOf(game)?.tile
        ? html`<img class="art" alt="" src=${fileOf(game, "tile.svg")} width="320" height="200">`
        : html`<span class="art" aria-hidden="true"></span>`}
        <span class="about"><b class="title">${name || nameOf(game)}</b>
          <span class="soft small">${name ? `${nameOf(game)} · ` : ""}${words.against(
            opponents.map((each) => isolated(each)),
          )}</span>
          <span class="small">${state}</span>
          <span class="soft small">${words.tries(tries, finished)}</span></span></a></li>
    `;
  }

  /** @param {DealsText} words */
  #form({ make }) {
    return html`
      <details class="panel">
        <summary>${make.title}</summary>
        <form @submit=${(/** @type {SubmitEvent} */ event) => this.#make(event)}>
          <p class="soft">${make.lead}</p>
          <label>${make.name} <input name="name" required maxlength="60" placeholder=${make.example}></label>
          <label>${make.game} <select name="game">${games().map(({ id, name }) =>
            html`<option value=${id}>${name}</option>`
          )}</select></label>
          <label>${make.days} <select name="days">${DAYS.map((days) =>
            html`<option value=${days}>${make.open(days)}</option>`
          )}</select></label>
          <button class="main" aria-disabled=${this.busy}>${make.button}</button>
        </form>
      </details>
    `;
  }

  /** @param {SubmitEvent} event */
  async #make(event) {
    event.preventDefault();
    if (this.busy) return;
    const told = new FormData(/** @type {HTMLFormElement} */ (event.target));
    this.busy = true;
    await attempt(this.shell, async () => {
      const me = await this.shell.player();
      const wish = {
        name: String(told.get("name")).trim(),
        game: String(told.get("game")),
        endTime: new Date(me.time + Number(told.get("days")) * DAY).toISOString(),
      };
      const { id } = await new Deals(me).create(/** @type {any} */ (wish));
      this.shell.router.go(`/deals/${id}`);
    });
    this.busy = false;
  }
}

customElements.define("deals-page", DealsPage);
