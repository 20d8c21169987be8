// What the moves of a match that is looked back upon were worth: whether that can be asked, what came of it, and the row for it.

import { html, nothing } from "../../vendor/lit.js";
import { standing } from "../match/story.js";
import { late } from "../shell/page.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Change} Change */
/** @typedef {import("./past-match.js").PastMatch} PastMatch */
/** @typedef {import("./step-sentences.js").StepSentences} StepSentences */
/** @typedef {Change & { seat: number | null }} Step */

/** Milliseconds for which the replay waits to know whether it has a row for what the moves were worth. */
const PATIENCE = 1500;

/** The analysis of the match that a replay shows. */
export class Judgement {
  /** Whether the match can be analysed, and whether that is shown; "" until it is known, or for who may not ask. @type {"" | "none" | "there" | "shown"} */
  #state = "";
  /** How far its analysis is, and what came of it. @type {import("../../../sdk/javascript/types/api.js").Analysis | undefined} */
  #found = undefined;
  /** The signs of what moves were worth, once they are judged. @type {((versions: readonly number[]) => unknown) | undefined} */
  signs = undefined;
  /** The match of which it was asked whether it can be analysed. @type {PastMatch["match"]} */
  #asked = undefined;
  /** The match of which that is known. @type {PastMatch["match"]} */
  #answered = undefined;
  #page;

  /** @param {import("./replay-page.js").ReplayPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Another match, or another player, begins anew. */
  clear() {
    this.#asked = this.#found = this.signs = undefined;
    this.#state = "";
  }

  /** Whether it is not known yet if the replay has a row for it, which must not lower the board when it is there. */
  get pending() {
    const { over, match } = this.#page.past;
    return over && match?.now.yourSeat !== null && this.#answered !== match;
  }

  /** Whether somebody has asked what the moves were worth. */
  get asked() {
    return this.#state === "shown" || (this.#found?.state ?? "none") !== "none" || Boolean(this.#found?.done);
  }

  /** Find out, once for each match, whether somebody can analyse it. */
  async look() {
    const { over, match } = this.#page.past;
    if (!over || match?.now.yourSeat === null || this.#asked === match) return;
    this.#asked = match;
    const shows = () => {
      if (this.#asked === match) this.#set(() => this.#answered = match);
    };
    setTimeout(shows, PATIENCE);
    const found = await match?.analysis().catch(() => undefined); // the line tells what is wrong
    if (this.#asked !== match) return;
    shows();
    if (!found) return;
    this.#set(() => {
      this.#state = found.state === "unavailable" ? "none" : "there";
      this.#found = found;
    });
  }

  /** @param {() => void} change */
  #set(change) {
    change();
    this.#page.requestUpdate();
  }

  #show = () => this.#set(() => this.#state = "shown");

  /**
   * What the moves were worth, or the way to ask for it.
   * @param {StepSentences} sentences
   * @param {readonly Step[]} all
   * @param {Change} now
   */
  row({ board, replay }, all, now) {
    const page = this.#page;
    if (!this.#state || this.#state === "none") return nothing;
    if (!this.asked) return html`<p class="verdict"><button @click=${this.#show}>${replay.analyse}</button></p>`;
    const waits = late(page, "match-analysis", () => import("./analysis.js"), false);
    if (waits) return html`<div class="verdict">${waits}</div>`; // in its place from the start
    return html`
      <match-analysis .shell=${page.shell} .match=${page.past.match} .players=${page.players} .game=${board.game}
        .found=${this.#found} .open=${this.#state === "shown"} .step=${now.version} .quiet=${page.playing}
        .board=${page.host.board} .guide=${page.host.guide} .eyes=${page.open}
        .tell=${(/** @type {number} */ version) => this.#move(all, version)}
        @found=${(/** @type {CustomEvent} */ { detail }) => this.#set(() => this.#found = detail)}
        @judged=${(/** @type {CustomEvent} */ { detail }) => this.#set(() => this.signs = detail)}
        @step=${(/** @type {CustomEvent} */ { detail }) => page.go({ step: detail, slow: false, playing: false })}
        @close=${() => this.#set(() => this.#state = "there")}></match-analysis>
    `;
  }

  /** What the analysis says of a step. @param {readonly Step[]} all @param {number} version */
  #move(all, version) {
    const step = all.find((each) => each.version === version);
    return {
      turn: standing(all, version)?.turn ?? 0,
      told: step ? this.#page.told([step]) : "",
      path: this.#page.path(version),
    };
  }

  /** The way to ask among what can be done, or that there is none. @param {string} analyse @param {string} unjudged */
  item(analyse, unjudged) {
    if (["there", "shown"].includes(this.#state)) return html`<button @click=${this.#show}>${analyse}</button>`;
    return this.#state ? html`<p class="soft small">${unjudged}</p>` : nothing;
  }
}
