// A deal that several play: what it is, the one try at it, its board, and the best line once it is over.

import { Deals } from "../../../sdk/javascript/src/deals.js";
import { html, nothing } from "../../vendor/lit.js";
import { isolated } from "../../boards/bidi.js";
import { nameOf } from "../../boards/games.js";
import { dealBoard } from "../deals/deal-board.js";
import { DealsPart } from "../deals/deals-part.js";
import { attempt } from "../shell/attempt.js";
import { at } from "../shell/router.js";
import "../deals/deals-look.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Deal} Deal */
/** @typedef {import("../../../sdk/javascript/types/api.js").DealBoard} Board */
/** @typedef {import("../deals/deals-part.js").DealsText} DealsText */

/** The rows of a board. */
const ROWS = 100;

/** The page under `/deals/{id}`. */
export class DealPage extends DealsPart {
  static properties = {
    ...DealsPart.properties,
    dealId: {},
    found: { state: true },
    board: { state: true },
    friends: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    this.dealId = "";
    /** Undefined before the first look, null if there is no such deal. @type {Deal | null | undefined} */
    this.found = undefined;
    /** @type {Board | undefined} */
    this.board = undefined;
    /** Whether the board has the player and its friends only; undefined until that is chosen. @type {boolean | undefined} */
    this.friends = undefined;
    this.busy = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("dealId") || !this.hasUpdated) return;
    [this.found, this.board, this.friends] = [undefined, undefined, undefined];
    this.look();
  }

  updated() {
    const { worded, found } = this;
    document.title = `${worded && found ? this.#title(found, worded) : ""} – ${this.text.title}`;
  }

  /** @override */
  async look() {
    const { me, session } = this.shell;
    const { dealId, friends } = this;
    const deals = new Deals(me);
    try {
      // Friends come first, if any of them is there.
      const [found, board, circle] = await Promise.all([
        deals.get(dealId),
        friends ? undefined : deals.board(dealId, { pageSize: ROWS }),
        session.known && friends !== false ? deals.board(dealId, { friends: true, pageSize: ROWS }) : undefined,
      ]);
      if (dealId !== this.dealId || friends !== this.friends) return;
      const first = friends ?? (circle?.entries.length ?? 0) > 1;
      [this.found, this.board] = [found, first ? circle : board];
      if (friends === undefined && session.known) this.friends = first;
    } catch (problem) {
      if (/** @type {any} */ (problem).status === 404) this.found = null;
      else this.retry(); // until then, the line tells what is wrong
    }
  }

  /** @override @param {DealsText} words */
  spoken(words) {
    const { found } = this;
    if (found === null) return this.absent(words.none);
    if (!found) return html`<p class="soft loading">${this.shell.waiting}</p>`;
    return html`
      <header class="welcome">
        <p><a href=${at("/deals")}>${words.title}</a></p>
        <h1>${this.#title(found, words)}</h1>
        <p class="soft">${[
          found.name && nameOf(found.game),
          words.against(found.opponents.map((each) => isolated(each))),
          this.#when(found, words),
        ].filter(Boolean).join(" · ")}</p>
      </header>
      <section class="panel hero" aria-label=${words.yourTry}>${this.#step(found, words)}</section>
      ${found.best ? this.#best(found.best, words) : nothing}
      ${this.#board(found, words)}
      <p class="soft small">${words.why}</p>
    `;
  }

  /** @param {Deal} deal @param {DealsText} words */
  #title({ name, game, startTime }, words) {
    return name || words.ofDay(nameOf(game), new Date(startTime));
  }

  /** @param {Deal} deal @param {DealsText} words */
  #when({ status, startTime, endTime }, { from, until, over }) {
    if (status === "soon") return from(new Date(startTime));
    return status === "open" ? until(new Date(endTime)) : over(new Date(endTime));
  }

  /** @param {Deal} deal @param {DealsText} words */
  #step({ status, yourMatchId, tries, finished }, words) {
    const counts = html`<p class="soft">${words.tries(tries, finished)}</p>`;
    if (yourMatchId) {
      return html`
        <p class="lead">${this.board?.you ? words.done : words.begun}</p>
        <a class="button main go" href=${at(`/m/${yourMatchId}`)}>${words.toMatch}</a>
        ${counts}
      `;
    }
    if (status !== "open") return html`<p class="lead">${status === "soon" ? words.soon : words.closed}</p>${counts}`;
    return html`
      <p class="lead">${words.once}</p>
      <button class="main go" aria-disabled=${this.busy} @click=${() => this.#try()}>${words.try}</button>
      ${counts}
    `;
  }

  /** @param {NonNullable<Deal["best"]>} best @param {DealsText} words */
  #best({ player, matchId, points }, words) {
    const name = isolated(player.displayName ?? words.board.unnamed);
    return html`
      <section class="panel" aria-labelledby="best-title">
        <h2 id="best-title">${words.best}</h2>
        <p>${words.bestOf(name, points)}</p>
        <p class="row"><a class="button main" href=${at(`/m/${matchId}/replay`)}>${words.replay}</a></p>
      </section>
    `;
  }

  /** @param {Deal} deal @param {DealsText} words */
  #board({ finished }, words) {
    const { board: text } = words;
    const views = /** @type {const} */ ([[true, text.friends], [false, text.all]]);
    return html`
      <section class="panel" aria-labelledby="board-title">
        <h2 id="board-title">${text.title}</h2>
        ${this.shell.session.known
          ? html`<div class="segments" role="group" aria-label=${text.title}>${
            views.map(([friends, name]) =>
              html`<button aria-pressed=${this.friends === friends} @click=${() =>
                this.#show(friends)}>${name}</button>`
            )
          }</div>`
          : nothing}
        ${this.board ? dealBoard(this.board, words) : html`<p class="soft">${this.shell.waiting}</p>`}
        ${finished ? html`<p class="soft small">${text.order}</p>` : nothing}
      </section>
    `;
  }

  /** @param {boolean} friends */
  #show(friends) {
    this.friends = friends;
    this.board = undefined;
    this.look();
  }

  /** Buttons are not disabled meanwhile, since they would lose the focus. */
  async #try() {
    if (this.busy) return;
    this.busy = true;
    await attempt(this.shell, async () => {
      const { id } = await new Deals(await this.shell.player()).attempt(this.dealId);
      this.shell.router.go(`/m/${id}`);
    });
    this.busy = false;
  }
}

customElements.define("deal-page", DealPage);
