// The frame of all pages: the head with the player and the language, notices, and what is said.

import { isolated } from "../boards/bidi.js";
import { html, LitElement, nothing } from "../vendor/lit.js";
import { sleep } from "../../sdk/javascript/src/pause.js";
import { learned, nameOf } from "../boards/games.js";
import { chosen, LANGUAGES, load } from "../text/index.js";
import { late } from "./shell/page.js";
import { service, Shell } from "./shell/shell.js";
import { storage } from "./session/storage.js";
import { Update, versionOf } from "./shell/update.js";
import { at } from "./shell/router.js";
// Nearly all pages need these: with what all of them have, they are no file more.
import "../boards/index.js";
import "./match/follow.js";
import "./match/players.js";
import "./shell/time.js";

/** What has not been loaded is tried again after so many seconds. */
const RETRY = 3;
const ABOVE = { match: () => import("./pages/match.js"), pairing: () => import("./account/pairing.js") };

/** The whole page. */
export class App extends LitElement {
  constructor() {
    super();
    this.shell = new Shell(ABOVE);
    /** @type {string | undefined} */
    this.shown = undefined;
    this.naming = false;
    this.setting = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    /** What was seen before, which stands in the place of the first page until that is there. */
    this.frame = this.querySelector(".frame");
    this.replaceChildren();
    this.shell.addEventListener("change", () => this.requestUpdate());
    this.shell.router.addEventListener("change", () => this.#moved());
    new Update({ idle: () => this.#idle(), own: versionOf(document) }).begin();
  }

  render() {
    const { text, router: { route } } = this.shell;
    return html`
      <a class="skip" href="#main" @click=${(/** @type {Event} */ event) => this.#skip(event)}>${text.header.skip}</a>
      ${route.page === "wall" ? nothing : this.#head(this.shell, atTable(route))}
      ${this.#line(this.shell)} ${this.#notice(this.shell)}
      <main id="main" tabindex="-1" class=${atTable(route) ? "match" : route.page} @settings=${() =>
        this.#set(true)}>${this.#page(this.shell)}</main>
      <div class="unseen" role="status" aria-live="polite">${this.shell.polite}</div>
      <div class="unseen" role="alert" aria-live="assertive">${this.shell.assertive}</div>
      ${this.naming
        ? late(this, "name-dialog", () => import("./account/name-dialog.js")) ??
          html`<name-dialog .shell=${this.shell} @close=${() => this.#name(false)}></name-dialog>`
        : nothing}
      ${this.setting
        ? late(this, "settings-dialog", () => import("./account/settings.js")) ?? html`
          <settings-dialog .shell=${this.shell} @close=${() => this.#set(false)}></settings-dialog>
        `
        : nothing}
    `;
  }

  /** @param {Shell} shell @param {boolean} compact at a table */
  #head({ text, session, turns, router }, compact) {
    const { header } = text;
    const other = Object.keys(LANGUAGES).find((each) => each !== text.language) ?? "en";
    const { route } = router;
    const waiting = turns.besides(route.page === "match" ? route.id : "");
    const here = (/** @type {string} */ page) => route.page === page ? "page" : nothing;
    return html`
      <header class="head ${compact ? "compact" : ""}">
        <a class="brand" href=${at("/")} aria-label=${header
          .home}><span class="emblem" aria-hidden="true"></span><b>Croupier</b></a>
        <nav aria-label=${header.main}>
          <a href=${at("/")} aria-current=${here("home")}>${header.play}</a>
          <a href=${at("/lobby")} aria-current=${here("lobby")}>${header.lobby}</a>
        </nav>
        ${this.#search(this.shell)}
        ${waiting.length && route.page !== "home" && // which begins with these tables
            !late(this, "turn-badge", () => import("./shell/turn-badge.js"), false)
          ? html`<turn-badge .shell=${this.shell} .waiting=${waiting}></turn-badge>`
          : nothing}
        <button class="plain language" lang=${other} title=${header.languageHint} @click=${() =>
          this.shell.speak(other)}>
          <span aria-hidden="true">${other.toUpperCase()}</span><span class="unseen">${header.language}</span>
        </button>
        <button class="plain gear" aria-label=${header.settings} title=${header.settings} @click=${() =>
          this.#set(true)}><span aria-hidden="true">⚙︎</span></button>
        <button class="plain you" title=${session.name} aria-label=${session.known
          ? header.you(isolated(session.name))
          : header.nobody}
          @click=${() => this.#name(true)}>${session.known
            ? html`<player-face name=${session.name}></player-face>`
            : html`<span class="face" aria-hidden="true"></span>`}<span class="who">${session.known
            ? session.name
            : header.nobody}</span></button>
      </header>
    `;
  }

  /** The search that runs, on pages that do not show it themselves. @param {Shell} shell */
  #search({ text, search, router: { route } }) {
    if (!search?.wish || route.page === "home" || route.page === "lobby") return nothing;
    const words = text.seek.title(nameOf(search.wish.game));
    return html`
      <a class="badge search" href=${at("/lobby")}
        aria-label=${words}><span class="pulse"></span> <span class="word">${text.seek.short}</span></a>
    `;
  }

  /** @param {Shell} shell */
  #line({ line, outage }) {
    return line.alive ? nothing : html`<p class="line" role="status">${outage}</p>`;
  }

  /** @param {Shell} shell */
  #notice(shell) {
    const { notice, text } = shell;
    if (!notice) return nothing;
    return html`
      <section class="notice ${notice.kind}">
        <p>${notice.text}</p>
        ${notice.path
          ? html`<a class="button" href=${at(notice.path)} @click=${() => shell.dismiss()}>${notice.label}</a>`
          : nothing}
        <button class="plain" @click=${() => shell.dismiss()}>${text.close}</button>
      </section>
    `;
  }

  /** @param {Shell} shell */
  #page(shell) {
    const { route } = shell.router;
    if (route.page === "home") {
      const waiting = late(this, "home-page", () => import("./pages/home.js"));
      return waiting ? this.frame ?? waiting : html`<home-page .shell=${shell}></home-page>`;
    }
    if (route.page === "lobby") {
      return late(this, "lobby-page", () => import("./pages/lobby.js")) ??
        html`<lobby-page .shell=${shell}></lobby-page>`;
    }
    if (route.page === "match") {
      return late(this, "match-page", ABOVE.match, false) ?? html`
        <match-page .shell=${shell} .matchId=${route.id}></match-page>
      `;
    }
    if (route.page === "invitation") {
      return late(this, "invitation-page", () => import("./pages/invitation.js")) ??
        html`<invitation-page .shell=${shell} .code=${route.code}></invitation-page>`;
    }
    if (route.page === "wall") {
      return late(this, "wall-page", () => import("./pages/wall.js")) ??
        html`<wall-page .shell=${shell} .only=${route.matches}></wall-page>`;
    }
    if (route.page === "rules") {
      return late(this, "rules-page", () => import("./pages/rules.js")) ??
        html`<rules-page .shell=${shell} .game=${route.game}></rules-page>`;
    }
    if (route.page === "replay") {
      return late(this, "replay-page", () => import("./replay/replay-page.js")) ??
        html`<replay-page .shell=${shell} .route=${route}></replay-page>`;
    }
    return late(this, "player-pages", () => import("./pages/player-pages.js")) ??
      html`<player-pages .shell=${shell}></player-pages>`; // which say where there is no page
  }

  /** Whether nothing would be lost if the page were loaded again. */
  #idle() {
    const table = /** @type {import("./table/table-page.js").TablePage | null} */ (this.querySelector("table-page"));
    if (table?.host.board?.half || table?.follow.busy || this.shell.search?.wish) return false;
    return !this.querySelector("dialog[open]") && !(document.activeElement instanceof HTMLInputElement);
  }

  /** @param {boolean} naming */
  #name(naming) {
    this.naming = naming;
    this.requestUpdate();
  }

  /** @param {boolean} setting */
  #set(setting) {
    this.setting = setting;
    this.requestUpdate();
  }

  /** @param {Event} event */
  #skip(event) {
    event.preventDefault();
    this.querySelector("main")?.focus();
  }

  /** Another page is shown: its beginning is read next. */
  async #moved() {
    const { pathname } = location;
    if (pathname === this.shown) return;
    this.shown = pathname;
    await this.updateComplete;
    this.querySelector("main")?.focus({ preventScroll: true });
  }
}

/** Whether a page is as high as the window, since a table is in it. @param {import("./shell/router.js").Route} route */
function atTable({ page }) {
  return page === "match" || page === "replay";
}

const language = chosen(storage());
const begun = () => Promise.all([load(language), learned(service())]);
while (!await begun().catch(() => sleep(RETRY)));
customElements.define("croupier-app", App);
const over = () => import("./shell/back-button.js").catch(() => {}); // without a line, Back leaves
for (const event of ["pointerdown", "keydown"]) addEventListener(event, over, { once: true });
