// The lobby: tables to join, and matches to watch.

import { html } from "../../vendor/lit.js";
import { Page } from "../page.js";
import { search } from "../searching.js";
import "../lists.js";

/** The page of the lobby. */
export class LobbyPage extends Page {
  updated() {
    document.title = `${this.text.lobby.title} – ${this.text.title}`;
  }

  render() {
    const { lobby } = this.text;
    return html`
      <h1>${lobby.title}</h1>
      ${search(this.shell)}
      <div class="columns two">
        <section aria-labelledby="waiting-title">
          <h2 id="waiting-title">${lobby.waiting}</h2>
          <match-list .shell=${this.shell} status="waiting" most="50"></match-list>
        </section>
        <section aria-labelledby="running-title">
          <h2 id="running-title">${lobby.running}</h2>
          <match-list .shell=${this.shell} status="active" most="50"></match-list>
        </section>
      </div>
    `;
  }
}

customElements.define("lobby-page", LobbyPage);
