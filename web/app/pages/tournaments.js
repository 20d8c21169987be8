// The tournaments: the player's own, those that can be joined, that run, and that are over.

import { html, nothing, repeat } from "../../vendor/lit.js";
import { isolated } from "../../boards/bidi.js";
import { nameOf } from "../../boards/games.js";
import { at } from "../shell/router.js";
import { lengthOf, nameIn, picture, progressOf } from "../tournaments/facts.js";
import { listsOf } from "../tournaments/lists.js";
import { tournaments } from "../tournaments/service.js";
import { isFull } from "../tournaments/step.js";
import { TournamentPart } from "../tournaments/tournament-part.js";
import "../tournaments/tournaments-look.js";

/** @typedef {import("../tournaments/service.js").Listed} Listed */
/** @typedef {import("../tournaments/tournament-part.js").TournamentsText} TournamentsText */
/** @typedef {import("../tournaments/lists.js").List} List */
/** @typedef {import("../tournaments/lists.js").Few<Listed>} Few */

/** So many of a list are shown at first, and so many more with each press. */
const SHOWN = 12;
/** Of those that are over. */
const OVER = 6;

/** The page under `/tournaments`. */
export class TournamentsPage extends TournamentPart {
  static properties = { ...TournamentPart.properties, found: { state: true } };

  constructor() {
    super();
    /** Undefined before the first look. @type {Record<List, Few> | undefined} */
    this.found = undefined;
    /** @type {Record<List, number>} */
    this.most = { mine: SHOWN, open: SHOWN, running: SHOWN, finished: OVER };
  }

  updated() {
    document.title = `${this.worded?.title ?? ""} – ${this.text.title}`;
  }

  /** @override */
  async look() {
    const { me, session } = this.shell;
    try {
      this.found = await listsOf(tournaments(me), this.most, session.known);
    } catch {
      this.retry(); // until then, the line tells what is wrong
    }
  }

  /** @override @param {TournamentsText} words */
  spoken(words) {
    const { list } = words;
    const { found } = this;
    return html`
      <header class="welcome">
        <h1>${words.title}</h1>
        <p class="soft">${list.lead}</p>
        <p class="row"><a class="button main" href=${at("/tournaments/new")}>${list.make}</a></p>
      </header>
      ${found
        ? html`
          ${this.#list("mine", words)} ${found.open.shown.length ? this.#list("open", words) : this.#none(words)}
          ${this.#list("running", words)} ${this.#list("finished", words)}
        `
        : html`<p class="soft loading">${this.shell.waiting}</p>`}
    `;
  }

  /** @param {TournamentsText} words */
  #none({ list }) {
    return html`
      <section aria-labelledby="open-title">
        <h2 id="open-title">${list.open}</h2>
        <p class="nothing"><b>${list.none}</b> ${list.noneHint}</p>
      </section>
    `;
  }

  /** @param {List} list @param {TournamentsText} words */
  #list(list, words) {
    const { shown = [], more } = this.found?.[list] ?? {};
    if (!shown.length) return nothing;
    return html`
      <section aria-labelledby=${`${list}-title`}>
        <h2 id=${`${list}-title`}>${words.list[list]}</h2>
        <ul class="tournament-cards">${repeat(shown, ({ id }) => id, (each) => this.#card(each, words))}</ul>
        ${more ? html`<p><button @click=${() => this.#more(list)}>${words.list.more}</button></p>` : nothing}
      </section>
    `;
  }

  /** @param {List} list */
  #more(list) {
    this.most[list] += SHOWN;
    this.look();
  }

  /** @param {Listed} tournament @param {TournamentsText} words */
  #card(tournament, words) {
    const { id, name, game, status, players, maxPlayers, access, rated, maker } = tournament;
    const about = [
      nameOf(game),
      lengthOf(tournament, words),
      rated && words.rated,
      access === "private" && words.private,
    ];
    const counted = maxPlayers < 1000 && status === "open" ? words.of(players, maxPlayers) : words.players(players);
    const full = status === "open" && isFull(tournament);
    return html`
      <li class=${status}><a href=${at(`/tournaments/${id}`)}>${picture(game, "art")}
        <span class="about"><b class="title">${name}</b>
          <span class="soft small">${about.filter(Boolean).join(" · ")}</span>
          <span class="small"><span class="when">${progressOf(this.shell, tournament, words)}</span> · ${full
            ? words.list.full
            : counted}</span>
          <span class="soft small">${words.by(isolated(nameIn(maker, words)))}</span></span></a></li>
    `;
  }
}

customElements.define("tournaments-page", TournamentsPage);
