// The lobby: tables to join, players to challenge, and matches to watch.

import { html, nothing } from "../../vendor/lit.js";
import { Page } from "../shell/page.js";
import { searchOf, searchPanel } from "../lobby/search-panel.js";
import "../lobby/who-is-here.js";
import "../lobby/lists.js";
import "../lobby/live-table.js";
import "../lobby/ready-players.js";
import { at } from "../shell/router.js";

/** The page of the lobby. */
export class LobbyPage extends Page {
  static properties = { ...Page.properties, filled: { state: true } };

  constructor() {
    super();
    /** How many of the lists have been filled, each of which comes below the one before: so nothing moves. */
    this.filled = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    searchOf(this.shell);
  }

  updated() {
    document.title = `${this.text.lobby.title} – ${this.text.title}`;
  }

  render() {
    const { lobby } = this.text;
    return html`
      <header class="welcome">
        <h1>${lobby.title}</h1>
        <who-is-here .shell=${this.shell}></who-is-here>
      </header>
      <div class="columns two">
        <section aria-labelledby="waiting-title">
          <h2 id="waiting-title">${lobby.waiting}</h2>
          <match-list .shell=${this.shell} status="waiting" most="50" @looked=${() => this.#fills(1)}></match-list>
          <p class="row"><a class="button" href=${at("/j")}>${lobby.code}</a>
            <a class="button" href=${at("/tournaments")}>${lobby.tournaments}</a></p>
          ${this.filled >= 1 ? this.#ready() : nothing}
        </section>
        ${this.filled >= 2 ? this.#running() : nothing}
      </div>
      ${searchPanel(this.shell)}
    `;
  }

  #ready() {
    return html`
      <h2>${this.text.lobby.ready}</h2>
      <ready-players .shell=${this.shell} @looked=${() => this.#fills(2)}></ready-players>
    `;
  }

  #running() {
    const { lobby } = this.text;
    return html`
      <section aria-labelledby="running-title">
        <h2 id="running-title">${lobby.running}</h2>
        <match-list .shell=${this.shell} status="active" most="50" @looked=${(/** @type {any} */ { target }) =>
          this.#fills(target.found?.length ? 3 : 2)}></match-list>
        ${this.filled >= 3 ? html`<live-table .shell=${this.shell}></live-table>` : nothing}
      </section>
    `;
  }

  /** @param {number} filled */
  #fills(filled) {
    this.filled = Math.max(this.filled, filled);
  }
}

customElements.define("lobby-page", LobbyPage);
