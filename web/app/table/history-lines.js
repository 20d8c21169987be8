// The lines of a history, at a table and in a replay: each leads to its step, and marks what it tells of on the board.

import { html, nothing, repeat } from "../../vendor/lit.js";
import { historyText } from "../../text/history.js";
import { grouped } from "../match/story.js";
import { at } from "../shell/router.js";

/** @typedef {import("../match/story.js").Line & { notation?: string | null }} Line */
/**
 * @template {Line} L
 * @typedef {object} How
 * @property {string} language
 * @property {(turn: L[]) => string} tell a turn in words
 * @property {(turn: L[]) => unknown} [beside] what stands beside its words
 * @property {(version: number) => string} path where a line leads to
 * @property {number} [here] the version that is shown
 * @property {boolean} [notation] whether moves are written, too
 */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .beside:has(.lines) { padding-top: 0; }
  .lines .of { position: sticky; top: 0; z-index: 1; padding: var(--space-2) 0 var(--space-1); background: var(--surface); border-bottom: 1px solid var(--line-strong); font: 700 1rem/1.2 var(--font-title); }
  .beside[popover] .lines .of { top: calc(var(--target) + var(--space-2)); }
  .lines a { display: grid; grid-template-columns: 1.9rem minmax(0, 1fr); gap: var(--space-2); padding: var(--space-2) var(--space-1); min-height: var(--target); align-content: center; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; font-size: calc(.9375rem * var(--print, 1)); }
  .lines a > span:first-child { color: var(--ink-soft); text-align: end; }
  .lines a[aria-current] { background: var(--accent-soft); box-shadow: inset 3px 0 var(--accent); }
  .lines a[aria-current] > span { color: var(--ink); }
  .lines code { font: 600 .8125rem/1.5 var(--font-mono); background: var(--sunken); padding: 0 var(--space-1); border-radius: var(--radius-s); }
  .lines a:focus-visible { outline-offset: -3px; }
  @media (hover: hover) { .lines a:hover { background: var(--sunken); } }
`);
document.adoptedStyleSheets.push(STYLE);

/**
 * Return a line for each turn from the deal on, under its round; the newest is last.
 * @template {Line} L
 * @param {readonly L[]} all
 * @param {How<L>} how
 */
export function lines(all, how) {
  const words = historyText(how.language);
  const dealt = Math.max(all.findIndex(({ events }) => events.length), 0);
  const steps = new Map(all.map(({ version }, at) => [version, at - dealt]));
  return html`
    <ol class="lines">${grouped(all).map(({ round, turns }, group) =>
      html`
        <li>
          ${round === null ? nothing : html`<p class="of" id="round-${round}">${words.round(round)}</p>`}
          <ol aria-labelledby=${round === null ? nothing : `round-${round}`}>${repeat(
            turns,
            ([{ version }]) => version,
            (turn, at) => line(turn, group ? at + 1 : at, steps.get(turn[turn.length - 1].version) ?? 0, how),
          )}</ol>
        </li>
      `
    )}</ol>
  `;
}

/**
 * @template {Line} L
 * @param {L[]} turn
 * @param {number} number 0 for the deal
 * @param {number} step the last one of the turn, from the deal
 * @param {How<L>} how
 */
function line(turn, number, step, { language, tell, path, here, notation, beside }) {
  const told = tell(turn);
  if (!told) return nothing;
  const events = turn.flatMap((each) => each.events);
  const written = notation ? turn.flatMap((each) => each.notation ?? []).join(" ") : "";
  const mark = (/** @type {Event} */ { type, currentTarget }) => {
    const detail = ["pointerenter", "focus"].includes(type) ? events : [];
    currentTarget?.dispatchEvent(new CustomEvent("mark", { detail, bubbles: true }));
  };
  return html`
    <li><a href=${at(path(turn[turn.length - 1].version))} title=${historyText(language).step(step)}
      aria-current=${turn.some(({ version }) => version === here) ? "step" : nothing}
      @pointerenter=${mark} @pointerleave=${mark} @focus=${mark}
      @blur=${mark}><span class="numbers">${number || ""}</span>
      <span>${beside?.(turn)}${told}${written
        ? html`
          <code>${written}</code>
        `
        : nothing}</span></a></li>
  `;
}
