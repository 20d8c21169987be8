// What invites a friend to a table: the code, the link, and the link as a QR code.

import { html, nothing } from "../../vendor/lit.js";
import { seatsText } from "../../text/seats.js";
import { copy } from "../shell/copy.js";
import { Page } from "../shell/page.js";
import { qr } from "./qr.js";

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  invite-panel { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--space-2) var(--space-4); align-items: center; }
  invite-panel .qr { display: block; width: min(9.25rem, 32vw); border-radius: var(--radius-m); }
  invite-panel .told { display: grid; gap: var(--space-2); }
  invite-panel .code { font: 700 clamp(1.125rem, 5.4vw, 1.75rem) var(--font-mono); letter-spacing: .03em; white-space: nowrap; user-select: all; }
  invite-panel .link { display: flex; gap: var(--space-2); grid-column: 1 / -1; }
  invite-panel input { font-size: var(--text-s); min-width: 0; }
  invite-panel .link button { flex: none; }
  @media (max-width: 30rem) { invite-panel .link { flex-wrap: wrap; } invite-panel .link button { flex: 1 1 auto; } }
`);
document.adoptedStyleSheets.push(STYLE);

/** Shows the invitation to a table. */
export class InvitePanel extends Page {
  static properties = { ...Page.properties, code: {}, link: {}, hint: {} };

  constructor() {
    super();
    /** @type {string | null | undefined} */
    this.code = undefined;
    this.link = "";
    /** What the link is good for, if not for a seat. */
    this.hint = "";
  }

  render() {
    const { invitation } = seatsText(this.text.language);
    return html`
      ${qr(this.link, invitation.qr)}
      <div class="told">
        ${this.code ? html`<p class="code"><span class="unseen">${invitation.code}: </span>${this.code}</p>` : nothing}
        <p class="soft small">${this.hint || invitation.hint}</p>
      </div>
      <p class="link"><input readonly aria-label=${invitation.link} .value=${this.link}
          @focus=${(/** @type {any} */ { target }) => target.select()}>
        <button class="main" @click=${() => this.#copy()}>${invitation.copy}</button>
        ${"share" in navigator ? html`<button @click=${() => this.#share()}>${invitation.share}</button>` : nothing}
      </p>
    `;
  }

  async #copy() {
    await copy(this.link);
    this.shell.tell({ kind: "note", text: seatsText(this.text.language).invitation.copied });
  }

  #share() {
    navigator.share({ url: this.link, title: this.text.title }).catch(() => {}); // who shares may think better of it
  }
}

customElements.define("invite-panel", InvitePanel);
