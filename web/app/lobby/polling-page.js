// What looks at the service again and again, as long as its page is seen.

import { Page } from "../shell/page.js";

/** After a look that has failed, in milliseconds; the client has tried again before. */
const RETRY = 3000;

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

  /** Look again soon, since a look has failed. */
  retry() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.isConnected && this.look(), RETRY);
  }

  firstUpdated() {
    this.look();
  }

  /** @returns {Promise<void>} */
  async look() {}
}
