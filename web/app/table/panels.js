// What lies beside the board of a table: its history, the score and the rest. Without room, it is a sheet over the board.

import { html, nothing } from "../../vendor/lit.js";
import { late } from "../shell/page.js";

/** @typedef {import("./table-page.js").TablePage} TablePage */
/** @typedef {"history" | "score" | "rated" | "text" | "more" | "talk"} Panel */

const PANELS = /** @type {Panel[]} */ (["history", "score", "more"]);
const HISTORY = () => import("./history.js");
const RATED = () => import("./rated-panel.js");
/** Where there is room beside the board. */
const WIDE = matchMedia("(min-width: 900px)");

/** The panels of a table. */
export class Panels {
  /** What lies open beside the board, where there is room. @type {Panel} */
  #beside = "history";
  /** What lies over the board. It is an entry of the browser's history, so that Back closes it. @type {Panel | ""} */
  #sheet = "";
  /** Whether the finger that is down closes the sheet, and presses nothing below it. */
  #closes = false;
  #page;

  /** @param {TablePage} page */
  constructor(page) {
    this.#page = page;
  }

  hostConnected() {
    WIDE.addEventListener("change", this.#resized);
    addEventListener("popstate", this.went);
  }

  hostDisconnected() {
    WIDE.removeEventListener("change", this.#resized);
    removeEventListener("popstate", this.went);
  }

  hostUpdated() {
    const sheet = this.#page.querySelector("#sheet:not(:popover-open)");
    if (sheet instanceof HTMLElement && sheet.isConnected) sheet.showPopover();
  }

  #resized = () => {
    this.close();
    this.#page.requestUpdate();
  };

  /** The browser's history is at another entry. */
  went = () => this.#show(this.#page.match.outcome ? "" : history.state?.sheet ?? "");

  /** The buttons of the panels that each table has, and that of a rated match. */
  tabs() {
    const all = PANELS.map((panel) => this.tab(panel));
    if (this.#page.match.rated && !late(this.#page, "rated-panel", RATED, false)) all.push(this.tab("rated"));
    return all;
  }

  /** The button of a panel. By `popovertarget`, it is no tap beside the sheet: it shows another panel in it. @param {Panel} panel */
  tab(panel) {
    const beside = WIDE.matches && panel !== "talk";
    const name = this.#page.text.table[panel];
    const open = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (beside) this.#put(panel);
      else if (this.#sheet === panel) this.close();
      else this.#open(panel);
    };
    return html`
      <button name=${panel} class=${panel === "talk" ? "icon" : ""} aria-label=${name} title=${panel === "talk"
        ? name
        : nothing}
        aria-expanded=${panel === (beside ? this.#beside : this.#sheet)} aria-controls=${beside ? "beside" : "sheet"}
        popovertarget=${beside ? nothing : "sheet"} @click=${open}>${panel === "talk" ? "☺" : name}</button>
    `;
  }

  /** The panels that are open. */
  open() {
    const { words } = this.#page.host;
    if (!words) return nothing;
    return html`${WIDE.matches ? this.#aside(this.#beside) : nothing}${
      this.#sheet ? this.#over(this.#sheet) : nothing
    }`;
  }

  /** @param {Panel} panel */
  #aside(panel) {
    const { table } = this.#page.text;
    return html`
      <aside id="beside" class="beside" aria-label=${table[panel]}>${this.#panel(panel)}</aside>
    `;
  }

  /** The sheet, which the browser closes by Escape and by a tap beside it. @param {Panel} panel */
  #over(panel) {
    const { close, table } = this.#page.text;
    return html`
      <aside id="sheet" class="beside" popover aria-label=${table[panel]}
        @toggle=${(/** @type {ToggleEvent} */ { newState }) => newState === "closed" && this.close()}>
        <header class="row"><h2>${table[panel]}</h2>
          <button class="plain" @click=${() => this.close()}>${close}</button></header>
        ${this.#panel(panel)}
      </aside>
    `;
  }

  /** @param {Panel} panel */
  #panel(panel) {
    const page = this.#page;
    const { shell, follow, match, host: { words } } = page;
    if (panel === "history") {
      return late(page, "match-history", HISTORY, false) ??
        html`<match-history .shell=${shell} .match=${follow.match} .version=${match.version} .words=${words}></match-history>`;
    }
    if (panel === "score") {
      return late(page, "match-standings", () => import("./standings.js"), false) ??
        html`<match-standings .shell=${shell} .match=${match} .words=${words}></match-standings>`;
    }
    if (panel === "rated") {
      return late(page, "rated-panel", RATED, false) ??
        html`<rated-panel .shell=${shell} .follow=${follow} .match=${match}></rated-panel>`;
    }
    if (panel === "text") {
      return late(page, "table-text", HISTORY, false) ??
        html`<table-text .shell=${shell} .match=${follow.match} .version=${match.version}></table-text>`;
    }
    if (panel === "talk") return page.talk?.menu(() => this.close());
    return late(page, "table-actions", () => import("./actions.js")) ??
      html`
        <table-actions .shell=${shell} .follow=${follow} .match=${match} @turn-board=${() => page.turn()} @keys=${() =>
          page.keys = true}
          @as-text=${() => this.#asText()}></table-actions>
      `;
  }

  /** Who reads the table reads it where the rest is. */
  #asText() {
    if (WIDE.matches) this.#put("text");
    else this.#open("text");
  }

  /** @param {Panel} panel */
  #put(panel) {
    this.#beside = panel;
    this.#page.requestUpdate();
  }

  /** @param {Panel} sheet */
  #open(sheet) {
    history[this.#sheet ? "replaceState" : "pushState"]({ sheet }, "");
    this.#show(sheet);
  }

  /** @param {Panel | ""} sheet */
  #show(sheet) {
    const show = () => {
      this.#sheet = sheet;
      this.#page.requestUpdate();
    };
    if (sheet === "talk" && !this.#page.talk) this.#page.talks(show);
    else show();
  }

  close() {
    this.#page.mark();
    // Where a link has led away from the sheet, its entry of the history is gone already.
    if (this.#sheet && history.state?.sheet) history.back();
    this.#sheet = "";
  }

  /** Keep from the board the tap that closes the sheet over it. */
  covered = {
    capture: true,
    handleEvent: (/** @type {UIEvent} */ event) => {
      if (event.type === "pointerdown") this.#closes = this.#sheet !== "";
      const pressed = event.type === "click" && !event.detail; // by a key, or by what reads the page
      if (this.#closes && !pressed) event.stopPropagation();
    },
  };
}
