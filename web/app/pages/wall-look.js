// How a wall looks: on a projector of 1920 x 1080, nothing that must be read is smaller than 40 pixels.

import { css } from "../../vendor/lit.js";

// deno-fmt-ignore
const styles = css`
  main.wall { padding: 0; --u: clamp(8px, min(1vw, 1.8vh), 40px); }
  wall-page { display: grid !important; grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr) calc(31 * var(--u)); gap: calc(.9 * var(--u)); height: 100dvh; padding: calc(1 * var(--u)); }
  wall-page > .row { grid-column: 1 / -1; justify-content: space-between; flex-wrap: nowrap; }
  wall-page h1 { font-size: calc(2.1 * var(--u)); }
  wall-page .come { font: 700 calc(2.1 * var(--u)) var(--font-title); color: var(--accent); }
  wall-page .dots { display: flex; gap: calc(.5 * var(--u)); }
  .dots span { width: calc(.8 * var(--u)); height: calc(.8 * var(--u)); border-radius: 50%; background: var(--line-strong); }
  .dots .now { background: var(--accent); scale: 1.4; }
  /* Boards are laid out as on a screen at which one sits, and then made large. */
  wall-page croupier-table { block-size: auto; min-height: 0; border-radius: var(--radius-l); border: 1px solid var(--line); box-shadow: var(--shadow-2); zoom: .7; }
  wall-page croupier-table:only-child { grid-column: 1 / -1; }
  wall-page .players { min-height: 0; display: grid; grid-template-rows: auto auto minmax(0, 1fr); gap: calc(.6 * var(--u)); }
  wall-page .players h2 { font-size: calc(2.6 * var(--u)); line-height: 1.1; }
  wall-page ol { list-style: none; margin: 0; padding: 0; display: grid; gap: calc(.6 * var(--u)); align-content: start; grid-auto-rows: minmax(0, calc(11 * var(--u))); }
  wall-page li { display: grid; grid-template: auto auto / auto minmax(0, 1fr) auto; align-content: center; row-gap: calc(.4 * var(--u)); column-gap: calc(1 * var(--u)); align-items: center; padding: calc(.6 * var(--u)) calc(1 * var(--u)); border-radius: var(--radius-l); background: var(--surface); border: calc(.2 * var(--u)) solid transparent; box-shadow: var(--shadow-1); }
  wall-page li.turn { border-color: var(--turn); background: var(--turn-soft); }
  wall-page li.won { border-color: var(--good); background: var(--good-soft); }
  wall-page li .portrait { grid-row: 1 / 3; width: calc(5 * var(--u)); height: auto; }
  wall-page li .name { font: 700 calc(2.25 * var(--u)) / 1.15 var(--font-title); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  wall-page li .seat-mark { --mark-size: calc(1.5 * var(--u)); }
  wall-page li .points { font-size: calc(3.2 * var(--u)); line-height: 1; }
  wall-page li .moves { grid-area: 2 / 2; font-size: calc(2.1 * var(--u)); line-height: 1.1; color: var(--turn); font-weight: 700; }
  wall-page li seat-clock { grid-area: 2 / 3; font-size: calc(2.25 * var(--u)); line-height: 1.1; }
  wall-board { display: grid; align-content: start; gap: calc(.5 * var(--u)); min-height: 0; overflow: hidden; }
  wall-page wall-board h2 { font-size: calc(2.1 * var(--u)); }
  wall-page wall-board ol { gap: calc(.3 * var(--u)); grid-auto-rows: auto; }
  wall-page wall-board li { grid-template: auto / calc(3 * var(--u)) auto minmax(0, 1fr) auto; column-gap: calc(.8 * var(--u)); padding: calc(.2 * var(--u)) calc(1 * var(--u)); border-radius: var(--radius-m); font-size: calc(2.1 * var(--u)); line-height: 1.15; }
  wall-page wall-board li .portrait { grid-row: auto; width: calc(3 * var(--u)); }
  wall-page wall-board li .name { font-size: calc(2.1 * var(--u)); }
  wall-page .last { grid-column: 1 / -1; font-size: calc(2.1 * var(--u)); line-height: 1.25; height: calc(2 * 1.25 * 2.1 * var(--u) + 1 * var(--u)); overflow: hidden; padding: calc(.5 * var(--u)) calc(1.2 * var(--u)); border-radius: var(--radius-l); background: var(--surface); display: grid; grid-template-columns: auto minmax(0, 1fr); gap: calc(1.2 * var(--u)); align-items: center; }
  wall-page .last b { color: var(--accent); }
  .invites { grid-area: 1 / 1 / -1 / -1; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: calc(5 * var(--u)); align-items: center; padding: calc(3 * var(--u)); }
  .invites .code { width: min(44vw, 76vh); border-radius: var(--radius-l); overflow: hidden; box-shadow: var(--shadow-3); line-height: 0; }
  .invites h1 { font-size: calc(5.4 * var(--u)); line-height: 1.05; }
  .invites .address { font: 700 calc(3.6 * var(--u)) var(--font-mono); color: var(--accent); overflow-wrap: anywhere; margin: calc(1.5 * var(--u)) 0; }
  .invites .scan { font-size: calc(2.3 * var(--u)); }
  .invites .pictures { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: calc(1 * var(--u)); margin-top: calc(3 * var(--u)); }
  .invites img { width: 100%; height: auto; border-radius: var(--radius-m); box-shadow: var(--shadow-2); }
  .invites wall-board { grid-column: 1 / -1; }
  .invites wall-board ol { grid-template-columns: repeat(auto-fit, minmax(calc(28 * var(--u)), 1fr)); }
  @media (min-width: 900px) { wall-page croupier-table { zoom: 1; } }
  @media (min-width: 1700px) { wall-page croupier-table { zoom: 1.4; } }
  @media (max-aspect-ratio: 1), (max-width: 559px) {
    main.wall { --u: clamp(8px, 1.9vw, 40px); }
    wall-page { grid-template: auto minmax(0, 1fr) auto auto / minmax(0, 1fr); }
    wall-page li { grid-auto-rows: auto; }
    .players wall-board { display: none; }
    .invites { grid-template-columns: minmax(0, 1fr); align-content: start; justify-items: center; text-align: center; }
  }
  /* A screen that is magnified four times. */
  @media (max-width: 559px) { wall-page { height: auto; min-height: 100dvh; grid-template-rows: auto 26rem auto auto; } }
`;

if (styles.styleSheet) document.adoptedStyleSheets.push(styles.styleSheet);
