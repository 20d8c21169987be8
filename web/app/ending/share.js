// The result of a match for others: a picture, drawn in the browser, and a link.

import { html, nothing } from "../../vendor/lit.js";
import { nameOf } from "../../boards/games.js";
import { endingText } from "../../text/ending.js";
import { copy } from "../shell/copy.js";
import { Page } from "../shell/page.js";
import { drawn } from "./result-picture.js";
import { resultOf } from "../match/result.js";
import { home } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {{ game?: import("../../text/game.js").GameText, summary?: import("../match/reasons.js").Summed }} Told */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .sharing { width: min(44rem, calc(100vw - 2 * var(--space-3))); max-height: calc(100dvh - 2 * var(--space-2)); padding: var(--space-4); }
  .sharing[open] { display: grid; gap: var(--space-3); }
  .sharing canvas { display: block; width: 100%; max-width: calc(50dvh * 1.9); margin-inline: auto; aspect-ratio: 1200 / 630; border-radius: var(--radius-m); border: 1px solid var(--line); background: var(--felt); }
  .sharing .row > * { flex: 1 1 auto; }
`);
document.adoptedStyleSheets.push(STYLE);

/** Shows the picture before it is sent; it goes when it is closed. */
export class ShareDialog extends Page {
  static properties = { ...Page.properties, file: { state: true }, failed: { state: true }, copied: { state: true } };

  constructor() {
    super();
    /** @type {MatchView} */
    this.match;
    /** @type {Told} */
    this.told;
    /** The picture, once it is drawn. @type {File | undefined} */
    this.file = undefined;
    this.failed = false;
    this.copied = false;
  }

  get words() {
    return endingText(this.text.language);
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
    this.#draw().catch(() => this.failed = true);
  }

  async #draw() {
    const canvas = /** @type {HTMLCanvasElement} */ (this.querySelector("canvas"));
    await drawn(canvas, { match: this.match, text: this.text, words: this.words, ...this.told });
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    this.file = new File([/** @type {Blob} */ (blob)], `croupier-${this.match.id}.png`, { type: "image/png" });
  }

  render() {
    const { words, match, file, failed } = this;
    const { sharing } = words;
    const picture = sharing.picture(nameOf(match.game), resultOf(match, words));
    return html`
      <dialog class="sharing" aria-labelledby="sharing-title" @close=${() => this.remove()}>
        <h2 id="sharing-title">${sharing.title}</h2>
        ${failed
          ? html`<p role="status">${sharing.failed}</p>`
          : html`<canvas width="1200" height="630" role="img" aria-label=${picture}></canvas>`}
        ${match.access === "private" ? html`<p class="soft small">${sharing.private}</p>` : nothing}
        <p class="row">
          ${this.#mayShare ? html`<button class="main" @click=${() => this.#send()}>${sharing.send}</button>` : nothing}
          <button class=${this.#mayShare ? "" : "main"} aria-disabled=${!file} @click=${() => this.#save()}>${sharing
            .download}</button>
          <button aria-live="polite" @click=${() => this.#copy()}>${this.copied
            ? sharing.copied
            : sharing.copy}</button>
          <button class="plain" @click=${() => this.#close()}>${this.text.close}</button>
        </p>
      </dialog>
    `;
  }

  get #mayShare() {
    return Boolean(this.file && navigator.canShare?.({ files: [this.file] }));
  }

  get #link() {
    return `${home()}/m/${this.match.id}/replay`;
  }

  async #send() {
    const { match, words, file } = this;
    const text = `${nameOf(match.game)}. ${resultOf(match, words)}`;
    const title = words.sharing.subject(nameOf(match.game));
    try {
      await navigator.share({ files: [/** @type {File} */ (file)], title, text, url: this.#link });
      this.#close();
    } catch {
      // It was not sent after all: the dialog is still there.
    }
  }

  #save() {
    if (!this.file) return;
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(this.file) });
    link.download = this.file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  async #copy() {
    await copy(this.#link);
    this.copied = true;
  }

  #close() {
    this.querySelector("dialog")?.close();
  }
}

/**
 * Offer the result of a match for others.
 * @param {import("../shell/shell.js").Shell} shell
 * @param {MatchView} match
 * @param {Told} told what the game says of it
 */
export function share(shell, match, told) {
  document.body.append(Object.assign(document.createElement("share-dialog"), { shell, match, told }));
}

customElements.define("share-dialog", ShareDialog);
