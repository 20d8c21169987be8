// How a tournament looks on a wall: on a projector of 1920 x 1080, nothing that must be read is smaller than 40 pixels.

import { css } from "../../vendor/lit.js";

// deno-fmt-ignore
const { styleSheet } = css`
  wall-page:has(wall-tournament) { display: block !important; height: 100dvh; padding: 0; }
  wall-tournament { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 5fr) minmax(0, 6fr); gap: calc(1.2 * var(--u)) calc(1.6 * var(--u)); height: 100dvh; padding: calc(1.2 * var(--u)); }
  wall-tournament > header { grid-column: 1 / -1; display: grid !important; grid-template: auto auto / minmax(0, 1fr) auto; gap: 0 calc(2 * var(--u)); align-items: center; }
  wall-page wall-tournament h1 { font-size: calc(3.2 * var(--u)); line-height: 1.1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  wall-tournament .about { font-size: calc(2.1 * var(--u)); line-height: 1.15; color: var(--ink-soft); }
  wall-tournament .until { grid-area: 1 / 2 / 3; display: grid; justify-items: end; font-size: calc(2.1 * var(--u)); line-height: 1.1; max-width: calc(60 * var(--u)); text-align: end; }
  wall-tournament .until time { font: 700 calc(4.6 * var(--u)) / 1 var(--font-title); color: var(--accent); font-variant-numeric: tabular-nums; }
  wall-tournament .until small { display: none; }
  wall-tournament section, wall-tournament aside { min-height: 0; display: grid; grid-template-rows: auto minmax(0, 1fr); gap: calc(.6 * var(--u)); }
  wall-tournament h2 { font-size: calc(2.4 * var(--u)); line-height: 1.1; }
  wall-page wall-tournament :is(ol, ul) { gap: calc(.45 * var(--u)); align-content: start; overflow: hidden; grid-auto-rows: auto; }
  wall-page wall-tournament li { grid-template: auto / auto; }
  wall-page wall-tournament .stand li { grid-template: auto / calc(3.4 * var(--u)) auto minmax(0, 1fr) auto; padding: calc(.3 * var(--u)) calc(1.1 * var(--u)); border-radius: var(--radius-m); }
  wall-page wall-tournament .stand .leads { border-color: var(--good); background: var(--good-soft); }
  wall-page wall-tournament li .portrait { grid-row: auto; width: calc(3 * var(--u)); }
  wall-page wall-tournament li .name { font-size: calc(2.15 * var(--u)); }
  wall-page wall-tournament li b { font: 700 calc(2.5 * var(--u)) / 1 var(--font-title); }
  wall-tournament .rank { font-size: calc(2.1 * var(--u)); color: var(--ink-soft); text-align: end; }
  wall-page wall-tournament .tables > ol { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: calc(.7 * var(--u)); }
  wall-page wall-tournament .tables > ol > li { grid-template: auto / calc(2.6 * var(--u)) minmax(0, 1fr); padding: calc(.5 * var(--u)) calc(1.1 * var(--u)); border-radius: var(--radius-m); }
  wall-page wall-tournament .tables > ol > .open { border-color: var(--turn); }
  wall-page wall-tournament .tables ul { display: grid; gap: 0; }
  wall-page wall-tournament .tables ul li { grid-template: auto / minmax(0, 1fr) auto; padding: 0; background: none; box-shadow: none; border: 0; min-height: calc(2.9 * var(--u)); }
  wall-tournament .there.alone { grid-column: 1 / -1; }
  wall-tournament .there { grid-column: 1; }
  wall-tournament:has(.joins) { grid-template-columns: minmax(0, 1fr) calc(38 * var(--u)); }
  wall-page wall-tournament .people { display: grid; grid-template-columns: repeat(auto-fill, minmax(calc(24 * var(--u)), 1fr)); }
  wall-page wall-tournament .people li { grid-template: auto / auto minmax(0, 1fr); justify-content: start; padding: calc(.4 * var(--u)) calc(1 * var(--u)); border-radius: var(--radius-m); }
  wall-page wall-tournament .people .here { border-color: var(--good); background: var(--good-soft); }
  wall-tournament .joins { justify-items: center; }
  wall-tournament .joins .qr { width: 100%; max-height: 100%; border-radius: var(--radius-l); }
  @media (max-width: 700px) {
    wall-tournament, wall-tournament:has(.joins) { grid-template: auto / minmax(0, 1fr); height: auto; }
    wall-tournament > header { grid-template: auto auto auto / minmax(0, 1fr); }
    wall-tournament .until { grid-area: auto; justify-items: start; text-align: start; }
  }
`;

if (styleSheet) document.adoptedStyleSheets.push(styleSheet);
