// How rules look: text with headings and tables.

import { css } from "../../vendor/lit.js";

// deno-fmt-ignore
const styles = css`
  .rules { overflow: clip; grid-template-columns: minmax(0, 1fr); max-width: 48rem; margin: 0 auto; width: 100%; min-width: 0; }
  .rules > div > * + * { margin-top: var(--space-3); }
  .rules h2, .rules h3 { margin-top: var(--space-5); }
  .rules :is(ul, ol) { padding-inline-start: 1.4em; list-style: revert; }
  .rules li + li { margin-top: var(--space-1); }
  .rules code { font-family: var(--font-mono); font-size: .9em; overflow-wrap: anywhere; }
  .rules pre, .scrolled { overflow: auto; background: var(--sunken); border-radius: var(--radius-m); padding: var(--space-3); }
  .scrolled { padding: 0; }
  .rules figure { margin-inline: calc(-1 * var(--space-5)); display: grid; grid-template-columns: minmax(0, 390px); justify-content: center; }
  .rules figure > * { grid-area: 1 / 1; min-width: 0; }
  .rules figcaption { grid-row: 2; padding: var(--space-2) var(--space-3) 0; color: var(--ink-soft); font-size: var(--text-s); text-align: center; text-wrap: balance; }
  .rules .place { width: 100%; }
  board-picture { contain: size; overflow: hidden; border-radius: var(--radius-l); border: 1px solid var(--line); background: var(--felt); display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
  .rules table { border-collapse: collapse; min-width: 100%; }
  .rules :is(th, td) { text-align: start; vertical-align: top; padding: var(--space-2) var(--space-3); border-bottom: 1px solid var(--line); }
`;

if (styles.styleSheet) document.adoptedStyleSheets.push(styles.styleSheet);
