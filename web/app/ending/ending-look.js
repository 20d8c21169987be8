// How the end of a match looks.

import { css } from "../../vendor/lit.js";

// deno-fmt-ignore
const { styleSheet } = /** @type {any} */ (css`
  match-ending { display: contents; }
  .veil { grid-area: felt; position: relative; z-index: 20; display: flex; align-items: center; justify-content: center; min-height: 0; min-width: 0; padding: var(--space-2); background: rgb(20 14 5 / .45); animation: veil calc(.3s * var(--pace, 1)) calc(1.2s * var(--pace, 1)) both; }
  .ending { position: relative; display: flex; flex-direction: column; gap: var(--space-3); width: min(34rem, 100%); max-height: 100%; overflow: auto; padding: var(--space-4); background: var(--surface); border: 1px solid var(--line); border-top: 6px solid var(--accent); border-radius: var(--radius-l); box-shadow: var(--shadow-3); text-align: center; outline: none; animation: card calc(.35s * var(--pace, 1)) calc(1.2s * var(--pace, 1)) both cubic-bezier(.2, .9, .3, 1.1); }
  .ending.won { border-top-color: var(--good); background: linear-gradient(var(--good-soft), var(--surface) 9rem); }
  @keyframes veil { 0% { opacity: 0; } }
  @keyframes card { 0% { opacity: 0; transform: translateY(24px) scale(.96); } }
  .ending > * { flex: none; }
  .ending h2 { font-size: 1.5rem; padding-inline: calc(var(--target) - var(--space-3)); overflow-wrap: anywhere; text-wrap: balance; }
  .ending h2.long { font-size: 1.25rem; line-height: 1.2; }
  /* A face with the mark of the seat at its edge. */
  .face-of { position: relative; flex: none; line-height: 0; --face: 56px; --mark-size: calc(.44 * var(--face)); }
  .face-of .seat-mark { position: absolute; inset: auto -14% -4% auto; }
  .ending .away { position: absolute; inset: 0 0 auto auto; width: var(--target); padding: 0; z-index: 1; }
  .ending .icon { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 2.4; stroke-linecap: round; }

  /* Two players. */
  .ending .score { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); align-items: start; gap: var(--space-2); }
  .ending .side { display: grid; justify-items: center; gap: var(--space-1); color: var(--ink-soft); }
  .ending .side > b, .ending .to { font: 600 3.25rem / 1 var(--font-title); letter-spacing: -.02em; }
  .ending .long .side > b, .ending .long .to { font-size: 2.5rem; }
  .ending .side.first > b { color: var(--ink); }
  .ending .side .name { white-space: normal; overflow-wrap: anywhere; line-height: 1.2; }
  .ending .to { color: var(--ink-soft); align-self: center; }
  .ending .out b { color: var(--danger); text-decoration: line-through; text-decoration-thickness: .08em; }

  /* Three to five. */
  .ending .podium { display: flex; justify-content: center; align-items: end; gap: var(--space-1); }
  .ending .podium li { flex: 0 1 9rem; min-width: 0; display: grid; justify-items: center; gap: 2px; }
  .ending .podium li:nth-child(2) { order: -1; }
  .ending .podium .face-of { --face: 40px; } .ending .podium .at-1 .face-of { --face: 52px; }
  .ending .name { max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; }
  .ending .step { width: 100%; display: flex; flex-direction: column; align-items: center; padding-top: var(--space-1); border-radius: var(--radius-s) var(--radius-s) 0 0; background: var(--sunken); box-shadow: inset 0 0 0 1px var(--line); }
  .ending .step b { font: 600 1.75rem / 1.15 var(--font-title); }
  .ending .step small { color: var(--ink-soft); }
  .ending .at-1 .step { height: 88px; background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); }
  .ending .at-2 .step { height: 70px; }
  .ending .at-3 .step { height: 58px; }
  .ending .others { display: flex; justify-content: center; gap: var(--space-4); }
  .ending .others li { display: flex; align-items: center; gap: var(--space-2); min-width: 0; }
  .ending .others .face-of { --face: 30px; }
  .ending .others .name { max-width: 6rem; }

  .ending .story { display: grid; gap: var(--space-1); text-wrap: balance; font-size: calc(1rem * var(--print, 1)); }
  .ending .best { color: var(--ink-soft); }
  .ending .best span { color: var(--turn); }

  /* A row that has won: the board is seen above the card. */
  .ending .pieces { display: flex; justify-content: center; gap: var(--space-1); padding: 6px; border-radius: var(--radius-m); justify-self: center; align-self: center; background: linear-gradient(to right, transparent, #ffd65c 12% 88%, transparent) center / 100% 8px no-repeat; }
  .ending .pieces b { display: grid; place-items: center; width: 3.25rem; height: 3.25rem; border-radius: var(--radius-m); background: var(--seat); color: var(--seat-ink, #fff); border: 3px solid #f0c24b; box-shadow: 0 0 0 1px rgb(60 40 5 / .6), var(--shadow-1); font: 800 1.375rem / 1 var(--font); font-variant-numeric: tabular-nums; }
  @media (max-width: 899px) { .veil:has(.pieces) { align-items: end; } }

  /* Where the points come from. */
  .ending .points { margin: 0; flex: 0 1 240px; min-height: 130px; display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
  .ending .columns { display: block; width: 100%; height: calc(100% - 20px); margin-block: 16px 4px; overflow: visible; }
  .ending .columns.below { height: calc(100% - 34px); margin-bottom: 18px; }
  .ending .columns rect { fill: var(--seat); stroke: var(--ink-soft); transform-box: fill-box; transform-origin: bottom; animation: grow calc(.5s * var(--pace, 1)) calc(1.6s * var(--pace, 1)) both ease-out; }
  .ending .columns rect.minus { transform-origin: top; }
  @keyframes grow { 0% { transform: scaleY(0); } }
  .ending .columns line { stroke: var(--line-strong); }
  .ending .columns text { font: 600 .75rem / 1 var(--font); font-variant-numeric: tabular-nums; fill: var(--ink); text-anchor: middle; }
  .ending .marks, .ending .names { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); font-size: .75rem; line-height: 1.2; }
  .ending .marks > span { display: flex; margin-inline: 12%; }
  .ending .marks i { flex: 1 1 0; min-width: 0; line-height: 0; } .ending .marks .seat-mark { width: min(22px, 96%); height: auto; }
  .ending .names > span { padding: 3px 2px 0; color: var(--ink-soft); overflow-wrap: anywhere; hyphens: auto; }

  .ending .next { display: grid; gap: var(--space-2); }
  /* Its place is kept free until it is known whether it is asked. */
  .ending .keep { display: grid; align-content: center; min-height: var(--target); text-align: center; }
  .ending .keep button { color: var(--accent); text-decoration: underline; }
  @media (max-height: 719px) { .ending .keep { display: none; } }
  .ending .again, .ending .ways { display: flex; gap: var(--space-2); }
  .ending .again { flex-wrap: wrap; }
  .ending .again:has(> :nth-child(3)) .main { flex-basis: 100%; }
  .ending .again > *, .ending .ways > * { flex: 1 1 0; padding-inline: var(--space-2); }
  .ending .again > * { min-height: 50px; font-size: 1.125rem; line-height: 1.2; }
  .ending .again > :not(.main) { display: grid; place-content: center; font-size: .9375rem; } .ending .again small { font-size: .8125rem; font-weight: 400; color: var(--ink-soft); }

  /* What is left of it. */
  .strip { grid-area: ending; display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-1) var(--space-2); padding: var(--space-1) var(--space-2); background: var(--surface); border-top: 3px solid var(--accent); }
  .strip.won { background: var(--good-soft); border-top-color: var(--good); }
  .strip > .plain { flex: 1 1 6rem; flex-direction: column; align-items: start; gap: 2px; text-align: start; padding: 0 var(--space-1); line-height: 1.15; }
  .strip b { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; }
  .strip small { color: var(--accent); text-decoration: underline; }
  .strip .again { display: contents; }
  .strip p { flex: 1 1 100%; order: -1; }
  .strip button, .strip .button { padding-inline: var(--space-3); font-size: .9375rem; }
  @media (min-width: 900px) {
    .strip { border-inline-start: 1px solid var(--line); padding: var(--space-3); }
    .strip > .plain { flex-basis: 100%; font-size: 1.125rem; }
    .strip button, .strip .button { flex: 1 1 auto; }
  }
  @media (min-width: 900px) and (min-height: 640px) {
    .ending { padding: var(--space-5); gap: var(--space-4); }
    .ending h2 { font-size: 2rem; }
    .ending .side > b, .ending .to { font-size: 4.25rem; }
    .ending .long .side > b, .ending .long .to { font-size: 3.5rem; }
    .ending .points { flex-basis: 260px; }
  }
  @media (max-height: 480px) and (max-width: 760px) { .strip .button { display: none; } .ending.ending .score { --points: 1.75rem; } }
  @media (max-width: 359px) { .ending { padding: var(--space-3); } .ending .again, .ending .ways { flex-wrap: wrap; } .ending .again > *, .ending .ways > * { flex-basis: max-content; } }
  /* A phone on its side: the words beside the picture, and what is left of the card between the buttons below the board. */
  @media (min-width: 560px) and (max-height: 480px) {
    .strip { position: fixed; z-index: 3; inset: auto calc(3 * 48px + env(safe-area-inset-right)) env(safe-area-inset-bottom) auto; inline-size: calc(100vw - 3 * 48px - 16.5rem); block-size: 48px; flex-wrap: nowrap; padding-block: 0; border-top: 0; border-radius: var(--radius-m); }
    .strip b { -webkit-line-clamp: 1; }
    .table-page:has(.strip) .tabs button:not(.icon) { flex-grow: 0; padding-inline: var(--space-3); }
    .table-page:has(.strip) .tabs button:not(.icon, :has(~ button:not(.icon))) { margin-inline-end: auto; }
    .veil { padding: var(--space-1) var(--space-2); }
    .ending { width: min(54rem, 100%); padding: var(--space-2) var(--space-4); gap: var(--space-1) var(--space-5); }
    .ending:has(.points) { display: grid; grid-template: "title points" auto "score points" auto "others points" auto "story points" minmax(0, 1fr) "next next" auto / minmax(0, 1fr) minmax(0, 1fr); align-items: center; }
    .ending .points { grid-area: points; align-self: stretch; min-height: 0; }
    .ending .next { grid-area: next; }
    .ending .story { grid-area: story; }
    .ending .others { grid-area: others; }
    .ending .podium li { grid-template-columns: 1fr auto minmax(0, auto) 1fr; align-items: center; gap: 2px var(--space-2); }
    .ending .podium .face-of { grid-column: 2; } .face-of, .ending .podium .face-of, .ending .podium .at-1 .face-of { --face: 34px; }
    .ending .side { grid-template: "face points" auto "name name" auto / auto auto; gap: 2px var(--space-3); justify-content: center; align-items: center; }
    .ending .side .face-of { --face: 40px; } .ending .side .name { grid-area: name; }
    .ending .step { grid-column: 1 / -1; }
    .ending h2 { font-size: 1.375rem; padding-inline: 0; }
    .ending .side > b, .ending .to, .ending .long .side > b, .ending .long .to { font-size: var(--points, 2.25rem); }
    .ending .story { font-size: .875rem; line-height: 1.3; }
    .ending .at-1 .step { height: 50px; }
    .ending .at-2 .step { height: 44px; }
    .ending .at-3 .step { height: 38px; }
    .ending .step { flex-direction: row; justify-content: center; gap: var(--space-2); padding: 0; }
    .ending .step b { font-size: 1.25rem; }
    .ending .next { display: flex; }
    .ending .next > * { flex: 1 1 0; }
    .ending .again > * { min-height: var(--target); font-size: 1rem; } .ending .again > :not(.main) { font-size: .8125rem; } .ending .again small { font-size: .75rem; }
  }
  /* As a screen is that is magnified twice: the points in figures, not cut. */
  @media (min-width: 560px) and (max-width: 719px) and (max-height: 480px) { .strip { gap: 4px; } .strip > .plain.plain { flex: 1 1 auto; padding: 0; font-size: .875rem; } .strip button:not(.plain) { flex: none; padding-inline: var(--space-2); font-size: .8125rem; line-height: 1.15; } }
`);

/** Have the document look as the end of a match needs it. */
export function look() {
  if (!document.adoptedStyleSheets.includes(styleSheet)) document.adoptedStyleSheets.push(styleSheet);
}
