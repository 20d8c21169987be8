// The replay: the table at any step of a match, what happened there, and through whose eyes it is seen.

import { html, nothing } from "../../vendor/lit.js";
import { nameOf } from "../../boards/games.js";
import { historyText } from "../../text/history.js";
import { replayText } from "../../text/replay.js";
import { BoardHost } from "../board/board-host.js";
import { copy } from "../shell/copy.js";
import { late, Page } from "../shell/page.js";
import { Judgement } from "./judgement.js";
import { PastMatch } from "./past-match.js";
import { about, BIG, fit, look, save, seatBar, steps } from "./replay-parts.js";
import { summed } from "../match/reasons.js";
import { playersOf } from "../match/players.js";
import { pointsOf } from "../match/result.js";
import { fragmentOf, isOfRounds, marks, placeOf, standing } from "../match/story.js";
import { StepSentences } from "./step-sentences.js";
import "./replay-controls.js";
import { at, home } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Change} Change */
/** @typedef {import("./past-match.js").Eyes} Eyes */
/** @typedef {{ id: string, place: string }} Route */

/** @type {never[]} */
const NONE = [];
/** Whoever stays at a step for so long has it in the address. */
const SETTLED = 300;
/** Room beside the board. */
const WIDE = matchMedia("(min-width: 900px)");

/** The page under `/m/{id}/replay`. */
export class ReplayPage extends Page {
  static properties = {
    ...Page.properties,
    route: { attribute: false },
    sentences: { state: true },
    step: { state: true },
    eyes: { state: true },
    marked: { state: true },
    keys: { state: true },
  };

  constructor() {
    super();
    /** @type {Route} */
    this.route;
    /** @type {PastMatch} */
    this.past;
    this.key = "";
    /** The step that is wished for. @type {number | undefined} */
    this.step = undefined;
    /** The eyes that are wished for; without a wish, it is all that the viewer may see. @type {Eyes | undefined} */
    this.eyes = undefined;
    /** @type {StepSentences | undefined} */
    this.sentences = undefined;
    this.host = new BoardHost(this, "beside");
    /** The events of the line at which its reader points. @type {readonly any[] | undefined} */
    this.marked = undefined;
    /** Whether the keys are shown. */
    this.keys = false;
    this.judgement = new Judgement(this);
    /** The points at each step, for all steps that there were. @type {{ changes: number, eyes: Eyes | undefined, guide?: unknown, all: number[][] }} */
    this.points = { changes: 0, eyes: undefined, all: [] };
    /** What the board shows, and by whose eyes. @type {{ version: number, eyes: Eyes } | undefined} */
    this.shown = undefined;
    /** Whether there is time to see what moves. */
    this.slow = false;
    this.playing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    look();
  }

  connectedCallback() {
    super.connectedCallback();
    for (const room of [WIDE, BIG]) room.addEventListener("change", this.redraw);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const room of [WIDE, BIG]) room.removeEventListener("change", this.redraw);
    this.past.stop();
    clearTimeout(this.settling);
    document.title = this.text.title;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("route")) this.#placed();
    const key = `${this.route.id} ${this.shell.session.account?.token ?? ""}`;
    if (key !== this.key) this.#begin(key);
    if (this.past.match) this.#load(this.past.match.now.game);
    const { sentences, host: { words } } = this;
    if (sentences && words && words !== sentences.board) {
      this.sentences = new StepSentences(words, sentences.replay, sentences.entries); // a guest has told more
    }
    this.judgement.look();
  }

  /** Go where the address says. */
  #placed() {
    const { step, as } = placeOf(this.route.place);
    this.step = step;
    this.eyes = as;
  }

  /** Another match, or another player, begins anew. @param {string} key */
  #begin(key) {
    this.key = key;
    this.past?.stop();
    this.past = new PastMatch(this.shell, this.route.id);
    this.past.addEventListener("change", this.redraw);
    this.host.clear();
    this.judgement.clear();
    this.shown = this.sentences = undefined;
  }

  /** @param {string} game */
  async #load(game) {
    const { text, past } = this;
    const loaded = await this.host.load(text, game, () => replayText(text.language));
    if (loaded?.more && past === this.past) this.sentences = new StepSentences(loaded.words, loaded.more, past.entries);
  }

  get players() {
    const { match } = this.past;
    return match ? playersOf(match.now) : [];
  }

  /** The eyes that are wished for if they may be had, and else those that see most. @returns {Eyes} */
  get open() {
    const { past, eyes } = this;
    const own = eyes === past.match?.now.yourSeat ? "mine" : eyes;
    return own !== undefined && past.eyes.includes(own) ? own : past.eyes[0];
  }

  /** The versions that have a table. @returns {readonly Change[]} */
  get changes() {
    const all = this.past.seen(this.open);
    const begun = all.findIndex(({ match }) => match.state);
    return begun < 0 ? [] : all.slice(begun);
  }

  /** The version that is shown: the nearest one to the step that is wished for. @param {readonly Change[]} changes */
  #now(changes) {
    const first = changes[0]?.version ?? 1;
    return changes[Math.min(Math.max((this.step ?? first) - first, 0), changes.length - 1)];
  }

  render() {
    const { past, sentences, text } = this;
    if (past.status === "missing") return this.absent(text.table.missing);
    if (!past.match || !sentences || this.judgement.pending) {
      return html`<p class="empty soft">${this.shell.waiting}</p>`;
    }
    const changes = this.changes;
    const now = this.#now(changes);
    return now ? this.#replay(sentences, changes, now) : this.#without(sentences);
  }

  /** Before there is a table, or if there never was one. @param {StepSentences} sentences */
  #without({ replay }) {
    const { past } = this;
    const waits = past.match?.now.status === "waiting";
    if (!waits && !past.whole(this.open)) return html`<p class="empty soft">${this.shell.waiting}</p>`;
    return html`
      <div class="panel narrow">
        <h1>${replay.title}</h1>
        <p>${waits ? replay.notBegun : replay.neverBegun}</p>
        <p><a class="button main" href=${at(`/m/${past.id}`)}>${this.text.toTable}</a></p>
      </div>
    `;
  }

  /** @param {StepSentences} sentences @param {readonly Change[]} changes @param {Change} now */
  #replay(sentences, changes, now) {
    const { replay, board } = sentences;
    const { over, match } = this.past;
    const drawn = !over || this.past.whole(this.open);
    const all = changes.map((each) => this.#step(each));
    const mark = (/** @type {CustomEvent} */ { detail }) => this.marked = detail.length ? detail : undefined;
    return html`
      <div class="replay-page ${now.match.game} ${this.judgement.asked ? "judged" : ""}" data-step=${now
        .version} data-eyes=${this.open} @mark=${mark}>
        ${match
          ? about(this.shell, replay, match.now, { game: board.game, summary: this.#summary() }, this.past.entries)
          : nothing}
        <section class="felt" aria-label=${replay.region}>${this.host.board}</section>
        <section class="deck" aria-label=${replay.title}>
          <p class="told" tabindex="0" aria-live=${this.playing ? "off" : "polite"}><b>${replay.place(
            standing(all, now.version),
          )}</b> ${this.told([now])}</p>
          ${this.judgement.row(sentences, all, now)}
          <replay-controls .shell=${this.shell} .words=${replay} .first=${changes[0].version}
            .last=${changes[changes.length - 1].version} .step=${now.version} .marks=${marks(changes)}
            .rounds=${isOfRounds(changes)} .points=${this.#points(changes)} .drawn=${drawn} .players=${this
              .players} .wide=${WIDE
              .matches}
            .eyes=${over ? this.#eyes(replay) : nothing} .items=${this.#items(replay, now)}
            @step=${(/** @type {CustomEvent} */ { detail }) => this.go(detail)}
            @keys=${() => this.keys = true}></replay-controls>
        </section>
        ${this.keys ? this.#keys(replay) : nothing}
        ${this.judgement.asked && BIG.matches ? html`<section class="analysis panel-of-worth"></section>` : nothing}
        ${WIDE.matches ? steps(replay, all, this.#how(now)) : nothing}
      </div>
    `;
  }

  /** @param {import("../../text/replay.js").ReplayText} replay */
  #keys({ title, replayKeys }) {
    return late(this, "table-keys", () => import("../table/table-keys.js"), false) ?? html`
      <table-keys .shell=${this.shell} .lists=${[[title, replayKeys]]} @close=${() => this.keys = false}></table-keys>
    `;
  }

  /** Who has moved, and what came of it. @param {Change} change @returns {Change & { seat: number | null }} */
  #step(change) {
    const before = this.past.seen(this.open)[change.version - 2];
    return { ...change, seat: change.events.length ? before?.match.toMove[0] ?? null : null };
  }

  /** @param {Change} now @returns {import("../table/history-lines.js").How<Change & { seat: number | null }>} */
  #how({ version }) {
    return {
      language: this.text.language,
      tell: (turn) => this.told(turn),
      beside: (turn) => this.judgement.signs?.(turn.map((each) => each.version)),
      path: (to) => this.path(to),
      here: version,
    };
  }

  /** What the game says of the end. */
  #summary() {
    return summed(this.host.guide, this.past.match?.now);
  }

  /** The points at each step, counted once. @param {readonly Change[]} changes */
  #points(changes) {
    const { host: { guide }, open } = this;
    if (this.points.eyes !== open || this.points.guide !== guide || this.points.changes > changes.length) {
      this.points = { changes: 0, eyes: open, guide, all: [] };
    }
    if (this.points.changes === changes.length) return this.points.all;
    const more = changes.slice(this.points.changes).map(({ match }) => guide.points?.(match.state) ?? pointsOf(match));
    this.points = { changes: changes.length, eyes: open, guide, all: [...this.points.all, ...more] };
    return this.points.all;
  }

  /** @param {readonly Change[]} turn */
  told(turn) {
    const before = this.past.seen(this.open)[turn[0].version - 2];
    return this.sentences?.turn(before, turn, this.open, this.players) ?? "";
  }

  /** @param {import("../../text/replay.js").ReplayText} replay @param {Change} now */
  #items(replay, now) {
    const { past } = this;
    const { prove } = historyText(this.text.language);
    return html`
      <button @click=${() => this.#copy(now.version)}>${replay.copy}</button>
      ${past.over ? html`<button @click=${() => this.#download()}>${replay.download}</button>` : nothing}
      ${past.over ? html`<button @click=${() => this.#prove()}>${prove}</button>` : nothing}
      ${this.judgement.item(replay.analyse, replay.unjudged(this.#game()))}
      <a class="button" href=${at(`/m/${past.id}`)}>${this.text.toTable}</a>
    `;
  }

  /** @param {import("../../text/replay.js").ReplayText} replay */
  #eyes(replay) {
    const { past, open, players } = this;
    const named = (/** @type {Eyes} */ eyes) => typeof eyes === "number" ? replay.seat(players[eyes]) : replay[eyes];
    const change = (/** @type {any} */ { target }) => this.eyes = past.eyes[target.selectedIndex];
    return html`
      <label class="pick"><span>${replay.eyes}</span><select @change=${change}>
        ${past.eyes.map((eyes) => html`<option .selected=${eyes === open}>${named(eyes)}</option>`)}
      </select></label>
    `;
  }

  updated() {
    const now = this.past.match && this.sentences && this.#now(this.changes);
    if (!now) return;
    document.title = `${this.sentences?.replay.title} – ${this.#game()}`;
    this.#fillBoard(now);
    fit(this.querySelector(".told"));
  }

  /** Give the board what it shows, and the bars. @param {import("./past-match.js").Seen} now */
  #fillBoard({ version, match, events, hands = NONE }) {
    const { host, open, past } = this;
    const mine = past.match?.now.yourSeat ?? 0;
    const seat = open === "all" ? mine : match.yourSeat;
    const jumped = !this.slow || this.shown?.eyes !== open || this.shown.version !== version - 1;
    const given = {
      players: this.players,
      seat: "table" in host.board ? null : seat, // where nobody can move, it says no more than the text
      below: typeof open === "number" ? open : mine,
      moves: NONE,
      marked: this.marked ?? events,
      hands,
      // The result of a round would lie on the table until somebody takes it away.
      events: jumped || events.some((event) => "roundEnded" in event) ? NONE : events,
      busy: false,
      still: true,
      text: this.#words(open === "all" ? past.first : open),
    };
    host.show(match, given, match.seats.map((_, index) => seatBar(this.text, match, index)));
    if (this.shown?.version === version && this.shown.eyes === open) return;
    this.shown = { version, eyes: open };
    this.querySelector(".replay-steps [aria-current]")?.scrollIntoView({ block: "nearest" });
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.#settled(version), SETTLED);
  }

  /** The texts of the board: what is another's is not called the viewer's own. @param {Eyes} eyes */
  #words(eyes) {
    const board = this.sentences?.board;
    if (!board || typeof eyes !== "number") return board;
    return { ...board, eyes: this.players[eyes], game: { ...board.game, ...board.game.eyes?.(this.players[eyes]) } };
  }

  /** Somebody stays at a step. @param {number} version */
  async #settled(version) {
    const { open, past } = this;
    history.replaceState(history.state, "", at(this.path(version)));
    await this.host.draw(`${version} ${open}`, () => past.text(version, open).catch(() => "")); // the line tells what is wrong
  }

  /** The address of a step, through these eyes: it shows others the same. @param {number} version */
  path(version) {
    const { past, open } = this;
    const own = past.over ? past.match?.now.yourSeat ?? "table" : undefined;
    const as = open === "all" ? undefined : open === "mine" ? own : open;
    return `/m/${past.id}/replay${fragmentOf(version, as)}`;
  }

  /** Copy an address that shows others the same. @param {number} version */
  async #copy(version) {
    const { past } = this;
    await copy(`${home()}${this.path(version)}`);
    const { copied = "", copiedPrivate = "" } = this.sentences?.replay ?? {};
    this.shell.tell({ kind: "note", text: past.match?.now.access === "private" ? copiedPrivate : copied });
  }

  async #download() {
    await this.shell.try(async () => save(`croupier-${this.past.id}.json`, await this.past.replay()));
  }

  async #prove() {
    const { past } = this;
    await this.shell.try(async () => {
      const { prove } = await import("../proof/proof-dialog.js");
      if (past.match) prove(this.shell, past.match, () => past.replay());
    });
  }

  #game() {
    return nameOf(this.past.match?.now.game ?? "");
  }

  /** @param {{ step: number, slow: boolean, playing: boolean }} chosen */
  go({ step, slow, playing }) {
    Object.assign(this, { step, slow, playing });
  }
}

customElements.define("replay-page", ReplayPage);
