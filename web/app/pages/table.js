// The table: the board with the players' bars, and beside it history, score, text, and what can be done besides moves.

import { html, nothing, render } from "../../vendor/lit.js";
import { boardOf } from "../../boards/index.js";
import { withGame } from "../../text/index.js";
import "../clock.js";
import { warningAt } from "../time.js";
import { late, Page } from "../page.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../follow.js").Follow} Follow */
/** @typedef {import("../../text/index.js").BoardText} BoardText */
/** @typedef {"history" | "score" | "text" | "more" | "talk"} Panel */

const PANELS = /** @type {Panel[]} */ (["history", "score", "text", "more"]);
/** @type {import("../../../sdk/javascript/types/api.js").LegalMove[]} */
const NONE = [];
/** What has not been loaded is tried again after so long, in milliseconds. */
const RETRY = 3000;
/** For how long after the end something can be said, in milliseconds. */
const AFTERWARDS = 300_000;
const UNDO = () => import("../undo.js");
const HISTORY = () => import("../history.js");
/** Where there is room beside the board. */
const WIDE = matchMedia("(min-width: 900px)");

/** A match that has begun. */
export class TablePage extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    below: { state: true },
    panel: { state: true },
    sheet: { state: true },
    words: { state: true },
  };

  constructor() {
    super();
    /** @type {Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    /** The seat that is drawn below, if it was chosen. @type {number | undefined} */
    this.below = undefined;
    /** What lies open beside the board, where there is room. @type {Panel} */
    this.panel = "history";
    /** What lies over the board. It is an entry of the browser's history, so that Back closes it. @type {Panel | ""} */
    this.sheet = "";
    /** Whether the finger that is down closes the sheet, and presses nothing below it. */
    this.closes = false;
    this.went = () => this.#show(this.match.outcome ? "" : history.state?.sheet ?? "");
    /** The texts of the shell and of the game. @type {BoardText | undefined} */
    this.words = undefined;
    /** The element of the game. @type {any} */
    this.board = undefined;
    /** The table as text, for boards that draw it. */
    this.drawn = { version: 0, drawing: 0 };
    /** Whose turn was told last. */
    this.told = -1;
    this.resized = () => {
      this.#close();
      this.requestUpdate();
    };
    this.heard = (/** @type {Event} */ event) => this.#heard(/** @type {CustomEvent} */ (event).detail);
    this.key = "";
    /** What seats say; loaded once one does. @type {import("../emotes.js").Talk | undefined} */
    this.talk = undefined;
    this.spoke = (/** @type {Event} */ event) => {
      const { matchId = this.match.id, ...said } = /** @type {CustomEvent} */ (event).detail;
      if (matchId === this.match.id) this.#talk((talk) => talk.heard(said));
    };
  }

  connectedCallback() {
    super.connectedCallback();
    WIDE.addEventListener("change", this.resized);
    addEventListener("popstate", this.went);
    this.follow.addEventListener("version", this.heard);
    this.follow.addEventListener("emote", this.spoke);
    this.shell.turns.addEventListener("emote", this.spoke);
    this.#heard("snapshot");
    this.went();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    WIDE.removeEventListener("change", this.resized);
    removeEventListener("popstate", this.went);
    this.follow.removeEventListener("version", this.heard);
    this.follow.removeEventListener("emote", this.spoke);
    this.shell.turns.removeEventListener("emote", this.spoke);
    document.title = this.text.title;
  }

  get players() {
    return this.match.seats.map(({ player }) => player?.displayName ?? "");
  }

  get seen() {
    return this.below ?? this.match.yourSeat ?? 0;
  }

  /** The seat for which the viewer moves, and not the server. */
  get seat() {
    const { yourSeat, seats, status } = this.match;
    return yourSeat === null || (status === "active" && seats[yourSeat].resigned) ? null : yourSeat;
  }

  willUpdate() {
    const key = `${this.match.game} ${this.text.language}`;
    if (key === this.key) return;
    this.key = key;
    this.#load(this.match.game, key);
  }

  updated() {
    document.title = this.#title();
    this.#fillBoard();
    const sheet = this.querySelector("#sheet:not(:popover-open)");
    if (sheet instanceof HTMLElement && sheet.isConnected) sheet.showPopover();
  }

  render() {
    const { table } = this.text;
    return html`
      <div class="table-page ${this.match.game}" data-version=${this.match.version}>
        <h1 class="unseen">${this.#heading()}</h1>
        <section class="felt" aria-label=${table.region} @move=${(/** @type {CustomEvent} */ { detail }) =>
          this.follow.move(detail)}
          @short=${(/** @type {Event} */ event) => this.#short(event)} @pointerdown=${this.covered} @click=${this
            .covered}>
          ${this.board ?? html`<p class="empty soft">${this.text.loading}</p>`}
        </section>
        ${this.match.undo
          ? late(this, "undo-request", UNDO, false) ??
            html`<undo-request .shell=${this.shell} .follow=${this.follow} .match=${this.match}></undo-request>`
          : nothing}
        ${this.match.outcome
          ? late(this, "match-ending", () => import("../ending.js")) ??
            html`<match-ending .shell=${this.shell} .follow=${this.follow} .match=${this.match}></match-ending>`
          : nothing}
        <nav class="tabs" aria-label=${table.panels}>
          <a class="brand" href="/" aria-label=${this.text.header
            .home}><span class="emblem" aria-hidden="true"></span></a>
          ${PANELS.map((panel) => this.#tab(panel))}
          ${this.match.yourSeat === null
            ? html`<span class="soft small">${table.watching}</span>`
            : this.#mayTalk
            ? this.#tab("talk")
            : nothing}
        </nav>
        ${WIDE.matches && this.words ? this.#beside(this.panel, this.words) : nothing}
        ${this.sheet && this.words ? this.#over(this.sheet, this.words) : nothing}
      </div>
    `;
  }

  /** The button of a panel. By `popovertarget`, it is no tap beside the sheet: it shows another panel in it. @param {Panel} panel */
  #tab(panel) {
    const { sheet } = this;
    const beside = WIDE.matches && panel !== "talk";
    const name = this.text.table[panel];
    const open = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (beside) this.panel = panel;
      else if (sheet === panel) this.#close();
      else this.#open(panel);
    };
    return html`
      <button class=${panel === "talk" ? panel : ""} aria-label=${name} title=${panel === "talk" ? name : nothing}
        aria-expanded=${panel === (beside ? this.panel : sheet)} aria-controls=${beside ? "beside" : "sheet"}
        popovertarget=${beside ? nothing : "sheet"} @click=${open}>${panel === "talk" ? "☺" : name}</button>
    `;
  }

  get #mayTalk() {
    const { yourSeat, outcome, talk, updateTime } = this.match;
    const over = outcome && this.shell.me.time - Date.parse(updateTime) > AFTERWARDS;
    return yourSeat !== null && !over && talk !== false;
  }

  /** @param {(talk: import("../emotes.js").Talk) => void} then */
  async #talk(then) {
    await this.shell.try(async () => {
      const { Talk } = await import("../emotes.js");
      then(this.talk ??= new Talk(this));
    });
  }

  /** @param {Panel} panel @param {BoardText} words */
  #beside(panel, words) {
    return html`
      <aside id="beside" class="beside" aria-label=${this.text.table[panel]}>${this.#panel(panel, words)}</aside>
    `;
  }

  /** The sheet, which the browser closes by Escape and by a tap beside it. @param {Panel} panel @param {BoardText} words */
  #over(panel, words) {
    const { close, table } = this.text;
    return html`
      <aside id="sheet" class="beside" popover aria-label=${table[panel]}
        @toggle=${(/** @type {ToggleEvent} */ { newState }) => newState === "closed" && this.#close()}>
        <header class="row"><h2>${table[panel]}</h2>
          <button class="plain" @click=${() => this.#close()}>${close}</button></header>
        ${this.#panel(panel, words)}
      </aside>
    `;
  }

  /** @param {Panel} panel @param {BoardText} words */
  #panel(panel, words) {
    const { shell, follow, match } = this;
    if (panel === "history") {
      return late(this, "match-history", HISTORY, false) ??
        html`<match-history .shell=${shell} .match=${follow.match} .version=${match.version} .words=${words}></match-history>`;
    }
    if (panel === "score") {
      return late(this, "match-standings", () => import("../standings.js"), false) ??
        html`<match-standings .shell=${shell} .match=${match} .words=${words}></match-standings>`;
    }
    if (panel === "text") {
      return late(this, "table-text", HISTORY, false) ??
        html`<table-text .shell=${shell} .match=${follow.match} .version=${match.version}></table-text>`;
    }
    if (panel === "talk") return this.talk?.menu(() => this.#close());
    return late(this, "table-actions", () => import("../actions.js")) ??
      html`<table-actions .shell=${shell} .follow=${follow} .match=${match} @turn-board=${() =>
        this.#turn()}></table-actions>`;
  }

  /** @param {Panel} sheet */
  #open(sheet) {
    history[this.sheet ? "replaceState" : "pushState"]({ sheet }, "");
    this.#show(sheet);
  }

  /** @param {Panel | ""} sheet */
  #show(sheet) {
    if (sheet === "talk" && !this.talk) this.#talk(() => this.sheet = sheet);
    else this.sheet = sheet;
  }

  #close() {
    // Where a link has led away from the sheet, its entry of the history is gone already.
    if (this.sheet && history.state?.sheet) history.back();
    this.sheet = "";
  }

  /** Keep from the board the tap that closes the sheet over it. */
  covered = {
    capture: true,
    handleEvent: (/** @type {UIEvent} */ event) => {
      if (event.type === "pointerdown") this.closes = this.sheet !== "";
      const pressed = event.type === "click" && !event.detail; // by a key, or by what reads the page
      if (this.closes && !pressed) event.stopPropagation();
    },
  };

  #turn() {
    this.below = (this.seen + 1) % this.match.seats.length;
  }

  /** @param {string} game @param {string} key for which it is loaded: the language may change meanwhile */
  async #load(game, key) {
    const kind = boardOf(game);
    try {
      const [words] = await Promise.all([withGame(this.text, game), kind.load()]);
      if (this.key !== key) return;
      this.board ??= document.createElement(kind.board);
      this.words = words;
    } catch {
      setTimeout(() => this.#reload(key), RETRY); // the line was cut, or dies right now
    }
  }

  /** @param {string} key */
  #reload(key) {
    if (this.key !== key || !this.isConnected) return;
    this.key = "";
    this.requestUpdate();
  }

  /** Give the board what it shows, and the bars. */
  #fillBoard() {
    const { board, words, match, follow } = this;
    if (!board || !words) return;
    const { events, busy } = follow;
    const { seat } = this;
    const moves = match.toMove.includes(seat ?? -1) ? follow.moves : NONE;
    Object.assign(board, {
      view: match.state,
      seat,
      below: this.seen,
      moves,
      events,
      last: match.lastEvents,
      toMove: match.toMove,
      busy,
      text: words,
      options: match.options,
    });
    if (`${board.players}` !== `${this.players}`) board.players = this.players;
    render(match.seats.map((_, index) => this.#bar(index)), board);
    if ("table" in board) this.#draw(board);
  }

  /** @param {any} board */
  async #draw(board) {
    const { drawn, match: { version } } = this;
    if ([drawn.version, drawn.drawing].includes(version)) return;
    drawn.drawing = version;
    try {
      const table = await this.follow.match?.text() ?? "";
      if (drawn.drawing !== version) return;
      board.table = table;
      drawn.version = version;
    } catch {
      // The line tells what is wrong, and whatever is drawn next tries again.
    } finally {
      if (drawn.drawing === version) drawn.drawing = 0;
    }
  }

  /** @param {number} index */
  #bar(index) {
    const { match, follow, text } = this;
    const { player, resigned } = match.seats[index];
    const { reason } = match.outcome ?? {}; // who loses on time counts as resigned, too
    const gone = !reason ? text.table.played : reason === "timeout" ? text.table.late : text.table.resigned;
    const moves = match.toMove.includes(index);
    return html`
      <div slot=${`seat-${index}`} class="bar ${moves ? "turn" : ""} ${index === match.yourSeat ? "mine" : ""}">
        <span class="seat-mark seat-${index}" aria-hidden="true"></span>
        <b class="name">${player?.displayName ?? ""}</b>
        ${player?.kind === "bot" ? html`<small>${text.bot}</small>` : nothing}
        ${resigned ? html`<small class="gone">${gone}</small>` : nothing}
        ${moves
          ? html`<small class="moves">${index === this.seat ? text.table.yourTurn : text.table.thinking}</small>`
          : nothing}
        ${match.clock ? this.#clock(index, moves, follow) : nothing}
        ${this.talk?.bubble(index) ?? nothing}
      </div>
    `;
  }

  /** @param {number} index @param {boolean} moves @param {Follow} follow */
  #clock(index, moves, follow) {
    const { match } = this;
    const read = () => follow.match?.remaining(index) ?? null;
    return html`
      <seat-clock class="numbers" data-seat=${index} title=${this.text.table.clock} .read=${read}
        .running=${moves && match.status === "active"} .warning=${warningAt(match.clock)}></seat-clock>
    `;
  }

  /** @param {Event} event a clock is short */
  #short({ target }) {
    const { table } = this.text;
    const seat = Number(/** @type {HTMLElement} */ (target).dataset.seat);
    const left = Math.ceil(this.follow.match?.remaining(seat) ?? 0);
    const own = seat === this.match.yourSeat;
    this.shell.say(own ? table.yourShort(left) : table.short(this.players[seat], left));
    if (own && this.shell.sound) chime("short");
  }

  /** Tell what has happened. @param {string} event */
  #heard(event) {
    const match = this.follow.view ?? this.match;
    const { shell, text, words, follow, seat } = this;
    if (event === "reset") shell.tell({ kind: "note", text: text.table.reset });
    if (words && follow.events.length) {
      shell.say(words.game.told(follow.events, { players: this.players, seat }));
    } else if (event === "change" && follow.match) tellOf(shell, follow.match, match.version);
    const mine = seat !== null && match.toMove.includes(seat);
    if (!mine) shell.turns.done(match.id, match.version);
    shell.shout(mine ? text.table.yourTurn : "");
    // A result is not to be covered.
    if (match.outcome || follow.events.some((event) => "roundEnded" in event)) this.#close();
    if (mine && event === "change" && shell.sound) chime("turn");
  }

  /** The name of the game. */
  #name() {
    const { game } = this.match;
    return this.text.gameNames[game] ?? (this.words?.game.name || game);
  }

  #heading() {
    return `${this.#name()}: ${this.text.list(this.players)}`;
  }

  #title() {
    const { table } = this.text;
    const { match, players, seat } = this;
    const name = this.#name();
    if (match.outcome) return `${table.over} – ${name}`;
    if (seat !== null && match.toMove.includes(seat)) return `${table.yourTurn} – ${name}`;
    return match.toMove.length
      ? `${table.turn(this.text.list(match.toMove.map((seat) => players[seat])))} – ${name}`
      : name;
  }
}

/** @type {typeof import("../undo.js").tellOf} */
async function tellOf(...what) {
  await UNDO().then(({ tellOf }) => tellOf(...what), () => {}); // the line tells what is wrong
}

/** @param {"turn" | "short"} tune */
async function chime(tune) {
  (await import("../sound.js")).chime(tune);
}

customElements.define("table-page", TablePage);
