// What looks at the service again and again, as long as its page is seen.

import { Page } from "../shell/page.js";

/** Looks when it is drawn first, and then by its pause, in milliseconds. */
export class PollingPage extends Page {
  /** Between two looks. */
  static pause = 15_000;

  connectedCallback() {
    super.connectedCallback();
    const { pause } = /** @type {typeof PollingPage} */ (this.constructor);
    this.looks = setInterval(() => document.visibilityState === "visible" && this.look(), pause);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.looks);
  }

  firstUpdated() {
    this.look();
  }

  /** @returns {Promise<void>} */
  async look() {}
}
