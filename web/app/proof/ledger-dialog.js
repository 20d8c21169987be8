// "Recompute this rating": a dialog that fetches the ledger of a pool, computes all of its numbers anew, and says in words what
// holds or what does not.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { ledgerText } from "../../text/ledger.js";
import { Page } from "../shell/page.js";
import { at } from "../shell/router.js";
import { checkLine, progressOf } from "./check-line.js";
import { CHECKS, recomputed } from "./ledger-checks.js";
import { firstPageOf, ledgerOf } from "./ledgers.js";
import "./proof-look.js";

/** @typedef {import("./ledger-checks.js").Check} Check */
/** @typedef {import("./ledger-checks.js").Fault} Fault */
/** @typedef {import("./ledger-checks.js").Found} Found */
/** @typedef {import("./ledger-checks.js").Head} Head */
/** @typedef {import("../../text/ledger.js").LedgerText} LedgerText */
/** @typedef {{ id: string, displayName: string, ratings: readonly { pool: string, rating: number, deviation: number }[] }} About */

/** What the browser keeps of each pool: where its ledger ended when it was recomputed last. */
const NOTED = "croupier:ledger:";
/** So many faults are told in full. */
const TOLD = 5;
const DAY = 86_400_000;

/** Recomputes as soon as it is there, and goes when it is closed. */
export class LedgerDialog extends Page {
  static properties = { ...Page.properties, found: { state: true } };

  constructor() {
    super();
    this.pool = "";
    /** Whose rating was asked for. @type {About | undefined} */
    this.about = undefined;
    /** @type {Found | undefined} */
    this.found = undefined;
    this.done = 0;
    this.all = 0;
    /** @type {Head | undefined} */
    this.noted = undefined;
    /** Whether it was put away. */
    this.gone = false;
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
    this.#recompute();
  }

  /** Those that can be made: whoever looks for the first time has nothing to compare. */
  get #checks() {
    return CHECKS.filter((check) => check !== "kept" || this.noted);
  }

  get words() {
    return ledgerText(this.text.language);
  }

  async #recompute() {
    const { shell, pool } = this;
    const { kept } = shell;
    this.noted = notedOf(kept.getItem(NOTED + pool));
    const found = await shell.try(async () => {
      const board = await firstPageOf(shell, pool);
      this.all = board.seq;
      this.requestUpdate();
      const expected = {
        boards: [board, ...this.#own(board)],
        noted: this.noted,
        day: Math.floor(shell.me.time / DAY),
      };
      return await recomputed(this.#lines(), expected, (entries) => {
        this.done = entries;
        this.requestUpdate();
      });
    });
    if (this.gone) return;
    if (!found) return this.querySelector("dialog")?.close();
    if (!found.faults.length && found.at.seq) kept.setItem(NOTED + pool, JSON.stringify(found.at));
    this.found = found;
  }

  /** The lines of the ledger, until nobody wants to know any more. */
  async *#lines() {
    for await (const line of ledgerOf(this.shell, this.pool)) {
      if (this.gone) return;
      yield line;
    }
  }

  /** What is shown of the player, if the board does not have the player on this page. @param {import("./ledgers.js").BoardPage} board */
  #own(board) {
    const { about } = this;
    const shown = about?.ratings.find(({ pool }) => pool === this.pool);
    if (!about || !shown || board.entries.some(({ player }) => player === about.id)) return [];
    return [{ ...board, head: "", entries: [{ player: about.id, rating: shown.rating, deviation: shown.deviation }] }];
  }

  render() {
    const { words, found } = this;
    return html`
      <dialog class="proof" aria-labelledby="ledger-title" @close=${() => this.#close()}>
        <div>
          <h2 id="ledger-title">${words.title}</h2>
          ${found ? nothing : progressOf(this.done, this.all, words.progress, this.text.loading)}
          <div role="status">${found ? this.#verdict(words, found) : nothing}</div>
          <ol class="checks">${this.#checks.map((check) =>
            checkLine(words.checks[check], this.#state(check), words.states)
          )}</ol>
          <p class="soft small">${words.hint} ${words.whose}</p>
          <p class="row end"><button class="main" @click=${() => this.querySelector("dialog")?.close()}>${this.text
            .close}</button></p>
        </div>
      </dialog>
    `;
  }

  /** @param {Check} check @returns {keyof LedgerText["states"]} */
  #state(check) {
    const { found } = this;
    if (!found) return "now";
    if (found.faults.some((each) => each.check === check)) return "wrong";
    return "done";
  }

  /** @param {LedgerText} words @param {Found} found */
  #verdict(words, { faults, entries, players, at: end, whole }) {
    if (faults.length) return this.#unfair(words, faults);
    if (!entries) return html`<div class="verdict"><span>${words.empty}</span></div>`;
    const { about, noted } = this;
    const shown = about?.ratings.find(({ pool }) => pool === this.pool);
    return html`
      <div class="verdict"><b>${words.fair}</b> <span>${words.sum(entries, players)}</span>
        ${about && shown
          ? html`<span>${words.comes(isolated(about.displayName), shown.rating, shown.deviation)}</span>`
          : nothing}
        ${whole ? nothing : html`<span>${words.partly}</span>`}
        <span>${noted ? words.noted(end.seq - noted.seq) : words.nothingNoted}</span></div>
    `;
  }

  /** @param {LedgerText} words @param {Fault[]} faults */
  #unfair(words, faults) {
    return html`
      <div class="verdict unfair"><b>${words.unfair}</b>
        <ul>${faults.slice(0, TOLD).map((each) => this.#fault(words, each))}</ul>
        ${faults.length > TOLD ? html`<span>${words.more(faults.length - TOLD)}</span>` : nothing}</div>
    `;
  }

  /** @param {LedgerText} words @param {Fault} fault */
  #fault(words, { seq, rule, match, says }) {
    return html`
      <li>${seq === null ? nothing : html`
        <b>${words.entry(seq)}:</b>
      `}<span class="wrong">${words.wrong[rule] ?? words.other}</span> ${match
        ? html`<a href=${at(`/m/${match}/replay`)}>${words.replay}</a>`
        : nothing}
        ${says ? html`<span class="small">${words.detail}: <code lang="en">${says}</code></span>` : nothing}</li>
    `;
  }

  #close() {
    this.gone = true;
    this.remove();
  }
}

/** @param {string | null} text @returns {Head | undefined} */
const notedOf = (text) => text ? JSON.parse(text) : undefined;

/**
 * Recompute a pool before the eyes of the reader; the rating of one player, if one is given.
 * @param {import("../shell/shell.js").Shell} shell
 * @param {string} pool
 * @param {About} [about]
 */
export function recompute(shell, pool, about) {
  document.body.append(Object.assign(document.createElement("ledger-dialog"), { shell, pool, about }));
}

customElements.define("ledger-dialog", LedgerDialog);
