// How many people and bots are here.

import { html, nothing } from "../../vendor/lit.js";
import { PollingPage } from "./polling-page.js";

/** One line, whose place is kept until the service has told. */
export class WhoIsHere extends PollingPage {
  static properties = { ...PollingPage.properties, found: { state: true } };

  constructor() {
    super();
    /** @type {import("../../../sdk/javascript/types/api.js").Presence | undefined} */
    this.found = undefined;
  }

  render() {
    if (!this.found) return nothing;
    const { people, bots } = this.found;
    return html`<p class="soft"><span class="pulse" aria-hidden="true"></span> ${
      this.text.home.here(people, bots)
    }</p>`;
  }

  /** @override */
  async look() {
    this.found = await this.shell.me.presence().catch(() => this.found); // the line tells what is wrong
  }
}

customElements.define("who-is-here", WhoIsHere);
