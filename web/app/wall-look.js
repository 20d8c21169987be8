// How a wall of tables looks.

import { css } from "../vendor/lit.js";

// deno-fmt-ignore
const styles = css`
  main.wall { padding: var(--space-3); }
  wall-page { display: grid !important; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); gap: var(--space-3); height: calc(100dvh - 2 * var(--space-3)); }
  wall-page > .row { justify-content: space-between; }
  wall-page .empty, wall-page .tables { grid-area: 2 / 1; }
  .tables { display: grid; grid: auto-flow minmax(0, 1fr) / minmax(0, 1fr); gap: var(--space-3); min-height: 0; }
  /* Boards are laid out as on a table, and then made small. */
  .tables croupier-table { zoom: .62; --cell-most: 44px; block-size: auto; min-height: 0; border-radius: var(--radius-l); border: 1px solid var(--line); }
  @media (min-width: 900px) { .tables { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
`;

if (styles.styleSheet) document.adoptedStyleSheets.push(styles.styleSheet);
