import { isWhole, loadAll } from "../../text/index.js";
import { html, LitElement } from "../../vendor/lit.js";
import { at } from "./router.js";

/** @typedef {import("./shell.js").Shell} Shell */

/** What has not been loaded is tried again after so long, in milliseconds. */
const RETRY = 3000;

/**
 * What is shown in the place of an element that is loaded when it is needed first; undefined when it is there. Whoever
 * has it drawn is drawn again then, and tries again if the line was cut.
 * @param {LitElement & { shell: Shell }} drawn
 * @param {string} tag
 * @param {() => Promise<unknown>} load
 * @param {boolean} [whole] whether it needs the texts besides those of a table
 */
export function late(drawn, tag, load, whole = true) {
  const { text } = drawn.shell;
  if (customElements.get(tag) && (!whole || isWhole(text))) return undefined;
  Promise.all([load(), whole && loadAll(text.language)]).then(
    () => drawn.requestUpdate(),
    () => {
      dispatchEvent(new Event("late"));
      setTimeout(() => drawn.requestUpdate(), RETRY);
    },
  );
  return html`<p class="empty soft">${drawn.shell.waiting}</p>`;
}

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
        <p><a class="button main" href=${at("/")}>${this.text.table.back}</a></p>
      </div>
    `;
  }
}
