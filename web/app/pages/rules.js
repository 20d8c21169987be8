// The rules of a game: as players read them, or of a game without such a page, as the service applies them.

import { html, nothing } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { dataOf, languageOf, moduleOf, nameOf, webOf } from "../../boards/games.js";
import { moreOf } from "../../text/more.js";
import { drawn } from "./markdown.js";
import { late, Page } from "../shell/page.js";
import "./rules-look.js";

/** A picture of a board that says nothing of it is so high, in pixels. */
const HEIGHT = 320;

/** The page under `/rules/{game}`. */
export class RulesPage extends Page {
  static properties = { ...Page.properties, game: {}, rules: { state: true }, wrong: { state: true } };

  constructor() {
    super();
    this.game = "";
    /** The rules in Markdown. @type {string | undefined} */
    this.rules = undefined;
    /** The pictures of the board by their names. @type {Record<string, import("../board/board-picture.js").Picture>} */
    this.pictures = {};
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
    document.title = `${moreOf(this.text.language).rules.title}: ${nameOf(this.game)}`;
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
    const own = this.#own(this.game, language);
    return html`
      <article class="panel rules">
        ${(own || "en") === language ? nothing : html`<p class="soft small">${english}</p>`}
        <div lang=${own || "en"}>${drawn(this.rules, (name, caption) => this.#picture(name, caption))}</div>
        ${own
          ? html`<p class="soft small"><a href=${`${this.shell.session.url}/v1/games/${this.game}/rules`} hreflang="en">${exact}</a></p>`
          : nothing}
      </article>
    `;
  }

  /** A picture, of which the caption alone is spoken. @param {string} name @param {string} caption */
  #picture(name, caption) {
    const picture = this.pictures[name];
    if (!picture) return html`<p class="soft">${caption}</p>`;
    const { shell, game } = this;
    const waits = late(this, "board-picture", () => import("../board/board-picture.js"), false);
    const height = picture.height ?? HEIGHT;
    return html`
      <figure>
        <svg class="place" viewBox="0 0 1 1" height=${height} aria-hidden="true"></svg>
        ${waits ? nothing : html`<board-picture .shell=${shell} .game=${game} .picture=${picture}></board-picture>`}
        <figcaption>${caption}</figcaption>
      </figure>
    `;
  }

  /** The language of the rules that a game has for players; "" if it has none. @param {string} game @param {string} language */
  #own = (game, language) => languageOf(webOf(game)?.rules ?? [], language);

  /** @param {string} game @param {string} language */
  async #load(game, language) {
    try {
      const own = this.#own(game, language);
      const [found, pictures] = await Promise.all([
        own && dataOf(game, `rules.${own}.md`),
        webOf(game)?.pictures && moduleOf(game, "pictures.js"), // how high they are is known before they are drawn
      ]);
      const rules = await (found ? found.text() : this.shell.me.rules(game));
      if (this.asked !== `${game} ${language}`) return;
      this.pictures = pictures ? pictures.default : {};
      this.rules = rules;
    } catch (error) {
      const missing = error instanceof Refused && error.status === 404;
      this.wrong = missing ? moreOf(this.text.language).rules.none : this.shell.wording(error);
    }
  }
}

customElements.define("rules-page", RulesPage);
