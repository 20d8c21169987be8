// A tournament on a wall: the standings, who plays whom in this round, and how long it still is, for all in a room.

import { isolated } from "../../boards/bidi.js";
import { html, nothing, repeat } from "../../vendor/lit.js";
import { nameOf } from "../../boards/games.js";
import { qr } from "../lobby/qr.js";
import { face } from "../shell/face.js";
import { home } from "../shell/router.js";
import "../tournaments/countdown.js";
import { lengthOf, nameIn } from "../tournaments/facts.js";
import { Pace } from "../tournaments/pace.js";
import { isDone, pointsOf, written } from "../tournaments/points.js";
import { roundOf, tournaments } from "../tournaments/service.js";
import { untilOf } from "../tournaments/step.js";
import { TournamentFollow } from "../tournaments/tournament-follow.js";
import { TournamentPart } from "../tournaments/tournament-part.js";
import "./wall-tournament-look.js";

/** @typedef {import("../tournaments/service.js").Tournament} Tournament */
/** @typedef {import("../tournaments/service.js").Row} Row */
/** @typedef {import("../tournaments/service.js").Round} Round */
/** @typedef {import("../tournaments/service.js").Table} Table */
/** @typedef {import("../tournaments/service.js").Player} Player */
/** @typedef {import("../tournaments/tournament-part.js").TournamentsText} TournamentsText */

/** So many lines of the standings have room, and so many tables, and players before the first round. */
const LINES = 9;
const TABLES = 10;
const PEOPLE = 24;
/** Those that do not fit take turns, in milliseconds. */
const TURN = 12_000;

/** Shows a tournament as nobody in particular sees it; it does not end. */
export class WallTournament extends TournamentPart {
  static pause = 30_000;
  static properties = {
    ...TournamentPart.properties,
    tournamentId: {},
    me: { attribute: false },
    found: { state: true },
    turn: { state: true },
  };

  constructor() {
    super();
    this.tournamentId = "";
    /** Who looks: nobody's account. @type {import("../../../sdk/javascript/src/client.js").Croupier} */
    this.me;
    /** @type {{ rows: Row[], round: Round | undefined, people: Player[] } | undefined} */
    this.found = undefined;
    this.turn = 0;
    /** @type {TournamentFollow | undefined} */
    this.follow = undefined;
    this.changed = () => {
      this.requestUpdate();
      this.pace.ask();
    };
    this.pace = new Pace(async () => this.isConnected && await this.look());
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.turning = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    const { shell, me } = this;
    const asking = { me, failed: (/** @type {unknown} */ error) => shell.failed(error) };
    this.follow = new TournamentFollow(asking, this.tournamentId);
    this.follow.addEventListener("change", this.changed);
    this.turning = setInterval(() => this.turn++, TURN);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.follow?.stop();
    clearInterval(this.turning);
  }

  /** @override */
  async look() {
    const now = this.follow?.now;
    if (!now) return;
    try {
      const [{ rows }, round, people] = await Promise.all([
        tournaments(this.me).standingsPage(now.id, { pageSize: 100 }),
        now.round ? roundOf(this.me, now.id, now.round) : undefined,
        now.round ? [] : this.#people(now.id),
      ]);
      this.found = { rows, round, people };
    } catch {
      this.retry();
    }
  }

  /** @param {string} id @returns {Promise<Player[]>} */
  async #people(id) {
    const all = [];
    for await (const each of tournaments(this.me).players(id)) if (each.presence !== "left") all.push(each);
    return all;
  }

  /** @override @param {TournamentsText} words */
  spoken(words) {
    const now = this.follow?.now;
    if (!now) {
      return html`<p class="empty">${this.follow?.status === "missing" ? words.missing : this.shell.waiting}</p>`;
    }
    return html`
      <header class="row">
        <h1><bdi>${now.name}</bdi></h1>
        <p class="about">${nameOf(now.game)} · ${lengthOf(now, words)}</p>
        ${this.#until(now, words)}
      </header>
      ${now.round ? this.#running(now, words) : this.#before(now, words)}
    `;
  }

  /** @param {Tournament} now @param {TournamentsText} words */
  #until(now, words) {
    const { until: text, step } = words;
    const until = untilOf(now);
    if (now.status === "finished") {
      const { winner } = now;
      return html`<p class="until">${winner ? step.winner(isolated(nameIn(winner, words))) : step.over}</p>`;
    }
    if (now.status === "aborted") return html`<p class="until">${step.aborted}</p>`;
    if (now.held || now.paused) return html`<p class="until">${now.held ? step.held : step.paused}</p>`;
    if (!until) return now.status === "open" ? html`<p class="until">${text.full}</p>` : nothing;
    return html`<p class="until">${text[until.what]}
      <count-down .shell=${this.shell} .at=${until.at} .soon=${text.soon}></count-down></p>`;
  }

  /** Who is there so far, and how one joins. @param {Tournament} now @param {TournamentsText} words */
  #before(now, words) {
    const people = this.found?.people ?? [];
    const joins = now.status === "open" && now.access === "public";
    const link = `${home()}/tournaments/${now.id}`;
    return html`
      <section class="there ${joins ? "" : "alone"}" aria-label=${words.views.players}>
        <h2>${words.players(now.players)}${now.status === "checkIn"
          ? html`
            · ${words.director.here(now.checkedIn, now.players)}
          `
          : nothing}</h2>
        <ul class="people">${people.length
          ? this.#part(people, PEOPLE).map(({ player, checkedIn }) =>
            html`<li class=${checkedIn && now.status === "checkIn" ? "here" : ""}>${
              face(nameIn(player, words))
            }<span class="name">${nameIn(player, words)}</span></li>`
          )
          : html`<li>${words.wall.empty}</li>`}</ul>
      </section>
      ${joins ? html`<aside class="joins"><h2>${words.wall.join}</h2>${qr(link, words.wall.join)}</aside>` : nothing}
    `;
  }

  /** @param {Tournament} now @param {TournamentsText} words */
  #running(now, words) {
    const { rows = [], round } = this.found ?? {};
    const title = now.system === "arena" ? words.rounds.pairing(now.round) : words.rounds.round(now.round);
    return html`
      <section class="stand" aria-label=${words.views.standings}>
        <h2>${now.status === "finished" ? words.standings.final : words.views.standings}</h2>
        <ol>${repeat(this.#part(rows, LINES), ({ player }) => player.id, (row) =>
          html`
            <li
              class=${row.rank === 1 ? "leads" : ""}><span class="rank numbers">${this.text.number(
                row.rank,
              )}</span>${face(nameIn(row.player, words))}<span class="name">${nameIn(
                row.player,
                words,
              )}</span><b class="numbers">${written(row.points, this.text.language)}</b></li>
          `)}</ol>
      </section>
      <section class="tables" aria-label=${title}>
        <h2>${title}</h2>
        <ol>${this.#part(round?.tables ?? [], TABLES).map((table) => this.#table(table, now, words))}</ol>
      </section>
    `;
  }

  /** @param {Table} table @param {Tournament} now @param {TournamentsText} words */
  #table(table, { matchesPerPairing }, words) {
    const points = table.results.length ? pointsOf(table, matchesPerPairing) : undefined;
    return html`
      <li class=${isDone(table) ? "done" : "open"}><span class="rank numbers">${this.text.number(table.table)}</span>
        <ul>${table.players.map((player, seat) =>
          html`<li><span class="name">${nameIn(player, words)}</span><b class="numbers">${
            points ? written(points[seat], this.text.language) : ""
          }</b></li>`
        )}</ul></li>
    `;
  }

  /** As many of all as have room, by turns. @template T @param {readonly T[]} all @param {number} room */
  #part(all, room) {
    const parts = Math.max(1, Math.ceil(all.length / room));
    const begin = (this.turn % parts) * room;
    return all.slice(begin, begin + room);
  }
}

customElements.define("wall-tournament", WallTournament);
