// The badge in the head of the page: at how many other tables it is the player's turn, and the way to the next of them.

import { html } from "../../vendor/lit.js";
import { badgeText } from "../../text/badge.js";
import { tableOf } from "./other-tables.js";
import { Page } from "./page.js";
import { at } from "./router.js";

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  turn-badge { display: contents; }
  turn-badge .badge { display: grid; place-items: center; min-width: var(--target); min-height: var(--target); text-decoration: none; }
  turn-badge .badge > span { display: grid; place-items: center; min-width: 26px; height: 28px; padding: 0 10px; border-radius: 14px; white-space: nowrap; background: var(--turn); color: var(--turn-ink); font: 700 var(--text-s) var(--font); }
  @media (max-width: 479px) { turn-badge .badge > span { max-width: 7.5rem; min-height: 28px; height: auto; white-space: normal; text-align: center; text-wrap: balance; font-size: .75rem; line-height: 1.15; } }
`);
document.adoptedStyleSheets.push(STYLE);

/** The badge of the tables that wait. */
export class TurnBadge extends Page {
  static properties = { ...Page.properties, waiting: { attribute: false }, words: { state: true } };

  constructor() {
    super();
    /** The ids of their matches. @type {readonly string[]} */
    this.waiting = [];
    /** Which table the first of several is, as soon as that is known. */
    this.words = "";
    this.asked = "";
  }

  willUpdate() {
    const { waiting: [first, ...others], text: { language } } = this;
    const asked = others.length ? `${first} ${language}` : "";
    if (asked === this.asked) return;
    this.asked = asked;
    this.words = "";
    if (asked) tableOf(this.shell, first).then(({ words }) => this.words = this.asked === asked ? words : this.words);
  }

  /** At a table, what is said of the others; "" elsewhere. @param {import("../../text/badge.js").BadgeText} text */
  #others(text) {
    const { waiting, shell: { router: { route }, turns } } = this;
    if (route.page !== "match") return "";
    return turns.mine.has(route.id) ? text.others(waiting.length) : text.next(waiting.length);
  }

  render() {
    const { waiting, words } = this;
    const text = badgeText(this.text.language);
    const others = this.#others(text);
    const written = others || text.yourTurn(waiting.length);
    const told = (others || `${written}: ${text.turns(waiting.length)}`) + (words && `. ${text.firstOf(words)}`);
    return html`
      <a class="badge" href=${at(`/m/${waiting[0]}`)} aria-label=${told} title=${told}><span>${written}</span></a>
    `;
  }
}

customElements.define("turn-badge", TurnBadge);
