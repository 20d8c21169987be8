// The button that takes a move back: it is there while something can be taken back, and not otherwise.

import { html, nothing } from "../../vendor/lit.js";
import { Page } from "../shell/page.js";
import { chance } from "../match/undo-rules.js";

/** Taking back the last move, in a match where others may agree to it. */
export class UndoButton extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    to: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../match/follow.js").Follow} */
    this.follow;
    /** @type {import("../../../sdk/javascript/types/api.js").MatchView} */
    this.match;
    /** @type {import("../../../sdk/javascript/types/api.js").HistoryEntry[]} */
    this.entries = [];
    /** The version to go back to, if there is one. @type {number | undefined} */
    this.to = undefined;
    this.looked = 0;
  }

  updated() {
    const { version } = this.match;
    if (version === this.looked) return;
    if (version < this.looked) this.entries = [];
    this.looked = version;
    this.to = undefined;
    this.#look(version).catch(() => this.looked = 0); // whatever is drawn next tries again
  }

  /** Look what can be taken back. @param {number} version */
  async #look(version) {
    const last = () => this.entries.at(-1)?.version ?? 0;
    for await (const entry of this.follow.match?.history(last()) ?? []) {
      if (entry.version > last()) this.entries.push(entry);
    }
    if (version === this.match.version) this.to = chance(this.entries, this.match.yourSeat ?? -1);
  }

  render() {
    const { to } = this;
    if (to === undefined) return nothing;
    const { takeBack } = this.text.table;
    return html`
      <button class="icon" aria-label=${takeBack} title=${takeBack} @click=${() => this.#takeBack(to)}>↶</button>
    `;
  }

  /** @param {number} version */
  #takeBack(version) {
    return this.shell.try(async () => void await this.follow.match?.undo(version));
  }
}

customElements.define("undo-button", UndoButton);
