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
  .deal-cards a { display: grid; grid-template-columns: 96px minmax(0, 1fr); height: 100%; border: 1px solid var(--line); border-radius: var(--radius-l); overflow: hidden; background: var(--surface); box-shadow: var(--shadow-1); color: inherit; text-decoration: none; }
  .deal-cards .art { width: 96px; height: 100%; object-fit: cover; background: var(--sunken); }
  .deal-cards .about { display: grid; gap: 2px; align-content: center; padding: var(--space-3); line-height: 1.3; overflow-wrap: anywhere; min-height: 96px; }
  .deal-cards .title { font: 700 1.15rem/1.2 var(--font-title); }
  .deal-cards .over .art { filter: saturate(.35); }
  @media (hover: hover) { .deal-cards a:hover { border-color: var(--accent); } }
  deal-page .go { min-height: 60px; font-size: var(--text-l); width: 100%; }
  deal-page .hero { background: var(--accent-soft); text-align: center; }
  deal-page .hero .lead { font: 700 var(--text-xl)/1.15 var(--font-title); text-wrap: balance; overflow-wrap: anywhere; }
  deal-page .segments { width: max-content; max-width: 100%; }
  deal-page .segments button[aria-pressed=true] { background: var(--accent); color: var(--accent-ink); }
  deals-page form { display: grid; gap: var(--space-3); justify-items: start; }
  deals-page form label { display: grid; gap: var(--space-1); width: min(100%, 24rem); }
`;
document.adoptedStyleSheets.push(/** @type {CSSStyleSheet} */ (styleSheet));
