// How the analysis of a match looks: a line in the deck of the replay, a sheet, and a panel where there is room for it.

/** The height of the curve, what stands beside its lines, and between the levels that are named there, in pixels. */
export const HEIGHT = 120;
export const GUTTER = 44;
export const APART = 16;

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  match-analysis { display: contents; }
  dialog.analysis { width: min(36rem, calc(100vw - 2 * var(--space-3))); max-height: calc(100dvh - 2 * var(--space-3)); }
  .analysis .row.end { position: sticky; bottom: calc(-1 * var(--space-5)); margin: 0 calc(-1 * var(--space-5)) calc(-1 * var(--space-5)); padding: var(--space-3) var(--space-5); background: var(--surface); border-top: 1px solid var(--line); }
  .analysis progress { width: 100%; accent-color: var(--accent); }
  .analysis .axis { margin-block-end: var(--space-1); }
  .analysis .course { display: block; position: relative; height: ${HEIGHT}px; background: var(--sunken); border-radius: var(--radius-s); cursor: pointer; touch-action: none; }
  .analysis .course > svg { display: block; width: 100%; height: 100%; }
  .analysis path { fill: none; stroke-width: 2.5; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
  .analysis .whole { stroke: var(--accent); }
  .analysis .skill { stroke: var(--ink-soft); stroke-dasharray: 3 3; }
  .analysis .nought { stroke: var(--line-strong); vector-effect: non-scaling-stroke; }
  .analysis .now { stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
  .analysis text { fill: var(--ink-soft); font-size: .75rem; dominant-baseline: middle; }
  .analysis .turning { position: absolute; display: grid; place-items: center; width: 20px; height: 20px; margin: -10px; border-radius: 50%; background: var(--danger); color: var(--surface); font: 700 .75rem / 1 var(--font); pointer-events: none; }
  .analysis .key { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--space-3); margin-block: 0; font-size: var(--text-s); }
  .analysis .key.span { margin-inline-start: ${GUTTER}px; }
  .analysis .key svg { width: 24px; height: 8px; margin-inline-end: var(--space-1); }
  .analysis h3 { margin-block: var(--space-3) var(--space-1); font-size: var(--text-m); }
  .analysis ol { margin: 0; padding: 0; list-style: none; }
  .analysis li { border-top: 1px solid var(--line); }
  .analysis li a { display: grid; grid-template-columns: 1.9rem minmax(0, 1fr) 2.5rem; gap: 0 var(--space-2); align-items: center; min-height: var(--target); padding-block: var(--space-1); color: inherit; text-decoration: none; font-size: calc(.9375rem * var(--print, 1)); }
  .analysis li a > :first-child { color: var(--ink-soft); text-align: end; }
  .analysis li a > .turning { position: static; margin: 0; justify-self: end; color: var(--surface); }
  .analysis li a small { display: block; font-size: var(--text-s); }
  .analysis li a[aria-current] { background: var(--accent-soft); box-shadow: inset 3px 0 var(--accent); }
  .analysis li.round { padding-block: var(--space-2); font-weight: 600; }
  .worth { font-weight: 700; text-align: end; white-space: nowrap; color: var(--ink-soft); }
  .worth.cost { color: var(--danger); }
  .lines .worth { float: inline-end; margin-inline-start: var(--space-2); }
  .panel-of-worth { padding: var(--space-2) var(--space-4); border-inline-start: 1px solid var(--line); border-bottom: 1px solid var(--line); background: var(--surface); overflow: auto; max-height: 56dvh; }
  .panel-of-worth > * { margin-block: 0 var(--space-2); }
  .verdict { display: flex; align-items: center; gap: var(--space-2); }
  .verdict p { flex: 1; max-height: 100%; overflow: auto; font-size: calc(.9375rem * var(--print, 1)); line-height: 1.2; }
  .verdict .better { color: var(--good); }
  .verdict button { flex: none; min-width: var(--target); min-height: var(--target); padding-inline: var(--space-2); font-size: var(--text-s); }
  @media (max-width: 1099px) {
    .verdict button span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  }
  @media (max-width: 899px) {
    .verdict p { font-size: calc(.875rem * var(--print, 1)); }
    .verdict .played { display: none; }
    .verdict button:has(+ button) { order: -1; }
    .verdict .worst { display: none; } /* the sheet has it */
  }
  .verdict p.long { font-size: calc(.75rem * var(--print, 1)); line-height: 1.08; }
`);
document.adoptedStyleSheets.push(STYLE);
