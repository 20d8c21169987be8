// Lists of matches: those that wait, with who searches, or run, and the player's own.

import { isolated } from "../../boards/bidi.js";
import { html, nothing, repeat } from "../../vendor/lit.js";
import { remaining } from "../../../sdk/javascript/src/clock.js";
import { fileOf, games, nameOf, webOf } from "../../boards/games.js";
import { playersOf } from "../match/players.js";
import { face } from "../shell/face.js";
import { first } from "../shell/first-few.js";
import { lengthOf, timesOf } from "./game-facts.js";
import { PollingPage } from "./polling-page.js";
import { defaults, findSomebody } from "./new-table.js";
import { searchOf, sitDown, termsOf } from "./search-panel.js";
import { clockText, warningAt } from "../shell/time.js";
import "./lobby-look.js";
import { at } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../../sdk/javascript/types/api.js").Notice} Notice */
/** @typedef {import("../../../sdk/javascript/types/api.js").Searcher} Searcher */
/** @typedef {import("../../../sdk/javascript/types/api.js").Game} Game */
/** @typedef {import("../../boards/games.js").Listed} Listed */

/** So many of the player's own matches are shown, chosen from so many of each status. */
const SHOWN = 8;
const OWN = { active: 100, waiting: SHOWN, finished: SHOWN };
/** So many pages of public matches are asked for: those with nobody who is here may have none to show. */
const PAGES = 5;
/** So many of those who search are shown. */
const SEARCHERS = 20;
/** What comes together, as the notices of a player who has just come, is looked for once. */
const AT_ONCE = 150;

/** The names at a table, but for the viewer's. @param {Pick<MatchView, "seats" | "yourSeat">} match */
export function others({ seats, yourSeat }) {
  return playersOf({ seats }).filter((name, seat) => name && seat !== yourSeat);
}

/** The picture of a game. @param {string} game */
function picture(game) {
  if (!webOf(game)?.tile) return html`<span class="thumb" aria-hidden="true"></span>`;
  return html`<img class="thumb" alt="" src=${fileOf(game, "tile.svg")} width="64" height="48">`;
}

/** @param {readonly string[]} names */
function faces(names) {
  return names.length ? html`<span class="faces">${names.map((name) => face(name))}</span>` : nothing;
}

/** A list that looks again now and then; "looked" is sent each time, so that what is below can come when it has its height. */
class Listing extends PollingPage {
  static pause = 10_000;
  static properties = { ...PollingPage.properties, found: { state: true } };

  constructor() {
    super();
    /** @type {MatchView[] | undefined} */
    this.found = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.due = undefined;
    /** What the service has told since the last look. @type {(Notice | undefined)[]} */
    this.told = [];
    this.again = (/** @type {Event} */ event) => {
      this.told.push(/** @type {CustomEvent} */ (event).detail ?? undefined);
      clearTimeout(this.due);
      this.due = setTimeout(() => this.#weigh(), AT_ONCE);
    };
    /** The look that is under way, or was last. @type {Promise<void>} */
    this.looking = Promise.resolve();
  }

  connectedCallback() {
    super.connectedCallback();
    this.shell.turns.addEventListener("change", this.again);
    this.shell.session.addEventListener("change", this.again);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.due);
    this.shell.turns.removeEventListener("change", this.again);
    this.shell.session.removeEventListener("change", this.again);
  }

  /** Whether the list may be another one since this was told: whose turn it is changes no public list. @param {Notice | undefined} notice @returns {boolean} */
  concerns(notice) {
    return notice?.event !== "yourTurn";
  }

  /** @returns {Promise<MatchView[]>} */
  listed() {
    return Promise.resolve([]);
  }

  /** Look again if a notice is newer than the list; the one that is under way may have it. */
  async #weigh() {
    await this.looking;
    if (this.isConnected && this.told.some((notice) => this.concerns(notice))) this.look();
  }

  /** @override */
  look() {
    this.told = [];
    return this.looking = this.#list();
  }

  async #list() {
    try {
      this.found = await this.listed();
    } catch {
      // The line tells what is wrong, and the list looks again.
    }
    this.dispatchEvent(new Event("looked"));
  }
}

/** Public matches that run, or that wait for players: these with everybody who searches. */
export class MatchList extends Listing {
  static properties = { ...Listing.properties, status: {}, most: { type: Number }, bare: { type: Boolean } };

  constructor() {
    super();
    /** @type {"waiting" | "active"} */
    this.status = "waiting";
    this.most = 20;
    /** Whether it only says that nobody is there: the page has the buttons to begin. */
    this.bare = false;
    /** @type {Searcher[]} */
    this.searchers = [];
    /** Whether somebody was there: who goes then leaves hardly more than a row, and what is below stays. */
    this.met = false;
  }

  updated() {
    this.met ||= Boolean(this.found?.length || this.searchers.length);
    if (this.status === "waiting") this.style.minHeight = `${this.offsetHeight}px`;
  }

  /** @override */
  async listed() {
    const { me, session } = this.shell;
    const wanted = (/** @type {MatchView} */ { access, yourSeat }) => access === "public" && yourSeat === null;
    const here = this.status === "waiting" || undefined; // nobody sits down with who is gone
    const matches = first(me.matches.list({ status: this.status, here, maxPages: PAGES }), this.most, wanted);
    if (this.status === "active") return await matches;
    const others = (/** @type {Searcher} */ { you }) => !you || !session.known;
    const searchers = first(me.searchers({ pageSize: SEARCHERS }), Math.min(this.most, SEARCHERS), others);
    const [found, searching] = await Promise.all([matches, searchers]);
    this.searchers = searching;
    return found;
  }

  render() {
    if (!this.found) return html`<p class="soft loading">${this.shell.waiting}</p>`;
    if (!this.found.length && !this.searchers.length) return this.#empty();
    return html`<ul class="matches">
      ${repeat(this.searchers, ({ player, createTime }) => player.id + createTime, (each) => this.#searcher(each))}
      ${repeat(this.found, ({ id }) => id, (match) => this.#row(match))}</ul>`;
  }

  /** Nobody is there: what one can do about it. */
  #empty() {
    const { lobby, home } = this.text;
    if (this.status === "active") return html`<p class="nothing">${lobby.nothing}</p>`;
    if (this.shell.search?.wish) return html`<p class="nothing">${lobby.alone}</p>`;
    return html`
      <div class="nothing ${this.met ? "small again" : ""}">
        <p>${this.met ? nothing : html`<b>${lobby.nobody}</b>`} ${lobby.first}</p>
        <p class="row" ?hidden=${this.bare}>${games().map(({ id, name, seats }) =>
          html`<button aria-label=${`${name}: ${home.find}`} @click=${() => this.#find(id, seats.min)}>
            ${picture(id)} ${name}</button>`
        )}</p>
      </div>
    `;
  }

  /** @param {Searcher} searcher */
  #searcher(searcher) {
    const { lobby } = this.text;
    const { player: { displayName }, game, seats } = searcher;
    return html`
      <li class="searcher">${face(displayName)}
        <div><b>${displayName}</b> ${lobby.searches(nameOf(game))}
          <p class="soft small">${lobby.players(seats)} · ${termsOf(this.shell, searcher)}</p></div>
        <button class="main" aria-label=${lobby.sitLabel(isolated(displayName), nameOf(game))} @click=${() =>
          this.shell.try(() => this.#sit(searcher))}>${lobby.sit}</button>
      </li>
    `;
  }

  /** Rated, it is told first what that means, and whom one meets is up to the ratings. @param {Searcher} searcher */
  async #sit(searcher) {
    if (!searcher.rated) return await sitDown(this.shell, searcher);
    (await import("./rated-search.js")).openRatedSearch(this.shell, searcher.game);
  }

  /** @param {MatchView} match */
  #row(match) {
    const { lobby, list, ago } = this.text;
    const seated = others(match);
    const names = list(seated);
    const taken = playersOf(match).filter(Boolean).length;
    const times = timesOf(lobby, match);
    const since = ago((this.shell.me.time - Date.parse(match.createTime)) / 1000);
    const waits = this.status === "waiting";
    const length = waits
      ? lengthOf(this.shell, match.game, match.seats.length, /** @type {any} */ (match.options))
      : "";
    return html`
      <li>${faces(seated)}
        <div><b>${nameOf(match.game)}</b> <span class="names">${names}</span>
          <p class="soft small">${[waits && lobby.taken(taken, match.seats.length), length, ...times, since]
            .filter(Boolean).join(" · ")}</p></div>
        ${waits
          ? html`<button aria-label=${lobby.joinLabel(nameOf(match.game), names)} @click=${() =>
            this.#join(match.id)}>${lobby.join}</button>`
          : html`<a class="button" href=${at(`/m/${match.id}`)} aria-label=${
            lobby.watchLabel(nameOf(match.game), names)
          }>${lobby.watch}</a>`}
      </li>
    `;
  }

  /** @param {string} game @param {number} seats */
  async #find(game, seats) {
    searchOf(this.shell);
    await this.shell.try(() => findSomebody(this.shell, /** @type {Game} */ (game), defaults(seats)));
  }

  /** @param {string} id */
  async #join(id) {
    await this.shell.try(async () => {
      await (await this.shell.player()).matches.join(id);
      this.shell.router.go(`/m/${id}`);
    });
    this.look();
  }
}

/** Notices of what waits come with the stream, in milliseconds: they are waited for, so that nothing is put before what is shown. */
const STREAM = 400;

/** The matches of the player in one row of a fixed height: first those that wait for a move, then invitations. */
export class YourTables extends Listing {
  constructor() {
    super();
    /** Whether the first look has begun: what is told before is in it. */
    this.begun = false;
  }

  /** @override */
  firstUpdated() {
    this.begins = setTimeout(() => {
      this.begun = true;
      this.look();
    }, STREAM);
  }

  /** @override @param {Notice | undefined} notice */
  concerns(notice) {
    if (!this.begun) return false;
    if (notice?.event !== "yourTurn") return true;
    const found = this.found?.find(({ id }) => id === notice.matchId);
    return !found || found.version < notice.version;
  }

  /** Old matches that run are not behind new ones that have ended. @override */
  async listed() {
    const { me, session } = this.shell;
    if (!session.known) return [];
    const each = /** @type {const} */ (["active", "waiting", "finished"]);
    const lists = each.map((status) => first(me.matches.list({ player: "me", status }), OWN[status]));
    const all = await Promise.all([this.#invited(), ...lists]);
    return all.flat();
  }

  /** The matches to which the player is invited, and that still wait. */
  async #invited() {
    const { me, turns } = this.shell;
    const found = [...turns.invited.keys()].map((id) => me.matches.get(id).then(({ now }) => now, () => undefined));
    const all = await Promise.all(found);
    return all.filter((view) => view !== undefined).filter(({ status, yourSeat }) =>
      status === "waiting" && yourSeat === null
    );
  }

  connectedCallback() {
    super.connectedCallback();
    this.tick = setInterval(() => this.requestUpdate(), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.tick);
    clearTimeout(this.begins);
  }

  render() {
    if (!this.found?.length) return nothing;
    const shown = this.found
      .toSorted((one, other) => urgency(one) - urgency(other)).slice(0, SHOWN);
    return html`<ul class="matches">${repeat(shown, ({ id }) => id, (match) => this.#row(match))}</ul>`;
  }

  /** @param {MatchView} match */
  #row(match) {
    const { yours, replay } = this.text;
    const names = yours.with(others(match));
    const status = this.#status(match);
    const mine = urgency(match) <= 1 ? "mine" : match.outcome?.winners.includes(match.yourSeat ?? -1) ? "won" : "";
    return html`
      <li class=${mine}>
        <a class="whole" href=${at(`/m/${match.id}`)}>
          ${picture(match.game)}
          <span><b>${nameOf(match.game)}</b> <span class="soft small">${faces(others(match))} ${names}</span>
            <span class="status">${status} ${this.#clock(match)} ${this.#points(match)}</span></span>
        </a>
        ${match.outcome
          ? html`<a class="button plain" href=${at(`/m/${match.id}/replay`)} aria-label=${
            replay.label(nameOf(match.game), names)
          }>${replay.open}</a>`
          : nothing}
      </li>
    `;
  }

  /** @param {MatchView} match */
  #status(match) {
    const { status, toMove, yourSeat, outcome } = match;
    const { yours } = this.text;
    if (status === "waiting") return yourSeat === null ? yours.invites : yours.waiting;
    if (status === "aborted") return yours.aborted;
    if (outcome && yourSeat !== null) {
      const won = outcome.winners.includes(yourSeat);
      return won ? outcome.winners.length > 1 ? yours.drawn : yours.won : yours.lost;
    }
    if (yourSeat !== null && toMove.includes(yourSeat)) return yours.yourTurn;
    return toMove.length ? yours.turnOf(toMove.map((seat) => playersOf(match)[seat])) : yours.over;
  }

  /** The points of two at the end, the player's first. @param {MatchView} match */
  #points({ outcome, yourSeat }) {
    if (outcome?.reason !== "completed" || outcome.scores.length !== 2) return nothing;
    const points = outcome.scores.map(this.text.number);
    return html`<b class="numbers">${(yourSeat === 1 ? points.toReversed() : points).join(" : ")}</b>`;
  }

  /** @param {MatchView} match */
  #clock(match) {
    if (match.status !== "active" || !match.toMove.length) return nothing;
    const left = remaining(match, match.toMove[0], this.shell.me.time);
    if (left === null) return nothing;
    return html`· <time class="numbers ${left <= warningAt(match.clock) ? "short" : ""}">${
      this.text.yours.left(clockText(Math.floor(left)))
    }</time>`;
  }
}

/** How early a match is shown: the player's turn, an invitation, running, waiting, over. @param {MatchView} match */
function urgency({ status, toMove, yourSeat }) {
  if (status === "active") return yourSeat !== null && toMove.includes(yourSeat) ? 0 : 2;
  if (status === "waiting") return yourSeat === null ? 1 : 3;
  return 4;
}

customElements.define("match-list", MatchList);
customElements.define("your-tables", YourTables);
