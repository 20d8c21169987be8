import { html, LitElement } from "../vendor/lit.js";

/** @typedef {import("./shell.js").Shell} Shell */

/** A page of the shell: in the document itself, drawn again when the shell has changed. */
export class Page extends LitElement {
  static properties = { shell: { attribute: false } };

  constructor() {
    super();
    /** @type {Shell} */
    this.shell;
    this.redraw = () => this.requestUpdate();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.shell.addEventListener("change", this.redraw);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.shell.removeEventListener("change", this.redraw);
  }

  get text() {
    return this.shell.text;
  }

  /** What stands in the place of a match that there is not, or not for the caller. @param {string} words */
  absent(words) {
    document.title = this.text.title;
    return html`
      <div class="panel narrow">
        <h1>${this.text.table.none}</h1>
        <p>${words}</p>
        <p><a class="button main" href="/">${this.text.table.back}</a></p>
      </div>
    `;
  }
}
