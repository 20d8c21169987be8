// Where the board of Just4Fun lies: on a meadow, below a sky. Hills are stretched to the width of the table.

import { css, svg } from "../../../web/board.js";

/** The sky behind the table, and the hills at its foot. */
// deno-fmt-ignore
export const land = svg`
  <svg class="land" aria-hidden="true" focusable="false" preserveAspectRatio="none" viewBox="0 0 1000 300">
    <path class="hill h1" d="M0 300V110q120-70 260-30t250-20 240 10 250-30v260z"/>
    <path class="hill h2" d="M0 300V180q90-50 220-20t240-26 270 30 270-34v170z"/>
    <path class="hill h3" d="M0 300v-70q160-40 330-6t340-10 330 6v80z"/>
  </svg>
`;

// deno-fmt-ignore
export const landStyles = css`
  .table {
    --sky: light-dark(#9fd0ec, #111a36); --haze: light-dark(#fdf0d2, #3b3a5e);
    --h1: light-dark(#bcd7a8, #2b3a4d); --h2: light-dark(#9cc588, #223244); --h3: light-dark(#7fb06c, #1a2a38);
    background: linear-gradient(var(--sky), var(--haze) 78%);
  }
  .land { position: absolute; z-index: -1; inset: auto 0 0; width: 100%; height: 38%; pointer-events: none; }
  .hill.h1 { fill: var(--h1); } .hill.h2 { fill: var(--h2); } .hill.h3 { fill: var(--h3); }
`;
