// What one can do about another player: ask to be friends, and behind a menu, block, report, or end a friendship. It stands on
// profiles and at tables.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { playersText, playersTextOf } from "../../text/players.js";
import { Page } from "../shell/page.js";
import { people, stateOf } from "../session/relations.js";
import { openReport } from "./report-dialog.js";
import { openBlocking } from "./blocking.js";
import "./players-look.js";

/** @typedef {import("../session/relations.js").State} State */
/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */

let menus = 0;

/** The buttons; "related" is sent when it is known what somebody is to the viewer, and when that changes. */
export class PlayerMenu extends Page {
  static properties = {
    ...Page.properties,
    player: { attribute: false },
    match: {},
    state: { state: true },
    blocked: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {Player} */
    this.player;
    /** The match at whose table the menu stands, which a report names. @type {string | undefined} */
    this.match = undefined;
    /** Undefined before it is known. @type {State | undefined} */
    this.state = undefined;
    this.blocked = false;
    this.busy = false;
    this.menu = `player-menu-${++menus}`;
  }

  firstUpdated() {
    this.#look();
  }

  async #look() {
    const { session, me } = this.shell;
    if (!session.known) return void (this.state = "none");
    const { id } = this.player;
    try {
      const [friends, blocks] = await Promise.all([people(me).friends(), people(me).blocked()]);
      this.state = stateOf(friends, id);
      this.blocked = blocks.some((each) => each.id === id);
      const here = friends.friends.find((each) => each.id === id)?.here ?? null;
      this.dispatchEvent(new CustomEvent("related", { detail: { here, blocked: this.blocked } }));
    } catch {
      this.state ??= "none"; // the line tells what is wrong, and a press what the service refuses
    }
  }

  render() {
    const words = playersTextOf(this.text.language);
    if (!words) {
      playersText(this.text.language).then(this.redraw, () => {});
      return nothing;
    }
    const { menu } = words;
    const name = isolated(this.player.displayName);
    return html`
      <span class="row">${this.state && !this.blocked ? this.#friendship(menu) : nothing}
        ${this.blocked
          ? html`<button @click=${() => this.#do(() => this.#unblock(menu))}>${menu.unblock}</button>`
          : nothing}
        <button class="more" popovertarget=${this.menu} aria-label=${menu.label(name)} title=${menu.open}><span
          aria-hidden="true">⋯</span></button></span>
      <div id=${this.menu} popover class="player-menu-list" @toggle=${this.#placed} @click=${this.#close}>
        ${this.state === "friend"
          ? html`<button class="plain" @click=${() => this.#do(() => this.#end(menu))}>${menu.end}</button>`
          : nothing}
        <button class="plain" @click=${() => openReport(this.shell, this.player, this.match)}>${menu.report} …</button>
        ${this.blocked
          ? nothing
          : html`<button class="plain danger" @click=${() => this.#block(menu)}>${menu.block} …</button>`}
      </div>
    `;
  }

  /** @param {import("./spoken-page.js").PlayersText["menu"]} menu */
  #friendship(menu) {
    const { state } = this;
    if (state === "friend") return html`<span class="friend">✓ ${menu.friend}</span>`;
    if (state === "asked") {
      return html`<button title=${menu.askedHint} @click=${() =>
        this.#do(() => this.#end(menu))}>${menu.asked} ✓</button>`;
    }
    return html`<button @click=${() => this.#do(() => this.#ask(menu))}>${
      state === "asking" ? menu.accept : menu.add
    }</button>`;
  }

  /** Beside the button, within the window. @param {Event} event */
  #placed = (event) => {
    const list = /** @type {HTMLElement} */ (event.currentTarget);
    if (/** @type {ToggleEvent} */ (event).newState !== "open") return;
    const { right, bottom, top } = /** @type {HTMLElement} */ (this.querySelector(".more")).getBoundingClientRect();
    const below = bottom + list.offsetHeight + 8 < innerHeight;
    list.style.insetInlineStart = `${Math.max(8, right - list.offsetWidth)}px`;
    list.style.insetBlockStart = `${below ? bottom + 4 : Math.max(8, top - list.offsetHeight - 4)}px`;
  };

  /** @param {Event} event */
  #close = (event) => {
    /** @type {HTMLElement} */ (event.currentTarget).hidePopover();
  };

  /** @param {import("./spoken-page.js").PlayersText["menu"]} menu */
  async #ask({ done }) {
    const me = await this.shell.player();
    const state = await people(me).befriend(this.player.id);
    this.#told(state, done[state === "friend" ? "friend" : "asked"]);
  }

  /** @param {import("./spoken-page.js").PlayersText["menu"]} menu */
  async #end({ done }) {
    await people(this.shell.me).unfriend(this.player.id);
    this.#told("none", done.none);
  }

  /** @param {import("./spoken-page.js").PlayersText["menu"]} menu */
  async #block({ done }) {
    if (!await openBlocking(this.shell, this.player)) return;
    await this.#do(async () => {
      await people(await this.shell.player()).block(this.player.id);
      this.blocked = true;
      this.#told("none", done.blocked);
    });
  }

  /** @param {import("./spoken-page.js").PlayersText["menu"]} menu */
  async #unblock({ done }) {
    await people(this.shell.me).unblock(this.player.id);
    this.blocked = false;
    this.#told(this.state ?? "none", done.unblocked);
  }

  /** @param {State} state @param {(name: string) => string} words */
  #told(state, words) {
    this.state = state;
    this.shell.tell({ kind: "note", text: words(isolated(this.player.displayName)) });
    this.#look();
  }

  /** @param {() => Promise<void>} action */
  async #do(action) {
    if (this.busy) return;
    this.busy = true;
    await this.shell.try(action);
    this.busy = false;
  }
}

customElements.define("player-menu", PlayerMenu);
