// The rules of a game, as the service applies them.

import { html } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { moreOf } from "../../text/more.js";
import { drawn } from "../markdown.js";
import { Page } from "../page.js";
import "../rules-look.js";

/** The page under `/rules/{game}`. */
export class RulesPage extends Page {
  static properties = { ...Page.properties, game: {}, rules: { state: true }, wrong: { state: true } };

  constructor() {
    super();
    this.game = "";
    /** The rules as templates. @type {unknown} */
    this.rules = undefined;
    /** What went wrong, in words. */
    this.wrong = "";
    this.asked = "";
  }

  willUpdate() {
    if (this.asked === this.game) return;
    this.asked = this.game;
    this.#load(this.game);
  }

  updated() {
    const names = /** @type {Record<string, string>} */ (this.text.gameNames);
    document.title = `${moreOf(this.text.language).rules.title}: ${names[this.game] ?? this.game}`;
  }

  render() {
    const { loading, table } = this.text;
    if (this.wrong) {
      return html`
        <div class="panel narrow">
          <h1>${table.none}</h1>
          <p>${this.wrong}</p>
        </div>
      `;
    }
    if (!this.rules) return html`<p class="empty soft">${loading}</p>`;
    return html`
      <article class="panel rules">
        ${this.text.language === "en"
          ? ""
          : html`<p class="soft small">${moreOf(this.text.language).rules.english}</p>`}
        <div lang="en">${this.rules}</div>
      </article>
    `;
  }

  /** @param {string} game */
  async #load(game) {
    try {
      const rules = await this.shell.me.rules(game);
      if (this.game === game) this.rules = drawn(rules);
    } catch (error) {
      const missing = error instanceof Refused && error.status === 404;
      this.wrong = missing ? moreOf(this.text.language).rules.none : this.shell.wording(error);
    }
  }
}

customElements.define("rules-page", RulesPage);
