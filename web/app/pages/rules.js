// The rules of a game: as players read them, or of a game without such a page, as the service applies them.

import { html, nothing } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { moreOf } from "../../text/more.js";
import { drawn } from "../markdown.js";
import { Page } from "../page.js";
import "../rules-look.js";

/** Rules for players, by game and language. @type {Record<string, Record<string, () => Promise<{ default: string }>>>} */
const RULES = {
  "lost-cities": {
    en: () => import("../../text/rules/lost-cities.en.js"),
    de: () => import("../../text/rules/lost-cities.de.js"),
  },
  "livingstone": {
    en: () => import("../../text/rules/livingstone.en.js"),
    de: () => import("../../text/rules/livingstone.de.js"),
  },
  "just4fun": {
    en: () => import("../../text/rules/just4fun.en.js"),
    de: () => import("../../text/rules/just4fun.de.js"),
  },
};

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
    const asked = `${this.game} ${this.text.language}`;
    if (this.asked === asked) return;
    this.asked = asked;
    this.#load(this.game, this.text.language);
  }

  updated() {
    const names = /** @type {Record<string, string>} */ (this.text.gameNames);
    document.title = `${moreOf(this.text.language).rules.title}: ${names[this.game] ?? this.game}`;
  }

  render() {
    const { table } = this.text;
    if (this.wrong) {
      return html`
        <div class="panel narrow">
          <h1>${table.none}</h1>
          <p>${this.wrong}</p>
        </div>
      `;
    }
    if (!this.rules) return html`<p class="empty soft">${this.shell.waiting}</p>`;
    const { language } = this.text;
    const { english, exact } = moreOf(language).rules;
    const own = Object.hasOwn(RULES, this.game);
    return html`
      <article class="panel rules">
        ${own || language === "en" ? nothing : html`<p class="soft small">${english}</p>`}
        <div lang=${own ? language : "en"}>${this.rules}</div>
        ${own
          ? html`<p class="soft small"><a href=${`${this.shell.session.url}/v1/games/${this.game}/rules`} hreflang="en">${exact}</a></p>`
          : nothing}
      </article>
    `;
  }

  /** @param {string} game @param {string} language */
  async #load(game, language) {
    try {
      const rules = Object.hasOwn(RULES, game)
        ? (await RULES[game][language]()).default
        : await this.shell.me.rules(game);
      if (this.asked === `${game} ${language}`) this.rules = drawn(rules);
    } catch (error) {
      const missing = error instanceof Refused && error.status === 404;
      this.wrong = missing ? moreOf(this.text.language).rules.none : this.shell.wording(error);
    }
  }
}

customElements.define("rules-page", RulesPage);
