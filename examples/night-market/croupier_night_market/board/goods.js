// How the goods are drawn. Their names are spoken, so the pictures are silent.

import { svg } from "../../../web/board.js";

/** @typedef {import("./basket.js").Good} Good */

/** @type {Record<Good, unknown>} */
const DRAWN = {
  LANTERN: svg`
    <path class="line" d="M12 1v3M12 20v3" />
    <ellipse cx="12" cy="12" rx="8" ry="7.5" fill="#c8442f" />
    <path d="M12 4.5c-4 4-4 11 0 15c4-4 4-11 0-15Z" fill="#f2b84b" />
    <path d="M8 4h8v2H8ZM8 18h8v2H8Z" fill="#5b2a1c" />
  `,
  TEA: svg`
    <path class="line" d="M8 2c2 2-2 3 0 5M13 2c2 2-2 3 0 5" />
    <path d="M3 9h15v5a7 7 0 0 1-7 7h-1a7 7 0 0 1-7-7Z" fill="#4f8a54" />
    <path class="line" d="M18 11h1.5a2.5 2.5 0 0 1 0 6H17" />
  `,
  SILK: svg`
    <path d="M4 6c5-4 11 3 16 0v12c-5 3-11-4-16 0Z" fill="#7a4fa3" />
    <path d="M4 10c5-4 11 3 16 0M4 14c5-4 11 3 16 0" fill="none" stroke="#d9c2ee" stroke-width="1.5" />
  `,
  SPICE: svg`
    <path d="M5 10h14l-2 11H7Z" fill="#a0662c" />
    <path d="M4 10c2-6 6-8 8-8s6 2 8 8Z" fill="#d98e32" />
    <circle cx="10" cy="7" r="1" fill="#7a4312" />
    <circle cx="14" cy="6" r="1" fill="#7a4312" />
    <circle cx="12" cy="8.5" r="1" fill="#7a4312" />
  `,
};

/** @param {Good} good */
export const drawn = (good) => svg`<svg class="good" viewBox="0 0 24 24" aria-hidden="true">${DRAWN[good]}</svg>`;
