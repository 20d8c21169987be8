// Lists of matches: those that wait or run, and the player's own.

import { html, nothing, repeat } from "../vendor/lit.js";
import { remaining } from "../../sdk/javascript/src/clock.js";
import { clockText, warningAt } from "./time.js";
import { first } from "./first.js";
import { Page } from "./page.js";
import "./home-look.js";

/** @typedef {import("../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../sdk/javascript/types/api.js").Notice} Notice */

/** So many of the player's own matches are shown, chosen from so many of each status. */
const SHOWN = 8;
const OWN = { active: 100, waiting: SHOWN, finished: SHOWN };
/** Between two looks, in milliseconds. */
const LOOK = 10_000;
/** What comes together, as the notices of a player who has just come, is looked for once. */
const AT_ONCE = 150;

/** The names at a table, but for the viewer's. @param {MatchView} match */
export function others({ seats, yourSeat }) {
  return seats.filter(({ index, player }) => player && index !== yourSeat).map(({ player }) =>
    player?.displayName ?? ""
  );
}

/** A list that looks again now and then. */
class Looking extends Page {
  static properties = { ...Page.properties, found: { state: true } };

  constructor() {
    super();
    /** @type {MatchView[] | undefined} */
    this.found = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.due = undefined;
    /** What the service has told since the last look. @type {(Notice | undefined)[]} */
    this.told = [];
    this.again = (/** @type {Event} */ event) => {
      this.told.push(/** @type {CustomEvent} */ (event).detail ?? undefined);
      clearTimeout(this.due);
      this.due = setTimeout(() => this.told.some((notice) => this.concerns(notice)) && this.look(), AT_ONCE);
    };
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => document.visibilityState === "visible" && this.look(), LOOK);
    this.shell.turns.addEventListener("change", this.again);
    this.shell.session.addEventListener("change", this.again);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
    clearTimeout(this.due);
    this.shell.turns.removeEventListener("change", this.again);
    this.shell.session.removeEventListener("change", this.again);
  }

  firstUpdated() {
    this.look();
  }

  /** Whether the list may be another one since this was told: whose turn it is changes no public list. @param {Notice | undefined} notice */
  concerns(notice) {
    return notice?.event !== "yourTurn";
  }

  /** @returns {Promise<MatchView[]>} */
  listed() {
    return Promise.resolve([]);
  }

  async look() {
    this.told = [];
    try {
      this.found = await this.listed();
    } catch {
      // The line tells what is wrong, and the list looks again.
    }
  }

  /** @param {MatchView} match */
  nameOf({ game }) {
    return this.text.gameNames[game] ?? game;
  }
}

/** Public matches that wait for players, or that run. */
export class MatchList extends Looking {
  static properties = { ...Looking.properties, status: {}, most: { type: Number } };

  constructor() {
    super();
    /** @type {"waiting" | "active"} */
    this.status = "waiting";
    this.most = 20;
  }

  /** @override */
  listed() {
    const wanted = (/** @type {MatchView} */ { access, yourSeat }) => access === "public" && yourSeat === null;
    return first(this.shell.me.matches.list({ status: this.status }), this.most, wanted);
  }

  render() {
    const { lobby } = this.text;
    if (!this.found) return html`<p class="soft">${this.shell.waiting}</p>`;
    if (!this.found.length) {
      return html`<p class="soft">${this.status === "waiting" ? lobby.nobody : lobby.nothing}</p>`;
    }
    return html`<ul class="matches">${repeat(this.found, ({ id }) => id, (match) => this.#row(match))}</ul>`;
  }

  /** @param {MatchView} match */
  #row(match) {
    const { lobby, list, ago } = this.text;
    const names = list(others(match));
    const taken = match.seats.filter(({ player }) => player).length;
    const clock = match.clock
      ? lobby.clock(match.clock.perMove, match.clock.bank, match.clock.increment)
      : lobby.noClock;
    const since = ago((this.shell.me.time - Date.parse(match.createTime)) / 1000);
    const waits = this.status === "waiting";
    return html`
      <li>
        <div><b>${this.nameOf(match)}</b> <span class="names">${names}</span>
          <p class="soft small">${waits
            ? `${lobby.taken(taken, match.seats.length)} · `
            : ""}${clock} · ${since}</p></div>
        ${waits
          ? html`<button aria-label=${lobby.joinLabel(this.nameOf(match), names)} @click=${() =>
            this.#join(match.id)}>${lobby.join}</button>`
          : html`<a class="button" href=${`/m/${match.id}`} aria-label=${
            lobby.watchLabel(this.nameOf(match), names)
          }>${lobby.watch}</a>`}
      </li>
    `;
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

/** The matches of the player, those that wait for a move first. */
export class YourTables extends Looking {
  /** @override @param {Notice | undefined} notice */
  concerns(notice) {
    if (notice?.event !== "yourTurn") return true;
    const found = this.found?.find(({ id }) => id === notice.matchId);
    return !found || found.version < notice.version;
  }

  /** Old matches that run are not behind new ones that have ended. @override */
  async listed() {
    const { me, session } = this.shell;
    if (!session.known) return [];
    const each = /** @type {const} */ (["active", "waiting", "finished"]);
    const all = await Promise.all(each.map((status) => first(me.matches.list({ player: "me", status }), OWN[status])));
    return all.flat();
  }

  connectedCallback() {
    super.connectedCallback();
    this.tick = setInterval(() => this.requestUpdate(), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.tick);
  }

  render() {
    const { yours } = this.text;
    if (!this.found) return html`<p class="soft">${this.shell.waiting}</p>`;
    if (!this.found.length) return html`<p class="soft">${yours.none}</p>`;
    const shown = this.found
      .toSorted((one, other) => urgency(one) - urgency(other)).slice(0, SHOWN);
    return html`<ul class="matches">${repeat(shown, ({ id }) => id, (match) => this.#row(match))}</ul>`;
  }

  /** @param {MatchView} match */
  #row(match) {
    const { yours, replay } = this.text;
    const names = yours.with(others(match));
    const status = this.#status(match);
    const mine = urgency(match) === 0;
    return html`
      <li class=${mine ? "mine" : ""}>
        <a class="whole" href=${`/m/${match.id}`} aria-label=${yours.label(this.nameOf(match), names, status)}>
          <span><b>${this.nameOf(match)}</b> <span class="soft small">${names}</span></span>
          <span class="status">${status} ${this.#clock(match)}</span>
        </a>
        ${match.outcome
          ? html`<a class="button" href=${`/m/${match.id}/replay`} aria-label=${
            replay.label(this.nameOf(match), names)
          }>${replay.open}</a>`
          : nothing}
      </li>
    `;
  }

  /** @param {MatchView} match */
  #status({ status, toMove, yourSeat, seats, outcome }) {
    const { yours } = this.text;
    if (status === "waiting") return yours.waiting;
    if (status === "aborted") return yours.aborted;
    if (outcome && yourSeat !== null) {
      const won = outcome.winners.includes(yourSeat);
      return won ? outcome.winners.length > 1 ? yours.drawn : yours.won : yours.lost;
    }
    if (yourSeat !== null && toMove.includes(yourSeat)) return yours.yourTurn;
    return toMove.length ? yours.turnOf(toMove.map((seat) => seats[seat].player?.displayName ?? "")) : yours.over;
  }

  /** @param {MatchView} match */
  #clock(match) {
    if (match.status !== "active" || !match.toMove.length) return nothing;
    const left = remaining(match, match.toMove[0], this.shell.me.time);
    if (left === null) return nothing;
    return html`<time class="numbers ${left <= warningAt(match.clock) ? "short" : ""}">${
      clockText(Math.floor(left))
    }</time>`;
  }
}

/** How early a match is shown: the player's turn, running, waiting, over. @param {MatchView} match */
function urgency({ status, toMove, yourSeat }) {
  if (status === "active") return yourSeat !== null && toMove.includes(yourSeat) ? 0 : 1;
  return status === "waiting" ? 2 : 3;
}

customElements.define("match-list", MatchList);
customElements.define("your-tables", YourTables);
