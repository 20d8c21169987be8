// The page of one match: the wait for players, or the table.

import { html } from "../../vendor/lit.js";
import { Follow } from "../match/follow.js";
import { late, Page } from "../shell/page.js";
import "../table/table-page.js";

/** The page under `/m/{id}`. */
export class MatchPage extends Page {
  static properties = { ...Page.properties, matchId: {} };

  constructor() {
    super();
    this.matchId = "";
    /** @type {Follow | undefined} */
    this.follow = undefined;
    this.followed = "";
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#leave();
    this.followed = "";
  }

  /** Another match, or another player, is followed anew; none once the page was left, which is drawn once more. */
  willUpdate() {
    if (!this.isConnected) return;
    const key = `${this.matchId} ${this.shell.session.account?.token ?? ""}`;
    if (key === this.followed) return;
    this.followed = key;
    this.again();
  }

  #leave() {
    this.follow?.stop();
    this.follow = undefined;
  }

  again() {
    this.#leave();
    const { ahead } = this.shell;
    this.shell.ahead = undefined;
    if (ahead?.id !== this.matchId) ahead?.stop();
    this.follow = ahead?.id === this.matchId ? ahead : new Follow(this.shell, this.matchId);
    this.follow.addEventListener("change", this.redraw);
  }

  render() {
    const { follow, shell, text } = this;
    if (!follow || follow.status === "loading") return html`<p class="empty soft">${shell.waiting}</p>`;
    if (follow.status === "missing") return this.absent(text.table.missing);
    if (follow.status === "gone") return this.absent(text.table.gone);
    if (follow.view?.status === "waiting") {
      return late(this, "wait-page", () => import("./wait.js")) ?? html`
        <wait-page .shell=${shell} .follow=${follow} .match=${follow.view}
          @joined=${() => this.again()}></wait-page>
      `;
    }
    return html`<table-page .shell=${shell} .follow=${follow} .match=${follow.view}></table-page>`;
  }
}

customElements.define("match-page", MatchPage);
