// What a replay is made of besides its board: how it looks, the players' bars, and a file to keep.

import { css, html, nothing } from "../../vendor/lit.js";
import { endingText } from "../../text/ending.js";
import { historyText } from "../../text/history.js";
import { playersOf } from "../match/players.js";
import { ownFirst, places, resultOf, story } from "../match/result.js";
import { nameOf } from "../../boards/games.js";
import { bar, stateOf } from "../board/bar.js";
import "../shell/face.js";
import { lines } from "../table/history-lines.js";
import { besides } from "../match/story.js";
import { wayOut } from "../match/way-out.js";
import { at } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../text/index.js").Text} Text */

/** Room for what an analysis found, above the list of all turns. The style below has it, too. */
export const BIG = matchMedia("(min-width: 1600px) and (min-height: 900px)");
/** So many letters have two lines on every screen. */
const SHORT = 80;

// deno-fmt-ignore
const { styleSheet } = /** @type {any} */ (css`
  replay-page { display: flex; flex-direction: column; flex: 1; min-height: 0; }
  .replay-page { flex: 1; display: grid; min-height: 0; grid-template: "about" auto "felt" minmax(0, 1fr) "deck" auto / minmax(0, 1fr); }
  .about { grid-area: about; display: flex; align-items: center; gap: 0 var(--space-2); min-height: var(--target); padding-block: 2px; padding-inline-end: var(--space-3); background: var(--surface); border-bottom: 1px solid var(--line); line-height: 1.2; }
  .about .back { flex: none; min-width: var(--target); min-height: var(--target); padding: 0; color: var(--accent); }
  .about .back span { display: none; }
  .about div { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 var(--space-3); min-width: 0; }
  .about h1 { font-size: 1.0625rem; }
  .about p { font-size: var(--text-s); }
  .about .why { flex-basis: 100%; }
  .deck { grid-area: deck; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-1); padding: var(--space-2) var(--space-3) calc(var(--space-1) + env(safe-area-inset-bottom)); background: var(--surface); border-top: 1px solid var(--line); }
  .deck .told { --told: calc(.9375rem * var(--print, 1)); height: calc(2.8 * var(--told)); overflow: auto; font-size: var(--told); line-height: 1.4; }
  .deck .told.long { font-size: calc(.8 * var(--told)); line-height: 1.16; }
  /* What a move was worth, as high for every move. */
  .deck .verdict { height: max(var(--target), calc(3.7 * .875rem * var(--print, 1))); }
  replay-controls { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-1); }
  .deck .course { --curve: 48px; position: relative; padding-block-end: 8px; }
  .deck .legend .name { max-width: 3.6rem; }
  .deck .legend:not(:has(> :nth-child(3))) .name { max-width: 8rem; }
  .deck .legend:has(> :nth-child(4)) .name { display: none; }
  .deck input[type="range"] { display: block; padding: 0; margin: 0; border: 0; background: none; accent-color: var(--accent); min-height: var(--target); }
  /* The curve is the slider for the eye and for fingers: keys and what reads the page have the other. */
  .deck .curve + input[type="range"] { position: absolute; inset: 0; height: 100%; opacity: 0; pointer-events: none; }
  .deck .course:has(:focus-visible) .curve { outline: 3px solid var(--mark); outline-offset: 2px; }
  .deck .transport { display: flex; gap: var(--space-2); justify-content: center; }
  .deck .transport button { padding: 0; flex: 1 1 var(--target); max-width: 72px; min-width: var(--target); }
  .deck .transport .pick { flex: 0 1 10rem; min-width: 0; }
  .deck .pick { position: relative; display: block; }
  .deck .pick span { position: absolute; inset: 5px auto auto 13px; font-size: .6875rem; line-height: 1; color: var(--ink-soft); pointer-events: none; }
  .deck .pick select { padding-top: 14px; }
  :is(.deck, .about) .icon { width: 24px; height: 24px; fill: currentColor; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
  .about .icon { fill: none; }
  .deck .plain .icon { stroke-width: 5; }
  .menu[popover] { position: fixed; inset: auto var(--space-3) calc(var(--space-3) + 52px + env(safe-area-inset-bottom)) auto; width: min(19rem, calc(100vw - 2 * var(--space-3))); max-height: calc(100dvh - 90px); margin: 0; padding: var(--space-2); overflow: auto; background: var(--raised); color: var(--ink); border: 1px solid var(--line); border-radius: var(--radius-l); box-shadow: var(--shadow-3); }
  .menu:popover-open { display: grid; gap: var(--space-1); }
  .menu > :is(button, .button) { border-color: transparent; background: none; justify-content: start; text-align: start; }
  .menu > p { padding-inline: var(--space-4); }
  .replay-steps { padding-top: 0; }

  /* A phone on its side: a strip, so that the board has the height. */
  @media (min-width: 560px) and (max-width: 899px) and (max-height: 480px) {
    .replay-page { grid-template: "felt felt" minmax(0, 1fr) "about deck" auto / auto minmax(0, 1fr); }
    .about { padding: 0; border-block: 1px solid var(--line); border-block-end: 0; align-items: start; }
    .about div { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .deck { padding-block: 2px; padding-inline-start: 0; gap: 2px var(--space-3); grid-template: "told legend" auto "controls controls" auto / minmax(0, 1fr) auto; }
    .deck .told { --told: .875rem; grid-area: told; height: calc(2.4 * var(--told)); line-height: 1.2; }
    .deck .told.long { line-height: 1; }
    .deck .verdict { display: none; } /* there, the sheet tells it */
    replay-controls { display: contents; }
    .deck .legend { grid-area: legend; flex-wrap: nowrap; }
    .deck .legend .name { display: none; }
    .deck .course { grid-area: controls; --curve: 36px; margin-inline-end: 19.5rem; }
    .deck input[type="range"] { min-height: 24px; }
    .deck .transport { grid-area: controls; justify-self: end; align-self: center; width: 18.5rem; gap: var(--space-1); }
    .deck .told:not(:has(~ replay-controls .legend)) { grid-column: 1 / -1; }
  }
  @media (min-width: 900px) {
    .replay-page { grid-template: "felt about" auto "felt beside" minmax(0, 1fr) "deck beside" auto / minmax(0, 1fr) 21rem; }
    .about { padding: var(--space-2) var(--space-4); border-inline-start: 1px solid var(--line); align-items: start; flex-direction: column; }
    .about .back { padding-inline-end: var(--space-3); margin-inline-start: calc(-1 * var(--space-2)); }
    .about .back span { display: inline; }
    .about div { display: grid; gap: var(--space-1); }
    .about h1 { font-size: var(--text-l); }
    .about p { font-size: var(--text-m); }
    .deck { gap: var(--space-1) var(--space-4); padding-bottom: var(--space-2); grid-template-columns: minmax(0, 1fr) auto; }
    .deck > *, replay-controls > * { grid-column: 1 / -1; }
    replay-controls { display: contents; }
    .deck .verdict { grid-column: 1 / -1; margin-block-end: var(--space-1); height: max(var(--target), calc(2.5 * .9375rem * var(--print, 1))); }
    .deck > .told { grid-column: 1; --told: calc(1rem * var(--print, 1)); }
    .deck > replay-controls > .legend { grid-area: 1 / 2; align-self: center; }
    .deck .legend .name, .deck .legend:has(> :nth-child(4)) .name { display: block; max-width: 6rem; }
    .deck .course { --curve: 60px; }
    .menu[popover] { inset-inline-end: calc(21rem + var(--space-3)); }
  }
  /* Room for more than the board: the steps are wider, and what an analysis found stands above them. */
  @media (min-width: 1600px) and (min-height: 900px) {
    .replay-page { --beside: 27rem; grid-template-columns: minmax(0, 1fr) var(--beside); }
    .replay-page.judged { grid-template: "felt about" auto "felt worth" auto "felt beside" minmax(0, 1fr) "deck beside" auto / minmax(0, 1fr) var(--beside); }
    .panel-of-worth { grid-area: worth; }
    .deck .course { --curve: 90px; }
    .menu[popover] { inset-inline-end: calc(var(--beside) + var(--space-3)); }
  }
`);

/** Have the document look as a replay needs it. */
export function look() {
  if (!document.adoptedStyleSheets.includes(styleSheet)) document.adoptedStyleSheets.push(styleSheet);
}

/**
 * What is looked back upon, what has come of it, and the way back.
 * @param {import("../shell/shell.js").Shell} shell
 * @param {import("../../text/replay.js").ReplayText} replay
 * @param {MatchView} match as it is now
 * @param {Omit<import("../match/result.js").Told, "number">} told
 * @param {ReadonlyMap<number, import("../match/story.js").Entry>} entries of the history, by version
 */
export function about({ text, router: { before = "" } }, replay, match, told, entries) {
  const { header, table, toTable } = text;
  const ways = /** @type {Record<string, string>} */ ({ "/": table.back, "/lobby": header.lobby });
  const way = ways[before];
  const words = endingText(text.language);
  const last = match.outcome?.reason === "aborted" && entries.get(match.version);
  const why = last
    ? besides(historyText(text.language), last, playersOf(match))
    : story(match, words, { number: text.number, ...told });
  return html`
    <header class="about">
      <a class="button plain back" href=${at(way ? before : `/m/${match.id}`)} aria-label=${way ?? toTable}>${icon(
        "M15 5l-7 7 7 7",
      )}<span>${way ?? toTable}</span></a>
      <div><h1>${replay.heading(nameOf(match.game))}</h1>
        ${match.outcome
          ? html`<p><b>${resultOf(match, words)}</b> ${scores(match, text.number)}</p>
            ${why ? html`<p class="why soft">${why}</p>` : nothing}`
          : html`<p class="soft">${match.status === "active" ? replay.running : text.list(playersOf(match))}</p>`}</div>
    </header>
  `;
}

/** The points of two, the viewer's first, or of all by their places. @param {MatchView} match @param {(points: number) => string} number */
function scores(match, number) {
  if (match.outcome?.reason !== "completed") return nothing;
  const { scores } = match.outcome;
  if (scores.length === 2) return ownFirst(match).map((seat) => number(scores[seat])).join(" : ");
  return places(match).map(({ seat, points }) => `${playersOf(match)[seat]} ${number(points)}`).join(" · ");
}

/** Have a long text in its place of two lines, in smaller print. What is short is not measured. @param {Element | null} told */
export function fit(told) {
  told?.classList.remove("long");
  const long = told && (told.textContent ?? "").trim().length > SHORT;
  if (long) told.classList.toggle("long", told.scrollHeight > told.clientHeight);
}

/** A drawing on a button. @param {string} path */
export function icon(path) {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d=${path}></path>
    </svg>
  `;
}

/** The bar of a seat: in which way it is out, and whether it is to move. @param {Text} text @param {MatchView} match @param {number} seat */
export function seatBar(text, match, seat) {
  const { table } = text;
  const out = match.seats[seat].resigned ? stateOf("gone", wayOut(table, match)) : undefined;
  const moves = match.toMove.includes(seat) ? stateOf("moves", table.thinking) : undefined;
  const state = out && moves ? { ...out, drawn: html`${out.drawn} ${moves.drawn}` } : out ?? moves;
  return bar(text, match, seat, { own: seat === match.yourSeat, state });
}

/**
 * All turns in sentences, for where there is room.
 * @template {import("../table/history-lines.js").Line} L
 * @param {import("../../text/replay.js").ReplayText} replay
 * @param {readonly L[]} all
 * @param {import("../table/history-lines.js").How<L>} how
 */
export function steps(replay, all, how) {
  return html`<aside class="beside replay-steps" aria-label=${replay.steps}>${lines(all, how)}</aside>`;
}

/** Give the browser a file to keep. @param {string} name @param {unknown} content */
export function save(name, content) {
  const blob = new Blob([JSON.stringify(content)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
