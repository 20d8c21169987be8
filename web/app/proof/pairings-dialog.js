// "Check the pairings": a dialog that fetches the log of a tournament, computes all that follows from it anew, and names the first thing
// that does not.

import { html, nothing } from "../../vendor/lit.js";
import { ownSeals } from "../../../sdk/javascript/src/tournament-seals.js";
import { Tournaments } from "../../../sdk/javascript/src/tournaments.js";
import { pairingsText } from "../../text/pairings.js";
import { attempt } from "../shell/attempt.js";
import { Page } from "../shell/page.js";
import { checkLine, progressOf } from "./check-line.js";
import { linesOf } from "./ledgers.js";
import { CHECKS, rechecked } from "./pairings-checks.js";
import "./proof-look.js";

/** @typedef {import("./pairings-checks.js").Check} Check */
/** @typedef {import("./pairings-checks.js").Fault} Fault */
/** @typedef {import("./pairings-checks.js").Found} Found */
/** @typedef {import("./pairings-checks.js").Head} Head */
/** @typedef {import("./check-line.js").State} State */
/** @typedef {import("../../text/pairings.js").PairingsText} PairingsText */

/** What the browser keeps of each tournament: where its log ended when it was checked last. */
const NOTED = "croupier:pairings:";
/** The ids of players, of which the verifier speaks. */
const ID = /[\w-]{22}/g;

/** Checks as soon as it is there, and goes when it is closed. */
export class PairingsDialog extends Page {
  static properties = { ...Page.properties, found: { state: true } };

  constructor() {
    super();
    this.tournament = "";
    /** @type {Found | undefined} */
    this.found = undefined;
    this.done = 0;
    this.all = 0;
    /** @type {Head | undefined} */
    this.noted = undefined;
    /** Whether this browser has joined it. */
    this.joined = false;
    /** The names of the players, for what the verifier says. @type {Map<string, string>} */
    this.names = new Map();
    /** Whether it was put away. */
    this.gone = false;
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
    this.#check();
  }

  get words() {
    return pairingsText(this.text.language);
  }

  /** Those that can be made here. */
  get #checks() {
    return CHECKS.filter((check) => check === "own" ? this.joined : check === "kept" ? this.noted : true);
  }

  async #check() {
    const { shell, tournament: id } = this;
    const { kept } = shell;
    const noted = kept.getItem(NOTED + id);
    this.noted = noted ? JSON.parse(noted) : undefined;
    const found = await attempt(shell, async () => {
      const asked = new Tournaments(shell.me);
      const [now, shown] = await Promise.all([asked.get(id), asked.standingsPage(id, { pageSize: 100 })]);
      this.all = now.version;
      const seals = now.you ? ownSeals(kept, id, now.you.seal) : [];
      const own = seals.length ? { player: (await shell.me.player()).id, seals } : undefined;
      this.joined = own !== undefined;
      this.requestUpdate();
      const expected = { heads: [now], shown: now.round ? shown : undefined, own, noted: this.noted };
      const found = await rechecked(this.#lines(), expected, (entries) => {
        this.done = entries;
        this.requestUpdate();
      });
      if (found.fault?.says) await this.#name(asked);
      return found;
    });
    if (this.gone) return;
    if (!found) return this.querySelector("dialog")?.close();
    if (!found.fault) kept.setItem(NOTED + id, JSON.stringify(found.at));
    this.found = found;
  }

  /** The lines of the log, until nobody wants to know any more. */
  async *#lines() {
    for await (const line of linesOf(this.shell, `/v1/tournaments/${this.tournament}/log`)) {
      if (this.gone) return;
      yield line;
    }
  }

  /** Learn who is who. @param {Tournaments} asked */
  async #name(asked) {
    for await (const { player } of asked.players(this.tournament)) {
      this.names.set(player.id, player.displayName ?? player.id);
    }
  }

  render() {
    const { words, found } = this;
    return html`
      <dialog class="proof" aria-labelledby="pairings-title" @close=${() => this.#close()}>
        <div>
          <h2 id="pairings-title">${words.title}</h2>
          ${found ? nothing : progressOf(this.done, this.all, words.progress, this.text.loading)}
          <div role="status">${found
            ? found.fault ? this.#unfair(words, found.fault) : this.#fair(words, found)
            : nothing}</div>
          <ol class="checks">${this.#checks.map((check) =>
            checkLine(words.checks[check], this.#state(check), words.states)
          )}</ol>
          <details>
            <summary>${words.could}</summary>
            <ul class="could">${words.coulds.map((each) => html`<li><b>${each.what}</b> ${each.how}</li>`)}</ul>
          </details>
          <p class="soft small">${words.hint} ${words.whose}</p>
          <p class="row end"><button class="main" @click=${() => this.querySelector("dialog")?.close()}>${this.text
            .close}</button></p>
        </div>
      </dialog>
    `;
  }

  /** What comes after the first fault was not looked at. @param {Check} check @returns {State} */
  #state(check) {
    const { found } = this;
    if (!found) return "now";
    if (!found.fault) return "done";
    return found.fault.check === check ? "wrong" : "open";
  }

  /** @param {PairingsText} words @param {Found} found */
  #fair(words, { entries, rounds, players, withheld, late }) {
    const { noted } = this;
    return html`
      <div class="verdict"><b>${words.fair}</b> <span>${words.sum(entries, rounds, players)}</span>
        <span>${withheld ? words.withheld(withheld) : words.nobodyWithheld}</span>
        ${late ? html`<span>${words.late(late)}</span>` : nothing}
        <span>${noted ? words.noted : words.nothingNoted}</span></div>
    `;
  }

  /** @param {PairingsText} words @param {Fault} fault */
  #unfair(words, { entry, rule, check, says }) {
    const named = says.replace(ID, (id) => this.names.get(id) ?? id);
    return html`
      <div class="verdict unfair"><b>${words.unfair}</b>
        <span>${words.entry(entry)}: <span class="wrong">${words.wrong[rule] ??
          words.broken(words.checks[check])}</span></span>
        ${named ? html`<span class="small">${words.detail}: <code lang="en">${named}</code></span>` : nothing}</div>
    `;
  }

  #close() {
    this.gone = true;
    this.remove();
  }
}

/**
 * Check the pairings of a tournament before the eyes of the reader.
 * @param {import("../shell/shell.js").Shell} shell
 * @param {string} tournament its id
 */
export function checkPairings(shell, tournament) {
  document.body.append(Object.assign(document.createElement("pairings-dialog"), { shell, tournament }));
}

customElements.define("pairings-dialog", PairingsDialog);
