// How the table of Just4Fun is laid out: upright for phones, with the players beside the board where it is wide.

import { css } from "../vendor/lit.js";

/** Stones: a shape and a letter for each seat, besides its colour; as high as `--stone` says. */
// deno-fmt-ignore
export const stoneStyles = css`
  .seat-0 { --seat: var(--card-r, #b3312a); --seat-ink: var(--card-r-ink, #fff); }
  .seat-1 { --seat: var(--card-b, #28609f); --seat-ink: var(--card-b-ink, #fff); }
  .seat-2 { --seat: var(--card-y, #edbf3c); --seat-ink: var(--card-y-ink, #3a2b00); }
  .seat-3 { --seat: var(--card-g, #2c7442); --seat-ink: var(--card-g-ink, #fff); }
  .stone {
    display: inline-grid; place-items: center; flex: none; vertical-align: middle; width: var(--stone, 20px); height: var(--stone, 20px);
    color: var(--seat-ink); background: linear-gradient(160deg, color-mix(in srgb, var(--seat) 80%, white), var(--seat) 55%); border-radius: 50%;
  }
  .stone em { font: 800 calc(var(--stone, 20px) * 0.58) / 1 system-ui, sans-serif; }
  .stone.seat-1 { border-radius: 18%; }
  .stone.seat-2 { border-radius: 0; clip-path: polygon(50% 0, 100% 40%, 92% 100%, 8% 100%, 0 40%); }
  .stone.seat-2 em { padding-top: 12%; }
  .stone.seat-3 { border-radius: 0; clip-path: polygon(50% -6%, 106% 50%, 50% 106%, -6% 50%); }
`;

/** A table of scores, on the board and beside it. */
// deno-fmt-ignore
export const scoreStyles = css`
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { padding: 5px 4px; text-align: right; border-bottom: 1px solid var(--line, light-dark(#d9cdb9, #453e34)); }
  th:first-child, .fields, th:nth-child(2):not(:last-child, :nth-last-child(2)) { text-align: left; }
  thead th { font-size: 0.8125rem; }
  tbody th { min-width: 4.2rem; font-weight: 500; overflow-wrap: anywhere; }
  .sum { font-weight: 800; }
  .rule { margin: 8px 6px 0; font-size: 0.8125rem; color: var(--ink-soft, light-dark(#5c5245, #bfb4a2)); }
`;

// deno-fmt-ignore
const table = css`
  :host {
    display: block; position: relative; block-size: 100%; overflow: hidden auto;
    color: var(--ink, light-dark(#2b2620, #efe8db)); font: 1rem / 1.3 var(--font, system-ui, sans-serif);
    --soft: var(--ink-soft, light-dark(#5c5245, #bfb4a2));
    --lit: var(--mark, light-dark(#c4531f, #f3a477));
    --tile: var(--surface, light-dark(#fffdf8, #2a2620));
    --pad: 6px;
  }
  *, *::before, *::after { box-sizing: border-box; }
  em, i { font-style: normal; }
  button { all: unset; box-sizing: border-box; position: relative; cursor: default; -webkit-tap-highlight-color: transparent; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
  .stage { container-type: size; height: 100%; min-height: 36rem; }
  .table {
    position: relative; min-height: 100%; display: grid; padding: 4px var(--pad); gap: 4px;
    grid-template: "others" auto "board" minmax(82cqw, 1fr) "say" auto "hand" auto "own" auto / minmax(0, 1fr);
    background: radial-gradient(120% 70% at 50% 45%, transparent 40%, rgb(0 0 0 / 0.07)), var(--felt, light-dark(#ebe2d2, #23201a));
  }
  .others { grid-area: others; display: grid; gap: 2px; } .own { grid-area: own; min-height: 62px; } .say { grid-area: say; } .hand { grid-area: hand; }

  .side { display: flex; align-items: center; gap: 6px; min-width: 0; padding-left: 4px; --stone: 22px; }
  .side slot { display: block; flex: 1 1 auto; min-width: 0; }
  .info { flex: none; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0 8px; max-width: 7.6rem; white-space: nowrap; margin-left: auto; font-size: 0.8125rem; line-height: 1.15; color: var(--soft); font-variant-numeric: tabular-nums; }
  .info b { color: var(--ink, inherit); }

  .field-area { grid-area: board; container-type: size; display: grid; place-items: center; min-height: 0; }
  .board {
    --s: min(100cqw, 100cqh); --c: calc(var(--s) / 6); width: var(--s); height: var(--s); padding: 3px; display: grid; gap: 3px; grid: repeat(6, minmax(0, 1fr)) / repeat(6, minmax(0, 1fr));
    border-radius: 10px; background: light-dark(#8a6a45, #4a3c2b); box-shadow: 0 2px 8px rgb(0 0 0 / 0.3);
  }
  .field { display: flex; flex-direction: column; justify-content: space-between; min-width: 0; min-height: 0; overflow: hidden; border-radius: 6px; padding: calc(var(--c) * 0.05); background-color: var(--tile); }
  .number {
    align-self: flex-start; min-width: 1.7em; padding: 0 0.22em; border-radius: 0.5em; text-align: center; font: 700 calc(var(--c) * 0.25) / 1.1 var(--numbers, system-ui, sans-serif);
    font-variant-numeric: lining-nums tabular-nums; border: 1.5px solid transparent;
  }
  .lock { position: absolute; top: calc(var(--c) * 0.07); right: calc(var(--c) * 0.07); width: calc(var(--c) * 0.25); height: calc(var(--c) * 0.25); }
  .stones { display: grid; grid-template-columns: auto auto; justify-content: space-evenly; gap: 1px; --stone: calc(var(--c) * 0.24); }
  .pile { display: inline-flex; align-items: center; gap: 1px; }
  .pile b { font: 500 calc(var(--stone) * 0.86) / 1 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
  .pile.most b { font-weight: 800; }
  .pile:only-child { grid-column: 1 / -1; justify-self: center; --stone: calc(var(--c) * 0.38); }

  .say { display: flex; flex-direction: column; justify-content: space-between; gap: 4px; min-height: 104px; }
  .ended .say { min-height: 0; }
  .prompt { min-width: 0; }
  .prompt p { margin: 0; font-weight: 600; font-size: 0.9375rem; line-height: 1.2; }
  .prompt small { display: block; font-size: 0.8125rem; line-height: 1.2; color: var(--soft); }
  .acts { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 6px; }
  .act {
    flex: none; min-height: 44px; padding: 0 12px; border-radius: 10px; cursor: pointer; font-weight: 600; font-size: 0.875rem; display: grid; place-content: center;
    border: 1px solid var(--line-strong, #8d8170); background: var(--surface, light-dark(#fffdf8, #2a2620));
  }
  .act.go { color: var(--accent-ink, #fff); background: var(--accent, #17625b); border-color: transparent; }

  .hand { display: flex; justify-content: center; gap: 10px; padding-top: 8px; --hw: clamp(50px, 9cqh, 62px); }
  .card {
    width: var(--hw); height: calc(var(--hw) * 1.26); border-radius: 8px; display: grid; grid: auto minmax(0, 1fr) auto / minmax(0, 1fr); padding: 3px 6px; touch-action: none; transition: transform 0.12s;
    color: light-dark(#123f3a, #e8f5f1); background: linear-gradient(165deg, light-dark(#ffffff, #2f6a63), light-dark(#d9ebe5, #1b4742)); box-shadow: inset 0 0 0 2px light-dark(#2b7a71, #79cdc1), 0 1px 3px rgb(0 0 0 / 0.35);
    user-select: none; -webkit-user-select: none;
  }
  .card > * { pointer-events: none; }
  .card b { place-self: center; font: 800 calc(var(--hw) * 0.5) / 1 var(--numbers, system-ui, sans-serif); font-variant-numeric: lining-nums tabular-nums; }
  .card i { font: 700 0.6875rem / 1 system-ui, sans-serif; } .card i:last-child { justify-self: end; rotate: 180deg; }
`;

// deno-fmt-ignore
const states = css`
  .mayact .within, .lit { cursor: pointer; }
  .mayact .card { cursor: grab; }
  .owned { background-color: color-mix(in srgb, var(--seat) 20%, var(--tile)); }
  .locked { background-color: color-mix(in srgb, var(--seat) 34%, var(--tile)); box-shadow: inset 0 0 0 3px var(--seat); }
  .closed {
    --cross: color-mix(in srgb, var(--ink, currentColor) 38%, transparent);
    background-image:
      linear-gradient(to top right, transparent calc(50% - 0.8px), var(--cross) calc(50% - 0.8px) calc(50% + 0.8px), transparent calc(50% + 0.8px)),
      linear-gradient(to bottom right, transparent calc(50% - 0.8px), var(--cross) calc(50% - 0.8px) calc(50% + 0.8px), transparent calc(50% + 0.8px));
  }
  .refused { --cross: var(--danger, #a3241c); box-shadow: inset 0 0 0 3px var(--danger, #a3241c); }
  .within .number { border-color: var(--lit); background: var(--mark-soft, light-dark(#fbe3d4, #4a2a1b)); }
  .lit { background-color: color-mix(in srgb, var(--lit) 38%, var(--tile)); box-shadow: inset 0 0 0 3px var(--lit), 0 0 14px var(--lit); z-index: 1; }
  .field.over { box-shadow: inset 0 0 0 5px var(--lit), 0 0 18px var(--lit); z-index: 1; }
  .fresh::after {
    content: ""; position: absolute; inset: 2px; border: 2.5px dashed var(--turn, light-dark(#9c3f1d, #f3a477)); border-radius: 5px; pointer-events: none;
  }
  .fresh .stones { animation: put 0.3s; }
  @keyframes put { from { transform: translateY(-40%) scale(1.2); opacity: 0; } }
  .won { box-shadow: inset 0 0 0 4px var(--good, light-dark(#23662f, #93cf98)), 0 0 0 3px var(--good, light-dark(#23662f, #93cf98)); z-index: 1; }
  .marked { transform: translateY(-8px); }
  .card.marked { box-shadow: inset 0 0 0 2px var(--lit), 0 0 0 3px var(--lit), 0 6px 14px rgb(0 0 0 / 0.4); }
  .card.dragged { z-index: 20; cursor: grabbing; transition: none; will-change: translate; box-shadow: 0 10px 24px rgb(0 0 0 / 0.45); }
  .busy .hand { opacity: 0.75; }
  :focus-visible { outline: 3px solid var(--focus, light-dark(#1d1a16, #fff)); outline-offset: 1px; z-index: 3; }
  .field:focus-visible { outline-offset: -3px; }
  @media (hover: hover) {
    .mayact .card:hover:not(.marked) { transform: translateY(-4px); }
    .lit:hover { background-color: color-mix(in srgb, var(--lit) 55%, var(--tile)); }
  }
  @media (prefers-reduced-motion: reduce) { .card { transition: none; } .fresh .stones { animation: none; } }
`;

// deno-fmt-ignore
const wide = css`
  @container (min-width: 620px) {
    .table {
      padding: 12px 14px; gap: 10px 18px;
      grid-template: "board others" auto "board own" auto "board say" minmax(0, 1fr) "hand say" auto / min(100cqw - 17rem, 100cqh - 9.5rem) minmax(0, 1fr);
    }
    .others { gap: 6px; } .own { min-height: 0; }
    .side { flex-wrap: wrap; padding: 4px 8px; border-radius: 10px; background: color-mix(in srgb, var(--tile) 55%, transparent); }
    .side slot { flex-basis: 0; }
    .info { max-width: none; flex-basis: 100%; margin: 0; justify-content: flex-start; padding-left: 36px; font-size: 0.9375rem; line-height: 1.35; }
    .board { padding: 5px; gap: 4px; }
    .hand { --hw: min(4.6rem, 9.6cqh); gap: 14px; padding-top: 10px; }
    .say { align-self: end; align-items: flex-start; gap: 8px; padding-bottom: 8px; }
    .prompt p { font-size: 1.0625rem; }
    .acts { justify-content: flex-start; }
  }
  /* A phone on its side: the hand stands beside the board. */
  @media (max-height: 480px) { .stage { min-height: 18rem; } }
  @container (min-width: 620px) and (max-height: 480px) {
    .table {
      padding-block: 4px; gap: 4px 14px;
      grid-template: "board others" auto "board own" auto "board say" minmax(0, 1fr) "board hand" auto / min(100cqw - 17rem, 100cqh - 8px) minmax(0, 1fr);
    }
    .field-area { height: calc(100cqh - 8px); }
    .others { gap: 4px; }
    .side { flex-wrap: nowrap; padding-block: 0; } .side slot, .info { flex-basis: auto; }
    .say { align-self: stretch; padding: 0; gap: 4px; min-height: 0; } .prompt p { font-size: 0.9375rem; }
    .hand { --hw: 3rem; padding: 8px 0 0; }
  }
`;

// deno-fmt-ignore
const result = css`
  .result {
    position: absolute; z-index: 10; inset-inline: 0; top: 50%; translate: 0 -56%; margin: 0 auto; width: min(94%, 30rem); max-height: 90%; overflow: auto; padding: 14px 16px;
    border-radius: 16px; background: var(--raised, light-dark(#fff, #332e27)); box-shadow: var(--shadow-3, 0 12px 32px rgb(0 0 0 / 0.4));
    border: 1px solid var(--line, #d9cdb9); animation: appear 0.18s;
  }
  @keyframes appear { from { opacity: 0; } }
  @media (prefers-reduced-motion: reduce) { .result { animation: none; } }
  .result h2 { margin: 0 0 8px; font: 700 1.25rem / 1.2 var(--font-title, Georgia, serif); }
  .result .act { margin: 12px 0 0 auto; width: max-content; }
`;

export const styles = [stoneStyles, scoreStyles, table, states, wide, result];
