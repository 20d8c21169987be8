// How the table of Livingstone is laid out: upright for phones, beside the land for phones on their side, in one strip where
// a replay leaves little height, and with all in sight where it is wide. What must be read grows with `--print`.

import { css } from "../../../web/board.js";
import { drawingStyles } from "./drawings.js";
import { landStyles } from "./land.js";

// deno-fmt-ignore
const table = css`
  :host {
    display: block; position: relative; block-size: 100%; overflow: hidden auto;
    box-shadow: 0 var(--hints, 0) var(--panel);
    color: var(--ink, light-dark(#2b2620, #efe8db)); font: 1rem / 1.3 var(--font, system-ui, sans-serif);
    --bar-marks: none;
    --bar-clock-margin: 0;
    --bar-clock-size: .9em;
    --bar-clock-padding: 2px;
    --bar-clock-back: none;
    --soft: var(--ink-soft, light-dark(#5c5245, #bfb4a2));
    --lit: var(--mark, light-dark(#c4531f, #f3a477));
    --rule: color-mix(in srgb, var(--soft) 34%, transparent);
    --paper: light-dark(rgb(255 253 246 / 0.92), rgb(30 27 34 / 0.86));
    --panel: light-dark(#f8eed8, #2a2420);
    --wood: light-dark(#7a4f28, #5c3c20); --wood-edge: light-dark(#4a2d12, #2e1c0c);
  }
  *, *::before, *::after { box-sizing: border-box; }
  button { all: unset; box-sizing: border-box; position: relative; cursor: pointer; touch-action: manipulation; -webkit-tap-highlight-color: transparent; }
  button[aria-disabled="true"] { cursor: default; }
  :focus-visible { outline: 3px solid var(--focus, light-dark(#1d1a16, #fff)); outline-offset: 1px; z-index: 3; }
  .dice :focus-visible { outline-color: #fff; } /* on green cloth in both themes */
  .bonus:focus-visible { outline-offset: -3px; } /* what is outside is cut at the edge of the land */
  p, h2, h3 { margin: 0; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
  .soft { color: var(--soft); }
  .camp { display: inline-grid; }
  .count { position: absolute; font: 800 calc(0.8125 * var(--rem)) / 1.4 system-ui, sans-serif; font-variant-numeric: tabular-nums; min-width: 1.7em; text-align: center; border-radius: 1em; color: #fff; background: rgb(35 20 6 / 0.84); }
  .word { font-size: calc(0.6875 * var(--rem)); font-weight: 600; line-height: 1.1; }
  .stage { container: stage / size; height: 100%; min-height: 24rem; }
  @media (max-width: 639.9px) and (min-height: 480.1px) { .stage:has(.seated:not(.still)) { min-height: 31rem; } }
  .table {
    position: relative; min-height: 100%; display: grid; isolation: isolate;
    grid-template: "players" auto "map" minmax(calc(var(--head) + 6 * var(--cell-least) + var(--water-high)), 1fr) "controls" auto / minmax(0, 1fr);
    background: var(--sky);
    --lead: 26px; --tail: 46px; --boat: 50px; --head: 18px; --cell-least: 30px; --water-high: 42px;
  }
  @container stage (max-width: 639.9px) and (min-height: 560.1px) { :is(.seats3, .seats4, .seats5).table { --water-high: 37px; } }
  .sky { grid-row: 1 / 3; grid-column: 1; z-index: -1; height: 13rem; background: linear-gradient(var(--sky), color-mix(in srgb, var(--sky) 50%, var(--haze)) 62%, var(--haze)); }

  .players { grid-area: players; position: relative; z-index: 2; list-style: none; margin: 0; padding: 5px 5px 0; display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 4px; font-size: calc(0.8125 * var(--rem)); font-variant-numeric: tabular-nums; }
  /* Many plates have little room for large print. */
  .seats4 .players, .seats5 .players { --rem: calc(1rem * min(var(--print, 1), 1.1)); }
  .plate {
    container: plate / inline-size; position: relative; border-radius: 9px; min-width: 0; background: var(--paper);
    box-shadow: inset 0 3px 0 var(--seat), 0 1px 3px rgb(0 0 0 / 0.28); --stone: 14px; --tent: 20px; --mark-size: 20px; --die: 18px;
  }
  .plate.own { background: light-dark(#fffdf8, #322c33); }
  .plate.moves { box-shadow: inset 0 3px 0 var(--seat), 0 0 0 2.5px var(--turn, #9c3f1d), 0 0 14px color-mix(in srgb, var(--turn, #9c3f1d) 60%, transparent); }
  .plate.moves::after { content: ""; position: absolute; left: 50%; bottom: -7px; translate: -50% 0; border: solid transparent; border-width: 7px 8px 0; border-top-color: var(--turn, #9c3f1d); }
  .plate.gone .score b { text-decoration: line-through; text-decoration-thickness: 2px; color: var(--danger, #a3241c); }
  .grid tr.asked::after { content: ""; position: absolute; z-index: 3; inset: 0; border-radius: 10px; box-shadow: inset 0 0 0 3px var(--accent, #17625b); pointer-events: none; }
  .plate.asked { outline: 3px solid var(--accent, #17625b); outline-offset: 1px; z-index: 3; }
  .sum, .whole { position: absolute; inset: 0; z-index: 2; border-radius: 9px; min-height: 44px; }
  /* As high whatever it says: a plate has a line for the name and one for the clock, or one for both. */
  .facts { position: relative; display: grid; grid-template: "who who" auto "score wealth" auto "left last" auto "held held" auto / minmax(0, 1fr) auto; align-items: center; gap: 1px 6px; padding: 5px 5px 4px; white-space: nowrap; }
  .who { grid-area: who; display: flex; align-items: flex-start; gap: 3px; min-width: 0; height: calc(2.5 * 0.75 * var(--rem)); overflow: hidden; }
  .who slot { display: block; flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  ::slotted(.bar) { padding: 0 1px !important; min-height: 0 !important; font-size: calc(0.75 * var(--rem)); gap: 0 4px !important; line-height: 1.25; background: none !important; box-shadow: none !important; }
  .score { grid-area: score; } .score b { font-size: calc(1.1875 * var(--rem)); line-height: 1.1; }
  .wealth { grid-area: wealth; display: flex; align-items: center; justify-content: flex-end; } :is(.wealth b, .left > b) { font-size: calc(1.0625 * var(--rem)); line-height: 1.1; }
  .with { display: none; margin-inline-start: 3px; font-style: normal; font-size: calc(0.75 * var(--rem)); color: var(--soft); } .with .drawing { display: inline-block; width: 14px; height: 12px; }
  .left { grid-area: left; display: flex; align-items: center; gap: 3px; } .last { grid-area: last; justify-self: end; } .last .drawing { width: 16px; height: 16px; }
  .held { grid-area: held; gap: 6px; } .cards { grid-area: cards; } .held, .cards { display: flex; height: var(--die); align-items: center; color: var(--soft); }
  .nodie { display: block; width: var(--die); height: var(--die); border-radius: 4px; border: 1.5px dashed var(--rule); }
  @container plate (max-width: 139px) { :is(.held, .cards) { grid-area: held; height: 12px; gap: 3px; line-height: 1; } .cards { justify-self: end; } .facts { padding-block: 4px 3px; } }
  @container plate (max-width: 107px) { .cards { display: none; } .held { --stone: 10px; gap: 2px; font-size: calc(0.625rem * min(var(--print, 1), 1.1)); } .held .gem { gap: 1px; } .facts { padding-block: 3px 2px; } .who { height: calc(2.3 * 0.75 * var(--rem)); line-height: 1.15; } .last .drawing, .nodie { --die: 15px; } }
  @container plate (max-width: 84px) { .held { --stone: 9px; gap: 1px; letter-spacing: -0.05em; } }
  @container plate (max-width: 84px) { .score .drawing { display: none; } .facts { padding-inline: 4px; } }
  @container plate (min-width: 140px) {
    .facts { grid-template: "who who who" auto "score wealth left" auto "held held last" auto / auto minmax(0, 1fr) auto; gap: 2px 12px; padding: 6px 8px 4px; }
    .who { --mark-size: 24px; height: 24px; align-items: center; gap: 5px; } .cards { grid-area: held; justify-self: end; } .wealth { justify-content: center; }
    ::slotted(.bar) { flex-wrap: nowrap !important; white-space: nowrap; font-size: calc(0.875 * var(--rem)); }
  }
  @container plate (min-width: 184px) { .with { display: flex; } }
  @container plate (min-width: 340px) { .facts { grid-template: "who who who who who" auto "score wealth left held last" auto / auto auto auto minmax(0, 1fr) auto; gap: 3px 18px; padding: 6px 12px; } .held { justify-content: center; } }
  @container plate (max-width: 139px) { ::slotted(.bar) { --bar-faces: none; } }
  @container plate (max-width: 99px) { ::slotted(.bar) { --bar-units: none; } }
  .reckoning {
    grid-area: map; z-index: 6; align-self: start; justify-self: center; max-width: 36rem; max-height: calc(100% - 16px); overflow: auto; margin: 9px 8px; padding: 9px 14px; border-radius: 12px; font-size: calc(0.875 * var(--rem)); --mark-size: 24px;
    background: var(--raised, #fff); box-shadow: 0 0 0 1px var(--line, #d9cdb9), var(--shadow-3, 0 8px 20px rgb(0 0 0 / 0.35)); animation: appear calc(0.15s * var(--pace, 1));
  }
  .reckoning.below { align-self: end; }
  .reckoning ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: 4px 12px; margin-top: 7px; } .reckoning li { display: flex; align-items: center; gap: 7px; padding: 0; } .reckoning .icon { width: 20px; height: 20px; }
  @keyframes appear { from { opacity: 0; } }

  .map { grid-area: map; position: relative; min-width: 0; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr); overflow: clip; }
  .grid { display: flex; flex-direction: column; border-spacing: 0; font-variant-numeric: tabular-nums; }
  .grid :is(thead, tfoot) { display: block; flex: none; } .grid tbody { display: flex; flex-direction: column; flex: 1; container-type: size; min-height: calc(6 * var(--cell-least)); --row: 16.66cqh; --col: calc((100cqw - var(--lead) - var(--tail)) / 10); }
  .grid tr { display: flex; position: relative; }
  .grid tbody tr { flex: 1 1 0; min-height: var(--cell-least); }
  .grid tfoot tr { height: var(--water-high); }
  .grid :is(td, th) { flex: 1 1 0; min-width: 0; padding: 0; position: relative; display: grid; text-align: center; font-size: calc(0.8125 * var(--rem)); }
  .grid :is(td, th):first-child { flex: none; width: var(--lead); place-items: center; position: static; } .grid :is(td, th):last-child { flex: none; width: var(--tail); }
  .grid :is(td, th).boat { flex: none; width: var(--boat); }
  .grid thead th { height: var(--head); align-content: start; padding-top: 3px; font: 700 calc(0.6875rem * min(var(--print, 1), 1.1)) / 1 var(--font, sans-serif); }
  .grid thead th:is(:first-child, .most) { white-space: nowrap; overflow: visible; z-index: 1; color: light-dark(#3a3020, #f1e9d6); }
  .grid thead th:first-child { justify-content: start; padding-inline-start: 3px; } .grid thead th.most { justify-content: end; padding-inline-end: 3px; }
  .head { display: inline-flex; align-items: center; gap: 3px; padding: 1px 7px 1px 5px; border-radius: 9px; background: var(--paper); } .head .drawing { width: 12px; height: 12px; }
  .stake, .shield { z-index: 1; display: grid; place-items: center; color: #fff6e2; background: linear-gradient(color-mix(in srgb, var(--wood) 86%, white), var(--wood)); border: 1px solid var(--wood-edge); box-shadow: 0 1px 2px rgb(0 0 0 / 0.4); font-weight: 800; }
  .stake { width: 20px; height: 22px; border-radius: 4px; position: relative; font-size: calc(0.8125 * var(--rem)); }
  .stake::after { content: ""; position: absolute; z-index: -1; top: 100%; left: calc(50% - 1.5px); width: 3px; height: 9px; background: var(--wood-edge); }
  .grid td.most { z-index: 1; } .bonus { display: grid; place-items: center start; padding: 0 0 7px 2px; width: 100%; height: 100%; min-height: var(--cell-least); }
  .shield { position: relative; width: 30px; height: min(30px, 0.86 * var(--row)); border-radius: 6px 6px 15px 15px; border: 1.5px solid #f0c24b; font-size: calc(0.875 * var(--rem)); line-height: 1; }
  .leaders { position: absolute; right: -13px; top: -6px; display: grid; grid: repeat(2, auto) / auto-flow auto; --mark-size: 18px; } .leaders.n2 { --mark-size: min(15px, 0.44 * var(--row)); } .leaders:is(.n3, .n4) { --mark-size: 12px; } .leaders.n5 { --mark-size: 11px; grid-template-rows: repeat(3, auto); }
  .grid tbody td:not(.most) { z-index: 1; box-shadow: inset 1px 0 0 light-dark(rgb(255 255 255 / 0.28), rgb(255 255 255 / 0.09)); }
  .grid tbody td.past { background: light-dark(rgb(80 60 30 / 0.1), rgb(0 0 0 / 0.2)); }
  .grid td.boat { z-index: 2; }
  .grid tbody td.boat { --beam: light-dark(rgb(255 248 214 / 0.3), rgb(255 240 190 / 0.1)); --core: light-dark(rgb(255 248 214 / 0.52), rgb(255 240 190 / 0.2)); --edge: light-dark(rgb(255 250 226 / 0.9), rgb(255 236 180 / 0.6)); background: linear-gradient(90deg, var(--beam), var(--core), var(--beam)); box-shadow: inset 1.5px 0 0 var(--edge), inset -1.5px 0 0 var(--edge); }
  .grid tfoot td { z-index: 1; align-content: end; justify-items: center; padding-bottom: 2px !important; }
  .buoy { position: relative; z-index: 2; display: flex; align-items: center; justify-content: center; gap: 1px; }
  .price, .plus { display: grid; grid-template: 100% / 100%; place-items: center; width: 18px; height: 18px; }
  .price > *, .plus > * { grid-area: 1 / 1; } .price b { position: relative; font: 800 calc(0.6875 * var(--rem)) / 1 system-ui, sans-serif; color: #3d2600; margin-top: -1px; }
  .letter { font: 700 calc(0.6875 * var(--rem)) / 1 system-ui, sans-serif; color: #fff; text-shadow: 0 1px 1px rgb(0 20 40 / 0.9); }
  /* In narrow columns, below the letter. */
  @container stage (max-width: 639.9px) or ((max-height: 480px) and (min-height: 250.1px)) { tfoot td:not(.boat) .buoy { flex-direction: column; gap: 0; } }
  tfoot .past .price { filter: grayscale(0.85) brightness(0.86); }
  tfoot .boat .letter { font-size: calc(0.875 * var(--rem)); }
  /* Not higher than the water: it hides nothing in the row above. */
  .ship { --keel: 13px; position: absolute; z-index: 1; left: 0; right: 0; margin: 0 auto; bottom: var(--keel); width: 46px; height: calc(var(--water-high) - var(--keel)); filter: drop-shadow(0 2px 1px rgb(0 20 40 / 0.45)); }
  .afloat { display: block; height: 100%; }
  .field { position: relative; display: grid; place-items: center; width: 100%; height: 100%; min-height: var(--cell-least); }
  /* Where rows are low, a finger may miss the field by a little. */
  .field.lit::after { content: ""; position: absolute; inset: min(0px, calc((var(--row) - 44px) / 2)) 0; }
  .field.lit { z-index: 1; cursor: pointer; border-radius: 10px; box-shadow: inset 0 0 0 2.5px var(--lit), 0 0 12px var(--lit); background: color-mix(in srgb, var(--lit) 16%, rgb(255 250 230 / 0.5)); }
  .field.fresh::before { content: ""; position: absolute; inset: 2px; border-radius: 9px; border: 2px solid light-dark(#fff, #ffe9b0); box-shadow: 0 0 0 1.5px var(--accent, #17625b); }
  /* What the player points at in the history. */
  .pointed :is(.field, .plate, .dice, .take, .shown, .inhand, .sack, .deck, .gift).fresh { outline: 3px solid var(--lit); outline-offset: 1px; border-radius: 10px; }
  .pointed .ship.fresh { filter: drop-shadow(0 0 4px #fff) drop-shadow(0 0 6px var(--lit)); }
  .maybe { opacity: 0.55; display: grid; }
  .plus { position: absolute; right: 0; bottom: -1px; } .plus b { position: relative; font: 800 calc(0.75 * var(--rem)) / 1 system-ui, sans-serif; color: #3d2600; margin-top: -1px; }
  .tents { display: flex; flex-wrap: wrap; justify-content: center; align-content: center; gap: 1px 2px; }
  tbody :is(.tents, .maybe) { --tent: min(0.78 * var(--row), 0.9 * var(--col), 84px); }
  tbody .n2 { --tent: max(min(0.78 * var(--row), 0.45 * var(--col)), min(0.44 * var(--row), 0.86 * var(--col))); } tbody :is(.n3, .n4) { --tent: min(0.44 * var(--row), 0.45 * var(--col)); }
  tbody :is(.n5, .n6) { --tent: max(min(0.44 * var(--row), 0.29 * var(--col)), min(0.29 * var(--row), 0.45 * var(--col))); }
`;

// deno-fmt-ignore
const controls = css`
  /* All slots are as high as the longest text needs: whatever is said or chosen, nothing else moves. */
  .controls {
    grid-area: controls; align-self: end; position: relative; z-index: 5; display: grid; gap: 4px 5px; padding: 4px 6px 3px;
    --act: calc(1rem * min(var(--print, 1), 1.1)); --mid: calc(100cqw - 12px); --die: min(40px, calc((var(--mid) - 34px) / 7 * 0.76));
    --say: calc(3.25 * var(--rem)); --pool: 56px; --gift: calc(4.25 * var(--act)); --tray: calc(4.5 * var(--act)); --hand: 44px;
    grid-template: "say say say say say say say say say end end end" var(--say) "pool pool pool pool pool pool pool pool pool pool pool pool" var(--pool) "gift gift gift gift gift gift gift gift sell sell store store" var(--gift) "tent tent tent dig dig dig coins coins coins card card card" var(--tray) "hand hand hand hand hand hand hand hand hand hand hand hand" var(--hand); grid-template-columns: repeat(12, minmax(0, 1fr));
    background: linear-gradient(color-mix(in srgb, var(--wood) 30%, var(--panel)), var(--panel) 12px);
    border-top: 4px solid var(--wood); box-shadow: 0 -1px 0 var(--wood-edge);
  }
  .controls > * { min-height: 0; min-width: 0; }
  /* Large print is for what is told; what acts has to fit below the land of a phone. */
  .tray, .gift, .hand, .store { --rem: var(--act); }
  .watched .controls { grid-template: "say say" var(--say) "pool store" var(--pool) / minmax(0, 1fr) auto; --mid: calc(100cqw - 66px); }
  .still.seated .controls { grid-template: "say store" var(--say) "pool pool" var(--pool) "gift gift" var(--gift) "hand hand" var(--hand) / minmax(0, 1fr) auto; }
  :is(.watched, .still.seated) .controls:has(.verdict) { grid-template: minmax(min-content, 1fr) / 100%; }
  .say { grid-area: say; position: relative; display: flex; flex-direction: column; overflow: hidden; }
  .say > * { flex: none; } .say > .news { flex: 0 1 auto; }
  .news { font-size: calc(0.8125 * var(--rem)); color: var(--soft); line-height: 1.25; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
  .prompt { font-weight: 700; font-size: var(--rem); line-height: 1.25; }
  .stepping .prompt { line-height: 1.12; }
  .prompt.turn { color: var(--turn, #9c3f1d); }
  .prompt.hint { color: var(--danger, #a3241c); font-size: calc(0.8125 * var(--rem)); }
  .typed { font-size: calc(0.8125 * var(--rem)); }
  .why { font-size: calc(0.75 * var(--rem)); color: var(--soft); line-height: 1.2; }
  .dice {
    grid-area: pool; position: relative; display: grid; grid-template: 100% / repeat(7, minmax(0, 1fr)); gap: 3px; padding: 2px; border-radius: 14px; border: 3px solid var(--wood);
    background: radial-gradient(120% 140% at 50% 0, light-dark(#3f7f63, #23483a), light-dark(#2b5c47, #17332a)); box-shadow: inset 0 3px 8px rgb(0 0 0 / 0.5), 0 1px 0 var(--wood-edge);
  }
  .dice .soft { grid-column: 1 / -1; place-self: center; color: #e8efe6; font-size: calc(0.875 * var(--rem)); }
  .take, .dice .shown, .inhand { position: relative; display: flex; align-items: center; justify-content: center; border-radius: 12px; }
  .inhand { grid-column: 7; }
  .dice .none { border-radius: 12px; box-shadow: inset 0 0 0 1.5px rgb(0 0 0 / 0.14); }
  .take .die + .die, .shown .die + .die { margin-inline-start: calc(var(--die) * -0.87); }
  .times { position: absolute; right: 0; bottom: 0; padding: 0 4px; border-radius: 8px; font: 700 calc(0.6875 * var(--rem)) / 15px system-ui, sans-serif; color: #fff; background: #221d16; box-shadow: 0 0 0 1px rgb(255 255 255 / 0.6); }
  .take.lit { background: rgb(255 214 120 / 0.3); box-shadow: inset 0 0 0 2px #ffd678, 0 0 10px rgb(255 214 120 / 0.5); }
  .take.dim .die { filter: brightness(0.72) saturate(0.7); }
  .inhand { background: rgb(255 214 120 / 0.34); box-shadow: 0 0 0 2.5px #ffd678, 0 3px 8px rgb(0 0 0 / 0.5); }
  .store { grid-area: store; display: flex; align-items: center; justify-content: center; gap: 4px; }
  .sack { display: grid; justify-items: center; min-width: 44px; min-height: 44px; align-content: center; border-radius: 10px; }
  .bag, .pile, .open, .gift .chest { position: relative; display: block; } .bag { width: 40px; height: 42px; } .bag .count { left: 50%; top: 46%; translate: -50% 0; }
  .deck { display: none; position: relative; }
  .pile { width: 34px; height: 46px; padding: 9px 5px; border-radius: 5px; background: linear-gradient(160deg, #8a4a2b, #5c2c16); box-shadow: inset 0 0 0 2px rgb(240 214 150 / 0.85), 2px 2px 0 -0.5px #d9cfbb, 2px 2px 0 0 rgb(0 0 0 / 0.5), 4px 4px 0 -0.5px #cdc2ac, 4px 4px 0 0 rgb(0 0 0 / 0.5); }

  .gift { grid-area: gift; display: grid; grid-template-columns: 76px minmax(0, 1fr); gap: 8px; align-items: center; font-size: calc(0.75 * var(--rem)); line-height: 1.2; }
  .gift > .chest { display: grid; height: 100%; place-items: center; } .gift .open.open { width: 100%; height: 100%; min-height: 0; justify-items: center; padding: 0; overflow-wrap: normal; }
  .gift .drawing { width: 40px; height: 32px; } .gift .count { left: 50%; top: 13px; translate: -50% 0; }
  .open.ready.ready { color: #3d2600; background: linear-gradient(#fbe29a, #e5b035); border-color: #8f6410; box-shadow: 0 1px 2px rgb(0 0 0 / 0.3); }
  .open.picked.picked { box-shadow: 0 0 0 3px var(--lit); }
  .queen p { height: 3.6em; overflow: hidden; } .queen p b { font-size: calc(0.8125 * var(--rem)); }
  .meter { display: block; width: 100%; height: 25px; margin-top: 0; overflow: visible; }
  .track { fill: color-mix(in srgb, var(--soft) 26%, transparent); } .full { fill: #dba52c; } .more { fill: #dba52c; opacity: 0.45; }
  .goal { stroke: var(--ink, #2b2620); stroke-width: 2; }
  .meter > text { font: 700 calc(0.6875 * var(--rem)) / 1 system-ui, sans-serif; fill: var(--soft); }
  .rival { --mark-size: 15px; }
  .risk .full { fill: var(--danger, #a3241c); } .risk .goal { stroke: var(--danger, #a3241c); } .risk p { color: var(--danger, #a3241c); }
  .risk :is(.queen b, .open .word)::before { content: "⚠ " / ""; } .safe .queen b::before { content: "✓ " / ""; }
  .safe .full { fill: var(--good, #23662f); } .safe p { color: var(--good, #23662f); }

  /* What the Queen says at the end. */
  .verdict { grid-area: 1 / 1 / -1 / -1; display: flex; flex-direction: column; justify-content: space-evenly; align-items: center; gap: 4px; overflow: auto; text-align: center; }
  .verdict .prompt { font-size: calc(0.9375 * var(--rem)); max-width: 34rem; text-wrap: balance; }
  .rolled { flex: none; display: flex; align-items: center; gap: 10px; padding: 7px 16px; color: #fff; font: 800 calc(1.25 * var(--rem)) / 1 system-ui, sans-serif; --die: 38px; }
  .chests { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; justify-content: center; gap: 5px 8px; }
  .chests .of { display: flex; align-items: center; gap: 6px; padding: 4px 11px; border-radius: 10px; background: var(--paper); box-shadow: 0 1px 3px rgb(0 0 0 / 0.28); --mark-size: 24px; --stone: 26px; font-size: calc(0.9375 * var(--rem)); max-width: 100%; }
  .of .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 9rem; } .of b { font-size: calc(1.0625 * var(--rem)); } .of small { font-weight: 700; color: var(--good, #23662f); }
  .of small::before { content: "✓ " / ""; } .of.out small::before { content: "✗ " / ""; } .of.out :is(small, b) { color: var(--danger, #a3241c); }
  .opens .of { animation: appear calc(0.4s * var(--pace, 1)) calc(1s * var(--pace, 1)) backwards; } .opens .of:nth-child(n + 2) { animation-delay: calc(1.4s * var(--pace, 1)); } .opens .of:nth-child(n + 3) { animation-delay: calc(1.8s * var(--pace, 1)); }

  .tray, .choice { display: contents; } .step { grid-area: pool-start / 1 / hand-end / -1; z-index: 1; }
  /* What is chosen lies over the rest; a card is read beside the dice and the hand. */
  .stepping:not(.step-card) :is(.dice, .gift, .store, .hand), .step-card :is(.gift, .store) { visibility: hidden; }
  .step-card .step { grid-area: gift-start / 1 / tent-end / -1; }
  /* What one gives is chosen below the meter, which moves with it. */
  @container stage (max-width: 639.9px) or (max-height: 480px) {
    .step-coins .step { display: contents; } .step-coins .step > p { grid-area: pool; align-self: center; } .step-coins .stepper { grid-area: tent-start / 1 / tent-end / -1; } .step-coins .step > .action { grid-area: hand; }
    .stepping.step-coins .gift { visibility: visible; grid-area: gift-start / 1 / gift-end / -1; }
  }
  .back.back { grid-area: end; min-height: 0; padding-inline: 0; overflow-wrap: normal; }
  [data-at="action/tent"] { grid-area: tent; } [data-at="action/dig"] { grid-area: dig; } [data-at="action/coins"] { grid-area: coins; } [data-at="action/card"] { grid-area: card; } [data-at="action/sell"] { grid-area: sell; } :is([data-at="action/end"], [data-at="action/pass"]) { grid-area: end; } [data-at="action/end"].action { hyphens: manual; overflow-wrap: normal; }
  .action, .toggle {
    min-height: 44px; padding: 3px 5px; border-radius: 10px; display: grid; place-content: center; text-align: center; font-weight: 600; font-size: calc(0.8125 * var(--rem)); line-height: 1.1;
    border: 1px solid color-mix(in srgb, var(--wood) 55%, transparent); background: var(--raised, #fff); hyphens: auto; overflow-wrap: anywhere;
  }
  .tray .action { justify-items: center; font-size: calc(0.75 * var(--rem)); } .words { display: grid; } .tray .main .icon { width: 20px; height: 20px; } .icon { width: 24px; height: 24px; display: block; flex: none; } .icon .drawing { fill: var(--seat); stroke: var(--seat-edge); }
  .tray .action { min-height: 0; } .tray .action:not(.main) { padding-inline: 1px; } .tray .action:not(.main) .icon { width: 22px; height: 22px; } [data-at="action/sell"].action.action { font-size: calc(0.6875 * var(--rem)); }
  .icon [*|href="#done"], .icon .drawing { color: inherit; }
  .action small { font-weight: 500; font-size: calc(0.6875 * var(--rem)); }
  .action.primary { background: linear-gradient(color-mix(in srgb, var(--accent, #17625b) 88%, white), var(--accent, #17625b)); color: var(--accent-ink, #fff); border-color: transparent; box-shadow: 0 1px 2px rgb(0 0 0 / 0.3); }
  .action[aria-disabled="true"] { background: color-mix(in srgb, var(--wood) 9%, transparent); border-color: transparent; color: var(--soft); font-weight: 500; }
  .action[aria-disabled="true"] .icon { opacity: 0.66; filter: saturate(0.5); }
  .step { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; align-content: safe center; overflow: hidden auto; }
  .step p { font-size: calc(0.875 * var(--rem)); }
  .chips { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 5px; }
  .toggles { display: flex; flex-wrap: wrap; gap: 5px; }
  .toggle { flex: 1; }
  .toggle[aria-pressed="true"] { background: var(--accent-soft, #d5e8e2); border: 2px solid var(--accent, #17625b); }
  .toggle[aria-pressed="true"]::before { content: "✓ "; }
  .toggle { display: block; line-height: 38px; }
  .stepper { display: grid; grid-template-columns: minmax(2.75rem, 1fr) 46px 3.25rem 46px; grid-auto-flow: column; grid-auto-columns: 46px; align-items: center; gap: 5px; }
  .stepper .label { font-size: calc(0.875 * var(--rem)); --stone: 26px; }
  .stepper input { width: 100%; min-height: 44px; padding: 0; text-align: center; font: 800 calc(1.125 * var(--rem)) / 1 var(--font, system-ui, sans-serif); font-variant-numeric: tabular-nums; color: inherit; border: 1px solid color-mix(in srgb, var(--wood) 55%, transparent); border-radius: 10px; background: var(--surface, #fffdf8); appearance: textfield; }
  .stepper input::-webkit-inner-spin-button { display: none; }
  .step-by {
    min-height: 44px; display: grid; place-content: center; border-radius: 10px; font-weight: 700; font-size: calc(1.125 * var(--rem)); user-select: none; -webkit-user-select: none;
    border: 1px solid color-mix(in srgb, var(--wood) 55%, transparent); background: var(--raised, #fff);
  }
  .step-by:is([data-at$="/leap"], [data-at$="/all"]) { font-size: calc(0.875 * var(--rem)); }
  .step-by[aria-disabled="true"] { color: var(--soft); background: color-mix(in srgb, var(--wood) 9%, transparent); border-color: transparent; }
  .hand { grid-area: hand; display: grid; grid-auto-flow: column; grid-auto-columns: minmax(calc(7.4 * var(--rem)), 13rem); justify-content: safe center; gap: 5px; margin: -2px -6px -3px; padding: 2px 6px 3px; overflow: auto hidden; scrollbar-width: none; }
  p.hand { justify-content: center; align-items: center; grid-auto-columns: auto; margin: 0; border: 1.5px dashed var(--rule); border-radius: 8px; color: var(--soft); font-size: calc(0.75 * var(--rem)); }
  .face {
    min-height: 0; padding: 3px 4px; border-radius: 8px; display: flex; align-items: center; justify-content: center; gap: 4px; font-weight: 600; font-size: calc(0.75 * var(--rem)); line-height: 1.1; text-align: start;
    color: #2b2417; background: linear-gradient(160deg, #fbf0d0, #e6cc8b); border: 1px solid #8f6f2b; box-shadow: inset 0 0 0 2px rgb(255 255 255 / 0.4), 0 1px 3px rgb(0 0 0 / 0.3); hyphens: auto; overflow-wrap: anywhere;
  }
  .face .icon { width: 20px; height: 20px; }
  .face.dim { background: linear-gradient(160deg, #e6dcc3, #d3c6a4); color: #4a4232; } .face.dim .icon { opacity: 0.6; }
  .face.picked { position: relative; box-shadow: 0 0 0 3px var(--lit); }
  @media (hover: hover) {
    .action:not([aria-disabled]):hover, .face:hover { filter: brightness(1.06); }
    .field.lit:hover { background: color-mix(in srgb, var(--lit) 40%, rgb(255 250 230 / 0.5)); }
    .take.lit:hover, .sack:hover { transform: translateY(-2px); }
    .plate:hover { filter: brightness(1.05); }
  }
  .ghost { position: absolute; z-index: 15; pointer-events: none; width: 34px; height: 34px; left: 0; top: 0; will-change: transform; filter: drop-shadow(0 2px 2px rgb(0 0 0 / 0.45)); }
  @media (prefers-reduced-motion: no-preference) {
    .afloat { animation: bob 3.2s ease-in-out infinite; } .waves { animation: flow 9s linear infinite; }
    .maybe { animation: beckon 1.5s ease-in-out infinite alternate; }
  }
  @keyframes bob { 50% { transform: translateY(-2px) rotate(-1deg); } }
  @keyframes flow { to { transform: translateX(-9%); } }
  @keyframes beckon { from { opacity: 0.4; } to { opacity: 0.75; } }
`;

// deno-fmt-ignore
const wide = css`
  @container stage (min-width: 640px) and (min-height: 480.1px) {
    .table { --lead: 54px; --tail: 84px; --boat: calc((100cqw - var(--lead) - var(--tail)) / 9); --water-high: clamp(50px, 9.4cqh, 96px); --head: 30px; --cell-least: 32px; }
    .sky { height: 34cqh; }
    .players { padding: 8px 8px 0; gap: 6px; }
    .grid thead th { font-size: calc(0.75 * var(--rem)); padding-top: 8px; } .head .drawing { width: 14px; height: 14px; }
    .grid thead th:first-child { padding-inline-start: 8px; } .grid thead th.most { padding-inline-end: 8px; }
    .stake { width: 30px; height: min(30px, 0.84 * var(--row)); font-size: calc(1.0625 * var(--rem)); border-radius: 6px; } .stake::after { height: 14px; width: 5px; }
    .shield { width: 42px; height: min(42px, 0.86 * var(--row)); font-size: calc(1.125 * var(--rem)); } .bonus { padding-inline-start: 6px; } .leaders { --mark-size: 28px; right: -30px; top: 0; } .leaders.n2 { --mark-size: min(20px, 0.44 * var(--row)); right: -22px; } .leaders:is(.n3, .n4) { --mark-size: min(17px, 0.44 * var(--row)); right: -32px; } .leaders.n5 { --mark-size: 12px; right: -36px; grid-template-rows: repeat(2, auto); }
    .buoy { gap: 5px; } .price { width: clamp(22px, 3.6cqh, 34px); height: clamp(22px, 3.6cqh, 34px); } .price b { font-size: clamp(0.75rem, 2cqh, 1.125rem); } .letter { font-size: calc(0.875 * var(--rem)); } tfoot .boat .letter { font-size: calc(1.125 * var(--rem)); }
    .plus { width: 26px; height: 26px; right: 2px; bottom: 1px; } .plus b { font-size: calc(0.9375 * var(--rem)); }
    .ship { --keel: clamp(14px, 2.4cqh, 24px); width: clamp(64px, 10.4cqh, 112px); left: -20px; right: -20px; }

    .controls {
      padding: 10px 14px 12px; gap: 8px 18px; --act: var(--rem); --mid: min(42rem, 44cqw); --die: calc((var(--mid) - 44px) / 7 * 0.76);
      --say: calc(4.75 * var(--rem)); --pool: calc(var(--die) + 26px); --tray: calc(3.5 * var(--rem)); --hand: calc(3.125 * var(--rem)); --gift: calc(5.1 * var(--rem));
      grid-template: "gift say store" var(--say) "gift pool store" var(--pool) "tray tray tray" var(--tray) "hand hand hand" var(--hand) / minmax(15rem, 1.6fr) var(--mid) minmax(9rem, 1fr);
    }
    .watched .controls { --mid: min(42rem, 44cqw); grid-template: "say pool store" calc(var(--pool) + 12px) / minmax(0, 1fr) var(--mid) minmax(9rem, 0.7fr); } .watched .dice { align-self: center; height: var(--pool); }
    .still.seated .controls { grid-template: "say pool store" var(--pool) "gift hand hand" var(--gift) / minmax(15rem, 1.2fr) var(--mid) minmax(9rem, 0.7fr); }
    .say { text-align: center; } .news { -webkit-line-clamp: 3; } :is(.still, .watched) .say { text-align: start; }
    .prompt, .verdict .prompt { font-size: calc(1.125 * var(--rem)); } .prompt.hint { font-size: var(--rem); }
    .dice { padding: 5px 8px; gap: 4px; border-width: 4px; border-radius: 18px; } .rolled { padding: 8px 24px; --die: clamp(44px, 7cqh, 72px); }
    .inhand { margin: 2px; }
    .chests { gap: 8px 14px; } .chests .of { padding: 7px 16px; gap: 8px; font-size: var(--rem); --mark-size: 30px; --stone: 34px; } .of .name { max-width: 14rem; } .of b { font-size: calc(1.375 * var(--rem)); }
    .gift { grid-template-columns: calc(6.75 * var(--rem)) minmax(0, 1fr); font-size: calc(0.8125 * var(--rem)); line-height: 1.25; gap: 12px; } .gift .open.open { padding: 4px 10px; height: auto; } .gift .drawing { width: clamp(56px, 8cqh, 84px); height: clamp(47px, 6.6cqh, 70px); } .gift .count { top: 32%; font-size: var(--rem); } .word { font-size: calc(0.8125 * var(--rem)); }
    .queen p { display: grid; align-content: end; height: 8em; } .still .queen p { height: 4em; } .queen p b { display: block; font-size: calc(0.9375 * var(--rem)); text-wrap: balance; }
    .store { justify-self: end; gap: 12px; } .bag { width: clamp(54px, 8.6cqh, 88px); height: clamp(56px, 9cqh, 92px); } .bag .count { top: 48%; font-size: var(--rem); }
    .deck { display: grid; justify-items: center; gap: 7px; } .pile { width: clamp(42px, 6.6cqh, 66px); height: clamp(58px, 9cqh, 90px); padding: 16px 8px; } .deck .count { top: 34%; font-size: var(--rem); }
    .tray { display: grid; grid-template-columns: repeat(4, minmax(0, 1.4fr)) repeat(2, minmax(0, 1fr)); gap: 6px; grid-area: tray; } .tray .action.action { grid-area: auto; grid-auto-flow: column; align-items: center; gap: 7px; overflow-wrap: normal; padding-inline: 5px; } .icon.icon.icon { width: 24px; height: 24px; } .words { text-align: start; }
    .action, .tray .action.action.action { font-size: calc(0.875 * var(--rem)); } .action small { font-size: calc(0.8125rem * min(var(--print, 1), 1.1)); } .action:not([data-at="action/dig"]) small { white-space: nowrap; } [data-at="action/dig"] small { font-size: calc(0.75rem * min(var(--print, 1), 1.1)); }
    .hand { grid-auto-columns: minmax(calc(9 * var(--rem)), 12rem); gap: 8px; } .face { font-size: calc(0.875 * var(--rem)); gap: 8px; } .face .icon { width: 28px; height: 28px; }
    .step.step { grid-area: tray-start / 1 / hand-end / -1; padding-inline-end: 7rem; display: flex; flex-wrap: wrap; align-items: center; align-content: safe center; gap: 8px 12px; } .step-card .step.step { grid-row: tray; }
    .stepping:not(.step-card) .controls :is(.dice, .gift, .store) { visibility: visible; } .step-card .controls :is(.gift, .store) { visibility: visible; }
    .back.back { grid-area: tray; justify-self: end; z-index: 2; min-width: 6rem; }
    .step p { flex: 1 1 20rem; font-size: calc(0.875 * var(--rem)); } .step > :is(.chips, .toggles) { flex: 1 1 24rem; }
    /* What is chosen is done below the way back. */
    :is(.step-coins, .step-gems) .step.step { align-content: safe start; } .step > .action { position: absolute; inset: auto var(--edge, 14px) 12px auto; width: 22rem; min-height: var(--hand); }
    .step-card .step.step { flex-wrap: nowrap; } .step-card .step p { flex: 1 1 0; font-size: calc(0.8125 * var(--rem)); line-height: 1.2; } .step-card .step p:first-child { flex-grow: 2; } .step-card .step > .action { flex: none; position: static; width: 9rem; }
    .stepper { grid-template-columns: auto 44px 3rem 44px; gap: 4px; }
    .chips { grid-template-columns: repeat(6, minmax(0, 1fr)); }
  }
  @container stage (min-width: 880px) and (min-height: 480.1px) {
    .players { padding: 10px 12px 0; gap: 10px; font-size: calc(0.875 * var(--rem)); }
    .plate { --stone: 19px; --tent: 27px; --die: 26px; } .facts { row-gap: 5px; } .who { --mark-size: 30px; height: 30px; gap: 7px; } ::slotted(.bar) { font-size: calc(0.9375 * var(--rem)); }
    .score b { font-size: calc(1.5 * var(--rem)); } :is(.wealth b, .left > b) { font-size: calc(1.25 * var(--rem)); } .nodie { border-radius: 6px; }
  }
  @container stage (min-width: 1100px) and (min-height: 700px) {
    .players { font-size: var(--rem); gap: 14px; } .plate { --stone: 23px; --tent: 32px; --die: 30px; } .who { --mark-size: 38px; height: 38px; } .score b { font-size: calc(1.75 * var(--rem)); } ::slotted(.bar) { font-size: calc(1.0625 * var(--rem)); }
    .controls { --say: calc(5.25 * var(--rem)); --tray: calc(4 * var(--rem)); --hand: calc(3.5 * var(--rem)); --gift: calc(6 * var(--rem)); --edge: 22px; padding-inline: var(--edge); } .seated:not(.still) .controls { grid-template-columns: minmax(15rem, 1fr) var(--mid) minmax(15rem, 1fr); } .gift { font-size: var(--rem); max-width: 36rem; } .queen p b { font-size: calc(1.125 * var(--rem)); }
    .news { font-size: calc(0.9375 * var(--rem)); } .prompt, .verdict .prompt { font-size: calc(1.25 * var(--rem)); } .icon.icon.icon { width: 32px; height: 32px; } .tray .action.action.action { font-size: calc(1.0625 * var(--rem)); } .action small { font-size: calc(0.9375 * var(--rem)); } .face { font-size: var(--rem); }
    .grid thead th { font-size: calc(0.875 * var(--rem)); } .stake { width: 36px; height: min(36px, 0.84 * var(--row)); } .shield { width: 52px; height: min(50px, 0.86 * var(--row)); font-size: calc(1.375 * var(--rem)); }
    .table { --tail: 104px; } .leaders { --mark-size: 34px; right: -42px; } .leaders.n2 { --mark-size: min(25px, 0.44 * var(--row)); right: -34px; } .leaders:is(.n3, .n4) { --mark-size: min(22px, 0.44 * var(--row)); right: -48px; } .leaders.n5 { --mark-size: 15px; right: -48px; }
  }
  @container plate (max-width: 239px) { .held { gap: 4px; } .gem { gap: 0; } .facts { --stone: 15px; --tent: 20px; column-gap: 8px; } .score.score b { font-size: calc(1.1875 * var(--rem)); } .facts :is(.wealth b, .left > b) { font-size: calc(1.0625 * var(--rem)); } }
  @container plate (max-width: 84px) { .facts { --stone: 12px; --tent: 16px; --die: 15px; column-gap: 3px; } .left { gap: 1px; } .score.score b { font-size: calc(1.0625 * var(--rem)); } .facts :is(.wealth b, .left > b) { font-size: calc(0.9375 * var(--rem)); } }
  @container stage (max-width: 639.9px) and (max-height: 600px) { .still.seated .controls { grid-template: "say store" var(--say) "pool pool" var(--pool) "hand hand" var(--hand) / minmax(0, 1fr) auto; } .still .gift { display: none; } }
  /* A small phone: the meter is left out, and its red is that of the chest. */
  @container stage (max-width: 639.9px) and (max-height: 640px) {
    .seated:not(.still) .controls { --mid: calc(10 / 12 * 100cqw - 14px); --pool: 50px; --tray: 44px; --hand: 44px; grid-template: "say say say say say say gift gift store store end end" var(--say) "pool pool pool pool pool pool pool pool pool pool sell sell" var(--pool) "tent tent tent dig dig dig coins coins coins card card card" var(--tray) "hand hand hand hand hand hand hand hand hand hand hand hand" var(--hand); grid-template-columns: repeat(12, minmax(0, 1fr)); }
    .seated:not(.still) :is(.queen, .tray small, .tray .icon, .sack .word) { display: none; } .step-coins .step > p { display: none; } .seated.step-coins .gift { grid-area: pool-start / 1 / pool-end / -1; } .seated.step-coins:not(.still) .queen { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; } .seated.step-coins .gift > .chest { display: none; } .seated:not(.still) .gift { grid-template-columns: minmax(0, 1fr); } .risk .open { box-shadow: inset 0 0 0 2.5px var(--danger, #a3241c); }
    .prompt { font-size: calc(0.9375 * var(--rem)); } .news { -webkit-line-clamp: 1; } .step-card .step.step { grid-row-start: pool; }
  }
  @container stage (max-width: 639.9px) and (max-height: 560px) { .table { --cell-least: 22px; --water-high: 34px; } }
  @container stage (max-width: 319.9px) { .head { padding-inline: 3px; } .head .drawing { display: none; } .letter { font-size: 0.5625rem; } .buoy { gap: 0; } }
  /* As a screen is that is magnified four times. */
  @container stage (max-width: 349.9px) { .controls { --say: calc(6.25 * var(--rem)); } .prompt { line-height: 1.12; } .seated:not(.still) .news { -webkit-line-clamp: 3; } .over { padding-inline: 8px; font-size: calc(0.75 * var(--rem)); } .over :is(th, td) { padding-inline: 2px; } }
`;

// deno-fmt-ignore
const low = css`
  /* A phone on its side: what one does stands beside the land. */
  @media (max-height: 480px) and (min-width: 560px) { .stage { min-height: 20rem; } .stage:has(.still) { min-height: 6rem; } }
  @container stage (min-width: 560px) and (max-height: 480px) {
    .table { height: 100%; grid-template: "players controls" auto "map controls" minmax(0, 1fr) / minmax(0, 1fr) minmax(19.5rem, 42%); --cell-least: 24px; }
    .players { font-size: calc(0.75 * var(--rem)); } .facts { padding-block: 4px 2px; }
    .controls { align-self: stretch; align-content: start; border-top: 0; border-inline-start: 4px solid var(--wood); padding: 5px 7px; gap: 5px 6px; overflow: auto; background: var(--panel); }
    .prompt { font-size: calc(0.9375 * var(--rem)); } .tray .main .icon { display: none; }
    .controls { --mid: calc(max(19.5rem, 42cqw) - 18px); --say: calc(3.25 * var(--rem)); --pool: 56px; --gift: 72px; --tray: calc(3.9 * var(--act)); --hand: 46px; } .gift { grid-template-columns: 60px minmax(0, 1fr); }
    /* What the gift risks is told whole; how far it reaches is drawn only. */
    .queen p { height: 5em; } .meter > text { display: none; } .meter { margin-top: -13px; }
    .still.seated .controls, .watched .controls { --mid: calc(max(19.5rem, 42cqw) - 18px); grid-template: "say store" var(--say) "pool pool" var(--pool) "gift gift" var(--gift) "hand hand" var(--hand) / minmax(0, 1fr) auto; align-content: center; }
  }
  /* A strip, as a replay has on such a phone: who, the land, the dice. */
  @container stage (min-width: 560px) and (max-height: 250px) {
    .table { grid-template: "players map controls" minmax(0, 1fr) / minmax(7.5rem, 20%) minmax(0, 1fr) minmax(8.5rem, 22%); --cell-least: 0px; --water-high: clamp(24px, 18cqh, 40px); --lead: 24px; --tail: 52px; --boat: 44px; min-height: 0; }
    .sky { grid-column: 1 / 4; grid-row: 1; height: 100%; }
    .players { grid-auto-flow: row; grid-auto-rows: minmax(0, 1fr); padding: 3px; gap: 3px; }
    .plate { box-shadow: inset 4px 0 0 var(--seat), 0 1px 3px rgb(0 0 0 / 0.28); } .plate.moves { box-shadow: inset 4px 0 0 var(--seat), inset 0 0 0 2px var(--turn, #9c3f1d); } .plate.moves::after { display: none; }
    .facts, .facts.facts { height: 100%; display: grid; grid-template: "who score" minmax(0, 1fr) / minmax(0, 1fr) auto; padding: 0 6px 0 8px; align-content: center; align-items: center; } .facts > :not(.who, .score) { display: none; }
    .seats2 .facts.facts { grid-template: "who score" auto "wealth wealth" auto / minmax(0, 1fr) auto; gap: 2px 6px; } .seats2 .facts > .wealth { display: flex; } .sum { min-height: 0; } .who.who { --mark-size: min(15px, 14cqh); height: auto; } .score b { font-size: calc(0.875 * var(--rem)); } ::slotted(.bar) { min-height: 0 !important; font-size: calc(0.75 * var(--rem)); }
    .grid thead { display: none; } tbody :is(.tents, .maybe) { --tent: min(1.25 * var(--row), 0.9 * var(--col)); } tbody :is(.n2, .n3) { --tent: min(1.1 * var(--row), 0.4 * var(--col)); } tbody :is(.n4, .n5, .n6) { --tent: min(0.9 * var(--row), 0.24 * var(--col)); } .tents { flex-wrap: nowrap; }
    .stake { height: calc(0.92 * var(--row)); font-size: min(calc(0.75 * var(--rem)), 0.8 * var(--row)); } .stake::after { display: none; }
    .shield { width: 46px; height: calc(0.92 * var(--row)); border-radius: 5px; display: flex; justify-content: space-between; gap: 1px; padding: 0 3px; font-size: min(calc(0.75 * var(--rem)), 0.8 * var(--row)); } .leaders.leaders { position: static; display: flex; --mark-size: min(16px, 0.9 * var(--row)); } .leaders.leaders:is(.n3, .n4, .n5) { --mark-size: min(9px, 0.9 * var(--row)); } .bonus { padding-inline-start: 3px; }
    .price { width: min(18px, 13cqh); height: min(18px, 13cqh); } .price b { font-size: min(calc(0.6875 * var(--rem)), 9cqh); } .letter, tfoot .boat .letter { font-size: min(calc(0.6875 * var(--rem)), 10cqh); }
    .ship { --keel: min(13px, 6cqh); width: min(46px, 38cqh); }
    .table .controls.controls { grid-template: "say" minmax(0, 1fr) "pool" auto / minmax(0, 1fr); padding: 3px 6px; gap: 3px; overflow: hidden; } .controls > :not(.say, .dice, .verdict) { display: none; } .news { -webkit-line-clamp: 1; } .whole, .typed { display: none; }
    .prompt { font-size: calc(0.8125 * var(--rem)); line-height: 1.1; } .news { font-size: calc(0.6875 * var(--rem)); }
    .dice { --die: min(30px, 19cqh); grid-template: repeat(2, calc(var(--die) + 4px)) / repeat(4, minmax(0, 1fr)); padding: 1px; border-width: 2px; gap: 1px; } .inhand { grid-column: 4; grid-row: 2; } .times { font-size: 9px; line-height: 11px; padding: 0 2px; }
    .rolled { display: flex; gap: 4px; } .verdict { gap: 2px; } .verdict .prompt { display: none; } .chests .of { padding: 0 4px; --mark-size: 15px; --stone: 15px; } .of .name { display: none; }
  }
`;

/** Tables of scores, on the board and beside it. */
// deno-fmt-ignore
export const scoreStyles = css`
  .over table, :host > table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  .over th, .over td, :host > table th, :host > table td { padding: 4px 5px; text-align: end; border-bottom: 1px solid var(--line, light-dark(#d9cdb9, #453e34)); overflow-wrap: anywhere; }
  .over th[scope="row"], :host > table th:first-child { text-align: start; overflow-wrap: normal; } .over th[scope="row"], :host > table th[scope="row"] { font-weight: 500; }
  .over tr.total :is(th, td), :host > table tr.total :is(th, td) { font-weight: 800; border-top: 2px solid var(--line-strong, #8d8170); }
  .over thead th:first-child { text-align: start; } table.final :is(th, td) { overflow-wrap: normal; vertical-align: bottom; } table.final thead th { font-size: calc(0.6875 * var(--rem)); line-height: 1.15; text-align: end; padding-inline: 2px; } .final tbody th { padding-bottom: 0; border-bottom: 0; }
  .out { font-size: calc(0.75 * var(--rem)); color: var(--danger, #a3241c); font-weight: 700; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { padding: 3px 0; }
  h3 { margin: 12px 0 4px; font-size: var(--rem); }
`;

// deno-fmt-ignore
const over = css`
  .over {
    position: absolute; z-index: 10; inset: 8px 0 auto; margin: 0 auto; width: min(94%, 40rem); max-height: calc(100cqh - 16px); overflow: auto; --tent: 26px; padding: 14px 16px; font-size: calc(0.875 * var(--rem));
    border-radius: 16px; background: var(--raised, light-dark(#fff, #332e27)); box-shadow: var(--shadow-3, 0 12px 32px rgb(0 0 0 / 0.4)); border: 1px solid var(--line, #d9cdb9);
  }
  .over header { display: flex; align-items: center; justify-content: space-between; gap: 8px; margin-bottom: 6px; }
  .over h2 { font: 700 1.25rem / 1.2 var(--font-title, Georgia, serif); }
  .over .gem { display: block; } .over .gem .drawing { width: 18px; height: 18px; margin-inline-start: auto; }
  .faces { margin-top: 10px; } .faces small { display: block; font-weight: 400; color: var(--soft); }
  .faces th[scope="row"] { font-weight: 700; }
  .over header .action { flex: none; padding: 0 16px; }
  .over .faces thead th { overflow-wrap: normal; font-size: calc(0.75 * var(--rem)); }
`;

export const styles = [drawingStyles, landStyles, table, controls, wide, low, scoreStyles, over];
