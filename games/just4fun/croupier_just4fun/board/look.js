// How the table of Just4Fun is laid out: upright for phones, with players and hand beside the board where it is wide.

import { css } from "../../../web/board.js";
import { cardStyles } from "./card.js";
import { landStyles } from "./land.js";
import { stoneStyles } from "./stone.js";

// deno-fmt-ignore
const table = css`
  :host {
    display: block; position: relative; block-size: 100%; overflow: hidden auto;
    box-shadow: 0 var(--hints, 0) light-dark(#7fb06c, #1a2a38);
    color: var(--ink, light-dark(#2b2620, #efe8db)); font: 1rem / 1.3 var(--font, system-ui, sans-serif);
    --bar-marks: none;
    --bar-clock-margin: 0;
    --bar-clock-size: .9em;
    --bar-clock-padding: 2px;
    --bar-clock-back: none;
    --soft: var(--ink-soft, light-dark(#5c5245, #bfb4a2));
    --lit: var(--mark, light-dark(#c4531f, #f3a477));
    --paper: light-dark(rgb(255 253 246 / 0.92), rgb(30 27 34 / 0.88));
    --wood: light-dark(#7a4f28, #5c3c20); --wood-edge: light-dark(#4a2d12, #2e1c0c);
    --pad: 6px;
  }
  *, *::before, *::after { box-sizing: border-box; }
  em, i { font-style: normal; }
  p { margin: 0; }
  button { all: unset; box-sizing: border-box; position: relative; cursor: default; touch-action: manipulation; -webkit-tap-highlight-color: transparent; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
  .stage { container: stage / size; height: 100%; min-height: 31rem; }
  @media (min-height: 480.1px) { .stage:has(.still) { min-height: 26rem; } }
  .stage:has(.handless) { min-height: 20rem; }
  .table {
    --hand: min(8.4rem, 13.4cqh, (100cqw - 2 * var(--pad) - 24px) / 4); --pile: 50px; --least: min(100cqw - 2 * var(--pad), 284px);
    position: relative; min-height: 100%; display: grid; isolation: isolate; overflow: clip; padding: 5px var(--pad) 6px; gap: 6px;
    grid-template: "players players" auto "board board" minmax(var(--least), 1fr) "say piles" auto "hand hand" auto / minmax(0, 1fr) auto;
  }
  .handless { grid-template: "players players" auto "board board" minmax(min(100cqw - 2 * var(--pad), 320px), 1fr) "say piles" auto / minmax(0, 1fr) auto; }
  .still { --pile: 40px; --hand: min(8.4rem, 13.4cqh, (100cqw - 2 * var(--pad) - 140px) / 4); grid-template: "players players" auto "board board" minmax(0, 1fr) "hand piles" auto / minmax(0, 1fr) auto; }
  .still.handless { grid-template: "players" auto "board" minmax(0, 1fr) / minmax(0, 1fr); }
  .still :is(.say, .acts), .still.handless .piles { display: none; }

  .players { grid-area: players; position: relative; z-index: 2; list-style: none; margin: 0; padding: 0; display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 4px; font-size: calc(clamp(0.8125rem, 1.9cqw, 1.25rem) * var(--print, 1)); font-variant-numeric: tabular-nums; }
  .plate {
    position: relative; display: grid; grid-template: "camp name name" auto "score score left" auto / auto minmax(0, 1fr) auto; place-content: start stretch; align-items: center; gap: 1px 5px; padding: 5px 6px 4px; border-radius: 9px; min-width: 0; min-height: 50px;
    background: linear-gradient(var(--edge, 180deg), var(--seat) 4px, transparent 0), linear-gradient(var(--paper), var(--paper)); box-shadow: 0 1px 3px rgb(0 0 0 / 0.28); --stone: clamp(20px, 3.4cqw, 40px);
  }
  .plate.moves { box-shadow: 0 0 0 2.5px var(--turn, #9c3f1d), 0 0 14px color-mix(in srgb, var(--turn, #9c3f1d) 60%, transparent); }
  .plate.moves::after { content: ""; position: absolute; left: 50%; bottom: -8px; translate: -50% 0; border: solid transparent; border-width: 7px 8px 0; border-top-color: var(--turn, #9c3f1d); }
  .plate.marked { outline: 3px solid var(--focus, light-dark(#1d1a16, #fff)); }
  .sum { position: absolute; inset: 0; z-index: 2; border-radius: 9px; cursor: pointer; }
  .held { grid-column: 1 / -1; display: flex; gap: 3px; --w: clamp(22px, 3.2cqw, 34px); padding: 2px 0; } .held .face i { display: none; } .held .face b { font-size: calc(var(--w) * 0.5); }
  .camp { grid-area: camp; display: grid; }
  .plate slot { grid-area: name; display: block; min-width: 0; overflow: hidden; }
  ::slotted(.bar) { padding: 0 !important; min-height: 20px !important; font-size: calc(clamp(0.8125rem, 1.9cqw, 1.25rem) * var(--print, 1)); gap: 0 4px !important; line-height: 1.25; background: none !important; box-shadow: none !important; }
  .score { grid-area: score; display: flex; align-items: center; gap: 3px; } .score b { min-width: 3ch; text-align: end; font-size: calc(clamp(1.0625rem, 2.5cqw, 1.6rem) * var(--print, 1)); line-height: 1; }
  .points { width: 15px; height: 15px; fill: #f0c24b; stroke: #8a5f0c; stroke-linejoin: round; flex: none; }
  .plate .word { min-width: 3.6em; }
  .left { grid-area: left; display: flex; align-items: center; gap: 3px; --stone: 13px; color: var(--soft); } .left .letter { display: none; } .left b { min-width: 2ch; text-align: end; font-weight: 600; } .plate .word { display: none; font-size: 0.8125em; color: var(--soft); }
  @container stage (max-width: 479.9px) { .n4 .plate { padding-inline: 5px; column-gap: 3px; } .n4 .held { --w: calc((100cqw - 2 * var(--pad) - 12px) / 16 - 5px); gap: 2px; } :is(.n3, .n4) ::slotted(.bar) { --bar-faces: none; } :is(.n3, .n4) .score b { min-width: 0; } .n4 .score { gap: 1px; letter-spacing: -0.03em; } .n4 .points { display: none; } .n4 .left { gap: 1px; --stone: 10px; } }
  /* A tall phone has room for words. */
  @container stage (max-width: 559.9px) and (min-height: 660px) {
    .plate { min-height: 62px; --stone: 26px; } .n2 .plate .word { display: inline; } .n2 .points { display: none; }
    .score b { font-size: calc(1.375rem * var(--print, 1)); } .n2 .left { --stone: 18px; } .n2 :is(.left b, .plate .name) { font-size: calc(1rem * var(--print, 1)); }
  }
  .reckoning {
    grid-area: board; z-index: 6; align-self: start; justify-self: center; display: flex; align-items: center; gap: 8px; margin: 8px; padding: 8px 14px; border-radius: 12px; font-size: calc(0.9375rem * var(--print, 1)); --stone: 26px;
    background: var(--raised, #fff); box-shadow: var(--shadow-3, 0 8px 20px rgb(0 0 0 / 0.35)); animation: appear calc(0.15s * var(--pace, 1));
  }
  @keyframes appear { from { opacity: 0; } }

  .say { grid-area: say; height: calc(6.2rem * var(--print, 1)); overflow: clip; padding: 6px 8px; border-radius: 12px; background: var(--paper); box-shadow: 0 1px 3px rgb(0 0 0 / 0.28); }
  .prompt { min-width: 0; overflow-wrap: anywhere; }
  .prompt p { font-weight: 700; font-size: calc(clamp(0.9375rem, 2.2cqw, 1.4rem) * var(--print, 1)); line-height: 1.2; } .prompt p.turn { color: var(--turn, #9c3f1d); } .prompt p.hint { color: var(--danger, #a3241c); }
  .prompt small { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-size: calc(clamp(0.8125rem, 1.8cqw, 1.125rem) * var(--print, 1)); line-height: 1.2; color: var(--soft); }
  .acts { grid-area: say; align-self: end; display: grid; grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr) minmax(0, 1fr); gap: 6px; min-width: 0; margin: 6px; }
  .table:not(.acting) .acts { visibility: hidden; }
  .handless .say { height: calc(5.2rem * var(--print, 1)); }
  @container stage (max-height: 640px) and (not ((min-width: 560px) and (min-aspect-ratio: 21/20))) {
    .table:not(.still) { --pile: 42px; --hand: min(11cqh, (100cqw - 2 * var(--pad) - 24px) / 4); }
    .say { height: calc(5rem * var(--print, 1)); } .prompt small { -webkit-line-clamp: 1; } .acting .prompt small { display: none; }
  }
  @container stage (max-height: 530px) and (not ((min-width: 560px) and (min-aspect-ratio: 21/20))) {
    .table:not(.still, .handless) { gap: 4px; padding-block: 3px; } .plate { min-height: 44px; padding-block: 3px 2px; } .say { height: calc(4.75rem * var(--print, 1)); padding-block: 3px; } .table .hand { padding-top: 2px; min-height: calc(var(--hand) * 1.31 + 2px); }
  }
  .act {
    height: 44px; padding: 0 4px; border-radius: 10px; cursor: pointer; font-weight: 600; font-size: calc(0.875rem * min(var(--print, 1), 1.1)); display: grid; place-content: center; text-align: center; line-height: 1.1;
    border: 1px solid var(--line-strong, #8d8170); background: var(--surface, light-dark(#fffdf8, #2a2620));
  }
  .act.go { color: var(--accent-ink, #fff); background: var(--accent, #17625b); border-color: transparent; }
  .act[aria-disabled] { cursor: default; color: var(--soft); background: light-dark(rgb(255 253 246 / 0.6), rgb(30 27 34 / 0.5)); border: 1px dashed var(--line, #d9cdb9); }
  .piles { grid-area: piles; display: flex; align-items: center; gap: 10px; padding: 4px 10px 4px 6px; border-radius: 12px; background: linear-gradient(light-dark(#93602f, #57391c), var(--wood)); box-shadow: inset 0 1px 0 rgb(255 255 255 / 0.25), 0 0 0 1px var(--wood-edge), 0 2px 5px rgb(0 0 0 / 0.3); --w: var(--pile); }
  .stack { position: relative; display: block; border-radius: calc(var(--w) * 0.1); }
  .stack.high .face { box-shadow: inset 0 0 0 1px rgb(255 255 255 / 0.4), 0 0 0 0.5px rgb(0 0 0 / 0.6), 2px 2px 0 -0.5px #d9cfbb, 2px 2px 0 0 rgb(0 0 0 / 0.5), 4px 4px 0 -0.5px #cdc2ac, 4px 4px 0 0 rgb(0 0 0 / 0.5); }
  .stack.high .face.back { box-shadow: inset 0 0 0 calc(var(--w) * 0.045) rgb(238 214 160 / 0.9), 0 0 0 0.5px rgb(0 0 0 / 0.6), 2px 2px 0 -0.5px #d9cfbb, 2px 2px 0 0 rgb(0 0 0 / 0.5), 4px 4px 0 -0.5px #cdc2ac, 4px 4px 0 0 rgb(0 0 0 / 0.5); }
  .stack > b { position: absolute; left: 50%; top: 50%; translate: -50% -50%; min-width: 1.9em; padding: 0 0.3em; border-radius: 1em; text-align: center; font: 800 max(0.8125rem, var(--w) * 0.22) / 1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; color: #fff; background: rgb(8 24 27 / 0.86); }
  .stack .none { display: block; width: var(--w); height: calc(var(--w) * 1.31); border: 1.5px dashed var(--soft); border-radius: calc(var(--w) * 0.1); }

  .hand { grid-area: hand; display: flex; justify-content: center; gap: 8px; padding-top: 8px; --w: var(--hand); min-height: calc(var(--hand) * 1.31 + 8px); }
  .card { display: block; width: var(--w); height: calc(var(--w) * 1.31); border-radius: calc(var(--w) * 0.1); touch-action: none; transition: transform calc(0.12s * var(--pace, 1)); }
  .ghost { position: absolute; z-index: 15; left: 0; top: 0; width: var(--w); height: var(--w); display: grid; place-items: center; pointer-events: none; will-change: transform, opacity; }
`;

// deno-fmt-ignore
const fields = css`
  .field-area { grid-area: board; container-type: size; display: grid; place-items: start center; min-height: 0; }
  .frame {
    --s: min(100cqw, 100cqh); --c: calc(var(--s) / 6.3); width: var(--s); height: var(--s); padding: calc(var(--c) * 0.12); border-radius: calc(var(--c) * 0.2);
    background: linear-gradient(135deg, light-dark(#a26d3a, #6b4726), light-dark(#6b421d, #40290f) 55%, light-dark(#8d5c2d, #573919));
    box-shadow: inset 0 1.5px 0 rgb(255 255 255 / 0.35), inset 0 -2px 0 rgb(0 0 0 / 0.35), 0 0 0 1px var(--wood-edge), 0 6px 18px rgb(20 12 4 / 0.45);
  }
  .board {
    position: relative; isolation: isolate; width: 100%; height: 100%; padding: calc(var(--c) * 0.035); display: grid; gap: calc(var(--c) * 0.05); grid: repeat(6, minmax(0, 1fr)) / repeat(6, minmax(0, 1fr));
    border-radius: calc(var(--c) * 0.12); background: light-dark(#3f2611, #1f1308); box-shadow: inset 0 2px 6px rgb(0 0 0 / 0.6);
  }
  .field { min-width: 0; min-height: 0; border-radius: calc(var(--c) * 0.1); display: grid; place-items: center; --ground: light-dark(#f5e2bd, #54432e); --ink-here: light-dark(#4a3216, #f0dfc0); color: var(--ink-here); }
  /* The ground of a field lies below the lines of three, and what is on it above them. */
  .field::before {
    content: ""; position: absolute; z-index: -2; inset: 0; border-radius: inherit;
    background: repeating-linear-gradient(93deg, transparent 0 3px, rgb(120 70 10 / 0.07) 3px 4px, transparent 4px 9px, rgb(120 70 10 / 0.05) 9px 11px), linear-gradient(150deg, color-mix(in srgb, var(--ground) 86%, white), var(--ground) 60%, color-mix(in srgb, var(--ground) 90%, black));
    box-shadow: inset 0 1px 0 light-dark(rgb(255 255 255 / 0.8), rgb(255 255 255 / 0.16)), inset 0 -1.5px 0 rgb(70 40 5 / 0.3);
  }
  .number { font: 700 calc(var(--c) * 0.42) / 1 var(--numbers, system-ui, sans-serif); font-variant-numeric: lining-nums tabular-nums; letter-spacing: -0.03em; text-shadow: 0 1px 0 light-dark(rgb(255 255 255 / 0.7), rgb(0 0 0 / 0.6)); }
  .with .number { position: absolute; left: 7%; top: 6%; font-size: calc(var(--c) * 0.27); }
  .stones { display: grid; grid-template-columns: auto auto; align-content: center; justify-content: center; gap: 1px calc(var(--c) * 0.04); --stone: calc(var(--c) * 0.3); padding-top: calc(var(--c) * 0.16); }
  .holds1 .stones { --stone: calc(var(--c) * 0.54); padding: calc(var(--c) * 0.16) 0 0 calc(var(--c) * 0.1); } .holds3 .stones, .holds4 .stones { --stone: calc(var(--c) * 0.28); padding: calc(var(--c) * 0.2) 0 0 calc(var(--c) * 0.08); } .holds2 .stones { --stone: calc(var(--c) * 0.4); column-gap: calc(var(--c) * 0.06); padding-top: calc(var(--c) * 0.2); }
  .pile { position: relative; display: grid; }
  .times { position: absolute; right: -26%; bottom: -16%; } .holds2 .times { right: auto; left: 50%; translate: -50% 0; bottom: -42%; }
  .free .stones { display: none; }
  .holds1 .pile { grid-column: 1 / -1; }
  .maybe { opacity: 0.6; }
  .sign { position: absolute; z-index: 1; right: 5%; top: 5%; width: calc(var(--c) * 0.25); height: calc(var(--c) * 0.25); }
  .lock rect { fill: #f0c24b; stroke: #5a3d05; } .lock path { fill: none; stroke: #f0c24b; stroke-width: 2.4; paint-order: stroke; filter: drop-shadow(0 0 0.6px #3a2703); }
  .bar circle { fill: #fff8ea; stroke: var(--danger, #a3241c); stroke-width: 2.2; } .bar path { stroke: #a3241c; stroke-width: 2.4; stroke-linecap: round; }

  .owned::before { background: linear-gradient(150deg, color-mix(in srgb, var(--seat) 30%, light-dark(#fffaf0, #3a332b)), color-mix(in srgb, var(--seat) 46%, light-dark(#fff3dc, #2f2922))); box-shadow: inset 0 0 0 calc(var(--c) * 0.04) var(--seat), inset 0 0 calc(var(--c) * 0.2) color-mix(in srgb, var(--seat) 60%, transparent); }
  .owned { --ink-here: light-dark(#2b1d0c, #fff4dc); }
  .locked::before { background: radial-gradient(120% 100% at 30% 10%, color-mix(in srgb, var(--seat) 78%, white), var(--seat) 55%, color-mix(in srgb, var(--seat) 78%, black)); box-shadow: inset 0 0 0 calc(var(--c) * 0.035) #f0c24b, inset 0 0 0 calc(var(--c) * 0.055) rgb(60 40 5 / 0.6); }
  .locked { --ink-here: var(--seat-ink); } .locked .number { text-shadow: none; }
  .glows::before { box-shadow: inset 0 0 0 calc(var(--c) * 0.06) var(--seat), inset 0 0 calc(var(--c) * 0.3) calc(var(--c) * 0.06) color-mix(in srgb, var(--seat) 30%, #fff8d8), 0 0 calc(var(--c) * 0.16) calc(var(--c) * 0.03) color-mix(in srgb, var(--seat) 40%, #fff8d8); }
  .closed::after {
    content: ""; position: absolute; inset: 0; border-radius: inherit; pointer-events: none;
    background: repeating-linear-gradient(45deg, rgb(20 12 4 / 0.42) 0 calc(var(--c) * 0.05), transparent calc(var(--c) * 0.05) calc(var(--c) * 0.13)); box-shadow: inset 0 calc(var(--c) * 0.04) calc(var(--c) * 0.12) rgb(0 0 0 / 0.6);
  }
  .closed::after { z-index: -1; }
  .refused::before { box-shadow: inset 0 0 0 calc(var(--c) * 0.06) var(--danger, #a3241c); }

  .within { cursor: pointer; }
  .within.free .number { display: grid; place-items: center; width: 1.72em; height: 1.72em; border-radius: 50%; background: light-dark(#fffdf6, #2a2018); box-shadow: 0 0 0 calc(var(--c) * 0.045) var(--lit), 0 2px 5px rgb(0 0 0 / 0.35); color: light-dark(#3a2408, #ffe9c4); text-shadow: none; }
  .within.with .number { min-width: 1.6em; padding: 0.12em 0.2em; border-radius: 1em; text-align: center; background: light-dark(#fffdf6, #2a2018); box-shadow: 0 0 0 calc(var(--c) * 0.035) var(--lit); color: light-dark(#3a2408, #ffe9c4); text-shadow: none; }
  .half .field:not(.within, .lit)::before { filter: brightness(0.86) saturate(0.8); }
  .lit { cursor: pointer; }
  .lit::before { box-shadow: inset 0 0 0 calc(var(--c) * 0.06) var(--lit), 0 0 calc(var(--c) * 0.3) calc(var(--c) * 0.05) var(--lit); background: linear-gradient(color-mix(in srgb, var(--lit) 30%, light-dark(#fff8e8, #3a2f22)), color-mix(in srgb, var(--lit) 46%, light-dark(#fff3dc, #33281c))); }
  .field.over::before { box-shadow: inset 0 0 0 calc(var(--c) * 0.09) var(--lit), 0 0 calc(var(--c) * 0.3) var(--lit); }
  .fresh .stones::after { content: ""; position: absolute; inset: 3.5%; border-radius: calc(var(--c) * 0.08); border: calc(var(--c) * 0.035) solid light-dark(#fff, #ffe9b0); box-shadow: 0 0 0 calc(var(--c) * 0.025) var(--accent, #17625b); pointer-events: none; }
  .field.marked::before { box-shadow: inset 0 0 0 calc(var(--c) * 0.07) var(--focus, light-dark(#1d1a16, #fff)), 0 0 0 calc(var(--c) * 0.04) light-dark(#fff, #000); }

  .lines { position: absolute; z-index: -1; inset: calc(var(--c) * 0.035); width: calc(100% - var(--c) * 0.07); height: calc(100% - var(--c) * 0.07); pointer-events: none; overflow: visible; }
  .lines line { stroke-linecap: round; }
  .three { stroke: color-mix(in srgb, var(--seat) 55%, white); } .four { stroke: #ffe08a; }
  .row { stroke-width: 1.6; } .halo { stroke-width: 3; opacity: 0.34; } .halo.far { stroke-width: 4.6; opacity: 0.2; }
  .core { stroke: #fff; stroke-width: 0.45; opacity: 0.75; }
  .three .way { stroke-width: 1.1; stroke-dasharray: 0.1 1.7; }
  .four .row { stroke-width: 2.4; } .four .halo { stroke-width: 4.4; opacity: 0.5; } .four .halo.far { stroke-width: 6.6; opacity: 0.3; }
  .rings { position: absolute; inset: 0; border-radius: inherit; pointer-events: none; }
  .rings i { position: absolute; inset: calc(var(--c) * 0.03); border-radius: calc(var(--c) * 0.08); border: calc(var(--c) * 0.045) dashed var(--seat); }
  .rings i + i { inset: calc(var(--c) * 0.09); }
  .gap .rings { box-shadow: 0 0 calc(var(--c) * 0.22) color-mix(in srgb, var(--lit) 70%, #ffd678); }
  .past::before { filter: brightness(0.72) saturate(0.6); } .past .stones { opacity: 0.7; }
  /* Lines that glow lie below the numbers. */
  :is(.won, .glows).with .number { padding: 0.04em 0.22em; border-radius: 0.4em; background: light-dark(#fffdf6, #2a2018); color: light-dark(#3a2408, #ffe9c4); text-shadow: none; }
  .field.won::before { box-shadow: inset 0 0 0 calc(var(--c) * 0.06) #f0c24b, 0 0 calc(var(--c) * 0.35) calc(var(--c) * 0.06) #ffd65c; }
`;

// deno-fmt-ignore
const states = css`
  .mayact .card { cursor: grab; }
  .picked { transform: translateY(-8px); }
  .picked .face { box-shadow: 0 0 0 3px var(--lit), 0 6px 14px rgb(0 0 0 / 0.45); }
  .card.dragged { z-index: 20; cursor: grabbing; transition: none; will-change: translate; } .dragged .face { box-shadow: 0 10px 24px rgb(0 0 0 / 0.45); }
  .busy .hand { opacity: 0.75; }
  .stack.marked { outline: 3px solid var(--focus, light-dark(#1d1a16, #fff)); outline-offset: 2px; }
  :focus-visible { outline: 3px solid var(--focus, light-dark(#1d1a16, #fff)); outline-offset: 1px; }
  .field:focus-visible { outline-offset: -3px; box-shadow: inset 0 0 0 5px light-dark(#fff, #000); }
  @media (hover: hover) {
    .mayact .card:hover:not(.picked) { transform: translateY(-4px); }
    .mayact .within:hover::before { filter: brightness(1.08); }
  }
  @media (prefers-reduced-motion: reduce) { .card { transition: none; } .reckoning { animation: none; } }
`;

// deno-fmt-ignore
const wide = css`
  @container stage (min-width: 560px) and (min-aspect-ratio: 21/20) {
    .table {
      --pad: 12px; --gap: 14px; --side: min(100cqh - 2 * var(--pad), 100cqw - 2 * var(--pad) - var(--gap) - 16rem); --column: calc(100cqw - 2 * var(--pad) - var(--gap) - var(--side));
      --pile: clamp(42px, 6.6cqh, 96px); --hand: min((var(--column) - 10px) / 2, (100cqh - 142px - 2.62 * var(--pile) - var(--n) * clamp(60px, 6.2cqh, 72px)) / 2.7);
      padding: var(--pad); gap: 10px var(--gap);
      height: 100%; grid-template: "board players players" auto "board say piles" minmax(0, 1fr) "board acts acts" 44px "board hand hand" auto / var(--side) minmax(0, 1fr) auto;
    }
    .still { grid-template: "board players players" auto "board . ." minmax(0, 1fr) "board piles piles" auto "board hand hand" auto / var(--side) minmax(0, 1fr) auto; } .still .piles { flex-direction: row; }
    .handless { grid-template: "board players" auto "board say" minmax(0, 1fr) "board piles" auto / var(--side) minmax(0, 1fr); }
    .still.handless .piles { display: flex; }
    .n2 { --n: 2; } .n3 { --n: 3; } .n4 { --n: 4; --pile: clamp(42px, 5.6cqh, 96px); } .n4 .prompt.prompt small { -webkit-line-clamp: 2; }
    .handless { --pile: clamp(60px, 13cqh, 150px); } .still:not(.handless) { --pile: clamp(42px, 11cqh, 110px); --hand: min((var(--column) - 10px) / 2, (100cqh - 104px - 1.31 * var(--pile) - var(--n) * clamp(60px, 6.2cqh, 72px)) / 2.7); }
    .field-area { place-items: center; }
    .players { grid-auto-flow: row; grid-auto-columns: auto; gap: 8px; font-size: calc(clamp(0.875rem, 1.8cqh, 1.125rem) * var(--print, 1)); }
    .plate { grid-template: "camp name name" auto "camp left score" auto / auto minmax(0, 1fr) auto; gap: 0 10px; padding: 5px 12px 4px; border-radius: 12px; --stone: clamp(32px, 5cqh, 46px); --edge: 90deg; padding-inline-start: 15px; }
    .plate.moves::after { left: -9px; top: 50%; bottom: auto; translate: 0 -50%; border-width: 8px 9px 8px 0; border-color: transparent; border-right-color: var(--turn, #9c3f1d); }
    ::slotted(.bar) { font-size: calc(clamp(0.875rem, 1.8cqh, 1.125rem) * var(--print, 1)); }
    .score { gap: 5px; } .score b { font-size: calc(clamp(1.25rem, 2.7cqh, 1.9rem) * var(--print, 1)); } .points { display: none; }
    .plate .word { display: inline; } .left { white-space: nowrap; }
    .say, .handless .say { padding: 10px 12px; height: auto; min-height: 0; }
    .piles { flex-direction: column; justify-content: space-evenly; padding: 8px 12px 8px 8px; } .handless .piles { flex-direction: row; padding-block: 12px; }
    .prompt p { font-size: calc(clamp(1rem, 2.4cqh, 1.5rem) * var(--print, 1)); } .prompt small { margin-top: 4px; -webkit-line-clamp: 4; font-size: calc(clamp(0.8125rem, 1.8cqh, 1.125rem) * var(--print, 1)); }
    .acts { grid-area: acts; margin: 0; } .table:not(.acting) .acts { visibility: visible; }
    .hand { display: grid; grid-template-columns: auto auto; align-content: end; gap: 10px; padding-top: 4px; min-height: calc(2.62 * var(--hand) + 14px); }
  }
  /* Open hands, as a replay has them, stand beside what else is told of a player, and the own one is one row. */
  @container stage (min-width: 560px) and (min-aspect-ratio: 21/20) and (min-height: 480.1px) {
    .still:has(.held) { --plate: calc(44px + 1.31 * clamp(22px, 3.2cqw, 29px)); --hand: min((var(--column) - 24px) / 4, (100cqh - 137px - 1.31 * var(--pile) - (var(--n) - 1) * var(--plate)) / 1.31); }
    .still .hand { display: flex; gap: 8px; min-height: calc(1.31 * var(--hand) + 4px); }
    .still .plate:has(.held) { grid-template: "camp name left" auto "camp held score" auto / auto minmax(0, 1fr) auto; }
    .plate .held { grid-area: held; --w: clamp(22px, 3.2cqw, 29px); } .still ::slotted(.bar) { flex-wrap: nowrap !important; } .still .points { display: block; } .still .plate .word { display: none; }
  }
  @container stage (min-width: 560px) and (min-aspect-ratio: 17/10) and (min-height: 480.1px) {
    .still:has(.held) { --plate: clamp(66px, 8.4cqh, 80px); }
    .still .plate:has(.held) { grid-template: "camp name held score" auto "camp left held score" auto / auto minmax(0, 1fr) auto auto; } .still .left .word.word { display: inline; }
  }
  /* A phone on its side: the hand is one row. */
  @container stage (min-width: 560px) and (min-aspect-ratio: 21/20) and (max-height: 480px) {
    .table { --pad: 6px; --hand: min((var(--column) - 24px) / 4, 33cqh); --pile: 52px; gap: 5px 12px; grid-template: "board players players" auto "board say piles" minmax(0, 1fr) "board hand hand" auto / var(--side) minmax(0, 1fr) auto; }
    .acts { grid-area: say; margin: 5px; } .table:not(.acting) .acts { visibility: hidden; }
    .handless { grid-template: "board players" auto "board say" minmax(0, 1fr) "board piles" auto / var(--side) minmax(0, 1fr); }
    .players { grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 5px; font-size: calc(0.8125rem * var(--print, 1)); }
    .plate { grid-template: "camp name name" auto "score score left" auto / auto minmax(0, 1fr) auto; padding: 4px 6px 3px 10px; min-height: 46px; --stone: 20px; --edge: 90deg; }
    ::slotted(.bar) { flex-wrap: nowrap !important; font-size: calc(0.8125rem * var(--print, 1)); } .n4 ::slotted(.bar) { --bar-faces: none; }
    .plate.moves::after { display: none; }
    .score b { font-size: calc(1.0625rem * var(--print, 1)); } .points { display: block; } .plate .word { display: none; }
    .say { padding: 4px 8px; } .piles { flex-direction: row; padding: 4px 10px 4px 6px; }
    .prompt p { font-size: calc(0.9375rem * min(var(--print, 1), 1.1)); } .prompt small { margin: 0; -webkit-line-clamp: 1; font-size: calc(0.75rem * min(var(--print, 1), 1.1)); }
    .hand { display: flex; gap: 8px; padding-top: 6px; min-height: calc(1.31 * var(--hand) + 6px); }
    .still:not(.handless) { --pile: 52px; --hand: min((var(--column) - 170px) / 4, 33cqh); grid-template: "board players players" auto "board hand piles" minmax(0, 1fr) / var(--side) minmax(0, 1fr) auto; } .still :is(.hand, .piles) { align-items: center; align-self: center; }
    .held { --w: clamp(16px, (var(--column) / var(--n) - 32px) / 4, 30px); }
  }
  @container stage (min-width: 560px) and (max-width: 719.9px) and (min-aspect-ratio: 21/20) and (max-height: 480px) {
    ::slotted(.bar) { overflow: hidden; } .n4 .plate { padding-inline: 8px 4px; column-gap: 3px; } .n4 .points { display: none; } .n4 .score b { min-width: 0; } .n4 .left { gap: 1px; --stone: 10px; }
  }
  @container stage (max-width: 349.9px) { .table:not(.still, .handless) .say { height: calc(6.5rem * var(--print, 1)); } .acting .prompt small { display: none; } }
  @media (max-height: 480px) and (min-width: 560px) { .stage, .stage:has(.handless) { min-height: 17rem; } }
  @media (min-width: 900px) { .stage:has(.still) { min-height: 20rem; } }
`;

/** A table of scores, beside the board. */
// deno-fmt-ignore
export const scoreStyles = css`
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { padding: 5px 4px; text-align: right; border-bottom: 1px solid var(--line, light-dark(#d9cdb9, #453e34)); }
  th:first-child, .fields, th:nth-child(2):not(:last-child, :nth-last-child(2)) { text-align: left; }
  thead th { font-size: 0.8125rem; overflow-wrap: normal; }
  tbody th { min-width: 4.2rem; font-weight: 500; overflow-wrap: anywhere; }
  .sum { font-weight: 800; }
  .rule { margin: 8px 6px 0; font-size: 0.8125rem; color: var(--ink-soft, light-dark(#5c5245, #bfb4a2)); }
`;

export const styles = [stoneStyles, cardStyles, table, landStyles, fields, states, wide];
