// The land of Livingstone, painted: a sky, six rows from the mountains down to the bank, the falls, and the river. Hills and
// water are stretched to the width of the table; what grows and lives there keeps its shape.

import { css, svg } from "../../../web/board.js";

// deno-fmt-ignore
const shapes = svg`<svg class="drawings" aria-hidden="true" focusable="false"><defs>
  <symbol id="acacia" viewBox="0 0 60 44" preserveAspectRatio="xMidYMax meet"><path class="trunk" d="M28 44q2-10 0-16L16 17l2-1 12 9 2-11h2l-1 12 11-9 2 1-12 12q-2 6 1 14z"/><path class="leaf" d="M2 17q0-5 9-6 5-8 19-7 13-2 18 6 10 0 10 6-6 4-15 2-8 3-14 0-9 3-14 0-9 2-13-1z"/><path class="light" d="M11 11q5-8 19-7 11-2 17 5-8-2-15 0-9-2-21 2z"/></symbol>
  <symbol id="palm" viewBox="0 0 44 50" preserveAspectRatio="xMidYMax meet"><path class="trunk" d="M19 50q4-16 1-30l3-1q5 15 2 31z"/><path class="leaf" d="M21 20Q8 12 1 22q2-13 13-11Q9 4 2 5q12-5 19 5 3-10 13-9-8 3-9 10 10-6 18 4-8-3-14-1 10 2 11 13-6-10-19-7z"/><path class="light" d="M21 11Q14 2 4 4q11-1 16 8zM24 11q3-8 9-9-6 3-7 9z"/></symbol>
  <symbol id="bush" viewBox="0 0 60 26" preserveAspectRatio="xMidYMax meet"><path class="leaf" d="M0 26q-1-9 8-10 2-9 12-8 6-10 17-4 9-3 11 6 12 1 12 16z"/><path class="light" d="M8 16q2-9 12-8 6-10 17-4-9 1-11 7-7-3-18 5z"/></symbol>
  <symbol id="reed" viewBox="0 0 40 40" preserveAspectRatio="xMidYMax meet"><path class="stalk" d="M6 40Q7 22 2 12M10 40q1-22 2-30M16 40q0-16 6-26M22 40q2-20 0-34M28 40q0-14 5-22M33 40q1-10 6-15"/><path class="trunk" d="M11 3h2.500v10H11zM21 0h2.500v9H21zM32 12h2.500v8H32z"/></symbol>
  <symbol id="rock" viewBox="0 0 60 34" preserveAspectRatio="xMidYMax meet"><path class="trunk" d="M0 34l4-14 10-4 5-12 14-4 8 10 9 3 10 21z"/><path class="light" d="m14 16 5-12 14-4-6 9-3 8-12 8zM41 10l9 3-5 6-8 3z"/></symbol>
  <symbol id="elephant" viewBox="0 0 60 44" preserveAspectRatio="xMidYMax meet"><path class="beast" d="M8 44V24q-3 6-4 13H2q0-14 6-20 7-9 20-7 5-6 13-4 8 2 9 11 0 8 1 13 1 4 4 3l1-3 2 1q-1 8-7 7-5-2-6-10l-4-4q-3 4-4 8l1 12h-7l-1-10q-5 2-10 0l-1 10z"/><path class="light" d="M35 11q7 0 7 7 0 6-4 8-5-3-6-9 0-4 3-6z"/><path class="tusk" d="M47 26q4 2 6 5-5 0-7-3z"/></symbol>
  <symbol id="giraffe" viewBox="0 0 40 60" preserveAspectRatio="xMidYMax meet"><path class="beast" d="M8 60l1-17q-3-3-3-8Q3 38 4 44l-2 1q-1-9 4-13 6-4 14-3L28 7l-1-4 2 2 2-2v3l6 4-1 3-5-1-3 21q0 5-2 8l1 17h-3l-2-15-9-2-2 17z"/><path class="light" d="M12 33h3v3h-3zM17 32h3v3h-3zM23 25h2.500v3H23zM25 18h2v3h-2zM14 38h3v3h-3zM20 37h3v3h-3z"/></symbol>
  <symbol id="hippo" viewBox="0 0 50 16" preserveAspectRatio="xMidYMax meet"><path class="beast" d="M0 14q1-8 12-9 10-2 17 2l2-4 2 3 3-2 1 3q10 0 12 6-1 3-4 3H3z"/><circle class="tusk" cx="37" cy="6.5" r="1"/></symbol>
  <symbol id="hut" viewBox="0 0 44 34" preserveAspectRatio="xMidYMax meet"><path class="wall" d="M8 17h28v17H8z"/><path class="trunk" d="M18 34V22q4-4 8 0v12z"/><path class="thatch" d="M22 0 43 19q-21 6-42 0z"/><path class="light" d="M22 0 30 20q-12 2-29-1z"/></symbol>
  <symbol id="birds" viewBox="0 0 60 24"><path class="bird" d="M2 10q5-5 9 0 4-5 9 0M26 4q4-4 7 0 3-4 7 0M36 18q4-4 7 0 3-4 7 0"/></symbol>
  <symbol id="cloud" viewBox="0 0 90 30"><path d="M4 28q-6-9 7-11 1-9 13-9 6-10 20-6 12-2 15 8 12-4 15 6 13 1 10 12z"/></symbol>
</defs></svg>`;

/** By row, the line of its hills: a path in a box of 1000 by 100, which goes on behind the next row. @type {Record<number, string>} */
// deno-fmt-ignore
const HILLS = {
  6: "M0 190V42l50-8 28-26h92l30 30 60 6 60-30 30 6 46-18h60l34 34 70-6 50-22 36 2 44-8 34 30 66 8 60-32h70l30 28 80-4V190z",
  5: "M0 190V36q70-30 150-14t150-6 160 8 150-12 160 14 150-10 80 8V190z",
  4: "M0 190V26q110-18 230-2t250-8 260 8 260-4V190z",
  3: "M0 190V28q60-18 130-6t140-8 150 10 140-10 150 8 150-8 140 8V190z",
  2: `M0 190V34${"q12-22 34-10 20-18 44-4 22-14 44 4".repeat(9)}V190z`,
  1: "M0 190V24q120-14 250-2t260-6 260 8 230-6V190z",
};

/** By row, what grows and lives there: a drawing, its place and its size, in percent of the row. @type {Record<number, [string, number, number, number, number][]>} */
// deno-fmt-ignore
const LIFE = {
  6: [["rock", 13, 52, 5, 40], ["rock", 44, 56, 4, 36], ["bush", 62, 60, 4, 32], ["rock", 76, 50, 5, 42]],
  5: [["rock", 4, 26, 6, 60], ["acacia", 25, 20, 5, 64], ["bush", 37, 52, 4, 34], ["rock", 56, 34, 6, 52], ["bush", 71, 50, 4, 36], ["acacia", 82, 22, 5, 62]],
  4: [["acacia", 7, 6, 9, 82], ["giraffe", 19.5, 4, 5, 86], ["acacia", 33, 16, 6, 66], ["elephant", 46, 22, 7, 62], ["elephant", 52.5, 46, 4, 40], ["acacia", 66, 4, 9, 84], ["giraffe", 78, 24, 3.5, 66]],
  3: [["bush", 10, 46, 6, 44], ["acacia", 24, 8, 7, 80], ["hut", 39, 22, 6, 62], ["hut", 44.5, 40, 4, 46], ["bush", 57, 44, 6, 46], ["acacia", 73, 6, 7, 82], ["bush", 83, 50, 5, 40]],
  2: [["palm", 5, 4, 7, 90], ["palm", 16, 18, 5, 74], ["bush", 27, 48, 6, 44], ["palm", 36, 4, 7, 90], ["palm", 50, 16, 5, 76], ["bush", 60, 46, 6, 46], ["palm", 69, 4, 7, 90], ["palm", 80, 18, 5, 74]],
  1: [["reed", 3, 28, 4, 66], ["bush", 14, 44, 5, 40], ["reed", 22, 36, 4, 60], ["reed", 43, 30, 4, 64], ["bush", 54, 46, 5, 38], ["reed", 63, 30, 4, 66], ["reed", 85, 34, 4, 60], ["palm", 74, 6, 5, 80]],
};

/** @param {[string, number, number, number, number]} life */
const alive = ([id, x, y, width, height]) =>
  svg`<use href="#${id}" x="${x}%" y="${y}%" width="${width}%" height="${height}%"></use>`;

/** What is behind a row. @param {number} row */
export const land = (row) =>
  svg`
    <svg class="land l${row}" aria-hidden="true" focusable="false">
      <svg width="100%" height="100%" viewBox="0 0 1000 100" preserveAspectRatio="none" overflow="visible"><path class="hill" d=${HILLS[
        row
      ]}></path><path class="fold" d=${HILLS[row]} transform="matrix(-1.1 0 0 .7 1050 48)"></path></svg>
      ${LIFE[row].map(alive)}
    </svg>
  `;

/** The sky behind all: sun or moon, clouds, birds. */
export const sky = svg`
  ${shapes}<svg class="sky" aria-hidden="true" focusable="false">
    <circle class="halo" cx="66%" cy="78%" r="60"></circle>
    <circle class="sun" cx="66%" cy="78%" r="26"></circle>
    <g class="stars">
      <circle cx="6%" cy="20%" r="1.2"></circle>
      <circle cx="19%" cy="60%" r="1"></circle>
      <circle cx="31%" cy="14%" r="1.4"></circle>
      <circle cx="44%" cy="50%" r="1"></circle>
      <circle cx="53%" cy="20%" r="1.2"></circle>
      <circle cx="63%" cy="64%" r="1"></circle>
      <circle cx="84%" cy="24%" r="1.3"></circle>
      <circle cx="94%" cy="56%" r="1"></circle>
    </g>
    <use class="cloud" href="#cloud" x="8%" y="34%" width="13%" height="46%"></use>
    <use class="cloud" href="#cloud" x="40%" y="6%" width="9%" height="34%"></use>
    <use class="cloud" href="#cloud" x="85%" y="44%" width="11%" height="40%"></use>
    <use href="#birds" x="56%" y="52%" width="6%" height="34%"></use>
    <use href="#birds" x="27%" y="24%" width="4%" height="26%"></use>
  </svg>
`;

/** The falls at the end of the journey, where the bonuses of the rows are. */
export const falls = svg`
  <svg class="falls" viewBox="0 0 100 600" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <path class="cliff" d="M16 30 34 6l66-6v600H0l10-90-6-100 10-120-8-120z"></path>
    <path class="drop" d="M34 6l66-6v600H20l8-160-8-150 10-150z"></path>
    <path class="foam"
      d="M44 20l-6 200 4 160-8 210M60 8l-4 260 6 120-6 200M76 10l2 210-6 200 4 170M90 4l-2 300 4 290"></path>
    <path class="mist" d="M0 600q4-60 26-58 6-32 30-24 22-22 44 6v76z"></path>
  </svg>
`;

/** The river, on which the boat is. Its waves are a picture of their own, so that they move without being drawn anew. */
export const river = svg`
  <svg class="river" aria-hidden="true" focusable="false">
    <svg width="100%" height="100%" viewBox="0 0 1000 100" preserveAspectRatio="none">
      <path class="bank" d="M0 190V16q90-14 180 0t190-2 200 2 200-4 230 2V190z"></path>
      <path class="water" d="M0 190V24q90-14 180 0t190-2 200 2 200-4 230 2V190z"></path>
      <path class="deep" d="M0 190V64q60-12 120 0t120 0 120 0 120 0 120 0 120 0 120 0 160 0V190z"></path>
    </svg>
    <use href="#hippo" x="3%" y="16%" width="5%" height="40%"></use>
    <use href="#reed" x="-1%" y="-30%" width="4%" height="80%"></use>
  </svg>
  <svg class="waves" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <path
      d="M20 44q15-8 30 0t30 0M180 58q15-8 30 0t30 0M330 40q15-8 30 0t30 0M470 62q15-8 30 0t30 0M610 42q15-8 30 0t30 0M760 58q15-8 30 0t30 0M880 42q15-8 30 0t30 0M100 84q15-6 30 0t30 0M390 86q15-6 30 0t30 0M690 86q15-6 30 0t30 0"></path>
  </svg>
`;

// deno-fmt-ignore
export const landStyles = css`
  :host {
    --sky: light-dark(#86c5ea, #0d1730); --haze: light-dark(#fdebc4, #4a4468); --sun: light-dark(#fff3c9, #f3ecd2);
    --l6: light-dark(#9a9cc4, #3e446e); --l5: light-dark(#c98d62, #634239); --l4: light-dark(#e3bf68, #71592f);
    --l3: light-dark(#b9bd62, #515c31); --l2: light-dark(#5f9e58, #26502f); --l1: light-dark(#93c070, #35613c);
    --water: light-dark(#4c9fce, #1f5279); --deep: light-dark(#2f7db0, #153c5c); --sand: light-dark(#efdcae, #8a7853);
  }
  .sky { position: absolute; inset: 0; width: 100%; height: 100%; overflow: hidden; }
  .sun { fill: var(--sun); } .halo { fill: var(--sun); opacity: 0.28; }
  .cloud { fill: light-dark(rgb(255 255 255 / 0.62), rgb(141 147 187 / 0.22)); }
  .stars { fill: light-dark(transparent, #f6f0da); }
  .bird { fill: none; stroke: light-dark(#4a5a68, #b9bdd6); stroke-width: 1.6; stroke-linecap: round; }
  .land { position: absolute; z-index: 0; inset: -18% 0 0; width: 100%; height: 118%; pointer-events: none; overflow: visible; }
  .l6 { inset: -42% 0 0; height: 142%; --l: var(--l6); } .l5 { --l: var(--l5); } .l4 { --l: var(--l4); } .l3 { --l: var(--l3); } .l2 { --l: var(--l2); } .l1 { --l: var(--l1); }
  .hill { fill: var(--l); } .fold { fill: color-mix(in srgb, var(--l) 90%, light-dark(#5a3d10, #000)); }
  .leaf { fill: color-mix(in srgb, var(--l) 66%, light-dark(#24461c, #06120a)); } .light { fill: color-mix(in srgb, var(--l) 84%, light-dark(#fff6cf, #d9c994)); opacity: 0.62; }
  .trunk { fill: color-mix(in srgb, var(--l) 62%, light-dark(#4e2f16, #0d0805)); } .stalk { fill: none; stroke: color-mix(in srgb, var(--l) 62%, light-dark(#24561f, #06120a)); stroke-width: 2; stroke-linecap: round; }
  .beast { fill: color-mix(in srgb, var(--l) 55%, light-dark(#4a3c31, #0d0a08)); } .tusk { fill: light-dark(#fff8e2, #cfc4a4); }
  .wall { fill: color-mix(in srgb, var(--l) 45%, light-dark(#a9744a, #2d1e13)); } .thatch { fill: color-mix(in srgb, var(--l) 45%, light-dark(#8a5a2a, #1d130b)); }
  .falls { position: absolute; z-index: 0; inset: 12px 0 0 auto; width: var(--tail); height: calc(100% - 12px); pointer-events: none; overflow: visible; }
  .cliff { fill: light-dark(#8a6a55, #352a2a); } .drop { fill: light-dark(#b9e2f4, #4f86a8); } .mist { fill: light-dark(rgb(255 255 255 / 0.6), rgb(255 255 255 / 0.25)); }
  .foam { fill: none; stroke: light-dark(rgb(255 255 255 / 0.75), rgb(255 255 255 / 0.26)); stroke-width: 5; stroke-linecap: round; vector-effect: non-scaling-stroke; }
  .river { position: absolute; z-index: 0; inset: -16% 0 0; width: 100%; height: 116%; overflow: hidden; pointer-events: none; --l: var(--water); }
  .bank { fill: var(--sand); } .water { fill: var(--water); } .deep { fill: var(--deep); }
  .waves { position: absolute; z-index: 0; inset: -16% 0 0; width: 112%; height: 116%; pointer-events: none; }
  .waves path { fill: none; stroke: #fff; opacity: 0.55; stroke-width: 2; stroke-linecap: round; vector-effect: non-scaling-stroke; }
`;
