// How the table of Lost Cities is laid out: upright for phones, with a column for deck and players where it is wide.

import { css } from "../vendor/lit.js";
import { cardStyles } from "./card.js";

// deno-fmt-ignore
const table = css`
  :host {
    display: block; position: relative; block-size: 100%; overflow: hidden auto;
    color: var(--ink, light-dark(#2b2620, #efe8db)); font: 1rem / 1.3 var(--font, system-ui, sans-serif);
    --gap: 6px; --pad: 8px;
    --soft: var(--ink-soft, light-dark(#5c5245, #bfb4a2));
    --lit: var(--mark, light-dark(#c4531f, #f3a477));
    --last: var(--accent, light-dark(#17625b, #6fc3b7));
    --plank: color-mix(in srgb, var(--felt, light-dark(#ebe2d2, #23201a)) 84%, light-dark(#8a6a35, #c9a25e));
  }
  *, *::before, *::after { box-sizing: border-box; }
  button { all: unset; box-sizing: border-box; position: relative; cursor: default; -webkit-tap-highlight-color: transparent; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
  .stage { container-type: size; height: 100%; min-height: 32rem; }
  .table {
    --w: min((100cqw - 2 * var(--pad) - (var(--n) - 1) * var(--gap)) / var(--n), 9.6cqh);
    --h: calc(var(--w) * 1.24);
    --hw: clamp(56px, 100cqw - 2 * var(--pad) - 7 * 44px, 10.5cqh);
    --hh: calc(var(--hw) * 1.3);
    position: relative; height: 100%; overflow: clip; display: grid; padding: 0 var(--pad) 4px; row-gap: 4px;
    grid-template: "above" auto "theirs" minmax(0, 1fr) "middle" auto "mine" minmax(0, 1fr) "say" auto "hand" auto "below" auto / minmax(0, 1fr);
    background:
      radial-gradient(120% 70% at 50% 45%, transparent 40%, rgb(0 0 0 / 0.07)),
      var(--felt, light-dark(#ebe2d2, #23201a));
  }
  .n5 { --n: 5; } .n6 { --n: 6; --gap: 4px; --pad: 6px; }
  .above { grid-area: above; } .below { grid-area: below; } .theirs { grid-area: theirs; } .mine { grid-area: mine; }
  .say { grid-area: say; } .hand { grid-area: hand; } .middle { grid-area: middle; } .deck { grid-area: say; justify-self: end; }
  .piles { display: contents; }

  .info { display: flex; align-items: center; gap: 8px; min-height: 26px; font-size: 0.8125rem; color: var(--soft); }
  .backs { display: flex; padding-right: 9px; --w: 15px; --h: 20px; }
  .backs .card { margin-right: -8px; border-radius: 2px; box-shadow: 0 0 0 0.5px rgb(238 214 160 / 0.9), 0 0 0 1px rgb(0 0 0 / 0.5); }
  .known { display: flex; gap: 2px; --w: 21px; --h: 24px; --value: 0.57; }
  .known .art, .known .disc, .known .seal, .known .end { display: none; }
  .known .card { border-radius: 3px; }
  .known .corner { flex-direction: column; align-items: center; justify-content: space-between; height: 100%; padding: 2px 1px 1px; gap: 1px; }
  .known .corner > .symbol { width: 8px; height: 8px; }
  .scores { margin-left: auto; display: flex; gap: 10px; white-space: nowrap; }
  .scores b { color: var(--ink, inherit); font-variant-numeric: tabular-nums; font-weight: 700; }

  .fans, .middle { display: grid; grid-template-columns: repeat(var(--n), minmax(0, 1fr)); column-gap: var(--gap); justify-items: center; }
  .fans { min-height: 0; }
  .fan { display: flex; flex-direction: column; align-items: center; width: 100%; height: 100%; min-height: 0; border-radius: 9px; padding: 2px 0; }
  .theirs .fan { flex-direction: column-reverse; }
  .strip { display: flex; flex: 0 1 calc(var(--h) * 0.34); min-height: 0; }
  .theirs .strip { align-items: flex-end; }
  .strip.wager { flex: 0 0.6 calc(var(--h) * 0.25); }
  .strip:last-child { flex: none; height: var(--h); --value: 0.34; }
  .long { --h: calc(var(--w) * 0.84); }
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

  .table::before {
    content: ""; grid-row: middle; grid-column: 1 / -1; border-radius: 12px; margin: 0 calc(3px - var(--pad));
    background: linear-gradient(var(--plank), color-mix(in srgb, var(--plank) 92%, black));
    box-shadow: inset 0 1px 0 rgb(255 255 255 / 0.18), 0 1px 3px rgb(0 0 0 / 0.25);
  }
  .middle { position: relative; }
  .middle { --h: calc(var(--w) * 1.08); }
  .slot { display: grid; justify-items: center; width: 100%; }
  .slot > button { border-radius: 8px; padding: 2px 0; width: 100%; display: grid; justify-items: center; }
  .stack { position: relative; display: block; width: var(--w); height: var(--h); }
  .stack .size {
    position: absolute; right: -5px; top: 50%; translate: 0 -50%; min-width: 18px; padding: 0 4px; border-radius: 9px; font: 700 0.6875rem / 17px system-ui, sans-serif;
    text-align: center; color: #fff; background: rgb(25 20 12 / 0.82); box-shadow: 0 0 0 1px rgb(255 255 255 / 0.5); font-variant-numeric: tabular-nums;
  }
  .two .card { box-shadow: inset 0 0 0 1px rgb(255 255 255 / 0.28), 0 0 0 0.5px rgb(0 0 0 / 0.55), 2px 2px 0 -0.5px #d9cfbb, 2px 2px 0 0 rgb(0 0 0 / 0.5); }
  .three .card { box-shadow: inset 0 0 0 1px rgb(255 255 255 / 0.28), 0 0 0 0.5px rgb(0 0 0 / 0.55), 2px 2px 0 -0.5px #d9cfbb, 2px 2px 0 0 rgb(0 0 0 / 0.5), 4px 4px 0 -0.5px #cdc2ac, 4px 4px 0 0 rgb(0 0 0 / 0.5); }
  .points { font: 700 0.8125rem / 19px var(--font, system-ui, sans-serif); font-variant-numeric: tabular-nums; color: var(--soft); }
  .points.minus { color: var(--danger, light-dark(#a3241c, #f39a90)); }
  .points.plus { color: var(--good, light-dark(#23662f, #93cf98)); }
  .points.none { opacity: 0; }

  .deck { width: 66px; height: 58px; border-radius: 8px; display: grid; place-items: center; --w: 62px; --h: 54px; }
  .deck .card { grid-area: 1 / 1; }
  .deck b {
    grid-area: 1 / 1; position: relative; font: 800 1.125rem / 1.5 system-ui, sans-serif; color: #fff; font-variant-numeric: tabular-nums;
    min-width: 2em; text-align: center; border-radius: 1em; background: rgb(8 24 27 / 0.8);
  }
  .deck .gone { width: var(--w); height: var(--h); border: 1.5px dashed var(--soft); border-radius: 7px; grid-area: 1 / 1; }

  .say { display: flex; align-items: center; gap: 8px; min-height: 58px; padding-right: 74px; }
  .say p { margin: 0; min-width: 0; }
  .prompt { flex: 1 1 auto; min-width: 0; overflow-wrap: anywhere; font-weight: 600; font-size: 0.9375rem; line-height: 1.2; }
  .prompt .scores { margin: 0; }
  .prompt small { display: block; font-weight: 400; font-size: 0.8125rem; color: var(--soft); }
  .act {
    flex: none; min-height: 44px; padding: 0 12px; border-radius: 10px; cursor: pointer; font-weight: 600; font-size: 0.875rem;
    border: 1px solid var(--line-strong, #8d8170); background: var(--surface, light-dark(#fffdf8, #2a2620)); margin-left: auto; display: grid; place-content: center;
  }

  .hand { display: flex; justify-content: center; min-height: calc(var(--hh) + 12px); padding-top: 12px; --w: var(--hw); --h: var(--hh); }
  .hand > span { flex: 0 1 calc(var(--hw) + var(--gap)); min-width: 0; }
  .hand > span:last-child { flex: none; width: var(--hw); }
  .hand button { width: var(--hw); height: var(--hh); display: block; border-radius: calc(var(--hw) * 0.1); touch-action: none; transition: transform 0.12s; }
  .hand .card { pointer-events: none; }
  .own.info { display: none; }
  @container (max-width: 619.9px) and (max-height: 680px) { .fans { --h: calc(var(--w) * 0.9); } .say { min-height: 48px; } .deck { height: 50px; --h: 46px; } }
  @media (max-height: 600px) and (max-width: 619.9px) { .hand { position: sticky; bottom: 0; z-index: 6; background: linear-gradient(transparent, var(--felt, light-dark(#e3d8c4, #26231d)) 30%); } }
  @container (max-width: 619.9px) { .hand > span:not(:last-child) .end b { visibility: hidden; } }
`;

// deno-fmt-ignore
const states = css`
  .mayact .hand button, .lit, .fan.mayback, .slot .mayback { cursor: pointer; }
  .mayact .hand button { cursor: grab; }
  .hand .picked { transform: translateY(-12px); }
  .hand .picked .card { box-shadow: 0 0 0 3px var(--lit), 0 6px 14px rgb(0 0 0 / 0.4); }
  .hand .laid .card { opacity: 0; }
  .hand .laid { border: 1.5px dashed var(--soft); }
  .hand button.dragged { z-index: 20; cursor: grabbing; transition: none; will-change: translate; }
  .dragged .card { box-shadow: 0 10px 24px rgb(0 0 0 / 0.45); }
  .lit { isolation: isolate; }
  .lit::before {
    content: ""; position: absolute; z-index: -1; inset: 0 max(0px, 50% - var(--w) / 2 - 10px); border-radius: 9px;
    background: color-mix(in srgb, var(--lit) 20%, transparent); box-shadow: 0 0 0 2px var(--lit), 0 0 14px color-mix(in srgb, var(--lit) 55%, transparent);
  }
  .lit.over::before { background: color-mix(in srgb, var(--lit) 50%, transparent); box-shadow: 0 0 0 4px var(--lit), 0 0 18px var(--lit); }
  .pending { animation: pending 1.4s ease-in-out infinite alternate; }
  @keyframes pending { from { filter: none; } to { filter: brightness(1.12); } }
  .pending.card { box-shadow: 0 0 0 2.5px var(--lit), 0 2px 8px rgb(0 0 0 / 0.4); }
  .busy .hand { opacity: 0.75; }
  .last .strip:last-child .card, .pile.last .stack > .card { outline: 2.5px solid var(--last); outline-offset: 1.5px; }
  .taken::after {
    content: "↗"; position: absolute; z-index: 2; inset: -4px 0 auto auto; width: 18px; height: 18px; border-radius: 9px; font: 700 0.75rem / 18px system-ui, sans-serif;
    text-align: center; color: var(--accent-ink, light-dark(#fff, #10211f)); background: var(--last);
  }
  :focus-visible { outline: 3px solid var(--mark, #c4531f); outline-offset: 1px; z-index: 3; }
  .hand button:focus-visible { transform: translateY(-6px); outline-offset: -3px; outline-color: var(--focus, light-dark(#1d1a16, #fff)); box-shadow: 0 0 0 2px light-dark(#fff, #000); }
  .hand button.picked:focus-visible { transform: translateY(-12px); }
  @media (hover: hover) {
    .mayact .hand button:hover:not(.picked, .laid) { transform: translateY(-6px); }
    .lit:hover::before { background: color-mix(in srgb, var(--lit) 40%, transparent); }
  }
  @media (prefers-reduced-motion: reduce) { .hand button { transition: none; } .pending { animation: none; } }
  .ghost { position: absolute; z-index: 15; pointer-events: none; transform-origin: 0 0; }
`;

// deno-fmt-ignore
const wide = css`
  @container (min-width: 620px) {
    .table {
      --pad: 14px; --gap: 10px; --h: min(13.6cqh, 15cqw); --w: calc(var(--h) / 1.3); --hw: min(12.6cqh, (100cqw - 13.5rem) / 8 - 8px); --hh: calc(var(--hw) * 1.34);
      column-gap: 14px; row-gap: 6px; padding-bottom: 10px;
      grid-template:
        "above theirs" minmax(0, 1fr) "deck middle" auto "below mine" minmax(0, 1fr) "say hand" auto
        / minmax(9rem, 11.5rem) minmax(0, 1fr);
    }
    .above { padding-top: 8px; } .below { align-self: end; }
    .info { flex-direction: column; align-items: flex-start; gap: 10px; font-size: 0.9375rem; padding: 8px 0; }
    .own.info { display: flex; } .prompt .short { display: none; }
    .scores { margin: 0; display: grid; gap: 2px; }
    .backs { --w: 24px; --h: 33px; padding-right: 12px; } .backs .card { margin-right: -11px; border-radius: 3px; }
    .known { --w: 27px; --h: 33px; flex-wrap: wrap; }
    .deck { grid-area: deck; justify-self: center; align-self: center; --w: min(9.5cqh, 6.5rem); --h: calc(min(9.5cqh, 6.5rem) * 1.36); width: auto; height: auto; padding: 5px; }
    .say { padding: 0; flex-direction: column; align-items: flex-start; justify-content: center; gap: 10px; }
    .say .act { margin: 0; }
    .prompt { font-size: 1.0625rem; }
    .theirs { padding-top: 8px; }
    .hand { padding-top: 16px; }
    .middle { --h: calc(var(--w) * 1.3); }
    .points { font-size: 0.9375rem; line-height: 22px; }
    .slot > button { padding: 3px 0; }
  }
  /* A phone on its side: the hand stands beside the expeditions. */
  @media (max-height: 480px) { .stage { min-height: 20rem; } }
  @container (min-width: 620px) and (max-height: 480px) {
    .table {
      --h: 14cqh; --hh: min(25cqh - 9px, 5.5rem); --hw: calc(var(--hh) / 1.34);
      grid-template:
        "above theirs hand" minmax(0, 1fr) "deck middle hand" auto "say mine hand" minmax(0, 1fr) "below mine hand" auto
        / minmax(8rem, 9.5rem) minmax(0, 1fr) auto;
      padding-bottom: 4px;
    }
    .above, .theirs { padding-top: 4px; }
    .info { gap: 4px; padding: 2px 0; }
    .own.info { display: none; } .prompt .short { display: block; }
    .say { gap: 4px; } .prompt { flex: none; font-size: 0.9375rem; }
    .deck { --w: 2.4rem; --h: 3.2rem; }
    .hand { display: grid; grid-template-columns: auto auto; align-content: center; gap: 8px; padding: 0; }
    .points { font-size: 0.8125rem; line-height: 18px; }
  }
`;

// deno-fmt-ignore
const result = css`
  .result {
    position: absolute; z-index: 10; inset-inline: 0; top: 50%; translate: 0 -56%; margin: 0 auto; width: min(94%, 26rem); max-height: 100%; overflow: auto; padding: 14px 16px;
    border-radius: 16px; background: var(--raised, light-dark(#fff, #332e27)); box-shadow: var(--shadow-3, 0 12px 32px rgb(0 0 0 / 0.4));
    border: 1px solid var(--line, #d9cdb9); animation: appear 0.18s;
  }
  @keyframes appear { from { opacity: 0; } }
  @media (prefers-reduced-motion: reduce) { .result { animation: none; } }
  .result h2 { margin: 0 0 8px; font: 700 1.25rem / 1.2 var(--font-title, Georgia, serif); }
  .result .act { display: block; margin: 12px 0 0 auto; width: max-content; line-height: 44px; }
  @container (max-height: 480px) {
    .result { translate: 0 -50%; padding: 6px 16px; }
    .result h2 { margin: 0; } .result .act { margin-top: 4px; } .result :is(th, td) { padding-block: 2px; }
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
  .colour { display: inline-flex; align-items: center; gap: 8px; color: var(--ink, inherit); }
  .colour .symbol { width: 18px; height: 18px; color: var(--hue); }
  .minus { color: var(--danger, light-dark(#a3241c, #f39a90)); }
  .unplayed { color: var(--ink-soft, light-dark(#5c5245, #bfb4a2)); }
  caption { text-align: left; font-weight: 700; padding: 4px 6px; }
`;

export const styles = [cardStyles, table, wide, states, scoreStyles, result];
