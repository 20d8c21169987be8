// Cards with a number: how they look. A balloon carries it, the higher the more it counts, from dawn to night. Own drawings.

import { css, html, svg } from "../../../web/board.js";

/** The times of the day that cards show, each up to a value. */
const TIMES =
  /** @type {[number, string][]} */ ([[4, "dawn"], [8, "morning"], [12, "noon"], [16, "evening"], [19, "night"]]);

/** @param {number} value */
const timeOf = (value) => TIMES.find(([highest]) => value <= highest)?.[1] ?? "night";

/** @param {string} id */
const art = (id) =>
  svg`
    <svg class="art ${id}" aria-hidden="true" focusable="false" viewBox="0 0 70 92"
      preserveAspectRatio="xMidYMax slice">
      <use href="#a-${id}"></use>
    </svg>
  `;

/** A card face up: a drawing only, so what it lies in has to name it. @param {number} value */
export const face = (value) =>
  html`<span class="face ${timeOf(value)} v${value}" aria-hidden="true">${art("hills")}${art("balloon")}
    <i>${value}</i><b>${value}</b><i class="end">${value}</i></span>`;

/** A card face down. */
export const back = () => html`<span class="face back" aria-hidden="true">${art("back")}</span>`;

/** The drawings, once for each shadow root; cards refer to them by id. */
// deno-fmt-ignore
export const cardDrawings = svg`
  <symbol id="a-hills" viewBox="0 0 70 92" preserveAspectRatio="xMidYMax slice">
    <path class="star" d="M10 27h1v1h-1zM59 13h1v1h-1zM63 34h1v1h-1zM7 44h1v1H7zM51 47h1v1h-1zM20 12h1v1h-1z"/>
    <path class="cloud" d="M-3 62q3-7 10-4 4-6 11-2 6 0 6 6zM50 54q2-6 9-4 5-5 10 0h4v4z"/>
    <path class="far" d="M0 92V76q9-8 19-4 10-8 22-1 11-6 29 1v20z"/>
    <path class="near" d="M0 92v-9q16-8 34-2 18-7 36-1v12z"/>
  </symbol>
  <symbol id="a-balloon" viewBox="0 0 70 92" preserveAspectRatio="xMidYMax slice">
    <path class="rope" d="m29 63 2.5 8M41 63l-2.5 8M35 63v8"/><path class="basket" d="M30.5 71h9l-1.2 6.500h-6.600z"/>
    <path class="silk" d="M35 9c16 0 27.5 11.5 27.5 26.500C62.5 49 51 58 42 65H28C19 58 7.5 49 7.5 35.5 7.5 20.5 19 9 35 9z"/>
    <path class="stripe" d="M35 9C21 9 14.5 21 14.5 35.5 14.5 48 22 58 29.5 65H28C19 58 7.5 49 7.5 35.5 7.5 20.5 19 9 35 9zM35 9c14 0 20.5 12 20.5 26.5C55.5 48 48 58 40.5 65H42c9-7 20.5-16 20.5-29.5C62.5 20.5 51 9 35 9z"/>
    <path class="shine" d="M14 26q4-11 15-14.5-9 6-11 17-3 1-4-2.500z"/><path class="fold" d="M28 65c-9-7-20.5-16-20.5-29.500q6 16 27.5 16t27.5-16C62.5 49 51 58 42 65z"/>
    <path class="hem" d="M28.5 62.800h13l-1 2.700h-11z"/>
  </symbol>
  <symbol id="a-back" viewBox="0 0 70 92" preserveAspectRatio="xMidYMid slice">
    <circle class="ring" cx="35" cy="46" r="28"/><circle class="ring" cx="35" cy="46" r="31"/>
    <path class="gold" d="M35 22c11 0 19 8 19 18 0 9-8 15-14 20H30c-6-5-14-11-14-20 0-10 8-18 19-18zM32 64h6l-1 5h-4z"/>
    <path class="dark" d="M35 22c-7 0-10 8-10 18 0 9 4 15 7 20h-2c-6-5-14-11-14-20 0-10 8-18 19-18zM35 22c7 0 10 8 10 18 0 9-4 15-7 20h2c6-5 14-11 14-20 0-10-8-18-19-18z"/>
  </symbol>`;

/** How cards look, as wide as `--w` says. */
// deno-fmt-ignore
export const cardStyles = css`
  .face {
    position: relative; display: block; box-sizing: border-box; flex: none; overflow: hidden; width: var(--w); height: calc(var(--w) * 1.31); border-radius: calc(var(--w) * 0.1);
    color: #fff; background: linear-gradient(var(--high), var(--low) 62%, var(--ground));
    box-shadow: inset 0 0 0 1px rgb(255 255 255 / 0.4), 0 0 0 0.5px rgb(0 0 0 / 0.6), 0 1px 3px rgb(0 0 0 / 0.4); user-select: none; -webkit-user-select: none; pointer-events: none;
  }
  .dawn { --high: #7f9fc9; --low: #f3bfa4; --ground: #fbe0ab; --far: #b98a8c; --near: #7d5a6d; --stripe: #3f8f86; }
  .morning { --high: #3f8cc4; --low: #a4d8e6; --ground: #e9f3d8; --far: #7fb07a; --near: #3f7f52; --stripe: #d2542f; }
  .noon { --high: #1765ac; --low: #5fb0e6; --ground: #cdeaf6; --far: #57a05f; --near: #2b6f45; --stripe: #e0a41c; }
  .evening { --high: #56346f; --low: #d8623f; --ground: #f8b65a; --far: #7a3246; --near: #4a1d36; --stripe: #a3245c; }
  .night { --high: #10173e; --low: #33408c; --ground: #7a5fa6; --far: #232a63; --near: #131840; --stripe: #5a48b0; }
  .art { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
  /* Drawings inherit properties from where they are used, but match no rules there. */
  .far { fill: var(--far); } .near { fill: var(--near); } .cloud { fill: rgb(255 255 255 / 0.55); } .star { fill: transparent; }
  .evening .cloud, .night .cloud { fill: rgb(255 255 255 / 0.2); }
  .silk { fill: #fff6df; stroke: rgb(50 20 10 / 0.55); stroke-width: 0.8; } .stripe { fill: var(--stripe); } .shine { fill: rgb(255 255 255 / 0.4); } .fold { fill: rgb(60 20 0 / 0.13); }
  .hem { fill: #8a5a2b; } .basket { fill: #8a5a2b; stroke: #4d2d0e; stroke-width: 0.7; } .rope { fill: none; stroke: #4d2d0e; stroke-width: 0.8; }
  .face b {
    position: absolute; inset: 17% 0 auto; text-align: center; color: #2b2119; font: 800 calc(var(--w) * 0.39) / 1 var(--numbers, system-ui, sans-serif);
    font-variant-numeric: lining-nums tabular-nums; letter-spacing: -0.05em;
  }
  .face i {
    position: absolute; left: 6%; top: 3%; font: 800 calc(var(--w) * 0.175) / 1 var(--numbers, system-ui, sans-serif); font-variant-numeric: lining-nums; letter-spacing: -0.04em;
    text-shadow: 0 0 3px rgb(0 0 0 / 0.75), 0 1px 1px rgb(0 0 0 / 0.6);
  }
  .face i.end { left: auto; top: auto; right: 6%; bottom: 3%; }
  .face.back { background: linear-gradient(160deg, #23837a, #0d3f3a); box-shadow: inset 0 0 0 calc(var(--w) * 0.045) rgb(238 214 160 / 0.9), 0 0 0 0.5px rgb(0 0 0 / 0.6), 0 1px 3px rgb(0 0 0 / 0.4); }
  .gold { fill: #ecd49b; } .dark { fill: #c08a3c; } .ring { fill: none; stroke: #ecd49b; stroke-width: 0.9; opacity: 0.6; }
`;
