// A wall of running public tables, for a screen that everybody in a room sees. Nobody touches it.

import { html, repeat } from "../../vendor/lit.js";
import { Croupier } from "../../../sdk/javascript/src/client.js";
import { moreOf } from "../../text/more.js";
import { first } from "../first.js";
import { Page } from "../page.js";
import "../croupier-table.js";
import "../wall-look.js";

/** The token of a player who plays nothing, with the right to read; the screen needs none. */
const TOKEN = "croupier:wall";
/** So many matches take turns. */
const MOST = 24;
/** Between two looks at what runs, and how long a match is shown if there are more than fit; in milliseconds. */
const LOOK = 30_000;
const TURN = 20_000;
/** So many fit. Each has a line of its own, and a browser opens six to a service over HTTP/1.1. */
const FITS = { wide: 4, narrow: 2 };
const WIDE = matchMedia("(min-width: 900px)");

/** The page under `/wall`; `only` has the ids to show, or none for all that run. */
export class WallPage extends Page {
  static properties = {
    ...Page.properties,
    only: { attribute: false },
    found: { state: true },
    turn: { state: true },
  };

  constructor() {
    super();
    /** @type {string[]} */
    this.only = [];
    /** @type {string[] | undefined} */
    this.found = undefined;
    this.turn = 0;
    /** @type {ReturnType<typeof setInterval>[]} */
    this.timers = [];
  }

  connectedCallback() {
    super.connectedCallback();
    // Never as the player of this browser: everybody in the room would see that hand.
    this.token = this.shell.kept.getItem(TOKEN) ?? "";
    this.me = new Croupier(this.shell.session.url, { token: this.token, fetch: this.shell.line.fetch });
    this.timers = [setInterval(() => this.#look(), LOOK), setInterval(() => this.turn++, TURN)];
    WIDE.addEventListener("change", this.redraw);
    navigator.wakeLock?.request("screen").catch(() => {}); // a screen that may sleep is none of our business
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.timers.forEach(clearInterval);
    WIDE.removeEventListener("change", this.redraw);
  }

  firstUpdated() {
    this.#look();
  }

  updated() {
    document.title = `${moreOf(this.text.language).wall.title} – ${this.text.title}`;
  }

  render() {
    const { wall } = moreOf(this.text.language);
    return html`
      <header class="row">
        <h1>${wall.title}</h1>
        <p class="soft">${wall.come(location.host)}</p>
      </header>
      ${this.found?.length === 0 ? html`<p class="empty big">${this.text.lobby.nothing}</p>` : ""}
      <div class="tables">${repeat(
        this.#shown(this.found ?? []),
        (id) => id,
        (id) =>
          html`<croupier-table .match=${id} .service=${this.shell.session.url} .token=${
            this.token ?? ""
          }></croupier-table>`,
      )}</div>
    `;
  }

  /** Those whose turn it is to be seen. @param {string[]} all */
  #shown(all) {
    const fits = WIDE.matches ? FITS.wide : FITS.narrow;
    const from = (this.turn % Math.max(1, Math.ceil(all.length / fits))) * fits;
    return all.slice(from, from + fits);
  }

  async #look() {
    try {
      this.found = this.only.length ? this.only.slice(0, MOST) : await this.#running();
    } catch {
      // It looks again.
    }
  }

  async #running() {
    const open = (/** @type {{ access: string, yourSeat: number | null }} */ { access, yourSeat }) =>
      access === "public" && yourSeat === null;
    const all = await first(/** @type {Croupier} */ (this.me).matches.list({ status: "active" }), MOST, open);
    return all.map(({ id }) => id);
  }
}

customElements.define("wall-page", WallPage);
