// The proof by a button: a dialog that recomputes a match, and says of each check whether it holds.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { Page } from "../shell/page.js";
import { moduleOf, webOf } from "../../boards/games.js";
import { checkLine } from "./check-line.js";
import { CHECKS, proven } from "./proof-checks.js";
import { wrongIn } from "./proof-failures.js";
import "./proof-look.js";

/** @typedef {import("../../../sdk/javascript/src/index.js").Match} Match */
/** @typedef {import("../../../sdk/javascript/types/api.js").Replay} Replay */
/** @typedef {import("./proof-checks.js").Check} Check */
/** @typedef {import("./proof-checks.js").Found} Found */
/** @typedef {import("../../text/proof.en.js").ProofText} ProofText */
/** @typedef {keyof ProofText["states"]} State */

/** @type {Record<string, () => Promise<{ default: ProofText }>>} */
const TEXTS = { en: () => import("../../text/proof.en.js"), de: () => import("../../text/proof.de.js") };

/** Shows what is checked; it goes when it is closed. */
export class ProofDialog extends Page {
  static properties = { ...Page.properties, words: { state: true }, found: { state: true } };

  constructor() {
    super();
    /** @type {Match} */
    this.match;
    /** @type {() => Promise<Replay>} */
    this.load;
    /** @type {ProofText | undefined} */
    this.words = undefined;
    /** @type {Found | undefined} */
    this.found = undefined;
    /** @type {{ check: Check, at: number, of: number }} */
    this.now = { check: "form", at: 0, of: 1 };
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
    this.#prove();
  }

  willUpdate() {
    this.#speak(this.text.language);
  }

  /** @param {string} language */
  async #speak(language) {
    const { default: words } = await TEXTS[language]();
    this.words = words;
  }

  async #prove() {
    const replay = await this.shell.try(this.load);
    if (!replay) return this.querySelector("dialog")?.close();
    const id = replay.game;
    const game = webOf(id)?.verify ? await moduleOf(id, "verify.js") : undefined;
    this.found = await proven(replay, game, this.match.note, (check, at, of) => {
      this.now = { check, at, of };
      this.requestUpdate();
    });
  }

  render() {
    const { words, found } = this;
    return html`
      <dialog class="proof" aria-labelledby="proof-title" @close=${() => this.remove()}>
        ${words
          ? html`<div>
            <h2 id="proof-title">${words.title}</h2>
            ${found ? nothing : this.#progress(words)}
            <div role="status">${found ? this.#verdict(words, found) : nothing}</div>
            <ol class="checks">${
            CHECKS.map((check) => checkLine(words.checks[check], this.#state(check), words.states))
          }</ol>
            <p class="soft small">${words.hint} ${words.whose}</p>
            <p class="row end"><button class="main" @click=${() =>
            this.querySelector("dialog")?.close()}>${this.text.close}</button></p></div>`
          : html`<h2 id="proof-title">${this.text.loading}</h2>`}
      </dialog>
    `;
  }

  /** @param {Check} check @returns {State} */
  #state(check) {
    const { found, now } = this;
    const last = found?.check ?? now.check;
    if (check !== last) return CHECKS.indexOf(check) < CHECKS.indexOf(last) ? "done" : "open";
    return found ? found.wrong ? "wrong" : "done" : "now";
  }

  /** @param {ProofText} words */
  #progress(words) {
    const { check, at, of } = this.now;
    const done = check === "steps" ? at : CHECKS.indexOf(check) > CHECKS.indexOf("steps") ? of : 0;
    return html`<progress aria-label=${words.progress(done, of)} max=${of} .value=${done}></progress>`;
  }

  /** @param {ProofText} words @param {Found} found */
  #verdict(words, { wrong, noted, made, notMine }) {
    if (wrong) return this.#unfair(words, wrong);
    return html`
      <div class="verdict"><b>${words.fair}</b> <span>${words[this.match.now.deal]}</span>
        <span>${noted ? words.noted(noted, made) : words.nothingNoted}</span>
        ${noted && notMine.length ? html`<span>${words.notMine(notMine.length)}</span>` : nothing}</div>
    `;
  }

  /** @param {ProofText} words @param {string} sentence of the verifier */
  #unfair(words, sentence) {
    const wrong = wrongIn(sentence);
    const name = isolated(this.match.now.seats[wrong.seat]?.player?.displayName ?? "");
    return html`
      <div class="verdict unfair"><b>${words.unfair}</b> <span class="wrong">${words.wrong[wrong.kind]({
        ...wrong,
        name,
      })}</span>
        <span class="small">${words.detail}: <code lang="en">${sentence}</code></span></div>
    `;
  }
}

/**
 * Recompute a match before the eyes of its player.
 * @param {import("../shell/shell.js").Shell} shell
 * @param {Match} match
 * @param {() => Promise<Replay>} [load]
 */
export function prove(shell, match, load = () => match.replay()) {
  document.body.append(Object.assign(document.createElement("proof-dialog"), { shell, match, load }));
}

customElements.define("proof-dialog", ProofDialog);
