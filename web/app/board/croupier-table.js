// <croupier-table match="..." service="https://...">: one table for any page. It watches a public match, or plays with a
// token that is given as a property. docs/embedding.md shows how pages use it.

import { css, html, LitElement, nothing } from "../../vendor/lit.js";
import { playersOf } from "../match/players.js";
import { seatStyles } from "../../boards/seat-mark.js";
// Not from index.js, which has bots as well.
import { Croupier } from "../../../sdk/javascript/src/client.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { learned } from "../../boards/games.js";
import { endingText } from "../../text/ending.js";
import { LANGUAGES, loadAll } from "../../text/index.js";
import { bar, clockOf, stateOf } from "./bar.js";
import { BoardHost } from "./board-host.js";
import { Follow } from "../match/follow.js";
import { SILENCE } from "../session/line.js";
import { resultOf } from "../match/result.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../text/index.js").Text} Text */

/** The service is where this module comes from, if the page does not name another one. */
const HERE = new URL(import.meta.url).origin;
/** What has not been loaded is tried again after so long, in milliseconds. */
const RETRY = 3000;

/** @type {Promise<CSSStyleSheet> | undefined} */
let look;

/** The colours and sizes of the table, for a shadow root. */
function sheet() {
  return look ??= (async () => {
    const answer = await fetch(new URL("../../app.css", import.meta.url));
    return await new CSSStyleSheet().replace((await answer.text()).replaceAll(":root", ":host"));
  })();
}

/** One table; "version" is sent for each version that is shown, "refused" for a move that was not made. */
export class CroupierTable extends LitElement {
  static properties = {
    match: {},
    service: {},
    token: { attribute: false },
    lang: { reflect: true },
    plain: { type: Boolean },
  };

  static styles = [
    seatStyles,
    css`
      :host {
        display: grid;
        grid-template: "felt" minmax(0, 1fr) "told" auto / minmax(0, 1fr);
        block-size: 36rem;
        overflow: hidden;
        background: var(--felt);
        color: var(--ink);
        font: 1rem / 1.45 var(--font, system-ui, sans-serif);
      }
      :host([theme="light"]) {
        color-scheme: light;
      }
      :host([theme="dark"]) {
        color-scheme: dark;
      }
      :host([hidden]) {
        display: none;
      }
      p {
        grid-area: told;
        margin: 0;
      }
      .empty {
        grid-area: felt;
      }
      .told {
        padding: 8px 12px;
        background: var(--surface);
        font-weight: 600;
      }
    `,
  ];

  constructor() {
    super();
    this.match = "";
    this.service = "";
    /** Of a player who sits there; without one, the element watches. */
    this.token = "";
    /** @type {Follow | undefined} */
    this.follow = undefined;
    /** @type {Text | undefined} */
    this.text = undefined;
    /** Whether a board that is a guest is not shown, but the generic one in its place. */
    this.plain = false;
    this.host = new BoardHost(this);
    /** Why the last move was not made. */
    this.refusal = "";
    this.key = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.requestUpdate();
    sheet().then((one) => {
      const root = /** @type {ShadowRoot} */ (this.renderRoot);
      if (!root.adoptedStyleSheets.includes(one)) root.adoptedStyleSheets = [one, ...root.adoptedStyleSheets];
    }, () => look = undefined);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.follow?.stop();
    this.key = "";
  }

  willUpdate() {
    const key = `${this.service} ${this.match} ${this.token} ${languageOf(this)}`;
    if (key === this.key || !this.isConnected) return;
    this.key = key;
    this.#begin().catch(() => this.#later(key));
  }

  updated() {
    this.#fill();
  }

  render() {
    const { text, follow } = this;
    if (!text || !follow) return nothing;
    const { view, status } = follow;
    if (!view || status !== "shown") {
      return html`<p class="empty soft">${this.refusal || this.#without(text, status)}</p>`;
    }
    if (view.status === "waiting") return html`<p class="empty soft">${text.table.waiting}</p>`;
    return html`
      <section class="felt" aria-label=${text.table.region} data-version=${view.version}
        @move=${(/** @type {CustomEvent} */ event) => this.#move(event)}>${this.host.board}</section>
      <p class=${this.refusal || view.outcome ? "told" : "unseen"} role="status">${this.refusal ||
        resultOf(view, endingText(text.language))}</p>
    `;
  }

  /** @param {Text} text @param {string} status */
  #without(text, status) {
    if (status === "loading") return text.loading;
    return status === "gone" ? text.table.gone : text.embedded.missing;
  }

  async #begin() {
    const { key } = this;
    this.follow?.stop();
    this.follow = undefined;
    this.host.clear();
    this.refusal = "";
    if (!this.match) return;
    const me = new Croupier(this.service || HERE, { token: this.token, silence: SILENCE });
    this.text = await loadAll(languageOf(this));
    if (this.key !== key) return;
    const follow = new Follow({ me, ready: () => true, failed: (error) => this.#failed(error) }, this.match);
    this.follow = follow;
    follow.addEventListener("change", () => this.requestUpdate());
    follow.addEventListener("version", () => follow.view && this.#told(follow.view));
    this.requestUpdate();
  }

  /** @param {MatchView} view */
  #told({ game, version, status, toMove, outcome }) {
    this.refusal = "";
    this.dispatchEvent(new CustomEvent("version", { detail: { version, status, toMove, outcome } }));
    if (!this.host.board) this.#load(game, this.key).catch(() => this.#later(this.key));
  }

  /** @param {string} game @param {string} key for which it is loaded */
  async #load(game, key) {
    await learned(this.service || HERE);
    if (this.key === key) await this.host.load(/** @type {Text} */ (this.text), game);
  }

  /** Begin anew, as the line was cut while something was loaded. @param {string} key for which it was */
  #later(key) {
    setTimeout(() => {
      if (this.key !== key || !this.isConnected) return;
      this.key = "";
      this.requestUpdate();
    }, RETRY);
  }

  #fill() {
    const { host, follow } = this;
    const view = follow?.view;
    if (!host.board || !follow || !view?.state) return;
    const { yourSeat, toMove, seats } = view;
    const given = {
      seat: yourSeat,
      below: yourSeat ?? 0,
      players: playersOf(view),
      moves: toMove.includes(yourSeat ?? -1) ? follow.moves : [],
      events: follow.events,
      last: view.lastEvents,
      busy: follow.busy,
    };
    host.show(view, given, seats.map((_, seat) => this.#bar(follow, view, seat)));
    host.draw(view.version, async () => await follow.match?.text() ?? "");
  }

  /** @param {Follow} follow @param {MatchView} view @param {number} seat */
  #bar(follow, view, seat) {
    const text = /** @type {Text} */ (this.text);
    const { yourTurn, thinking } = text.table;
    const moves = stateOf("moves", seat === view.yourSeat ? yourTurn : thinking);
    const state = view.toMove.includes(seat) ? moves : undefined;
    return bar(text, view, seat, { own: false, face: false, state, clock: clockOf(view, seat, follow) });
  }

  /** @param {CustomEvent} event of the board; the page around it has no use for it */
  async #move(event) {
    event.stopPropagation();
    const { board } = this.host;
    if (!await this.follow?.move(event.detail)) board?.notMade?.();
  }

  /** @param {unknown} error */
  #failed(error) {
    const { errors = {}, pageErrors = {} } = this.text ?? {};
    const code = error instanceof Refused ? error.code : "unreachable";
    this.refusal = errors[code] ?? pageErrors[code] ?? errors.unknown;
    this.dispatchEvent(new CustomEvent("refused", { detail: { code } }));
    this.requestUpdate();
  }
}

/** The language that the page has around the element, or else English. @param {Element} element */
function languageOf(element) {
  const around = element.closest("[lang]")?.getAttribute("lang")?.slice(0, 2).toLowerCase() ?? "";
  return Object.hasOwn(LANGUAGES, around) ? around : "en";
}

customElements.define("croupier-table", CroupierTable);
