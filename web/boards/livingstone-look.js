// How the table of Livingstone is laid out: upright for phones, with the players beside the board where it is wide.

import { css } from "../vendor/lit.js";
import { drawingStyles } from "./livingstone-drawings.js";

// deno-fmt-ignore
const table = css`
  :host {
    display: block; position: relative; block-size: 100%; overflow: hidden auto;
    color: var(--ink, light-dark(#2b2620, #efe8db)); font: 1rem / 1.3 var(--font, system-ui, sans-serif);
    --soft: var(--ink-soft, light-dark(#5c5245, #bfb4a2));
    --lit: var(--mark, light-dark(#c4531f, #f3a477));
    --grass: color-mix(in srgb, var(--card-g, #2c7442) 16%, var(--felt, light-dark(#ebe2d2, #23201a)));
    --water: light-dark(#a9cbe0, #21455f);
    --rule: color-mix(in srgb, var(--soft) 34%, transparent);
  }
  *, *::before, *::after { box-sizing: border-box; }
  button { all: unset; box-sizing: border-box; position: relative; cursor: pointer; touch-action: manipulation; -webkit-tap-highlight-color: transparent; }
  button[aria-disabled="true"] { cursor: default; }
  :focus-visible { outline: 3px solid var(--mark, #c4531f); outline-offset: 1px; z-index: 3; }
  p, h2, h3 { margin: 0; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
  .soft { color: var(--soft); }
  .camp { display: inline-grid; }
  .stage { container-type: inline-size; min-height: 100%; display: grid; }
  .table {
    position: relative; display: grid; gap: 4px; padding: 0 6px; align-content: start;
    grid-template: "head" auto "players" auto "map" auto "controls" 1fr / minmax(0, 1fr);
    background: var(--felt, light-dark(#ebe2d2, #23201a));
  }
  .head { grid-area: head; display: flex; flex-wrap: wrap; align-items: center; gap: 0 10px; padding-top: 3px; font-size: 0.8125rem; }
  .head p { font-weight: 600; }
  .head small { font-size: 0.75rem; color: var(--soft); margin-inline-start: auto; }
  .plain {
    min-height: 44px; padding: 0 10px; border-radius: 10px; display: inline-grid; place-content: center; font-weight: 600; font-size: 0.8125rem;
    color: var(--accent, #17625b); text-decoration: underline; text-underline-offset: 3px;
  }

  .players { grid-area: players; border-collapse: collapse; table-layout: fixed; width: 100%; font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
  .players th, .players td { padding: 1px 1px; text-align: center; border-bottom: 1px solid var(--rule); }
  .players thead th { font-weight: 600; font-size: 0.65rem; line-height: 1.2; color: var(--soft); padding: 0; border-bottom: 0; }
  .players thead th { width: 11%; letter-spacing: -0.02em; } .players thead th:first-child { width: 28%; } .players thead th.gems { width: 20%; }
  .players th[scope="row"] { text-align: start; font-weight: 400; }
  .who { display: flex; align-items: center; gap: 2px; min-height: 28px; --tent: 22px; }
  .players slot { display: block; flex: 1; min-width: 0; }
  ::slotted(.bar) { padding: 0 4px !important; min-height: 26px !important; }
  .players small { display: block; font-size: 0.6875rem; line-height: 1.1; color: var(--soft); }
  .players .own { background: color-mix(in srgb, var(--surface, #fffdf8) 60%, transparent); }
  .players .held { display: inline-flex; gap: 5px; align-items: center; }
  .gem.none { opacity: 0.62; }
  .held .gem { align-items: baseline; }
  .last { display: inline-block; min-width: 20px; border: 1.5px solid #6d6253; border-radius: 4px; line-height: 17px; background: #fffdf6; color: #2b2620; }

  .map { grid-area: map; min-width: 0; }
  .grid { border-collapse: separate; border-spacing: 0; table-layout: fixed; width: 100%; font-variant-numeric: tabular-nums; }
  .grid th, .grid td { padding: 0; text-align: center; font-size: 0.8125rem; }
  .grid thead th { height: 18px; color: var(--soft); font-weight: 600; }
  .grid thead th:first-child { width: 18px; }
  .grid thead th.most { width: 40px; font-size: 0.65rem; letter-spacing: -0.03em; }
  .grid thead th.boat { width: 50px; color: inherit; font-weight: 800; }
  .grid tbody th { color: var(--soft); font-weight: 700; }
  .grid tbody td { height: var(--cell, 44px); background: var(--grass); box-shadow: inset 0 0 0 0.5px var(--rule); }
  .grid tbody td.boat { background: color-mix(in srgb, var(--grass) 40%, var(--surface, light-dark(#fffdf8, #2a2620))); }
  .grid tbody td.most { background: none; box-shadow: none; line-height: 1.1; }
  .grid td.most b { display: block; font-size: 0.8125rem; }
  .grid td.most small { display: block; font-size: 0.6875rem; font-weight: 700; color: var(--soft); min-height: 12px; letter-spacing: 0.06em; }
  .grid tfoot td { position: relative; height: 34px; background: var(--water); vertical-align: bottom; font-weight: 700; }
  .grid tfoot td:nth-child(2) { border-radius: 10px 0 0 10px; } .grid tfoot td:nth-last-child(2) { border-radius: 0 10px 10px 0; }
  .grid tfoot td.corner { background: none; }
  .grid tfoot .past { color: color-mix(in srgb, currentColor 75%, var(--water)); font-weight: 500; }
  .ship { position: absolute; inset: -3px 6px 17px; fill: light-dark(#6b3d14, #e3b27a); }
  .ship .sail { fill: light-dark(#fffaf0, #efe8db); stroke: light-dark(#6b3d14, #6b3d14); }
  .price { position: relative; display: block; line-height: 16px; padding-bottom: 1px; }
  td.boat .price { font-size: 0.8125rem; }
  .field { position: relative; display: grid; place-items: center; width: 100%; height: 100%; min-height: var(--cell, 44px); }
  .field.lit { cursor: pointer; border-radius: 6px; box-shadow: inset 0 0 0 2.5px var(--lit); background: color-mix(in srgb, var(--lit) 18%, transparent); }
  .field.fresh { box-shadow: inset 0 0 0 2px var(--accent, #17625b); border-radius: 6px; }
  .field.lit.fresh { box-shadow: inset 0 0 0 2.5px var(--lit); }
  .plus {
    position: absolute; right: 1px; bottom: 1px; min-width: 16px; padding: 0 3px; border-radius: 8px; font: 700 0.6875rem / 16px system-ui, sans-serif;
    color: var(--turn-ink, #fff); background: var(--turn, #9c3f1d);
  }
  .tents { display: flex; flex-wrap: wrap; justify-content: center; align-content: center; gap: 2px 4px; --tent: 26px; }
  .tents.n2 { --tent: 19px; } .tents.n3, .tents.n4 { --tent: 15px; gap: 1px 3px; } .tents.n5, .tents.n6 { --tent: 14px; gap: 0 2px; }
`;

// deno-fmt-ignore
const controls = css`
  .controls {
    grid-area: controls; align-self: end; position: sticky; bottom: 0; z-index: 5; display: grid; gap: 5px; margin: 0 -6px; padding: 5px 6px 6px;
    background: var(--surface, light-dark(#fffdf8, #2a2620)); border-top: 1px solid var(--line, #d9cdb9);
  }
  /* In a replay nobody presses a field, and nothing lies over the board. */
  .still { --cell: 36px; }
  .still .why { display: none; }
  .still .controls { position: static; align-self: start; }
  /* What an amount is chosen of needs no dice, and no cards. */
  .step-coins :is(.pool, .hand, .news), .step-gems :is(.pool, .hand, .news) { display: none; }
  .say { display: grid; gap: 1px; }
  .news { font-size: 0.8125rem; color: var(--soft); max-height: 2.6em; overflow: auto; line-height: 1.25; }
  .prompt { font-weight: 700; font-size: 0.9375rem; line-height: 1.25; }
  .prompt.turn { color: var(--turn, #9c3f1d); }
  .prompt.hint { color: var(--danger, #a3241c); }
  .typed, .purse { font-size: 0.8125rem; }
  .why { font-size: 0.75rem; color: var(--soft); line-height: 1.2; }
  .pool { display: grid; gap: 2px; }
  .dice { display: flex; flex-wrap: wrap; align-items: center; gap: 2px; min-height: 46px; }
  .take, .dice .shown { position: relative; width: 48px; height: 44px; display: grid; place-content: center; border-radius: 10px; }
  .times { position: absolute; right: -2px; bottom: -1px; padding: 0 4px; border-radius: 8px; font: 700 0.75rem / 16px system-ui, sans-serif; color: #fff; background: #221d16; box-shadow: 0 0 0 1px rgb(255 255 255 / 0.6); }
  .take.lit { background: color-mix(in srgb, var(--lit) 26%, transparent); box-shadow: inset 0 0 0 2px var(--lit); }
  .take.dim .die { opacity: 0.45; filter: grayscale(1); }
  .inhand { margin-inline-start: auto; padding: 2px 4px; border-radius: 10px; background: var(--turn-soft, #fbe3d4); box-shadow: inset 0 0 0 2px var(--turn, #9c3f1d); }
  .tray { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 5px; }
  .play { display: contents; }
  .action, .toggle {
    min-height: 46px; padding: 3px 6px; border-radius: 10px; display: grid; place-content: center; text-align: center; font-weight: 600; font-size: 0.8125rem; line-height: 1.15;
    border: 1px solid var(--line-strong, #8d8170); background: var(--raised, #fff); hyphens: auto; overflow-wrap: anywhere;
  }
  .action small { font-weight: 500; font-size: 0.75rem; }
  .action.primary { background: var(--accent, #17625b); color: var(--accent-ink, #fff); border-color: transparent; }
  .action[aria-disabled="true"] { background: transparent; border-style: dashed; border-color: var(--rule); color: var(--soft); font-weight: 500; }
  .step { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 5px 8px; align-items: center; }
  .step h3 { font-size: 0.9375rem; line-height: 1.2; }
  .step > :not(h3, .back) { grid-column: 1 / -1; }
  .step p { font-size: 0.875rem; }
  .chips { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 5px; }
  .toggles { display: flex; flex-wrap: wrap; gap: 5px; }
  .toggle { flex: 1; }
  .toggle[aria-pressed="true"] { background: var(--accent-soft, #d5e8e2); border: 2px solid var(--accent, #17625b); }
  .toggle[aria-pressed="true"]::before { content: "✓ "; }
  .toggle { display: block; line-height: 38px; }
  .stepper { display: grid; grid-template-columns: minmax(3.4rem, 1fr) 52px 3rem 52px 64px; align-items: center; gap: 5px; }
  .stepper .label { font-size: 0.875rem; }
  .stepper .gem .drawing { width: 18px; height: 18px; }
  .stepper output { text-align: center; font-weight: 800; font-size: 1.125rem; font-variant-numeric: tabular-nums; }
  .step-by {
    min-height: 44px; display: grid; place-content: center; border-radius: 10px; font-weight: 700; font-size: 1.125rem;
    border: 1px solid var(--line-strong, #8d8170); background: var(--raised, #fff);
  }
  .step-by:last-child { font-size: 0.875rem; }
  .step-by[aria-disabled="true"] { color: var(--soft); background: transparent; border-style: dashed; }
  .hand { display: grid; grid-template-columns: repeat(auto-fill, minmax(84px, 1fr)); gap: 5px; }
  .face {
    min-height: 46px; padding: 3px 5px; border-radius: 8px; text-align: center; display: grid; place-content: center; font-weight: 600; font-size: 0.75rem; line-height: 1.15;
    color: #2b2417; background: linear-gradient(#f6e7bf, #ead295); border: 1px solid #a5863f; hyphens: auto; overflow-wrap: anywhere;
  }
  .face.dim { background: #dcd2bb; border-style: dashed; color: #4a4232; }
  .face.picked { box-shadow: 0 0 0 3px var(--lit); }
  @media (hover: hover) {
    .action:not([aria-disabled]):hover, .face:hover { filter: brightness(1.06); }
    .lit:hover { background: color-mix(in srgb, var(--lit) 40%, transparent); }
  }
  .ship.fresh { animation: arrive 0.5s; }
  @keyframes arrive { from { translate: 0 -8px; opacity: 0.2; } }
  @media (prefers-reduced-motion: reduce) { .ship.fresh { animation: none; } }
`;

// deno-fmt-ignore
const wide = css`
  @container (min-width: 700px) {
    .table {
      padding: 0 14px; column-gap: 18px; row-gap: 6px; --cell: clamp(44px, (100dvh - 400px) / 6, var(--cell-most, 68px));
      grid-template: "head head" auto "map players" auto "controls controls" 1fr / minmax(0, 1fr) minmax(19rem, 28rem);
    }
    .still { --cell: clamp(30px, (100dvh - 500px) / 6, 60px); }
    .head { font-size: 0.9375rem; padding-top: 8px; }
    .head small { font-size: 0.875rem; }
    .grid thead th.boat { width: 72px; }
    .grid thead th:first-child { width: 28px; }
    .grid thead th.most { width: 52px; font-size: 0.8125rem; }
    .grid td.most b { font-size: 0.9375rem; }
    .tents { --tent: 34px; } .tents.n2 { --tent: 25px; } .tents.n3, .tents.n4 { --tent: 21px; } .tents.n5, .tents.n6 { --tent: 18px; }
    .players { align-self: start; }
    .players thead th { padding-bottom: 3px; width: 10%; } .players thead th:first-child { width: 30%; } .players thead th.gems { width: 20%; }
    .players th, .players td { padding: 5px 1px; }
    .controls { margin: 0 -14px; padding: 8px 14px 10px; grid-template: "say pool" auto "tray tray" auto "hand hand" auto / minmax(0, 1fr) auto; column-gap: 20px; }
    .say { grid-area: say; } .pool { grid-area: pool; max-width: 27rem; justify-items: end; } .tray, .step { grid-area: tray; } .hand { grid-area: hand; }
    .tray { grid-template-columns: repeat(auto-fit, minmax(92px, 1fr)); }
    .hand { grid-template-columns: repeat(auto-fill, minmax(112px, 1fr)); }
    .action, .face { font-size: 0.875rem; }
    .step { grid-template-columns: minmax(0, 1fr) auto; }
    .step > .action { justify-self: start; min-width: 14rem; padding-inline: 20px; }
    .stepper { grid-template-columns: 6rem 56px 3rem 56px 72px; }
    .chips { grid-template-columns: repeat(6, minmax(0, 1fr)); }
    .prompt { font-size: 1.0625rem; }
    .news { max-height: 3.75em; }
  }
`;

/** Tables of scores, on the board and beside it. */
// deno-fmt-ignore
export const scoreStyles = css`
  .over table, :host > table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  .over th, .over td, :host > table th, :host > table td { padding: 4px 5px; text-align: end; border-bottom: 1px solid var(--line, light-dark(#d9cdb9, #453e34)); overflow-wrap: anywhere; }
  .over th[scope="row"], :host > table th[scope="row"] { text-align: start; font-weight: 500; }
  .over tr.total :is(th, td), :host > table tr.total :is(th, td) { font-weight: 800; border-top: 2px solid var(--line-strong, #8d8170); }
  .final :is(th, td) { overflow-wrap: normal; } .final thead th { font-size: 0.65rem; } .final :is(th, td) { padding-inline: 2px; } .final tbody th { overflow-wrap: break-word; max-width: 6rem; } .final td.out { text-align: start; padding-top: 0; } .final tr:has(+ tr > .out) > * { border-bottom: 0; } .final thead th:first-child { text-align: start; }
  .out { font-size: 0.75rem; color: var(--danger, #a3241c); font-weight: 700; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { padding: 3px 0; }
  h3 { margin: 12px 0 4px; font-size: 1rem; }
`;

// deno-fmt-ignore
const over = css`
  .over {
    position: absolute; z-index: 10; inset: 8px 0 auto; margin: 0 auto; width: min(94%, 40rem); padding: 14px 16px; font-size: 0.875rem;
    border-radius: 16px; background: var(--raised, light-dark(#fff, #332e27)); box-shadow: var(--shadow-3, 0 12px 32px rgb(0 0 0 / 0.4)); border: 1px solid var(--line, #d9cdb9);
  }
  .over header { display: flex; align-items: center; justify-content: space-between; gap: 8px; margin-bottom: 6px; }
  .over h2 { font: 700 1.25rem / 1.2 var(--font-title, Georgia, serif); }
  .over .gem { display: block; } .over .gem .drawing { width: 18px; height: 18px; margin-inline-start: auto; }
  .faces { margin-top: 10px; } .faces small { display: block; font-weight: 400; color: var(--soft); }
  .faces th[scope="row"] { font-weight: 700; }
  .over header .action { flex: none; padding: 0 16px; }
  .over .faces thead th { overflow-wrap: normal; font-size: 0.75rem; }
`;

export const styles = [drawingStyles, table, controls, wide, scoreStyles, over];
