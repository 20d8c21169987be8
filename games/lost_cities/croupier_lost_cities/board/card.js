// Cards with a colour and a rank: how they look. Own drawings; a colour has a symbol and a letter wherever it is shown.

import { css, html, nothing, svg } from "../../../web/board.js";
import { colorOf, isWager, rankOf } from "./steps.js";

/** @typedef {import("./steps.js").Color} Color */

/** The symbol of a colour, "wager", "discard" or "eye". @param {Color | "wager" | "discard" | "eye"} id */
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

/** An empty place for cards of a colour, and what is written there. @param {Color} color @param {string} name */
export const empty = (color, name) =>
  html`
    <span class="place ${color}"
      aria-hidden="true">${art(color)}<span class="mark">${symbol(
        color,
      )}<em>${color[0]}</em></span><small>${name}</small></span>
  `;

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
    box-sizing: border-box; position: relative; display: grid; grid-template-rows: minmax(0, 1fr) auto; justify-items: center; align-items: center; gap: 2px; flex: none; overflow: hidden;
    width: var(--w); height: var(--h); border-radius: calc(var(--w) * 0.1); padding: calc(var(--w) * 0.06) 2px calc(var(--w) * 0.05);
    color: var(--hue); background: color-mix(in srgb, var(--hue) 9%, transparent); border: 1px solid color-mix(in srgb, var(--hue) 55%, transparent);
    outline: 1px solid color-mix(in srgb, var(--hue) 30%, transparent); outline-offset: -4px;
  }
  .place .art { --far: var(--hue); --mid: var(--hue); --near: var(--hue); --glow: transparent; opacity: 0.13; }
  .mark { position: relative; display: grid; justify-items: center; gap: 3px; }
  .place .symbol { width: calc(var(--w) * 0.32); height: calc(var(--w) * 0.32); opacity: 0.85; }
  .place small {
    position: relative; max-width: 100%; font: 600 min(var(--name, calc(var(--w) * 0.145)), 0.8125rem * var(--print, 1)) / 1.15 var(--font, system-ui, sans-serif); text-align: center; text-wrap: balance; overflow-wrap: break-word;
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; color: color-mix(in srgb, var(--hue) 60%, var(--ink, light-dark(#2b2620, #efe8db)));
  }
  em, i { font-style: normal; }
`;

/** The drawings, once for each shadow root; cards refer to them by id. */
// deno-fmt-ignore
export const drawings = svg`<svg class="drawings" aria-hidden="true" focusable="false"><defs>
  <symbol id="s-RED" viewBox="0 0 24 24"><path d="M12.6 1.5c.6 4.3 6 6.7 6 13a6.6 6.6 0 0 1-13.2 0c0-3.3 1.9-4.9 2.3-7.6 1.7 1 2.6 2.2 2.8 3.9 1.7-2.3 2.5-5.6 2.1-9.3z"/></symbol>
  <symbol id="s-WHITE" viewBox="0 0 24 24"><path d="M1.5 20.5 8.7 5.5l4.5 7.3 2.9-4.3 6.4 12z"/></symbol>
  <symbol id="s-YELLOW" viewBox="0 0 24 24"><circle cx="12" cy="12" r="4.8"/><path d="M12 1v4.2M12 18.8V23M1 12h4.2M18.8 12H23M4.2 4.2l3 3M16.8 16.8l3 3M4.2 19.8l3-3M16.8 7.2l3-3" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/></symbol>
  <symbol id="s-BLUE" viewBox="0 0 24 24"><path d="M2 8.5c3.3-3.6 6.7-3.6 10 0s6.7 3.6 10 0M2 16c3.3-3.6 6.7-3.6 10 0s6.7 3.6 10 0" fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round"/></symbol>
  <symbol id="s-GREEN" viewBox="0 0 24 24"><path d="M3.5 21.5C2.5 9 10 2.5 21.5 2.5c.5 11.2-4.8 17.8-13.6 16.7 1.5-4.3 4.3-7.4 8.2-9.7-5.6 1.5-9.6 5.1-12.6 12z"/></symbol>
  <symbol id="s-PURPLE" viewBox="0 0 24 24"><path d="M7 2.5h10l5 6.5H2zM2.3 10.6h4.9l3.5 9.2zM8.9 10.6h6.2L12 21.8zM16.8 10.6h4.9l-8.4 9.2z"/></symbol>
  <symbol id="s-discard" viewBox="0 0 24 24"><path d="M12 3v11M7 9.5l5 5 5-5M4 20.5h16" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></symbol>
  <symbol id="s-eye" viewBox="0 0 24 24"><path d="M1.5 12C5 6 8.3 4.5 12 4.5S19 6 22.5 12C19 18 15.7 19.5 12 19.5S5 18 1.5 12z" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linejoin="round"/><circle cx="12" cy="12" r="3.6"/></symbol>
  <symbol id="s-wager" viewBox="0 0 48 34">
    <path d="M0 9.5 6.5 5.5 15 22.5 8.3 26.3zM48 9.5 41.5 5.5 33 22.5l6.7 3.8z"/>
    <path d="m8.7 7.5 7.7-2.2 7.3 2.3 6.6-2.6 9 2.5 6 12.6-5.5 4-5.6-4.7 3.6 4.9c1.3 2.2-1.5 4.7-3.5 3l-3.7-3.4 2.6 3.5c1.2 2.2-1.5 4.4-3.4 2.8l-3.6-3 1.5 1.9c1 2-1.4 3.9-3.2 2.5L10.8 22z" transform="translate(-.5 0)"/>
    <path class="gap" d="M24 7.8 16.8 14c-1.5 1.4-.6 3.8 1.5 3.5 2.5-.4 4.6-1.7 6.4-3.3l11.3 8.6" fill="none" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>
  </symbol>
  <symbol id="a-RED" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="far" d="M0 90V70l12-9 9 5 9-12 10 10 12-8 18 12v22z"/>
    <path class="near" d="M0 90v-8l13-8 17-32q5-3 11 0l15 31 14 9v8z"/>
    <path class="mist" d="M33 41q-9-3-6-9-6-6 1-11 1-7 8-6 8-2 9 5 6 3 2 9 2 8-6 8 0 3-3 4z"/>
    <path class="glow" d="M30 42q5.5-3 11 0-1 3 2 7t3 10q-3-2-4-6-1 9 2 17-7-6-7-16-2 5-6 8 2-7 0-13z"/>
  </symbol>
  <symbol id="a-WHITE" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="far" d="M0 90V66l14-20 12 14 16-28 28 36v22z"/>
    <path class="snow" d="m42 32-8 14 4-2 4 4 4-5 6 3zM14 46l-6 9 4-1 3 3 5-3z"/>
    <path class="near" d="M0 90V80l20-22 14 14 12-12 24 20v10z"/>
    <path class="snow" d="m20 58-8 9 5-1 4 3 5-4zM46 60l-6 6 4 0 3 3 6-3z"/>
  </symbol>
  <symbol id="a-YELLOW" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="far" d="m12 70 17-22 17 22zM40 70l11-14 11 14z"/>
    <path class="shade" d="m29 48 17 22H35zM51 56l11 14h-8z"/>
    <path class="mid" d="M0 90V70q18-9 36-2t34-3v25z"/>
    <path class="near" d="M0 90V80q22 2 38-7 16-5 32 3v14z"/>
  </symbol>
  <symbol id="a-BLUE" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="sail" d="M37 36v24H22q10-9 15-24zM39 41q9 8 11 19H39z"/><path class="hull" d="M18 62h36q-3 8-9 8H27q-6 0-9-8z"/>
    <path class="far" d="M0 90V68q6-4 12 0t12 0 12 0 12 0 12 0 12 0v22z"/>
    <path class="mid" d="M0 90V77q7-5 14 0t14 0 14 0 14 0 14 0v13z"/>
    <path class="near" d="M-5 90v-4q7-5 14 0t14 0 14 0 14 0 14 0 14 0v9z"/>
  </symbol>
  <symbol id="a-GREEN" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="far" d="M0 90V62q5-8 12-4 4-9 13-4 6-8 14-1 8-5 13 3 8-4 10 4 6-2 8 3v27z"/>
    <path class="mid" d="M35 90q2-24-2-38-10-8-21 0 6-10 18-8-6-8-14-8 12-4 19 6 6-11 18-8-8 1-12 8 12-2 17 8-10-6-20 2 3 16 2 38z"/>
    <path class="near" d="M0 90V79q9-6 16 3 6-12 18-4 8-8 17 2 8-9 19-3v13z"/>
  </symbol>
  <symbol id="a-PURPLE" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="far" d="M4 90V66l6-9 6 9v24zM54 90V60l6-9 6 9v30z"/>
    <path class="near" d="M27 90V50l9-15 9 15v40zM12 90l-2-18 8-9 8 12 1 15zM44 90l2-22 8-9 7 12-3 19z"/>
    <path class="glow" d="M36 35v55h-5V46zM18 63l2 27h-6l-3-17zM54 59l-2 31h-5l1-21z"/>
  </symbol>
  <symbol id="a-back" viewBox="0 0 70 90" preserveAspectRatio="xMidYMid slice">
    <path class="rose" d="m35 14 5 26 22 5-22 5-5 26-5-26-22-5 22-5z"/><path class="half" d="m35 14 5 26-5 5zM62 45l-22 5-5-5zM35 76l-5-26 5-5zM8 45l22-5 5 5z"/>
    <path class="rose thin" d="m51 29-8 13-5-5zM51 61l-13-8 5-5zM19 61l8-13 5 5zM19 29l13 8-5 5z"/>
    <circle class="ring" cx="35" cy="45" r="24"/><circle class="ring" cx="35" cy="45" r="27.5"/>
  </symbol>
</defs></svg>`;
