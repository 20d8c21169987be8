// The page of one match: an invitation to it, the wait for players, or the table.

import { html } from "../../vendor/lit.js";
import { Follow } from "../follow.js";
import { late, Page } from "../page.js";
import "./table.js";

/** The page under `/m/{id}`. */
export class MatchPage extends Page {
  static properties = { ...Page.properties, matchId: {}, invite: {}, told: { attribute: false } };

  constructor() {
    super();
    this.matchId = "";
    this.invite = "";
    this.told = { game: "", from: "", terms: "" };
    /** @type {Follow | undefined} */
    this.follow = undefined;
    this.followed = "";
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#leave();
    this.followed = "";
  }

  /** Another match, or another player, is followed anew. */
  willUpdate() {
    const key = `${this.matchId} ${this.shell.session.account?.token ?? ""}`;
    if (key === this.followed) return;
    this.followed = key;
    // To a stranger, a private table is none: who comes by an invitation looks at it as soon as there is a seat.
    if (this.invite && this.follow?.id !== this.matchId) this.#leave();
    else this.again();
  }

  /** Whoever sits needs no code to come in, so it does not stay in the address. */
  updated() {
    const { follow, invite, matchId, shell } = this;
    if (invite && follow?.id === matchId && (follow.view?.yourSeat ?? null) !== null) {
      shell.router.go(`/m/${matchId}`, { replace: true });
    }
  }

  #leave() {
    this.follow?.stop();
    this.follow = undefined;
  }

  again() {
    this.#leave();
    this.follow = new Follow(this.shell, this.matchId);
    this.follow.addEventListener("change", this.redraw);
  }

  render() {
    const { follow, shell, text } = this;
    if (!follow && this.invite) return this.#invitation();
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

  #invitation() {
    return late(this, "invitation-page", () => import("./invitation.js")) ?? html`
      <invitation-page .shell=${this.shell} .matchId=${this.matchId} .invite=${this.invite} .told=${this.told}
        @joined=${() => this.again()}></invitation-page>
    `;
  }
}

customElements.define("match-page", MatchPage);
