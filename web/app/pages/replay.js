// The replay: the table at any step of a match, what happened there, and through whose eyes it is seen.

import { html, nothing, render } from "../../vendor/lit.js";
import { boardOf } from "../../boards/index.js";
import { withGame } from "../../text/index.js";
import { replayText } from "../../text/replay.js";
import { copy } from "../opening.js";
import { Page } from "../page.js";
import { Past } from "../past.js";
import { bar, look, save, steps } from "../replay-parts.js";
import { fragmentOf, marks, placeOf } from "../story.js";
import { Telling } from "../telling.js";
import "../replay-controls.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Change} Change */
/** @typedef {import("../past.js").Eyes} Eyes */
/** @typedef {{ id: string, place: string }} Route */

/** @type {never[]} */
const NONE = [];
/** What has not been loaded is tried again after so long, in milliseconds. */
const RETRY = 3000;
/** Whoever stays at a step for so long has it in the address. */
const SETTLED = 300;
/** Room beside the board. */
const WIDE = matchMedia("(min-width: 900px)");

/** The page under `/m/{id}/replay`. */
export class ReplayPage extends Page {
  static properties = {
    ...Page.properties,
    route: { attribute: false },
    telling: { state: true },
    step: { state: true },
    eyes: { state: true },
  };

  constructor() {
    super();
    /** @type {Route} */
    this.route;
    /** @type {Past} */
    this.past;
    this.key = "";
    /** The step that is wished for. @type {number | undefined} */
    this.step = undefined;
    /** The eyes that are wished for. @type {Eyes} */
    this.eyes = "mine";
    /** @type {Telling | undefined} */
    this.telling = undefined;
    this.wording = "";
    /** The element of the game. @type {any} */
    this.board = undefined;
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
    WIDE.addEventListener("change", this.redraw);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    WIDE.removeEventListener("change", this.redraw);
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
    this.past = new Past(this.shell, this.route.id);
    this.past.addEventListener("change", this.redraw);
    this.board = this.shown = this.telling = undefined;
    this.wording = "";
  }

  /** @param {string} game */
  async #load(game) {
    const { text } = this;
    const key = `${game} ${text.language}`;
    if (key === this.wording) return;
    this.wording = key;
    const kind = boardOf(game);
    try {
      const [board, replay] = await Promise.all([withGame(text, game), replayText(text.language), kind.load()]);
      if (this.wording !== key) return;
      this.board ??= document.createElement(kind.board);
      this.telling = new Telling(board, replay);
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
    return this.past.match?.now.seats.map(({ player }) => player?.displayName ?? "") ?? [];
  }

  /** The eyes that are wished for if they may be had, and else the caller's own. @returns {Eyes} */
  get open() {
    const { past, eyes } = this;
    const own = eyes === past.match?.now.yourSeat ? "mine" : eyes;
    return past.eyes.includes(own) ? own : past.own;
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
    const { past, telling, text } = this;
    if (past.status === "missing") return this.absent(text.table.missing);
    if (!past.match || !telling) return html`<p class="empty soft">${this.shell.waiting}</p>`;
    const changes = this.changes;
    const now = this.#now(changes);
    return now ? this.#replay(telling, changes, now) : this.#without(telling);
  }

  /** Before there is a table, or if there never was one. @param {Telling} telling */
  #without({ replay }) {
    const { past } = this;
    const waits = past.match?.now.status === "waiting";
    if (!waits && !past.whole(this.open)) return html`<p class="empty soft">${this.shell.waiting}</p>`;
    return html`
      <div class="panel narrow">
        <h1>${replay.title}</h1>
        <p>${waits ? replay.notBegun : replay.neverBegun}</p>
        <p><a class="button main" href=${`/m/${past.id}`}>${replay.toTable}</a></p>
      </div>
    `;
  }

  /** @param {Telling} telling @param {readonly Change[]} changes @param {Change} now */
  #replay(telling, changes, now) {
    const { replay } = telling;
    return html`
      <div class="replay-page ${now.match.game}" data-step=${now.version} data-eyes=${this.open}>
        <h1 class="unseen">${replay.heading(this.#game(), this.text.list(this.players))}</h1>
        <section class="felt" aria-label=${replay.region}>${this.board}</section>
        <section class="deck" aria-label=${replay.title}>
          <p class="told" aria-live=${this.playing ? "off" : "polite"}>${replay.step(now.version, this.#told(now))}</p>
          <replay-controls .shell=${this.shell} .words=${replay} .first=${changes[0].version}
            .last=${changes[changes.length - 1].version} .step=${now.version} .marks=${marks(changes)}
            @step=${(/** @type {CustomEvent} */ { detail }) => this.#go(detail)}></replay-controls>
          ${this.#ways(replay, now)}
        </section>
        ${WIDE.matches ? steps(replay, changes.map((each) => this.#step(each, each === now))) : nothing}
      </div>
    `;
  }

  /** @param {Change} change @param {boolean} here */
  #step(change, here) {
    return { version: change.version, told: this.#told(change), path: this.#path(change.version), here };
  }

  /** @param {Change} now */
  #told(now) {
    const before = this.past.seen(this.open)[now.version - 2];
    return this.telling?.step(before, now, this.open, this.players) ?? "";
  }

  /** @param {import("../../text/replay.js").ReplayText} replay @param {Change} now */
  #ways(replay, now) {
    const { past } = this;
    return html`
      <div class="ways">
        ${past.over ? this.#eyes(replay) : html`<p class="soft small">${replay.running}</p>`}
        <a class="button" href=${`/m/${past.id}`}>${replay.toTable}</a>
        <button @click=${() => this.#copy(now.version)}>${replay.copy}</button>
        ${past.over ? html`<button @click=${() => this.#download()}>${replay.download}</button>` : nothing}
        ${past.over ? html`<button @click=${() => this.#prove()}>${this.text.replay.prove}</button>` : nothing}
      </div>
    `;
  }

  /** @param {import("../../text/replay.js").ReplayText} replay */
  #eyes(replay) {
    const { past, open, players } = this;
    const named = (/** @type {Eyes} */ eyes) => typeof eyes === "number" ? replay.seat(players[eyes]) : replay[eyes];
    const change = (/** @type {any} */ { target }) => this.eyes = past.eyes[target.selectedIndex];
    return html`
      <select aria-label=${replay.eyes} @change=${change}>
        ${past.eyes.map((eyes) => html`<option .selected=${eyes === open}>${named(eyes)}</option>`)}
      </select>
    `;
  }

  updated() {
    const now = this.past.match && this.telling && this.#now(this.changes);
    if (!now) return;
    document.title = `${this.telling?.replay.title} – ${this.#game()}`;
    this.#fillBoard(now);
  }

  /** Give the board what it shows, and the bars. @param {Change} now */
  #fillBoard({ version, match, events }) {
    const { board, open, past } = this;
    const mine = past.match?.now.yourSeat ?? 0;
    const jumped = !this.slow || this.shown?.eyes !== open || this.shown.version !== version - 1;
    Object.assign(board, {
      seat: "table" in board ? null : match.yourSeat, // where nobody can move, it says no more than the text
      below: typeof open === "number" ? open : mine,
      moves: NONE,
      // The result of a round would lie on the table until somebody takes it away.
      events: jumped || events.some((event) => "roundEnded" in event) ? NONE : events,
      toMove: match.toMove,
      busy: false,
      still: true,
      text: this.#words(open),
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
    const board = this.telling?.board;
    if (!board || typeof eyes !== "number") return board;
    return { ...board, game: { ...board.game, ...board.game.eyes?.(this.players[eyes]) } };
  }

  /** Somebody stays at a step. @param {number} version */
  async #settled(version) {
    const { board, open, past } = this;
    history.replaceState(history.state, "", this.#path(version));
    if (!("table" in board)) return;
    const table = await past.text(version, open).catch(() => ""); // the line tells what is wrong
    if (this.shown?.version === version && this.shown.eyes === open) board.table = table;
  }

  /** The address of a step, through these eyes. @param {number} version */
  #path(version) {
    return `/m/${this.past.id}/replay${fragmentOf(version, this.open)}`;
  }

  /** Copy an address that shows others the same. @param {number} version */
  async #copy(version) {
    const { past, open } = this;
    const eyes = open === "mine" && past.over ? past.match?.now.yourSeat ?? "table" : open;
    await copy(`${location.origin}/m/${past.id}/replay${fragmentOf(version, eyes)}`);
    const { copied = "", copiedPrivate = "" } = this.telling?.replay ?? {};
    this.shell.tell({ kind: "note", text: past.match?.now.access === "private" ? copiedPrivate : copied });
  }

  async #download() {
    await this.shell.try(async () => save(`croupier-${this.past.id}.json`, await this.past.replay()));
  }

  async #prove() {
    const { past } = this;
    const { prove } = await import("../proof.js");
    if (past.match) prove(this.shell, past.match, () => past.replay());
  }

  #game() {
    const game = this.past.match?.now.game ?? "";
    return /** @type {Record<string, string>} */ (this.text.gameNames)[game] ?? game;
  }

  /** @param {{ step: number, slow: boolean, playing: boolean }} chosen */
  #go({ step, slow, playing }) {
    Object.assign(this, { step, slow, playing });
  }
}

customElements.define("replay-page", ReplayPage);
