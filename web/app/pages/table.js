// The table: the board with the players' bars, and beside it history, score, text, and what can be done besides moves.

import { html, nothing, render } from "../../vendor/lit.js";
import { markOf } from "../../boards/seat-mark.js";
import { nameOf, webOf } from "../../boards/games.js";
import { guideOf } from "../../boards/guide.js";
import { boardOf } from "../../boards/index.js";
import { typed } from "../../boards/keys.js";
import { isBeginner } from "../session/beginner.js";
import "../board/clock.js";
import { playersOf } from "../match/players.js";
import { drew } from "../match/undo-rules.js";
import { wayOut } from "../match/way-out.js";
import { warningAt } from "../shell/time.js";
import { late, Page } from "../shell/page.js";
import { at } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../match/follow.js").Follow} Follow */
/** @typedef {import("../../text/index.js").BoardText} BoardText */
/** @typedef {import("../match/follow.js").Decided} Decided */
/** @typedef {import("../../../sdk/javascript/types/api.js").LegalMove} Entry */
/** @typedef {{ moves: Entry[], back: () => void }} Intended what can become of a half, and what takes it back */
/** @typedef {"history" | "score" | "text" | "more" | "talk"} Panel */

const PANELS = /** @type {Panel[]} */ (["history", "score", "more"]);
/** @type {any[]} */
const NONE = [];
/** What has not been loaded is tried again after so long, in milliseconds. */
const RETRY = 3000;
/** For how long after the end something can be said, in milliseconds. */
const AFTERWARDS = 300_000;
/** Faces, and who is away, come after all that a table needs, in milliseconds. */
const FACES = 1500;
/** In seconds. */
const DAY = 86_400;
const UNDO = () => import("../table/undo-request.js");
const AWAY = () => import("../table/seat-away.js");
const HISTORY = () => import("../table/history.js");
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
    asked: { state: true },
    keys: { state: true },
    over: { state: true },
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
    /** What the game tells besides its board. @type {import("../../boards/guide.js").Guide} */
    this.guide = {};
    /** The events that the board highlights, since the player points at their line of the history. */
    this.marked = NONE;
    /** Whether hints may be given here; undefined until it is known. @type {boolean | undefined} */
    this.beginner = undefined;
    /** What is asked about before it is made, and what follows the answer. @type {{ warning: string, then: (goesOn: boolean) => void } | undefined} */
    this.asked = undefined;
    /** The moves of this version that the player wants in spite of their warnings, as they are written. @type {Set<string>} */
    this.wanted = new Set();
    this.looked = 0;
    /** The match whose end the board has shown. */
    this.over = "";
    /** The table as text, for boards that draw it. */
    this.drawn = { version: 0, drawing: 0 };
    /** Whether the keys are shown. */
    this.keys = false;
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.#pressed(event);
    this.resized = () => {
      this.#close();
      this.requestUpdate();
    };
    this.heard = (/** @type {Event} */ event) => this.#heard(/** @type {CustomEvent} */ (event).detail);
    this.key = "";
    /** Once a table has what it needs. */
    this.settled = new Promise((resolve) => setTimeout(resolve, FACES));
    /** Marks seats whose players are away; loaded once one is told of. @type {typeof import("../table/seat-away.js") | undefined} */
    this.away = undefined;
    /** What seats say; loaded once one does. @type {import("../table/emotes.js").Talk | undefined} */
    this.talk = undefined;
    this.present = () => this.#present();
    /** The seats that were said to be away. @type {readonly number[]} */
    this.left = NONE;
    /** Until somebody counts as away who was here just now. @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    this.spoke = (/** @type {Event} */ event) => {
      const { matchId = this.match.id, ...said } = /** @type {CustomEvent} */ (event).detail;
      if (matchId === this.match.id) this.#talk((talk) => talk.heard(said));
    };
  }

  connectedCallback() {
    super.connectedCallback();
    WIDE.addEventListener("change", this.resized);
    addEventListener("popstate", this.went);
    addEventListener("keydown", this.pressed, true);
    this.follow.addEventListener("version", this.heard);
    this.follow.addEventListener("change", this.redraw);
    this.follow.addEventListener("presence", this.present);
    this.follow.addEventListener("emote", this.spoke);
    this.shell.turns.addEventListener("emote", this.spoke);
    this.#heard("snapshot");
    this.#present(); // what was told before the table was there
    this.went();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    WIDE.removeEventListener("change", this.resized);
    removeEventListener("popstate", this.went);
    removeEventListener("keydown", this.pressed, true);
    this.follow.removeEventListener("version", this.heard);
    this.follow.removeEventListener("change", this.redraw);
    this.follow.removeEventListener("presence", this.present);
    clearTimeout(this.soon);
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

  /** The moves of the seat at this version. */
  get moves() {
    return this.match.toMove.includes(this.seat ?? -1) ? this.follow.moves : NONE;
  }

  /** Whether a move is on its way, or asked about. */
  get busy() {
    return this.follow.busy || this.asked !== undefined;
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
    const key = `${this.match.game} ${this.text.language}`;
    if (key === this.key) return;
    this.key = key;
    this.#load(this.match.game, key);
  }

  firstUpdated() {
    this.settled.then(() => import("../shell/face.js").catch(() => {}));
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
      <div class="table-page ${this.match.game}" data-version=${this.match.version} @mark=${(
        /** @type {CustomEvent} */ { detail },
      ) => this.#mark(detail)}>
        <h1 class="unseen">${this.#heading()}</h1>
        <section class="felt" aria-label=${table.region} @move=${(/** @type {CustomEvent} */ { detail }) =>
          this.#decide(detail)}
          @intend=${(/** @type {CustomEvent} */ { detail }) => this.#intend(detail)}
          @short=${(/** @type {Event} */ event) => this.#short(event)} @pointerdown=${this.covered} @click=${this
            .covered}>
          ${this.board ?? html`<p class="empty soft">${this.text.loading}</p>`}
          ${this.beginner ? html`<div class="hints">${this.match.outcome ? nothing : this.#hints()}</div>` : nothing}
        </section>
        ${this.#question()} ${this.#keys()}
        ${this.match.undo
          ? late(this, "undo-request", UNDO, false)
            ? nothing
            : html`<undo-request .shell=${this.shell} .follow=${this.follow} .match=${this.match}></undo-request>`
          : nothing}
        ${this.#claim()} ${this.#ending()}
        <nav class="tabs" aria-label=${table.panels}>
          <a class="brand" href=${at("/")} aria-label=${this.text.header
            .home}><span class="emblem" aria-hidden="true"></span></a>
          ${PANELS.map((panel) => this.#tab(panel))}
          ${this.#takingBack()} ${this.#sounds()}
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
      <button class=${panel === "talk" ? "icon" : ""} aria-label=${name} title=${panel === "talk" ? name : nothing}
        aria-expanded=${panel === (beside ? this.panel : sheet)} aria-controls=${beside ? "beside" : "sheet"}
        popovertarget=${beside ? nothing : "sheet"} @click=${open}>${panel === "talk" ? "☺" : name}</button>
    `;
  }

  /** The button that takes a move back, with a place that is kept for it: what is beside it never moves. */
  #takingBack() {
    const { shell, follow, match } = this;
    if (this.seat === null || match.undoMode !== "consent") return nothing;
    const shown = this.words && match.status === "active" && !match.undo && !match.lastEvents?.some(drew);
    return html`<span class="kept">${
      !shown || late(this, "undo-button", () => import("../table/undo-button.js"), false)
        ? nothing
        : html`<undo-button .shell=${shell} .follow=${follow} .match=${match}></undo-button>`
    }</span>`;
  }

  /** One tap turns the sounds on, and off. */
  #sounds() {
    const { shell, text: { table: { sounds: name } } } = this;
    const { sounds } = shell.preferences;
    const turn = () => {
      shell.prefer({ sounds: !sounds });
      if (!sounds) chime("turn");
    };
    return html`
      <button class="icon sounds" aria-label=${name} title=${name} aria-pressed=${sounds}
        @click=${turn}>♪</button>
    `;
  }

  get #mayTalk() {
    const { yourSeat, outcome, talk, updateTime } = this.match;
    const over = outcome && this.shell.me.time - Date.parse(updateTime) > AFTERWARDS;
    return yourSeat !== null && !over && talk !== false;
  }

  /** @param {(talk: import("../table/emotes.js").Talk) => void} then */
  async #talk(then) {
    await this.shell.try(async () => {
      const { Talk } = await import("../table/emotes.js");
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
      return late(this, "match-standings", () => import("../table/standings.js"), false) ??
        html`<match-standings .shell=${shell} .match=${match} .words=${words}></match-standings>`;
    }
    if (panel === "text") {
      return late(this, "table-text", HISTORY, false) ??
        html`<table-text .shell=${shell} .match=${follow.match} .version=${match.version}></table-text>`;
    }
    if (panel === "talk") return this.talk?.menu(() => this.#close());
    return late(this, "table-actions", () => import("../table/actions.js")) ??
      html`
        <table-actions .shell=${shell} .follow=${follow} .match=${match} @turn-board=${() => this.#turn()} @keys=${() =>
          this.keys = true}
          @as-text=${() => this.#asText()}></table-actions>
      `;
  }

  /** Who reads the table reads it where the rest is. */
  #asText() {
    if (WIDE.matches) this.panel = "text";
    else this.#open("text");
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
    this.marked = NONE;
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

  /** Whether it is the first match of its game for who sits here: then a strip is kept for hints. */
  #begins() {
    const { id, game, outcome } = this.match;
    return this.seat !== null && !outcome && webOf(game)?.guide === true && isBeginner(this.shell.kept, game, id);
  }

  #hints() {
    const { shell, match, guide, words, moves, busy } = this;
    if (!words || !guide.hints || late(this, "match-hints", () => import("../table/hints.js"), false)) return nothing;
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

  /** Make a move, or ask before. @param {Decided} move */
  #decide(move) {
    const warning = this.#warning(move);
    const make = (/** @type {boolean} */ wanted) => {
      if (!wanted) return;
      if (!this.shell.notice?.path) this.shell.dismiss(); // it was about what was before
      this.follow.move(move);
    };
    if (warning || this.shell.preferences.confirm) this.#ask(warning, make);
    else make(true);
  }

  /** A half of a move is laid: ask now if all that can become of it has the same warning. @param {Intended} half */
  #intend({ moves, back }) {
    const [warning, ...others] = new Set(moves.map((move) => this.#warning(move)));
    if (!warning || others.length) return;
    this.#ask(warning, (wanted) => wanted ? moves.forEach(({ notation }) => this.wanted.add(notation)) : back());
  }

  /** @param {string} warning @param {(goesOn: boolean) => void} then */
  #ask(warning, then) {
    this.asked ??= { warning, then };
  }

  /** What the player may not want of a move, in words. @param {Decided} move */
  #warning(move) {
    if (!this.shell.preferences.warn || move.move === undefined || this.wanted.has(move.notation)) return "";
    const named = this.guide.warning?.(this.position, move);
    return named ? this.words?.game.warnings?.[named.name]?.(named) ?? "" : "";
  }

  /** Say who has gone away or come back, and show it. */
  async #present() {
    await this.settled;
    const { shell, follow, match: { yourSeat } } = this;
    if (!this.away && follow.presence.every(({ seat, presence }) => presence === "here" || seat === yourSeat)) return;
    this.away ??= await AWAY().catch(() => undefined); // or the next telling has it
    if (!this.away || !this.isConnected) return;
    this.left = this.away.sayPresence(shell, follow, this.left);
    clearTimeout(this.soon);
    const soon = this.away.awaySoon(follow.presence, shell.me.time);
    if (soon !== undefined) this.soon = setTimeout(this.present, soon);
    this.requestUpdate();
  }

  /** What can be done where the match waits for somebody who is away. */
  #claim() {
    const { shell, follow, match } = this;
    const waits = match.status === "active" && this.#away(match.toMove).length;
    if (!waits || late(this, "away-claim", () => import("../table/away-claim.js"))) return nothing;
    return html`<away-claim .shell=${shell} .follow=${follow} .match=${match}></away-claim>`;
  }

  /** Those of these seats whose players are away, but for the viewer's. @param {readonly number[]} seats */
  #away(seats) {
    const away = this.away?.awayOf(this.follow.presence, this.shell.me.time) ?? NONE;
    return seats.filter((seat) => seat !== this.match.yourSeat && away.includes(seat));
  }

  /** The result, once the board has shown the end; what waits for it would move the rest. */
  #ending() {
    const { shell, follow, match, words } = this;
    const loads = match.outcome && late(this, "match-ending", () => import("../ending/ending.js"), false);
    if (!match.outcome || loads || this.over !== match.id) return nothing;
    return html`
      <match-ending .shell=${shell} .follow=${follow} .match=${match} .words=${words}></match-ending>
    `;
  }

  /** @param {any} board that has the end of the match @param {string} id of the match */
  async #end(board, id) {
    await board.updateComplete;
    await board.ended;
    this.over = id;
  }

  #question() {
    const { shell, asked } = this;
    if (!asked || late(this, "move-question", () => import("../table/move-question.js"), false)) return nothing;
    return html`
      <move-question .shell=${shell} .warning=${asked.warning} @answer=${(/** @type {CustomEvent} */ { detail }) => {
        if (this.asked !== asked) return; // another version has come
        this.asked = undefined; // so the board takes back what it has sent
        asked.then(detail);
      }}></move-question>
    `;
  }

  #keys() {
    const { shell, words } = this;
    if (!this.keys || !words || late(this, "table-keys", () => import("../table/table-keys.js"), false)) return nothing;
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

  /** @param {any[]} events those of the line that the player points at */
  #mark(events) {
    this.marked = events;
    this.requestUpdate();
  }

  #turn() {
    this.below = (this.seen + 1) % this.match.seats.length;
  }

  /** @param {string} game @param {string} key for which it is loaded: the language may change meanwhile */
  async #load(game, key) {
    try {
      const { board, words } = await boardOf(this.text, game);
      if (this.key !== key) return;
      this.board ??= board;
      this.words = words;
      this.guide = await guideOf(game); // the board does not wait for it
      this.requestUpdate();
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
    const { board, words, match, follow, seat } = this;
    if (!board || !words) return;
    const { events } = follow;
    Object.assign(board, {
      view: match.state,
      seat,
      below: this.seen,
      moves: this.moves,
      events,
      last: match.lastEvents,
      marked: this.marked,
      toMove: match.toMove,
      busy: this.busy,
      asked: this.asked !== undefined,
      text: words,
      options: match.options,
    });
    if (`${board.players}` !== `${this.players}`) board.players = this.players;
    render(match.seats.map((_, index) => this.#bar(index)), board);
    if (match.outcome && this.over !== match.id) this.#end(board, match.id);
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
    const away = match.status === "active" && this.#away([index]).length ? this.away?.seatAway : undefined;
    const moves = match.toMove.includes(index);
    return html`
      <div slot=${`seat-${index}`} class="bar ${moves ? "turn" : ""} ${index === match.yourSeat ? "mine" : ""}">
        ${markOf(index, this.players)}<player-face name=${player?.displayName ?? ""}></player-face>
        <b class="name">${player?.displayName ?? ""}</b>
        ${player?.kind === "bot" ? html`<small>${text.bot}</small>` : nothing}
        ${resigned
          ? html`<small class="gone">${wayOut(text.table, match)}</small>`
          : away
          ? away(this.shell, follow, index)
          : html`<small class="moves">${index === this.seat ? text.table.yourTurn : text.table.thinking}</small>`}
        ${match.clock && !this.#endless ? this.#clock(index, moves, follow) : nothing}
        ${this.talk?.bubble(index) ?? nothing}
      </div>
    `;
  }

  /** Whether the clock is only there so that bots are not kept for ever: a day a move, and nobody else waits. */
  get #endless() {
    return parseFloat(this.match.clock?.perMove ?? "0") >= DAY && !this.people;
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
    if (own && this.shell.preferences.sounds) chime("short");
  }

  /** Tell what has happened. @param {string} event */
  #heard(event) {
    const match = this.follow.view ?? this.match;
    const { shell, text, words, follow, seat } = this;
    if (event === "reset") shell.tell({ kind: "note", text: text.table.reset });
    if (words && follow.events.length) {
      shell.say(words.game.told(follow.events, { players: this.players, seat }));
    } else if (event === "change" && follow.match) tellOf(shell, follow.match, match.version);
    if (this.looked !== match.version) { // what was asked was about the one before
      this.asked = undefined;
      this.wanted.clear();
    }
    this.looked = match.version;
    if (shell.preferences.sounds) play(this.guide.sounds?.(follow.events) ?? []);
    const mine = seat !== null && match.toMove.includes(seat);
    if (!mine) shell.turns.done(match.id, match.version);
    shell.shout(mine ? text.table.yourTurn : "");
    // A result is not to be covered.
    if (match.outcome || follow.events.some((event) => "roundEnded" in event)) this.#close();
    if (mine && event === "change" && shell.preferences.sounds) chime("turn");
  }

  #heading() {
    return `${nameOf(this.match.game)}: ${this.text.list(this.players)}`;
  }

  #title() {
    const { table } = this.text;
    const { match, players, seat } = this;
    const name = nameOf(match.game);
    if (match.outcome) return `${table.over} – ${name}`;
    if (this.asked) return `${table.answer} – ${name}`;
    if (seat !== null && match.toMove.includes(seat)) return `${table.yourTurn} – ${name}`;
    return match.toMove.length
      ? `${table.turn(this.text.list(match.toMove.map((seat) => players[seat])))} – ${name}`
      : name;
  }
}

/** @type {typeof import("../table/undo-request.js").tellOf} */
async function tellOf(...what) {
  await UNDO().then(({ tellOf }) => tellOf(...what), () => {}); // the line tells what is wrong
}

/** @param {"turn" | "short"} tune */
async function chime(tune) {
  await import("../shell/sound.js").then((sound) => sound.chime(tune), () => {}); // none without a line
}

/** @param {readonly import("../../boards/guide.js").Sound[]} sounds */
async function play(sounds) {
  if (sounds.length) await import("../shell/sound.js").then((sound) => sound.play(sounds), () => {});
}

customElements.define("table-page", TablePage);
