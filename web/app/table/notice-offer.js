// The offer to tell the player while the page is closed, after its first move that somebody else must answer. It is asked until there
// is an answer, which `croupier:offered` keeps.

import { html, nothing } from "../../vendor/lit.js";
import { noticesText } from "../../text/notices.js";
import { permission } from "../shell/browser-notification.js";
import { Page } from "../shell/page.js";
import { able, isTold, read, subscribe } from "../shell/web-push.js";

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  notice-offer .asked {
    position: fixed;
    z-index: 19;
    inset-inline: var(--space-2);
    inset-block-start: calc(60px + env(safe-area-inset-top));
    max-width: 30rem;
    max-height: calc(100dvh - 70px);
    overflow: auto;
    margin-inline: auto;
    padding: var(--space-3);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-l);
    background: var(--surface);
    color: var(--ink);
    box-shadow: var(--shadow-3);
  }
  notice-offer p { margin: 0 0 var(--space-2); }
`);
document.adoptedStyleSheets.push(STYLE);

/** Where there is nothing to offer, which is looked at once for each page that is loaded. @type {WeakSet<import("../shell/shell.js").Shell>} */
const nothingFor = new WeakSet();

/** Asks once, where the browser can be told and the service tells. */
export class NoticeOffer extends Page {
  static properties = { ...Page.properties, open: { state: true } };

  constructor() {
    super();
    /** Whether there is anything to offer. */
    this.open = false;
  }

  firstUpdated() {
    this.#look().catch(() => {}); // the next move asks
  }

  async #look() {
    const { shell } = this;
    const can = able();
    if (nothingFor.has(shell) || can === "no" || isTold(shell) || (can === "yes" && permission() === "denied")) return;
    this.open = (await read(shell.me)).publicKey !== null;
    if (this.open) shell.say(this.words.offer.title);
    else nothingFor.add(shell);
  }

  get words() {
    return noticesText(this.text.language);
  }

  render() {
    const { words: { offer, homeScreen } } = this;
    if (!this.open) return nothing;
    const can = able() === "yes";
    return html`
      <section class="asked" aria-label=${offer.title}>
        <p><b>${offer.title}</b></p>
        <p>${offer.why}${can ? nothing : html`
          ${homeScreen}
        `}</p>
        <p class="row">
          ${can ? html`<button class="main" @click=${() => this.#tell()}>${offer.yes}</button>` : nothing}
          <button @click=${() => this.#answered()}>${offer.no}</button>
        </p>
      </section>
    `;
  }

  #answered() {
    this.open = false;
    this.shell.kept.setItem("croupier:offered", "answered");
  }

  /** Ask the browser, whose "no" is an answer as well. */
  async #tell() {
    const { shell, words } = this;
    this.#answered();
    const allowed = await Notification.requestPermission() === "granted";
    if (!allowed) return shell.tell({ kind: "error", text: words.blocked });
    await shell.notify(true);
    try {
      if (await subscribe(shell)) shell.tell({ kind: "note", text: words.offer.done });
    } catch (error) {
      if (error instanceof DOMException) shell.tell({ kind: "error", text: words.unreachable });
      else shell.failed(error);
    }
  }
}

customElements.define("notice-offer", NoticeOffer);
