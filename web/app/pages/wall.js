// A wall: one running public table after the other, or a tournament, for a screen that everybody in a room sees. Nobody touches it.

import { html, nothing } from "../../vendor/lit.js";
import { playersOf } from "../match/players.js";
import { markOf } from "../../boards/seat-mark.js";
import { Croupier } from "../../../sdk/javascript/src/client.js";
import { guideOf } from "../../boards/guide.js";
import { fileOf, games, nameOf, webOf } from "../../boards/games.js";
import { load } from "../../boards/index.js";
import { moreOf } from "../../text/more.js";
import { face } from "../shell/face.js";
import { first } from "../shell/first-few.js";
import { late, Page } from "../shell/page.js";
import { qr } from "../lobby/qr.js";
import { warningAt } from "../shell/time.js";
import "../board/croupier-table.js";
import "./wall-board.js";
import "./wall-look.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../board/croupier-table.js").CroupierTable} CroupierTable */

/** @typedef {{ words: import("../../text/index.js").BoardText, points?: (state: any) => number[] }} Known */

/** The token of a player who plays nothing, with the right to read; the screen needs none. */
const TOKEN = "croupier:wall";
/** So many matches take turns. */
const MOST = 24;
/** Between two looks at what runs, and how long a match is shown if there are more; in milliseconds. */
const LOOK = 30_000;
const TURN = 20_000;

/** The page under `/wall`; `only` has the ids to show, or none for all that run. */
export class WallPage extends Page {
  static properties = {
    ...Page.properties,
    only: { attribute: false },
    found: { state: true },
    turn: { state: true },
  };

  constructor() {
    super();
    /** @type {string[]} */
    this.only = [];
    /** @type {string[] | undefined} */
    this.found = undefined;
    this.turn = 0;
    /** What is known of the games: their words, and who has how many points. @type {Record<string, Known>} */
    this.known = {};
    /** @type {ReturnType<typeof setInterval>[]} */
    this.timers = [];
  }

  connectedCallback() {
    super.connectedCallback();
    // Never as the player of this browser: everybody in the room would see that hand.
    this.token = this.shell.kept.getItem(TOKEN) ?? "";
    this.me = new Croupier(this.shell.session.url, { token: this.token, fetch: this.shell.line.fetch });
    this.timers = [setInterval(() => this.#look(), LOOK), setInterval(() => this.turn++, TURN)];
    navigator.wakeLock?.request("screen").catch(() => {}); // a screen that may sleep is none of our business
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.timers.forEach(clearInterval);
  }

  /** The id of the tournament to show, if the address has one. */
  get tournament() {
    return /\btournament=([\w-]{1,64})/.exec(location.hash)?.[1];
  }

  firstUpdated() {
    this.#look();
  }

  updated() {
    document.title = `${moreOf(this.text.language).wall.title} – ${this.text.title}`;
  }

  render() {
    const { wall } = moreOf(this.text.language);
    const { found, tournament } = this;
    if (tournament) {
      return late(this, "wall-tournament", () => import("./wall-tournament.js"), false) ??
        html`<wall-tournament .shell=${this.shell} .me=${this.me} .tournamentId=${tournament}></wall-tournament>`;
    }
    if (found && !found.length) return this.#empty();
    const at = this.turn % (found?.length || 1);
    return html`
      <header class="row">
        <h1>${wall.title}</h1>
        ${found && found.length > 1
          ? html`<p class="dots" role="img" aria-label=${wall.of(at + 1, found.length)}>${
            found.map((_, each) => html`<span class=${each === at ? "now" : ""}></span>`)
          }</p>`
          : nothing}
        <p class="come">${wall.come(location.host)}</p>
      </header>
      ${found
        ? html`
          <croupier-table inert plain .match=${found[at]} .service=${this.shell.session.url} .token=${this.token ?? ""}
            @version=${() => this.#told()}></croupier-table>
          ${this.#beside(wall)}
        `
        : nothing}
    `;
  }

  /** What a table tells, as soon as it has told of the match that is shown. */
  get shown() {
    const table = /** @type {CroupierTable | null} */ (this.querySelector("croupier-table"));
    const { follow } = table ?? {};
    return follow?.view && follow.id === table?.match ? { follow, view: follow.view } : undefined;
  }

  /** Who plays, how they stand, and what was done last. @param {import("../../text/more.js").More["wall"]} wall */
  #beside(wall) {
    const { shown } = this;
    if (!shown?.view.state) return html`<aside class="players"></aside>`;
    const { view } = shown;
    const { points: pointsIn, words } = this.known[view.game] ?? {};
    const players = playersOf(view);
    const points = view.outcome?.scores ?? pointsIn?.(view.state);
    const last = words?.game.told(view.lastEvents ?? [], { players, seat: null });
    return html`
      <aside class="players" aria-label=${wall.players}>
        <h2>${nameOf(view.game)}</h2>
        <ol>${view.seats.map((_, seat) => this.#player(shown, seat, points?.[seat]))}</ol>
        <wall-board .shell=${this.shell} .me=${this.me} .game=${view
          .game} .kind=${view.seats.some(({ player }) => player?.kind === "human") ? "human" : "bot"}></wall-board>
      </aside>
      <p class="last" aria-live="off"><b>${wall.last}</b> ${last || wall.begins}</p>
    `;
  }

  /** @param {NonNullable<WallPage["shown"]>} shown @param {number} seat @param {number | undefined} points */
  #player({ view, follow }, seat, points) {
    const name = view.seats[seat].player?.displayName ?? "";
    const moves = view.status === "active" && view.toMove.includes(seat);
    const won = view.outcome?.winners.includes(seat);
    return html`
      <li class=${moves ? "turn" : won ? "won" : ""}>
        ${face(name)}
        <span class="name">${markOf(seat, playersOf(view))} ${name}</span>
        ${points === undefined ? nothing : html`<b class="points numbers">${this.text.number(points)}</b>`}
        ${moves ? html`<span class="moves">${this.text.table.thinking}</span>` : nothing}
        ${view.clock
          ? html`
            <seat-clock class="numbers" .read=${() => follow.match?.remaining(seat) ?? null} .running=${moves}
              .warning=${warningAt(view.clock)}></seat-clock>
          `
          : nothing}
      </li>
    `;
  }

  /** Nothing is played: how to begin, in letters that are read from afar. */
  #empty() {
    const { wall } = moreOf(this.text.language);
    const { origin, host } = location;
    return html`
      <div class="invites">
        <div class="code">${qr(origin, wall.scan)}</div>
        <div>
          <h1>${wall.play}</h1>
          <p class="address">${host}</p>
          <p class="scan">${wall.scan}</p>
          <p class="pictures">${games().map(({ id, name }) =>
            webOf(id)?.tile ? html`<img src=${fileOf(id, "tile.svg")} alt=${name} width="320" height="200">` : nothing
          )}</p>
        </div>
        <wall-board .shell=${this.shell} .me=${this.me}></wall-board>
      </div>
    `;
  }

  /** Draw what the table tells of, with the words and the points of its game. */
  async #told() {
    this.requestUpdate();
    const { game } = this.shown?.view ?? {};
    if (!game || this.known[game]) return;
    try {
      const [{ words }, { points }] = await Promise.all([load(this.text, game), guideOf(game)]);
      this.known[game] = { words, points };
      this.requestUpdate();
    } catch {
      // The next version asks again.
    }
  }

  async #look() {
    if (this.tournament) return;
    try {
      this.found = this.only.length ? this.only.slice(0, MOST) : await this.#running();
    } catch {
      // It looks again.
    }
  }

  async #running() {
    const open = (/** @type {{ access: string, yourSeat: number | null }} */ { access, yourSeat }) =>
      access === "public" && yourSeat === null;
    const all = await first(/** @type {Croupier} */ (this.me).matches.list({ status: "active" }), MOST, open);
    return all.map(({ id }) => id);
  }
}

customElements.define("wall-page", WallPage);
