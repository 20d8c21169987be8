// How the table of Lost Cities is laid out: upright for phones, with a column for deck and players where it is wide.

import { css } from "../../../web/board.js";
import { cardStyles } from "./card.js";

// deno-fmt-ignore
const table = css`
  :host {
    display: block; position: relative; block-size: 100%; overflow: hidden auto;
    box-shadow: 0 var(--hints, 0) color-mix(in srgb, var(--edge) 60%, var(--land));
    color: var(--ink, light-dark(#2b2620, #efe8db)); font: 1rem / 1.3 var(--font, system-ui, sans-serif);
    --gap: 6px; --pad: 8px;
    --soft: var(--ink-soft, light-dark(#5c5245, #bfb4a2));
    --lit: var(--mark, light-dark(#c4531f, #f3a477));
    --last: var(--accent, light-dark(#17625b, #6fc3b7));
    --land: light-dark(#efe3c9, #29241c); --edge: light-dark(#dcc79d, #1b1712); --sea: light-dark(#c3d9d3, #15292d); --deep: light-dark(#a9c8c3, #0f2024);
    --engraved: light-dark(#7a5726, #d3ab62);
  }
  *, *::before, *::after { box-sizing: border-box; }
  button { all: unset; box-sizing: border-box; position: relative; cursor: default; -webkit-tap-highlight-color: transparent; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
  .stage { container-type: size; height: 100%; min-height: 31rem; }
  .table {
    --w: min((100cqw - 2 * var(--pad) - (var(--n) - 1) * var(--gap)) / var(--n), 9.6cqh);
    --h: calc(var(--w) * 1.24);
    --hw: clamp(56px, 100cqw - 2 * var(--pad) - 7 * 44px, 10.5cqh);
    --hh: calc(var(--hw) * 1.3);
    position: relative; height: 100%; overflow: clip; display: grid; padding: 0 var(--pad) 4px; row-gap: 4px;
    grid-template: "above" auto "theirs" minmax(0, 1fr) "middle" auto "mine" minmax(0, 1fr) "say" auto "hand" auto "below" auto / minmax(0, 1fr);
    background: radial-gradient(110% 75% at 50% 45%, transparent 45%, var(--edge)), var(--land); isolation: isolate;
  }
  /* The map. Its lines are as thin on a large table as on a phone. */
  .land, .compass { position: absolute; z-index: -3; inset: 0; width: 100%; height: 100%; fill: none; stroke: var(--engraved); stroke-width: 1; opacity: 0.2; pointer-events: none; }
  .compass { z-index: -1; opacity: 0.15; }
  .compass .dark { fill: color-mix(in srgb, var(--engraved) 75%, transparent); } .compass .light { fill: var(--land); }
  .compass .ticks { stroke-width: 10; stroke-dasharray: 1 7.3; }
  .sea { grid-row: middle; grid-column: 1 / -1; position: relative; z-index: -2; margin: 0 calc(-1 * var(--pad)); background: linear-gradient(transparent 22px, var(--deep) 50%, transparent calc(100% - 22px)), var(--sea); }
  .coast { position: absolute; left: 0; top: -12px; width: 100%; height: 34px; fill: none; stroke: var(--engraved); pointer-events: none; }
  .coast.other { top: auto; bottom: -12px; rotate: 180deg; }
  .coast .water { fill: var(--sea); stroke: none; }
  .coast use { opacity: 0.75; } .coast use + use { opacity: 0.34; } .coast use + use + use { opacity: 0.2; } .coast use + use + use + use { opacity: 0.1; }
  .land path, .compass *, .coast * { vector-effect: non-scaling-stroke; }
  .way { position: absolute; z-index: -1; inset: calc(var(--h) + 8px) 0 4px; display: flex; flex-direction: column; align-items: center; gap: 3px; color: var(--hue); opacity: 0.55; min-height: 0; overflow: hidden; }
  .theirs .way { inset: 4px 0 calc(var(--h) + 8px); flex-direction: column-reverse; }
  .route { flex: 1 1 0; min-height: 0; width: 22px; overflow: visible; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; }
  .route path { stroke-dasharray: 0.1 7; vector-effect: non-scaling-stroke; }
  .way .symbol { width: 16px; height: 16px; }
  .n5 { --n: 5; } .n6 { --n: 6; --gap: 4px; --pad: 6px; }
  .above { grid-area: above; } .below { grid-area: below; } .theirs { grid-area: theirs; } .mine { grid-area: mine; }
  .say { grid-area: say; } .hand { grid-area: hand; } .middle { grid-area: middle; } .deck { grid-area: say; justify-self: end; }
  .piles { display: contents; }

  /* What is written may grow as it likes: nothing on the table moves by that. */
  .side { display: grid; grid-template: "bar scores" 30px "held scores" auto / minmax(0, 1fr) calc(6.25rem * var(--print, 1)); column-gap: 8px; --bar-wrap: nowrap; --bar-moves: none; --bar-name: min(14rem, 100% - 30px); }
  ::slotted(*) { grid-area: bar; align-self: center; }
  .held { grid-area: held; display: flex; align-items: center; gap: 8px; min-height: 26px; }
  .backs { display: flex; padding-right: 9px; --w: 15px; --h: 20px; }
  .backs .card { margin-right: -8px; border-radius: 2px; box-shadow: 0 0 0 0.5px rgb(238 214 160 / 0.9), 0 0 0 1px rgb(0 0 0 / 0.5); }
  .known { display: flex; gap: 2px; --w: 21px; --h: 24px; --value: 0.57; }
  .held > .known:first-child { flex-wrap: nowrap; --w: clamp(21px, (100cqw - 2 * var(--pad) - 6.25rem * var(--print, 1) - 8px) / 8 - 2px, 30px); --h: 28px; } /* a whole hand */
  .known .art, .known .disc, .known .seal, .known .end { display: none; }
  .known .card { border-radius: 3px; }
  .known > .symbol { width: 14px; height: 14px; align-self: center; color: var(--soft); }
  .known .corner { flex-direction: column; align-items: center; justify-content: space-between; height: 100%; padding: 2px 1px 1px; gap: 1px; }
  .known .corner > .symbol { width: 8px; height: 8px; } .known .corner b .symbol { width: calc(var(--w) * 0.78); height: calc(var(--w) * 0.55); }
  .scores {
    grid-area: scores; display: grid; align-content: center; justify-items: end; min-height: 44px; padding: 0 2px; cursor: pointer;
    white-space: nowrap; font-size: calc(0.8125rem * var(--print, 1)); line-height: 1.35; color: var(--soft);
  }
  .scores b { color: var(--ink, inherit); font-variant-numeric: tabular-nums; font-weight: 700; }

  .fans, .middle { display: grid; grid-template-columns: repeat(var(--n), minmax(0, 1fr)); column-gap: var(--gap); justify-items: center; }
  .fans { min-height: 0; }
  .fan { isolation: isolate; display: flex; flex-direction: column; align-items: center; width: 100%; height: 100%; min-height: 0; border-radius: 9px; padding: 2px 0; }
  .theirs .fan { flex-direction: column-reverse; }
  .strip { display: flex; flex: 0 1 calc(var(--h) * 0.34); min-height: 0; }
  .theirs .strip { align-items: flex-end; }
  .strip.wager { flex: 0 0.6 calc(var(--h) * 0.25); }
  .strip:last-child { flex: none; height: var(--h); --value: 0.34; }
  .long { --h: calc(var(--w) * 0.84); }
  /* Where there is little room, the last of many cards gives of its own to those that it covers. */
  @container (max-height: 620px) { .long { --h: calc(var(--w) * 0.62); } .long .strip:last-child .end { display: none; } .long .strip:not(:last-child) .card { --h: 62cqw; } .full { --h: calc(var(--w) * 0.45); } .full .strip:not(:last-child) .card { --h: 45cqw; } .long .strip:not(:last-child) { flex: 0 1 calc(var(--w) * 0.34); } }
  /* What is written on a card that another one covers is no higher than what is seen of it. */
  .strip:not(:last-child) { container-type: size; width: var(--w); }
  .strip:not(:last-child) .card { --w: 100cqw; --h: 84cqw; --high: min(25cqw, 100cqh - 2px); --small: min(18cqw, 100cqh - 2px); }
  .strip:not(:last-child) .end b { display: block; }
  .strip:not(:last-child) .seal, .mine .strip:not(:last-child) .art { display: none; }
  .strip:not(:last-child) .corner { padding-block: 1px; }
  .strip:not(:last-child) .corner b { font-size: calc(var(--high) / 0.78); }
  .strip:not(:last-child) .corner b .symbol { width: calc(var(--small) * 1.34); height: var(--small); }
  .strip:not(:last-child) .corner > .symbol { width: var(--small); height: var(--small); }
  .strip:not(:last-child) .corner em { font-size: min(17cqw, 100cqh); }

  .middle { position: relative; }
  .middle { --h: calc(var(--w) * 1.08); }
  .slot { display: grid; justify-items: center; width: 100%; }
  .slot > button { border-radius: 8px; padding: 2px 0; width: 100%; display: grid; justify-items: center; }
  .stack { position: relative; display: block; width: var(--w); height: var(--h); }
  .stack .size {
    position: absolute; right: -5px; top: 50%; translate: 0 -50%; min-width: 18px; padding: 0 4px; border-radius: 9px; font: 700 calc(0.6875rem * var(--print, 1)) / 17px system-ui, sans-serif;
    text-align: center; color: #fff; background: rgb(25 20 12 / 0.82); box-shadow: 0 0 0 1px rgb(255 255 255 / 0.5); font-variant-numeric: tabular-nums;
  }
  .two .card { box-shadow: inset 0 0 0 1px rgb(255 255 255 / 0.28), 0 0 0 0.5px rgb(0 0 0 / 0.55), 2px 2px 0 -0.5px #d9cfbb, 2px 2px 0 0 rgb(0 0 0 / 0.5); }
  .three .card { box-shadow: inset 0 0 0 1px rgb(255 255 255 / 0.28), 0 0 0 0.5px rgb(0 0 0 / 0.55), 2px 2px 0 -0.5px #d9cfbb, 2px 2px 0 0 rgb(0 0 0 / 0.5), 4px 4px 0 -0.5px #cdc2ac, 4px 4px 0 0 rgb(0 0 0 / 0.5); }
  .points { font: 700 calc(0.8125rem * var(--print, 1)) / 19px var(--font, system-ui, sans-serif); font-variant-numeric: tabular-nums; color: var(--soft); cursor: pointer; padding: 0 8px; }
  .points.minus { color: var(--danger, light-dark(#a3241c, #f39a90)); }
  .points.plus { color: var(--good, light-dark(#23662f, #93cf98)); }
  .points:not(.none) { text-decoration: underline dotted 1px color-mix(in srgb, currentColor 55%, transparent); text-underline-offset: 3px; }
  .points.none { opacity: 0; cursor: default; }

  .deck { width: 66px; height: 58px; border-radius: 8px; display: grid; place-items: center; --w: 62px; --h: 54px; }
  .deck .card { grid-area: 1 / 1; }
  .deck b {
    grid-area: 1 / 1; position: relative; font: 800 1.125rem / 1.5 system-ui, sans-serif; color: #fff; font-variant-numeric: tabular-nums;
    min-width: 2em; text-align: center; border-radius: 1em; background: rgb(8 24 27 / 0.8);
  }
  .deck .gone { width: var(--w); height: var(--h); border: 1.5px dashed var(--soft); border-radius: 7px; grid-area: 1 / 1; }

  .say { display: flex; align-items: center; gap: 8px; height: calc(58px * var(--print, 1)); padding-right: 74px; }
  .say p { margin: 0; min-width: 0; }
  .prompt { position: relative; flex: 1 1 auto; min-width: 0; overflow-wrap: anywhere; font-weight: 600; font-size: calc(0.9375rem * var(--print, 1)); line-height: 1.2; }
  .prompt > p:first-child { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
  .hint {
    position: absolute; z-index: 8; inset: auto auto -6px -4px; width: calc(100% + 8px); padding: 6px 10px; border-radius: 10px; pointer-events: none;
    font-weight: 400; font-size: calc(0.9375rem * var(--print, 1)); line-height: 1.25; background: var(--raised, light-dark(#fff, #332e27)); border: 1px solid var(--line-strong, #8d8170); box-shadow: var(--shadow-2, 0 2px 8px rgb(0 0 0 / 0.4));
  }
  .prompt small { display: block; font-weight: 400; font-size: calc(0.8125rem * var(--print, 1)); color: var(--soft); }
  .act {
    flex: none; max-width: 6.25rem; min-height: 44px; padding: 0 12px; border-radius: 10px; cursor: pointer; text-align: center; line-height: 1.2; font-weight: 600; font-size: calc(0.875rem * var(--print, 1));
    border: 1px solid var(--line-strong, #8d8170); background: var(--surface, light-dark(#fffdf8, #2a2620)); margin-left: auto; display: grid; place-content: center;
  }
  .say:has(.act) .round { display: none; }
  .act.main { background: var(--accent, #17625b); color: var(--accent-ink, #fff); border-color: transparent; }

  .hand { display: flex; justify-content: center; min-height: calc(var(--hh) + 12px); padding-top: 12px; --w: var(--hw); --h: var(--hh); }
  .hand > span { flex: 0 1 calc(var(--hw) + var(--gap)); min-width: 0; }
  .hand > span:last-child { flex: none; width: var(--hw); }
  .hand button { width: var(--hw); height: var(--hh); display: block; border-radius: calc(var(--hw) * 0.1); touch-action: none; transition: transform calc(0.12s * var(--pace, 1)); }
  .hand .card { pointer-events: none; }
  @container (max-width: 619.9px) and (max-height: 620px) { .table { row-gap: 1px; } .middle { --h: calc(var(--w) * 0.92); } }
  @container (max-width: 619.9px) and (max-height: 680px) { .mark { grid-auto-flow: column; align-items: center; } .fans { --h: calc(var(--w) * 0.9); } .say { height: calc(48px * var(--print, 1)); } .deck { height: 50px; --h: 46px; } }
  @media (max-height: 600px) and (max-width: 619.9px) { .hand { position: sticky; bottom: 0; z-index: 6; background: linear-gradient(transparent, var(--land) 30%); } }
  @container (max-width: 619.9px) { .hand > span:not(:last-child) .end b { visibility: hidden; } }
`;

// deno-fmt-ignore
const states = css`
  .mayact .hand button, .lit, .fan[aria-expanded], .fan.mayback, .slot .mayback { cursor: pointer; }
  .mayact .hand button { cursor: grab; }
  .hand .picked { transform: translateY(-12px); }
  .hand .picked .card { box-shadow: 0 0 0 3px var(--lit), 0 6px 14px rgb(0 0 0 / 0.4); }
  .hand .laid .card { opacity: 0; }
  .hand .laid { border: 1.5px dashed var(--soft); }
  /* Where cards of a hand lie one over the other, its place would run across its neighbour. */
  @container (max-width: 619.9px) { .hand .laid { border-color: transparent; } }
  /* What is written on a card keeps a contrast of 4.5 on it. */
  .late .card { filter: saturate(0.3) brightness(0.84); background: linear-gradient(172deg, var(--card), var(--deep, color-mix(in srgb, var(--card) 60%, black))); }
  .late .card :is(.art, .disc, .seal) { opacity: 0.45; }
  .only {
    position: absolute; left: calc(var(--hw) * 0.05); top: 50%; display: flex; align-items: center; gap: 4px; min-height: 20px; max-width: calc(var(--hw) * 0.9); padding: 2px 4px; border-radius: 10px;
    color: #fff; background: rgb(25 20 12 / 0.86); box-shadow: 0 0 0 1px rgb(255 255 255 / 0.45); font: 600 min(0.6875rem * var(--print, 1), var(--hw) * 0.125) / 1.05 var(--font, system-ui, sans-serif); translate: 0 -50%; margin-top: 8%;
  }
  .only .symbol { width: 12px; height: 12px; }
  .only .symbol + .symbol + i { display: none; }
  @container (max-width: 760px) or (max-height: 640px) { .only i { display: none; } }
  .marked.card::after, .pointed .card::after { content: ""; position: absolute; inset: 0; border: 3px solid var(--lit); border-radius: inherit; box-shadow: inset 0 0 0 1.5px rgb(255 255 255 / 0.9); }
  .pointed .place { border: 3px solid var(--lit); }
  .hand button.dragged { z-index: 20; cursor: grabbing; transition: none; will-change: translate; }
  .dragged .card { box-shadow: 0 10px 24px rgb(0 0 0 / 0.45); }
  .lit { isolation: isolate; }
  .lit::before {
    content: ""; position: absolute; z-index: -1; inset: 0 max(0px, 50% - var(--w) / 2 - 10px); border-radius: 9px;
    background: color-mix(in srgb, var(--lit) 20%, transparent); box-shadow: 0 0 0 2px var(--lit), 0 0 14px color-mix(in srgb, var(--lit) 55%, transparent);
  }
  .lit.over::before { background: color-mix(in srgb, var(--lit) 50%, transparent); box-shadow: 0 0 0 4px var(--lit), 0 0 18px var(--lit); }
  .pending { animation: pending calc(1.4s * max(var(--pace, 1), 0.4)) ease-in-out infinite alternate; }
  @keyframes pending { from { filter: none; } to { filter: brightness(1.12); } }
  .pending.card { box-shadow: 0 0 0 2.5px var(--lit), 0 2px 8px rgb(0 0 0 / 0.4); }
  .busy .hand { opacity: 0.75; }
  .last .strip:last-child .card, .pile.last .stack > .card { outline: 2.5px solid var(--last); outline-offset: 1.5px; }
  .taken::after {
    content: "↗"; position: absolute; z-index: 2; inset: -4px 0 auto auto; width: 18px; height: 18px; border-radius: 9px; font: 700 0.75rem / 18px system-ui, sans-serif;
    text-align: center; color: var(--accent-ink, light-dark(#fff, #10211f)); background: var(--last);
  }
  .pile.taken::after { right: max(0px, 50% - var(--w) / 2 - 10px); }
  :focus-visible { outline: 3px solid var(--focus, light-dark(#1d1a16, #fff)); outline-offset: 1px; z-index: 3; }
  /* Around the card, which would cover what is within its edges. */
  .hand button:focus-visible { transform: translateY(-6px); box-shadow: 0 0 0 6px light-dark(#fff, #000); }
  .hand button.picked:focus-visible { transform: translateY(-12px); }
  @media (hover: hover) {
    .mayact .hand button:hover:not(.picked, .laid) { transform: translateY(-6px); }
    .lit:hover::before { background: color-mix(in srgb, var(--lit) 40%, transparent); }
  }
  @media (prefers-reduced-motion: reduce) { .hand button { transition: none; } .pending { animation: none; } }
  .ghost { position: absolute; z-index: 15; pointer-events: none; }
  .sum {
    position: absolute; z-index: 12; width: max-content; max-width: calc(100% - 16px); padding: 8px 14px 10px; border-radius: 12px;
    background: var(--raised, light-dark(#fff, #332e27)); border: 1px solid var(--line-strong, #8d8170); box-shadow: var(--shadow-3, 0 12px 32px rgb(0 0 0 / 0.4));
    animation: appear calc(0.12s * var(--pace, 1)); font-variant-numeric: tabular-nums;
  }
  .sum h3 { margin: 0 0 2px; font: 600 calc(0.8125rem * var(--print, 1)) / 1.3 var(--font, system-ui, sans-serif); color: var(--soft); }
  .sum p { display: flex; flex-wrap: wrap; gap: 2px 10px; margin: 0; }
  .sum p + h3 { margin-top: 8px; }
  .sum p > span { display: grid; justify-items: center; align-content: start; white-space: nowrap; }
  .sum b { font-size: calc(1.25rem * var(--print, 1)); line-height: 1.25; }
  .sum small { font-size: calc(0.75rem * var(--print, 1)); line-height: 1.2; color: var(--soft); min-height: 1.2em; }
  .sum .symbol { display: inline-block; width: 13px; height: 13px; color: var(--hue); vertical-align: -2px; }
  .sum .why { margin-top: 4px; max-width: 19rem; font-size: calc(0.8125rem * var(--print, 1)); line-height: 1.3; }
  .counted .strip .card { box-shadow: 0 0 0 2px var(--last), 0 1px 3px rgb(0 0 0 / 0.35); }
`;

// deno-fmt-ignore
const wide = css`
  @container (min-width: 620px) {
    .table {
      --pad: 14px; --gap: 10px; --h: min(13.6cqh, 15cqw); --w: calc(var(--h) / 1.3); --hw: min(12.6cqh, (100cqw - 2rem - 11.5rem * var(--print, 1)) / 8 - 8px); --hh: calc(var(--hw) * 1.34);
      column-gap: 14px; row-gap: 6px; padding-bottom: 10px;
      grid-template:
        "above theirs" minmax(0, 1fr) "deck middle" auto "below mine" minmax(0, 1fr) "say hand" minmax(calc(7.5rem * var(--print, 1)), auto)
        / calc(11.5rem * var(--print, 1)) minmax(0, 1fr);
    }
    .side { --bar-wrap: wrap; --bar-moves: inline-block; grid-template: "bar" 58px "scores" auto "held" auto / minmax(0, 1fr); row-gap: 8px; align-content: start; }
    ::slotted(*) { align-self: end; }
    .above { padding-top: 8px; } .below { grid-template: "held" auto "bar" 58px "scores" auto / minmax(0, 1fr); align-content: end; padding-bottom: 8px; }
    .held { flex-wrap: wrap; }
    .scores { justify-items: start; justify-self: start; font-size: calc(0.9375rem * var(--print, 1)); }
    .backs { --w: 24px; --h: 33px; padding-right: 12px; } .backs .card { margin-right: -11px; border-radius: 3px; }
    .known { --w: 27px; --h: 33px; flex-wrap: wrap; }
    /* A whole hand may be wider than its column, as far as the expeditions leave room. */
    .side:has(.known:first-child) { row-gap: 3px; }
    .held > .known:first-child { --w: clamp(21px, (100cqw - 42px + 11.5rem * var(--print, 1) - var(--n) * 20.4cqh) / 16 - 2px, 31px); --h: 34px; }
    .deck { grid-area: deck; justify-self: center; align-self: center; --w: min(9.5cqh, 6.5rem); --h: calc(min(9.5cqh, 6.5rem) * 1.36); width: auto; height: auto; padding: 5px; }
    .say { padding: 0; contain: size; height: auto; flex-direction: column; align-items: flex-start; justify-content: center; gap: 10px; }
    .say .act { margin: 0; max-width: none; }
    .prompt { font-size: calc(1.0625rem * var(--print, 1)); }
    .theirs { padding-top: 8px; }
    .hand { align-self: end; padding-top: 16px; }
    .middle { --h: calc(var(--w) * 1.3); }
    .points { font-size: calc(0.9375rem * var(--print, 1)); line-height: 22px; }
    .slot > button { padding: 3px 0; }
    /* Columns no further apart than looks like one table. */
    .fans, .middle { justify-self: center; width: min(100%, var(--n) * var(--w) * 1.95); }
  }
  @container (min-width: 1200px) and (min-height: 800px) {
    .table { --h: min(14.4cqh, 15cqw); --hw: min(10.6cqh, (100cqw - 1rem - 15rem * var(--print, 1)) / 8 - 8px); grid-template-columns: calc(15rem * var(--print, 1)) minmax(0, 1fr); }
    .backs { --w: 30px; --h: 41px; } .known, .held > .known:first-child { --w: 32px; --h: 40px; }
    .coast { top: -18px; height: 46px; } .coast.other { bottom: -18px; }
    .scores { font-size: calc(1.125rem * var(--print, 1)); } .prompt { font-size: calc(1.375rem * var(--print, 1)); } .prompt small { font-size: calc(1rem * var(--print, 1)); }
    .points { font-size: calc(1.125rem * var(--print, 1)); line-height: 26px; }
    .stack .size { min-width: 24px; border-radius: 12px; font-size: calc(0.875rem * var(--print, 1)); line-height: 23px; }
    .only { min-height: 24px; border-radius: 12px; padding: 3px 7px; font-size: min(0.8125rem * var(--print, 1), var(--hw) * 0.125); }
  }
  /* A question, above the way back. */
  @container (min-width: 620px) and (min-height: 480.1px) { .say:has(.act) { gap: 5px; } .say:has(.act) .prompt { font-size: calc(0.9375rem * var(--print, 1)); } .prompt > p:first-child { -webkit-line-clamp: 5; } }
  /* For those who watch. */
  @container (min-width: 620px) and (min-height: 480.1px) { .table:not(:has(.hand)) { grid-template-rows: minmax(0, 1fr) auto minmax(0, 1fr) calc(5rem * var(--print, 1)); } }
  /* A phone on its side: the hand stands beside the expeditions. */
  @media (max-height: 480px) and (min-width: 560px) { .stage { min-height: 18rem; } }
  @container (min-width: 620px) and (max-height: 480px) {
    .table {
      --h: 14cqh; --hh: min(25cqh - 9px, 5.5rem); --hw: calc(var(--hh) / 1.34); --names: clamp(8rem, 100cqw - 30.5rem, 13rem);
      --place: min(var(--w) * 1.8, (100cqw - var(--names) - 2 * var(--hw) - 76px) / var(--n) - 3px);
      grid-template:
        "above theirs hand" minmax(0, 1fr) "deck middle hand" auto "say mine hand" minmax(0, 1fr) / var(--names) minmax(0, 1fr) auto;
      padding-bottom: 4px;
    }
    .above, .theirs { padding-top: 4px; }
    .side { --bar-moves: none; --bar-name: 100%; grid-template: "bar scores" 48px "held scores" auto / minmax(0, 1fr) calc(5.5rem * var(--print, 1)); row-gap: 2px; }
    .below { grid-area: say; align-self: end; padding: 0; }
    .held { flex-wrap: nowrap; } .scores { justify-items: end; font-size: calc(0.8125rem * var(--print, 1)); line-height: 1.25; }
    .backs { --w: 15px; --h: 20px; padding-right: 9px; } .backs .card { margin-right: -8px; }
    .known, .held > .known:first-child { --w: 19px; --h: 24px; flex-wrap: nowrap; } .known .card + .card { margin-left: -4px; }
    .say { display: contents; }
    .prompt { grid-area: say; align-self: start; padding-top: 2px; font-size: calc(0.9375rem * min(var(--print, 1), 1.1)); }
    .hint { inset-block: -4px auto; }
    .say .act { grid-area: deck; place-self: center start; max-width: 6.25rem; padding: 0 8px; z-index: 1; }
    .deck { justify-self: end; --w: 2.4rem; --h: 3.2rem; }
    .hand { display: grid; grid-template-columns: auto auto; align-self: auto; align-content: center; gap: 8px; padding: 0; }
    .points { font-size: 0.8125rem; line-height: 18px; }
    /* Cards are narrow here, but not what is written in their places. */
    .place { width: var(--place); --name: 9px; padding-block: 3px 2px; gap: 0; }
    .mark { grid-auto-flow: column; align-items: center; }
    .stack .place { margin-inline-start: calc((var(--w) - var(--place)) / 2); }
  }
  @container (min-width: 620px) and (max-width: 719.9px) and (max-height: 480px) {
    .above { grid-template: "bar" 30px "scores" auto "held" auto / minmax(0, 1fr); align-content: start; }
    .above .scores { justify-items: start; justify-self: start; min-height: 0; }
    .place { --name: 8px; } .below { --bar-faces: none; } ::slotted(*) { overflow: hidden; }
  }
`;

// deno-fmt-ignore
const result = css`
  .result {
    position: absolute; z-index: 10; inset-inline: 0; top: 50%; translate: 0 -56%; margin: 0 auto; width: min(94%, 26rem); max-height: 100%; overflow: auto; padding: 14px 16px;
    border-radius: 16px; background: var(--raised, light-dark(#fff, #332e27)); box-shadow: var(--shadow-3, 0 12px 32px rgb(0 0 0 / 0.4));
    border: 1px solid var(--line, #d9cdb9); animation: appear calc(0.18s * var(--pace, 1));
  }
  @keyframes appear { from { opacity: 0; } }
  @media (prefers-reduced-motion: reduce) { .result, .scrim, .sum { animation: none; } }
  .result h2 { margin: 0 0 8px; font: 700 1.25rem / 1.2 var(--font-title, Georgia, serif); }
  .result p { margin: 10px 0 0; font-weight: 600; }
  .scrim { position: absolute; z-index: 9; inset: 0; background: light-dark(rgb(43 32 12 / 0.45), rgb(0 0 0 / 0.6)); animation: appear calc(0.18s * var(--pace, 1)); }
  .result .act { width: 100%; max-width: none; margin: 12px 0 0; min-height: 48px; font-size: calc(1rem * var(--print, 1)); }
  @container (max-height: 480px) {
    .result { translate: 0 -50%; padding: 6px 16px; }
    .result h2 { margin: 0; } .result p { margin: 2px 0 0; } .result .formula { display: none; } .result .act { margin-top: 4px; min-height: 44px; } .result :is(th, td) { padding-block: 2px; }
  }
`;

/** A table of scores, on the board and beside it. */
// deno-fmt-ignore
export const scoreStyles = css`
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { padding: 4px 6px; text-align: right; border-bottom: 1px solid var(--line, light-dark(#d9cdb9, #453e34)); }
  th:first-child { text-align: left; font-weight: 500; }
  thead th { font-weight: 700; overflow-wrap: anywhere; }
  tr.total th, tr.total td { font-weight: 800; border-bottom: 0; border-top: 2px solid var(--line-strong, #8d8170); }
  .colour { display: flex; align-items: center; gap: 8px; color: var(--ink, inherit); }
  .colour .symbol { width: 18px; height: 18px; color: var(--hue); }
  .minus { color: var(--danger, light-dark(#a3241c, #f39a90)); }
  .formula { display: block; font-size: calc(0.75rem * var(--print, 1)); line-height: 1.2; color: var(--ink-soft, light-dark(#5c5245, #bfb4a2)); white-space: nowrap; }
  .unplayed { color: var(--ink-soft, light-dark(#5c5245, #bfb4a2)); }
  caption { text-align: left; font-weight: 700; padding: 4px 6px; }
`;

export const styles = [cardStyles, table, wide, states, scoreStyles, result];
