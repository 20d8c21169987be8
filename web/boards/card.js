// Cards with a colour and a rank: how they look. Own drawings; a colour has a symbol and a letter wherever it is shown.

import { css, html, nothing, svg } from "../vendor/lit.js";
import { colorOf, isWager, rankOf } from "../steps/lost-cities.js";

export { drawings } from "./drawings.js";

/** @typedef {import("../steps/lost-cities.js").Color} Color */

/** The symbol of a colour, or "wager". @param {Color | "wager"} id */
export const symbol = (id) =>
  svg`
    <svg class="symbol" aria-hidden="true" focusable="false">
      <use href="#s-${id}"></use>
    </svg>
  `;

/** @param {string} id */
const art = (id) =>
  svg`
    <svg class="art" aria-hidden="true" focusable="false" preserveAspectRatio="xMidYMax slice">
      <use href="#a-${id}"></use>
    </svg>
  `;

/**
 * A card face up, such as "Y7": a drawing only, so what it lies in has to name it.
 * @param {string} card @param {string} [more] more classes
 */
export function face(card, more = "") {
  const color = colorOf(card);
  const rank = rankOf(card);
  const value = isWager(card) ? symbol("wager") : rank;
  return html`<span class="card ${color} r${rank} ${more}" aria-hidden="true">
    ${isWager(card) ? nothing : html`<i class="disc"></i>`}${art(color)}
    ${isWager(card) ? html`<i class="seal">${symbol("wager")}</i>` : nothing}
    <span class="corner"><b>${value}</b>${symbol(color)}</span>
    <span class="corner end"><em>${color[0]}</em>${symbol(color)}<b>${value}</b></span>
  </span>`;
}

/** A card face down. @param {string} [more] */
export const back = (more = "") => html`<span class="card back ${more}" aria-hidden="true">${art("back")}</span>`;

/** An empty place for cards of a colour. @param {Color} color */
export const empty = (color) =>
  html`<span class="place ${color}" aria-hidden="true">${symbol(color)}<em>${color[0]}</em></span>`;

/** How cards look, at the size that `--w` and `--h` say; `--value` is how high a value is, as a share of the width. */
// deno-fmt-ignore
export const cardStyles = css`
  .drawings { position: absolute; width: 0; height: 0; }
  .symbol { fill: currentColor; display: block; flex: none; }
  .RED {
    --sun: #ffc79b;
    --card: var(--card-r, #b3312a); --face: var(--card-r-ink, #fff); --line: #ffd9c9; --hue: light-dark(#a32821, #ef8a80);
    --far: #8f211c; --near: #671410; --glow: #ffb45c;
  }
  .WHITE {
    --sun: #f0c25f;
    --card: var(--card-w, #fbf9f3); --face: var(--card-w-ink, #3a352d); --line: #8d9aa5; --hue: light-dark(#6b6558, #e6dfd0);
    --deep: #d5dde3; --far: #b8c6d1; --near: #9db0be; --seal: #e4eaee;
  }
  .YELLOW {
    --sun: #fff4cc;
    --card: var(--card-y, #edbf3c); --face: var(--card-y-ink, #3a2b00); --line: #8a6200; --hue: light-dark(#8a6200, #f3cd5e);
    --deep: #e8ab2c; --far: #dc9d25; --mid: #e3ac3a; --near: #d9992a; --seal: #f8dd86;
  }
  .BLUE {
    --sun: #d9eaff;
    --card: var(--card-b, #28609f); --face: var(--card-b-ink, #fff); --line: #c4e0ff; --hue: light-dark(#235a98, #8fbdf0);
    --far: #1f5190; --mid: #194578; --near: #133863;
  }
  .GREEN {
    --sun: #e9f7c6;
    --card: var(--card-g, #2c7442); --face: var(--card-g-ink, #fff); --line: #c9f0cf; --hue: light-dark(#256a39, #84cb97);
    --far: #226238; --mid: #15482a; --near: #0f3a21;
  }
  .PURPLE {
    --sun: #f0dcff;
    --card: var(--card-p, #6f4399); --face: var(--card-p-ink, #fff); --line: #ead6ff; --hue: light-dark(#693c94, #c6a2ea);
    --far: #5b3485; --near: #462567; --glow: #a37acb;
  }
  .card {
    position: relative; display: block; box-sizing: border-box; flex: none; overflow: hidden;
    width: var(--w); height: var(--h); border-radius: calc(var(--w) * 0.1);
    color: var(--face); background: linear-gradient(172deg, color-mix(in srgb, var(--card) 88%, white), var(--card) 45%, var(--deep, color-mix(in srgb, var(--card) 60%, black)));
    box-shadow: inset 0 0 0 1px rgb(255 255 255 / 0.28), 0 0 0 0.5px rgb(0 0 0 / 0.55), 0 1px 3px rgb(0 0 0 / 0.35);
    user-select: none; -webkit-user-select: none;
  }
  .art { position: absolute; inset: 0; width: 100%; height: 100%; }
  /* Drawings inherit properties from where they are used, but match no rules there. */
  .far { fill: var(--far); } .mid { fill: var(--mid); } .near { fill: var(--near); } .glow { fill: var(--glow); }
  .gap { stroke: var(--knock, var(--card)); }
  .mist { fill: rgb(255 255 255 / 0.16); } .snow { fill: #fff; } .shade { fill: rgb(120 65 0 / 0.16); }
  .sail { fill: rgb(255 255 255 / 0.85); } .hull { fill: #0b2a58; }
  .disc {
    position: absolute; left: 50%; top: 50%; width: 26%; aspect-ratio: 1; border-radius: 50%; margin-left: 6%;
    background: var(--sun); opacity: 0.75; box-shadow: 0 0 0 calc(var(--w) * 0.04) color-mix(in srgb, var(--sun) 25%, transparent);
  }
  .r2 .disc { top: 52%; } .r3 .disc { top: 48%; } .r4 .disc { top: 44%; } .r5 .disc { top: 40%; } .r6 .disc { top: 36%; }
  .r7 .disc { top: 32%; } .r8 .disc { top: 28%; } .r9 .disc { top: 24%; } .r10 .disc { top: 20%; }
  .corner {
    position: absolute; left: 0; right: 0; top: 0; display: flex; align-items: flex-start; justify-content: space-between;
    padding: calc(var(--w) * 0.055) calc(var(--w) * 0.075); gap: 2px; line-height: 1;
  }
  .corner.end { top: auto; bottom: 0; align-items: flex-end; justify-content: flex-start; }
  .corner b {
    font: 800 calc(var(--w) * var(--value, 0.36)) / 0.78 var(--numbers, system-ui, sans-serif);
    font-variant-numeric: lining-nums tabular-nums; letter-spacing: -0.04em; text-shadow: 0 1px 1px rgb(0 0 0 / 0.25);
  }
  .WHITE .corner b, .YELLOW .corner b { text-shadow: 0 1px 0 rgb(255 255 255 / 0.5); }
  .corner.end b { margin-left: auto; }
  .rx .end b { display: none; }
  .corner em, .place em { font: 700 calc(var(--w) * 0.17) / 0.8 system-ui, sans-serif; opacity: 0.9; }
  .corner .symbol { width: calc(var(--w) * 0.21); height: calc(var(--w) * 0.21); }
  .corner.end > .symbol { width: calc(var(--w) * 0.17); height: calc(var(--w) * 0.17); }
  .corner b .symbol { width: calc(var(--w) * min(var(--value, 0.36), 0.28) * 1.15); height: calc(var(--w) * min(var(--value, 0.36), 0.28) * 0.86); }
  .seal {
    position: absolute; left: 19%; width: 62%; aspect-ratio: 1; top: 50%; margin-top: -31%; border-radius: 50%;
    display: grid; place-items: center; background: var(--seal, color-mix(in srgb, var(--card) 55%, black)); color: var(--face);
    --knock: var(--seal, color-mix(in srgb, var(--card) 55%, black));
    box-shadow: 0 0 0 calc(var(--w) * 0.025) var(--line), 0 1px 4px rgb(0 0 0 / 0.4);
  }
  .seal .symbol { width: 78%; height: 60%; }
  .card.back {
    --card: var(--card-back, #17625b); --deep: color-mix(in srgb, var(--card) 55%, black);
    box-shadow: inset 0 0 0 calc(var(--w) * 0.035) rgb(238 214 160 / 0.85), 0 0 0 0.5px rgb(0 0 0 / 0.6), 0 1px 3px rgb(0 0 0 / 0.4);
  }
  .rose { fill: #e9cf95; } .half { fill: rgb(0 0 0 / 0.3); } .thin { opacity: 0.55; }
  .ring { fill: none; stroke: #e9cf95; stroke-width: 0.9; opacity: 0.6; }
  .place {
    box-sizing: border-box; display: grid; place-content: center; justify-items: center; gap: 4px; flex: none;
    width: var(--w); height: var(--h); border-radius: calc(var(--w) * 0.1);
    color: var(--hue); border: 1.5px dashed color-mix(in srgb, var(--hue) 45%, transparent);
  }
  .place .symbol { width: calc(var(--w) * 0.34); height: calc(var(--w) * 0.34); opacity: 0.75; }
  .place em { font-style: normal; }
  em, i { font-style: normal; }
`;
