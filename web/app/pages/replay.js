// The replay: the table at any step of a match, what happened there, and through whose eyes it is seen.

import { html, nothing, render } from "../../vendor/lit.js";
import { nameOf } from "../../boards/games.js";
import { guideOf } from "../../boards/guide.js";
import { boardOf } from "../../boards/index.js";
import { historyText } from "../../text/history.js";
import { replayText } from "../../text/replay.js";
import { copy } from "../shell/copy.js";
import { late, Page } from "../shell/page.js";
import { PastMatch } from "../replay/past-match.js";
import { about, bar, BIG, fit, look, save, steps } from "../replay/replay-parts.js";
import { summed } from "../match/reasons.js";
import { playersOf } from "../match/players.js";
import { pointsOf } from "../match/result.js";
import { fragmentOf, isOfRounds, marks, placeOf, standing } from "../match/story.js";
import { StepSentences } from "../replay/step-sentences.js";
import "../replay/replay-controls.js";
import { at, home } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Change} Change */
/** @typedef {import("../replay/past-match.js").Eyes} Eyes */
/** @typedef {{ id: string, place: string }} Route */

/** @type {never[]} */
const NONE = [];
/** What has not been loaded is tried again after so long, in milliseconds. */
const RETRY = 3000;
/** Whoever stays at a step for so long has it in the address. */
const SETTLED = 300;
/** Milliseconds for which the replay waits to know whether it has a row for what the moves were worth. */
const PATIENCE = 1500;
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
    analysis: { state: true },
    judged: { state: true },
    signs: { state: true },
    answered: { state: true },
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
    this.wording = "";
    /** The element of the game. @type {any} */
    this.board = undefined;
    /** What the game tells besides its board. @type {import("../../boards/guide.js").Guide} */
    this.guide = {};
    /** The events of the line at which its reader points. @type {readonly any[] | undefined} */
    this.marked = undefined;
    /** Whether the keys are shown. */
    this.keys = false;
    /** Whether the match can be analysed, and whether that is shown; "" until it is known, or for who may not ask. @type {"" | "none" | "there" | "shown"} */
    this.analysis = "";
    /** How far its analysis is, and what came of it. @type {import("../../../sdk/javascript/types/api.js").Analysis | undefined} */
    this.judged = undefined;
    /** The signs of what moves were worth, once they are judged. @type {((versions: readonly number[]) => unknown) | undefined} */
    this.signs = undefined;
    /** The points at each step, for all steps that there were. @type {{ changes: number, eyes: Eyes | undefined, all: number[][] }} */
    this.points = { changes: 0, eyes: undefined, all: [] };
    /** What the board shows, and by whose eyes. @type {{ version: number, eyes: Eyes } | undefined} */
    this.shown = undefined;
    /** The match of which it was asked whether it can be analysed. @type {PastMatch["match"]} */
    this.asked = undefined;
    /** The match of which that is known. @type {PastMatch["match"]} */
    this.answered = undefined;
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
    const { match, over } = this.past;
    if (match) this.#load(match.now.game);
    if (over && match?.now.yourSeat !== null && this.asked !== match) this.#asks(this.past);
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
    this.board =
      this.shown =
      this.sentences =
      this.asked =
      this.judged =
      this.signs =
        undefined;
    this.analysis = "";
    this.wording = "";
  }

  /** @param {string} game */
  async #load(game) {
    const { text } = this;
    const key = `${game} ${text.language}`;
    if (key === this.wording) return;
    this.wording = key;
    try {
      const [{ board, words }, replay, guide] = await Promise.all([
        boardOf(text, game),
        replayText(text.language),
        guideOf(game),
      ]);
      if (this.wording !== key) return;
      this.board ??= board;
      this.guide = guide;
      this.sentences = new StepSentences(words, replay, this.past.entries);
    } catch {
      setTimeout(() => this.#again(key), RETRY); // the line was cut, or dies right now
    }
  }

  /** @param {string} key */
  #again(key) {
    if (this.wording !== key || !this.isConnected) return;
    this.wording = "";
    this.requestUpdate();
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
    // What the moves were worth has a row of its own, which must not lower the board when it is there.
    const asks = past.over && past.match?.now.yourSeat !== null && this.answered !== past.match;
    if (!past.match || !sentences || asks) return html`<p class="empty soft">${this.shell.waiting}</p>`;
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
      <div class="replay-page ${now.match.game} ${this.#asked ? "judged" : ""}" data-step=${now
        .version} data-eyes=${this.open} @mark=${mark}>
        ${match
          ? about(this.shell, replay, match.now, { game: board.game, summary: this.#summary() }, this.past.entries)
          : nothing}
        <section class="felt" aria-label=${replay.region}>${this.board}</section>
        <section class="deck" aria-label=${replay.title}>
          <p class="told" tabindex="0" aria-live=${this.playing ? "off" : "polite"}><b>${replay.place(
            standing(all, now.version),
          )}</b> ${this.#told([now])}</p>
          ${this.analysis && this.analysis !== "none" ? this.#analysed(sentences, all, now) : nothing}
          <replay-controls .shell=${this.shell} .words=${replay} .first=${changes[0].version}
            .last=${changes[changes.length - 1].version} .step=${now.version} .marks=${marks(changes)}
            .rounds=${isOfRounds(changes)} .points=${this.#points(changes)} .drawn=${drawn} .players=${this
              .players} .wide=${WIDE
              .matches}
            .eyes=${over ? this.#eyes(replay) : nothing} .items=${this.#items(replay, now)}
            @step=${(/** @type {CustomEvent} */ { detail }) => this.#go(detail)}
            @keys=${() => this.keys = true}></replay-controls>
        </section>
        ${this.keys ? this.#keys(replay) : nothing}
        ${this.#asked && BIG.matches ? html`<section class="analysis panel-of-worth"></section>` : nothing}
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

  /** Whether somebody has asked what the moves were worth. */
  get #asked() {
    return this.analysis === "shown" || (this.judged?.state ?? "none") !== "none" || Boolean(this.judged?.done);
  }

  /** What the moves were worth, or the way to ask for it. @param {StepSentences} sentences @param {readonly (Change & { seat: number | null })[]} all @param {Change} now */
  #analysed({ board, replay }, all, now) {
    const shown = this.analysis === "shown";
    if (!this.#asked) {
      return html`<p class="verdict"><button @click=${() => this.analysis = "shown"}>${replay.analyse}</button></p>`;
    }
    const waits = late(this, "match-analysis", () => import("../replay/analysis.js"), false);
    if (waits) return html`<div class="verdict">${waits}</div>`; // in its place from the start
    return html`
      <match-analysis .shell=${this.shell} .match=${this.past.match} .players=${this.players} .game=${board.game}
        .found=${this.judged} .open=${shown} .step=${now.version} .quiet=${this.playing}
        .board=${this.board} .guide=${this.guide} .eyes=${this.open}
        .tell=${(/** @type {number} */ version) => this.#move(all, version)}
        @found=${(/** @type {CustomEvent} */ { detail }) => this.judged = detail}
        @judged=${(/** @type {CustomEvent} */ { detail }) => this.signs = detail}
        @step=${(/** @type {CustomEvent} */ { detail }) => this.#go({ step: detail, slow: false, playing: false })}
        @close=${() => this.analysis = "there"}></match-analysis>
    `;
  }

  /** What the analysis says of a step. @param {readonly (Change & { seat: number | null })[]} all @param {number} version */
  #move(all, version) {
    const step = all.find((each) => each.version === version);
    return {
      turn: standing(all, version)?.turn ?? 0,
      told: step ? this.#told([step]) : "",
      path: this.#path(version),
    };
  }

  /** Find out whether somebody can analyse the match. @param {import("../replay/past-match.js").PastMatch} past */
  async #asks({ match }) {
    this.asked = match;
    const shows = () => {
      if (this.asked === match) this.answered = match;
    };
    setTimeout(shows, PATIENCE);
    const judged = await match?.analysis().catch(() => undefined); // the line tells what is wrong
    if (this.asked !== match) return;
    shows();
    if (!judged) return;
    this.analysis = judged.state === "unavailable" ? "none" : "there";
    this.judged = judged;
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
      tell: (turn) => this.#told(turn),
      beside: (turn) => this.signs?.(turn.map((each) => each.version)),
      path: (to) => this.#path(to),
      here: version,
    };
  }

  /** What the game says of the end. */
  #summary() {
    return summed(this.guide, this.past.match?.now);
  }

  /** The points at each step, counted once. @param {readonly Change[]} changes */
  #points(changes) {
    const { guide, open } = this;
    if (this.points.eyes !== open || this.points.changes > changes.length) {
      this.points = { changes: 0, eyes: open, all: [] };
    }
    if (this.points.changes === changes.length) return this.points.all;
    const more = changes.slice(this.points.changes).map(({ match }) => guide.points?.(match.state) ?? pointsOf(match));
    this.points = { changes: changes.length, eyes: open, all: [...this.points.all, ...more] };
    return this.points.all;
  }

  /** @param {readonly Change[]} turn */
  #told(turn) {
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
      ${["there", "shown"].includes(this.analysis)
        ? html`<button @click=${() => this.analysis = "shown"}>${replay.analyse}</button>`
        : this.analysis
        ? html`<p class="soft small">${replay.unjudged(this.#game())}</p>`
        : nothing}
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

  /** Give the board what it shows, and the bars. @param {import("../replay/past-match.js").Seen} now */
  #fillBoard({ version, match, events, hands = NONE }) {
    const { board, open, past } = this;
    const mine = past.match?.now.yourSeat ?? 0;
    const seat = open === "all" ? mine : match.yourSeat;
    const jumped = !this.slow || this.shown?.eyes !== open || this.shown.version !== version - 1;
    Object.assign(board, {
      seat: "table" in board ? null : seat, // where nobody can move, it says no more than the text
      below: typeof open === "number" ? open : mine,
      moves: NONE,
      marked: this.marked ?? events,
      hands,
      // The result of a round would lie on the table until somebody takes it away.
      events: jumped || events.some((event) => "roundEnded" in event) ? NONE : events,
      toMove: match.toMove,
      busy: false,
      still: true,
      text: this.#words(open === "all" ? past.first : open),
      view: match.state,
    });
    if (`${board.players}` !== `${this.players}`) board.players = this.players;
    render(match.seats.map((_, index) => bar(this.text, match, index, index === match.yourSeat)), board);
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
    return { ...board, game: { ...board.game, ...board.game.eyes?.(this.players[eyes]) } };
  }

  /** Somebody stays at a step. @param {number} version */
  async #settled(version) {
    const { board, open, past } = this;
    history.replaceState(history.state, "", at(this.#path(version)));
    if (!("table" in board)) return;
    const table = await past.text(version, open).catch(() => ""); // the line tells what is wrong
    if (this.shown?.version === version && this.shown.eyes === open) board.table = table;
  }

  /** The address of a step, through these eyes: it shows others the same. @param {number} version */
  #path(version) {
    const { past, open } = this;
    const own = past.over ? past.match?.now.yourSeat ?? "table" : undefined;
    const as = open === "all" ? undefined : open === "mine" ? own : open;
    return `/m/${past.id}/replay${fragmentOf(version, as)}`;
  }

  /** Copy an address that shows others the same. @param {number} version */
  async #copy(version) {
    const { past } = this;
    await copy(`${home()}${this.#path(version)}`);
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
  #go({ step, slow, playing }) {
    Object.assign(this, { step, slow, playing });
  }
}

customElements.define("replay-page", ReplayPage);
