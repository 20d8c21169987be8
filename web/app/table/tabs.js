// The row below the board of a table, or beside it: the way home, the panels, taking a move back, sounds, and saying something.

import { html, nothing } from "../../vendor/lit.js";
import { drew } from "../match/undo-rules.js";
import { late } from "../shell/page.js";
import { at } from "../shell/router.js";
import { chime } from "./news.js";

/** @typedef {import("./table-page.js").TablePage} TablePage */

/** For how long after the end something can be said, in milliseconds. */
const AFTERWARDS = 300_000;

/** @param {TablePage} page */
export function tabs(page) {
  const { text: { table, header }, match, panels } = page;
  return html`
    <nav class="tabs" aria-label=${table.panels}>
      <a class="brand" href=${at("/")} aria-label=${header.home}><span class="emblem" aria-hidden="true"></span></a>
      ${panels.tabs()}
      ${takingBack(page)} ${sounds(page)}
      ${match.yourSeat === null
        ? html`<span class="soft small">${table.watching}</span>`
        : mayTalk(page)
        ? panels.tab("talk")
        : nothing}
    </nav>
  `;
}

/** The button that takes a move back, with a place that is kept for it: what is beside it never moves. @param {TablePage} page */
function takingBack(page) {
  const { shell, follow, match } = page;
  if (page.seat === null || match.undoMode !== "consent") return nothing;
  const shown = page.host.words && match.status === "active" && !match.undo && !match.lastEvents?.some(drew);
  return html`<span class="kept">${
    !shown || late(page, "undo-button", () => import("./undo-button.js"), false)
      ? nothing
      : html`<undo-button .shell=${shell} .follow=${follow} .match=${match}></undo-button>`
  }</span>`;
}

/** One tap turns the sounds on, and off. @param {TablePage} page */
function sounds({ shell, text: { table: { sounds: name } } }) {
  const { sounds } = shell.preferences;
  const turn = () => {
    shell.prefer({ sounds: !sounds });
    if (!sounds) chime("turn");
  };
  return html`
    <button class="icon sounds" aria-label=${name} title=${name} aria-pressed=${sounds}
      @click=${turn}>♪</button>
  `;
}

/** Whether the viewer can say something. @param {TablePage} page */
function mayTalk({ match: { yourSeat, outcome, talk, updateTime }, shell }) {
  const over = outcome && shell.me.time - Date.parse(updateTime) > AFTERWARDS;
  return yourSeat !== null && !over && talk !== false;
}
