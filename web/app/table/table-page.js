// The table: the board with the players' bars, and beside it history, score, text, and what can be done besides moves.

import { html, nothing } from "../../vendor/lit.js";
import { nameOf, webOf } from "../../boards/games.js";
import { typed } from "../../boards/keys.js";
import { BoardHost } from "../board/board-host.js";
import { playersOf } from "../match/players.js";
import { isBeginner } from "../session/beginner.js";
import { late, Page } from "../shell/page.js";
import { Decisions } from "./decisions.js";
import { News } from "./news.js";
import { Panels } from "./panels.js";
import { seatBars } from "./seat-bars.js";
import { tabs } from "./tabs.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../match/follow.js").Follow} Follow */

/** @type {any[]} */
const NONE = [];
/** Faces, and who is away, come after all that a table needs, in milliseconds. */
const FACES = 1500;

/** A match that has begun. */
export class TablePage extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    below: { state: true },
    keys: { state: true },
    over: { state: true },
  };

  constructor() {
    super();
    /** @type {Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    this.host = new BoardHost(this, "after");
    /** The seat that is drawn below, if it was chosen. @type {number | undefined} */
    this.below = undefined;
    /** The events that the board highlights, since the player points at their line of the history. */
    this.marked = NONE;
    /** Whether hints may be given here; undefined until it is known. @type {boolean | undefined} */
    this.beginner = undefined;
    /** The match whose end the board has shown. */
    this.over = "";
    /** Whether a move was made here. */
    this.moved = false;
    /** Whether the keys are shown. */
    this.keys = false;
    /** Once a table has what it needs. */
    this.settled = new Promise((resolve) => setTimeout(resolve, FACES));
    /** What seats say; loaded once one does. @type {import("./emotes.js").Talk | undefined} */
    this.talk = undefined;
    /** Tells of who has a seat; loaded once a table has what it needs. @type {((seat: number) => void) | undefined} */
    this.about = undefined;
    this.panels = new Panels(this);
    this.decisions = new Decisions(this);
    /** Who is away; loaded once somebody is. @type {import("./absences.js").Absences | undefined} */
    this.absences = undefined;
    this.news = new News(this);
    for (const part of [this.panels, this.news]) this.addController(part);
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.#pressed(event);
    this.present = () => this.#present();
    this.spoke = (/** @type {Event} */ event) => {
      const { matchId = this.match.id, ...said } = /** @type {CustomEvent} */ (event).detail;
      if (matchId === this.match.id) this.talks((talk) => talk.heard(said));
    };
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this.pressed, true);
    this.follow.addEventListener("change", this.redraw);
    this.follow.addEventListener("presence", this.present);
    this.follow.addEventListener("emote", this.spoke);
    this.shell.turns.addEventListener("emote", this.spoke);
    this.news.tell("snapshot");
    this.present(); // what was told before the table was there
    this.panels.went();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("keydown", this.pressed, true);
    this.follow.removeEventListener("change", this.redraw);
    this.follow.removeEventListener("presence", this.present);
    this.follow.removeEventListener("emote", this.spoke);
    this.shell.turns.removeEventListener("emote", this.spoke);
    document.title = this.text.title;
  }

  get players() {
    return playersOf(this.match);
  }

  get seen() {
    return this.below ?? this.match.yourSeat ?? 0;
  }

  /** The seat for which the viewer moves, and not the server. */
  get seat() {
    const { yourSeat, seats, status } = this.match;
    return yourSeat === null || (status === "active" && seats[yourSeat].resigned) ? null : yourSeat;
  }

  /** The moves of the seat in its decision. */
  get moves() {
    return this.match.toMove.includes(this.seat ?? -1) ? this.follow.moves : NONE;
  }

  /** Whether a move is on its way, or asked about. */
  get busy() {
    return this.follow.busy || this.decisions.asked !== undefined;
  }

  /** Whether another person plays here: who has resigned does not. */
  get people() {
    const { seats, yourSeat } = this.match;
    return seats.some(({ index, player, resigned }) => index !== yourSeat && !resigned && player?.kind !== "bot");
  }

  /** What the guide of the game looks at. */
  get position() {
    const { match: { state: view, options, toMove }, seat, moves, people } = this;
    return { view, seat, moves, options, toMove, people };
  }

  willUpdate() {
    this.beginner ??= this.#begins();
    this.host.load(this.text, this.match.game);
  }

  firstUpdated() {
    this.settled.then(() => Promise.all([import("../shell/face.js"), this.#tells()])).catch(() => {});
  }

  updated() {
    document.title = this.#title();
    this.#fillBoard();
  }

  render() {
    const { shell, follow, match, panels, decisions, beginner } = this;
    return html`
      <div class="table-page ${match.game}" data-version=${match.version} @mark=${(
        /** @type {CustomEvent} */ { detail },
      ) => this.mark(detail)}>
        <h1 class="unseen">${nameOf(match.game)}: ${this.text.list(this.players)}</h1>
        <section class="felt" aria-label=${this.text.table.region} @move=${(/** @type {CustomEvent} */ { detail }) =>
          decisions.decide(detail)}
          @intend=${(/** @type {CustomEvent} */ { detail }) => decisions.intend(detail)}
          @short=${(/** @type {Event} */ event) => this.news.short(event)} @pointerdown=${panels
            .covered} @click=${panels.covered}>
          ${this.host.board ?? html`<p class="empty soft">${this.text.loading}</p>`}
          ${beginner ? html`<div class="hints">${match.outcome ? nothing : this.#hints()}</div>` : nothing}
        </section>
        ${decisions.question()} ${this.#keys()}
        ${match.undo
          ? late(this, "undo-request", () => import("./undo-request.js"), false)
            ? nothing
            : html`<undo-request .shell=${shell} .follow=${follow} .match=${match} .words=${this.host.words}></undo-request>`
          : nothing}
        ${this.absences?.claim() ?? nothing} ${this.#ending()} ${this.#offer()}
        ${tabs(this)}
        ${panels.open()}
      </div>
    `;
  }

  /** Do something with what seats say, once that is loaded. @param {(talk: import("./emotes.js").Talk) => void} then */
  async talks(then) {
    await this.shell.try(async () => {
      const { Talk } = await import("./emotes.js");
      then(this.talk ??= new Talk(this));
    });
  }

  /** Have more told of the players, by their names. */
  async #tells() {
    this.about = (await import("./about-players.js")).aboutPlayers(this);
    this.requestUpdate();
  }

  /** Have it said who is away, once the table has what it needs. */
  async #present() {
    await this.settled;
    const { follow, match: { yourSeat } } = this;
    if (!this.absences && follow.presence.every(({ seat, presence }) => presence === "here" || seat === yourSeat)) {
      return;
    }
    const loaded = await import("./absences.js").catch(() => undefined); // or the next telling has it
    if (!loaded || !this.isConnected) return;
    this.absences ??= new loaded.Absences(this);
    this.absences.tell();
  }

  /** Whether it is the first match of its game for who sits here: then a strip is kept for hints. */
  #begins() {
    const { id, game, outcome } = this.match;
    return this.seat !== null && !outcome && webOf(game)?.guide === true && isBeginner(this.shell.kept, game, id);
  }

  #hints() {
    const { shell, match, host: { guide, words }, moves, busy } = this;
    if (!words || !guide.hints || late(this, "match-hints", () => import("./hints.js"), false)) return nothing;
    const position = moves.length && !busy ? this.position : undefined;
    return html`
      <match-hints .shell=${shell} .match=${match} .position=${position} .guide=${guide} .words=${words}
        @over=${() => this.#taught()}></match-hints>
    `;
  }

  /** No hint will come any more: the board gets the place that was kept for them. */
  #taught() {
    this.beginner = false;
    this.requestUpdate();
  }

  /** The result, once the board has shown the end; what waits for it would move the rest. */
  #ending() {
    const { shell, follow, match, host: { words } } = this;
    const loads = match.outcome && late(this, "match-ending", () => import("../ending/ending.js"), false);
    if (!match.outcome || loads || this.over !== match.id) return nothing;
    return html`
      <match-ending .shell=${shell} .follow=${follow} .match=${match} .words=${words}
        .guide=${this.host.guide}></match-ending>
    `;
  }

  /** The offer to tell the player, who has moved, once another person has to answer. */
  #offer() {
    const { shell, match: { toMove, seats, outcome }, seat } = this;
    const waits = toMove.some((each) => each !== seat && seats[each].player?.kind !== "bot");
    if (!this.moved || outcome || !waits || this.moves.length || shell.kept.getItem("croupier:offered")) return nothing;
    if (late(this, "notice-offer", () => import("./notice-offer.js"), false)) return nothing;
    return html`<notice-offer .shell=${shell}></notice-offer>`;
  }

  /** @param {any} board that has the end of the match @param {string} id of the match */
  async #end(board, id) {
    await board.updateComplete;
    await board.ended;
    this.over = id;
  }

  #keys() {
    const { shell, host: { words } } = this;
    if (!this.keys || !words || late(this, "table-keys", () => import("./table-keys.js"), false)) return nothing;
    return html`<table-keys .shell=${shell} .words=${words} @close=${() => this.keys = false}></table-keys>`;
  }

  /** @param {KeyboardEvent} event before the board has it */
  #pressed(event) {
    const key = typed(event);
    if (key === "?") this.keys = true;
    else if (key !== "n" || !this.#next()) return;
    event.preventDefault();
  }

  /** Go to the next match that waits, unless this one does: then the keys are the board's. Return whether there is one. */
  #next() {
    const { shell, match, moves } = this;
    const [next] = moves.length ? [] : shell.turns.besides(match.id);
    if (next) shell.router.go(`/m/${next}`);
    return next !== undefined;
  }

  /** @param {any[]} [events] those of the line that the player points at */
  mark(events = NONE) {
    this.marked = events;
    this.requestUpdate();
  }

  /** Draw another seat below. */
  turn() {
    this.below = (this.seen + 1) % this.match.seats.length;
  }

  #fillBoard() {
    const { host, match, follow, seat, players } = this;
    const { board } = host;
    if (!board) return;
    const given = {
      seat,
      below: this.seen,
      players,
      moves: this.moves,
      events: follow.events,
      last: match.lastEvents,
      marked: this.marked,
      busy: this.busy,
      asked: this.decisions.asked !== undefined,
    };
    host.show(match, given, seatBars(this));
    if (match.outcome && this.over !== match.id) this.#end(board, match.id);
    host.draw(match.version, async () => await follow.match?.text() ?? "");
  }

  #title() {
    const { table } = this.text;
    const { match, players, seat } = this;
    const name = nameOf(match.game);
    if (match.outcome) return `${table.over} – ${name}`;
    if (this.decisions.asked) return `${table.answer} – ${name}`;
    if (seat !== null && match.toMove.includes(seat)) return `${table.yourTurn} – ${name}`;
    return match.toMove.length
      ? `${table.turn(this.text.list(match.toMove.map((seat) => players[seat])))} – ${name}`
      : name;
  }
}

customElements.define("table-page", TablePage);
