// Who is away from a table: it is said once, marked at the seat, and something can be done where the match waits for that seat.
// It is loaded once somebody is away.

import { html, nothing } from "../../vendor/lit.js";
import { late } from "../shell/page.js";
import { awayOf, awaySoon, sayPresence, seatAway } from "./seat-away.js";

/** @typedef {import("./table-page.js").TablePage} TablePage */

/** The seats of a table whose players are away. */
export class Absences {
  /** The seats that were said to be away. @type {readonly number[]} */
  #said = [];
  /** Until somebody counts as away who was here just now. @type {ReturnType<typeof setTimeout> | undefined} */
  #soon = undefined;
  #page;

  /** @param {TablePage} page */
  constructor(page) {
    this.#page = page;
    page.addController(this);
  }

  hostDisconnected() {
    clearTimeout(this.#soon);
  }

  /** Say who has gone away or come back, and show it. */
  tell() {
    const { shell, follow } = this.#page;
    this.#said = sayPresence(shell, follow, this.#said);
    clearTimeout(this.#soon);
    const soon = awaySoon(follow.presence, shell.me.time);
    if (soon !== undefined) this.#soon = setTimeout(() => this.tell(), soon);
    this.#page.requestUpdate();
  }

  /** Those of these seats whose players are away, but for the viewer's. @param {readonly number[]} seats */
  #of(seats) {
    const { shell, follow, match } = this.#page;
    const away = match.status === "active" ? awayOf(follow.presence, shell.me.time) : [];
    return seats.filter((seat) => seat !== match.yourSeat && away.includes(seat));
  }

  /** The mark of a seat whose player is away; undefined of others. @param {number} seat */
  mark(seat) {
    const { shell, follow } = this.#page;
    return this.#of([seat]).length ? seatAway(shell, follow, seat) : undefined;
  }

  /** What can be done where the match waits for somebody who is away. */
  claim() {
    const page = this.#page;
    const waits = this.#of(page.match.toMove).length;
    if (!waits || late(page, "away-claim", () => import("./away-claim.js"))) return nothing;
    return html`<away-claim .shell=${page.shell} .follow=${page.follow} .match=${page.match}></away-claim>`;
  }
}
