// How deals that several play look.

import { css } from "../../vendor/lit.js";
import "../players/players-look.js";

// deno-fmt-ignore
const { styleSheet } = css`
  deals-page, deal-page { display: grid !important; grid-template-columns: minmax(0, 1fr); gap: var(--space-4); align-content: start; max-width: 60rem; margin: 0 auto; }
  deals-page > section, deal-page > section { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-3); }
  :is(deals-page, deal-page) .welcome { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-2); justify-items: start; }
  :is(deals-page, deal-page) .panel { padding: var(--space-4); gap: var(--space-3); margin: 0; grid-template-columns: minmax(0, 1fr); }
  .deal-cards { display: grid; gap: var(--space-3); grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); }
  .deal-cards .over .art { filter: saturate(.35); }
  deal-page .go { min-height: 60px; font-size: var(--text-l); width: 100%; }
  deal-page .hero { background: var(--accent-soft); text-align: center; }
  deal-page .hero .lead { font: 700 var(--text-xl)/1.15 var(--font-title); text-wrap: balance; overflow-wrap: anywhere; }
  deal-page .segments { width: max-content; max-width: 100%; }
  deal-page .segments button { border: 0; border-radius: 0; }
  deal-page .segments button[aria-pressed=true] { background: var(--accent); color: var(--accent-ink); }
  deals-page form { display: grid; gap: var(--space-3); justify-items: start; }
  deals-page form label { display: grid; gap: var(--space-1); width: min(100%, 24rem); }
`;
document.adoptedStyleSheets.push(/** @type {CSSStyleSheet} */ (styleSheet));
