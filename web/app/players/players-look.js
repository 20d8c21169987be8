// How profiles, leaderboards and friends look.

import { css } from "../../vendor/lit.js";
import "../lobby/lobby-look.js";

// deno-fmt-ignore
const { styleSheet } = css`
  profile-page, leaderboard-page, friends-page { max-width: 72rem; margin: 0 auto; }
  profile-page, leaderboard-page, friends-page, .profile-columns, .profile-columns > div, .friends-columns, .friends-columns > div { display: grid !important; grid-template-columns: minmax(0, 1fr); gap: var(--space-4); align-content: start; }
  profile-page .panel, leaderboard-page .panel, friends-page .panel { padding: var(--space-4); gap: var(--space-3); align-content: start; grid-template-columns: minmax(0, 1fr); }
  profile-page > .panel.narrow, friends-page > .panel.narrow { padding: var(--space-5); }
  profile-ratings, profile-matches, player-menu, people-row { display: block; }
  leaderboard-page .welcome, friends-page .welcome { margin: 0; }
  .profile-columns h3 { display: flex; align-items: center; gap: var(--space-2); }
  .thumb { border: 1px solid var(--line); }

  /* Who it is. */
  .profile-head { display: grid; grid-template-columns: auto minmax(0, 1fr) !important; align-items: center; background: linear-gradient(to right, var(--accent-soft), var(--surface) 70%); }
  .profile-head > .portrait { width: 88px; height: 88px; box-shadow: var(--shadow-2); }
  .profile-head h1 { font-size: clamp(1.5rem, 5vw, 2.25rem); overflow-wrap: anywhere; }
  .profile-head .facts { display: flex; flex-wrap: wrap; gap: 2px var(--space-3); align-items: center; color: var(--ink-soft); font-size: var(--text-n); }
  .profile-head .facts b { color: var(--ink); }
  .profile-head .facts small { display: inline-flex; align-items: center; gap: var(--space-1); font-size: inherit; }
  .profile-head .pips { margin: 0; }
  .profile-head .says { margin-top: var(--space-1); }
  .profile-head .actions { grid-column: 1 / -1; }
  .profile-head .challenge { display: grid; gap: 2px; min-width: 0; }
  .is-here { color: var(--good); font-weight: 600; white-space: nowrap; }
  .is-here .dot { display: inline-block; width: 9px; height: 9px; border-radius: 50%; background: var(--good); }
  .challenges { display: inline-flex; flex-wrap: wrap; gap: var(--space-1); }
  .challenges button { padding: 2px var(--space-2) 2px 2px; gap: var(--space-2); font-size: var(--text-s); }
  .challenges .thumb { width: 48px; height: 38px; border: 0; border-radius: calc(var(--radius-m) - 4px); }
  .challenges.small { flex-wrap: nowrap; }
  .challenges.small button { padding: 2px; min-width: 52px; }
  .challenges.small .thumb { width: 48px; height: 38px; }
  .to-challenge { margin-inline-start: auto; }
  .player-menu-list { border: 1px solid var(--line); border-radius: var(--radius-m); background: var(--raised); color: inherit; box-shadow: var(--shadow-3); padding: var(--space-1); margin: 0; inset: auto; min-width: 11rem; }
  .player-menu-list:popover-open { display: grid; }
  .player-menu-list button { justify-content: flex-start; }
  player-menu .more { min-width: var(--target); padding: 0; font-size: 1.25rem; }
  player-menu .friend { color: var(--good); font-weight: 600; padding: 0 var(--space-2); }
  .about-player { width: min(28rem, calc(100vw - 2 * var(--space-3))); }
  .about-player #block-lines { display: grid; gap: var(--space-2); }
  .about-player textarea { font: inherit; color: inherit; width: 100%; padding: var(--space-2) var(--space-3); border: 1px solid var(--line-strong); border-radius: var(--radius-m); background: var(--raised); resize: vertical; }
  .reasons { border: 0; margin: 0; padding: 0; }
  .reasons legend { padding: 0; font-weight: 600; }

  .sums { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr)); gap: var(--space-3); margin: 0; }
  .sums .panel { padding: var(--space-3) !important; gap: 0 !important; text-align: center; grid-template-rows: 1fr auto; }
  .sums dt { grid-row: 2; font-size: var(--text-s); color: var(--ink-soft); line-height: 1.2; }
  .sums dd { margin: 0; font: 700 clamp(1.4rem, 4vw, 1.9rem)/1.15 var(--font-title); align-self: end; }
  .sums dd small { font: 400 var(--text-n) var(--font); color: var(--ink-soft); }

  /* Ratings. */
  .rating-cards { border: 0; margin: 0; padding: 0; min-width: 0; display: grid; gap: var(--space-2); grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
  .rating-card { position: relative; display: grid; grid-template: auto auto / auto minmax(0, 1fr) auto; gap: 0 var(--space-3); align-items: center; padding: var(--space-2) var(--space-3) var(--space-2) var(--space-2); border: 1px solid var(--line); border-radius: var(--radius-m); background: var(--raised); cursor: pointer; min-height: 64px; }
  .rating-card .thumb { grid-row: 1 / 3; width: 56px; height: 48px; }
  .rating-card .pool { font-weight: 600; line-height: 1.2; }
  .rating-card .number { grid-row: 1 / 3; grid-column: 3; display: grid; justify-items: end; line-height: 1.1; }
  .rating-card .number b { font: 700 1.5rem/1 var(--font-title); }
  .rating-card .place { grid-column: 2; line-height: 1.25; }
  .rating-card input { position: absolute; opacity: 0; width: 1px; height: 1px; min-height: 0; }
  .rating-card:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-soft); }
  .rating-card:has(:focus-visible) { outline: 3px solid var(--mark); outline-offset: 2px; }
  .rating-card:only-child { cursor: default; }
  .provisional { color: var(--turn); font-weight: 600; }
  .hint { border-inline-start: 3px solid var(--turn); padding-inline-start: var(--space-3); }
  .up { color: var(--good); font-weight: 600; }
  .down { color: var(--danger); font-weight: 600; }
  .curve-soon { min-height: 290px; display: grid; place-items: center; }
  rating-curve { display: block; min-height: 290px; }
  rating-curve figure { margin: 0; display: grid; gap: var(--space-2); }
  rating-curve .plot { position: relative; height: 200px; margin-inline: 46px 9px; touch-action: pan-y; cursor: crosshair; }
  rating-curve .plot > svg { display: block; width: 100%; height: 100%; overflow: visible; background: var(--sunken); border-radius: var(--radius-s); }
  rating-curve .way { fill: none; stroke: var(--accent); stroke-width: 2.5; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
  rating-curve .band { fill: var(--accent); opacity: .14; }
  rating-curve .level { stroke: var(--line-strong); stroke-width: 1; opacity: .35; vector-effect: non-scaling-stroke; }
  rating-curve circle { fill: var(--surface); stroke: var(--accent); stroke-width: 2; }
  rating-curve .number { position: absolute; inset-inline-start: -46px; width: 38px; text-align: end; translate: 0 -50%; font-size: .75rem; color: var(--ink-soft); line-height: 1.2; pointer-events: none; }
  rating-curve .chosen { position: absolute; width: 18px; height: 18px; translate: -50% -50%; border-radius: 50%; background: var(--accent); border: 3px solid var(--surface); box-shadow: var(--shadow-1); pointer-events: none; }
  rating-curve input[type="range"] { width: calc(100% - 37px); margin: 0 0 0 37px; padding: 0; border: 0; background: transparent; accent-color: var(--accent); min-height: var(--target); }
  rating-curve figcaption { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: var(--space-2); }
  rating-curve figcaption b { font: 700 1.35rem/1.1 var(--font-title); }
  .scrolls { overflow: auto; max-height: 24rem; }
  .scrolls table { border-collapse: collapse; width: 100%; }
  .scrolls :is(th, td) { text-align: start; padding: var(--space-2); border-bottom: 1px solid var(--line); white-space: nowrap; }
  .scrolls td a { display: inline-grid; place-items: center start; min-height: 32px; min-width: var(--target); }

  /* How it went. */
  .record { display: grid; gap: var(--space-3); }
  .record + .record { border-top: 1px solid var(--line); padding-top: var(--space-3); }
  .record .thumb { width: 44px; height: 34px; }
  .one-record { display: grid; gap: var(--space-1); }
  .one-record > p:first-child { display: flex; justify-content: space-between; gap: var(--space-3); }
  .record-bar .parts { display: flex; gap: 2px; height: 14px; border-radius: 7px; overflow: hidden; background: var(--sunken); }
  .parts span { min-width: 4px; }
  .parts .won { background: var(--good); }
  .parts .drawn { background: repeating-linear-gradient(45deg, var(--line-strong) 0 3px, transparent 3px 6px); }
  .parts .lost { background: var(--danger); opacity: .75; }
  .record-bar .numbers { display: flex; flex-wrap: wrap; gap: 0 var(--space-4); font-size: var(--text-n); }
  .record-bar .numbers .won b { color: var(--good); }
  .record-bar .numbers .lost b { color: var(--danger); }
  .best-matches { display: grid; gap: var(--space-2); grid-template-columns: repeat(auto-fill, minmax(min(100%, 7.25rem), 1fr)); }
  .best-matches a { display: grid; border: 1px solid var(--line); border-radius: var(--radius-m); overflow: hidden; color: inherit; text-decoration: none; background: var(--raised); box-shadow: var(--shadow-1); }
  .best-matches .thumb { width: 100%; height: auto; aspect-ratio: 16 / 9; border: 0; border-radius: 0; }
  .best-matches a > span:last-child { display: grid; padding: var(--space-2) var(--space-3); line-height: 1.3; }
  .best-matches b { font: 700 1.15rem/1.2 var(--font-title); }
  .between .standing { display: flex; align-items: center; justify-content: center; gap: var(--space-4); }
  .between .standing b { font: 700 2rem/1 var(--font-title); }
  .between .portrait { width: 52px; height: 52px; }

  /* Rows of people and matches. */
  .rows { display: grid; }
  .rows li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-1) var(--space-3); padding: var(--space-2) 0; border-top: 1px solid var(--line); min-height: 60px; }
  .rows li:first-child { border-top: 0; }
  .rows li > div { flex: 1 1 6rem; min-width: 0; overflow-wrap: anywhere; display: grid; line-height: 1.3; }
  .rows .name { color: inherit; font-weight: 600; text-decoration: none; min-height: 24px; display: inline-flex; align-items: center; gap: var(--space-2); justify-self: start; }
  .rows a.name:hover { text-decoration: underline; }
  .rows .name .portrait { width: 26px; height: 26px; }
  .rows .thumb { width: 52px; height: 40px; }
  .rows .score { font: 700 1.1rem/1 var(--font-title); white-space: nowrap; }
  .rows .with-face { position: relative; display: inline-flex; }
  .rows .here .with-face::after { content: ""; position: absolute; inset: auto -1px -1px auto; width: 14px; height: 14px; border-radius: 50%; background: var(--good); border: 2px solid var(--surface); }
  .ends { display: flex; align-items: center; gap: var(--space-1); }
  .result { display: grid; justify-items: end; line-height: 1.3; }
  .outcome { font-size: var(--text-s); color: var(--ink-soft); }
  .outcome.won { color: var(--good); font-weight: 700; }
  .outcome.running { color: var(--turn); font-weight: 700; }
  .rows .ends .plain, .rows li > .plain { color: var(--accent); padding-inline: var(--space-2); }
  .filters { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: end; }
  .filters h2 { flex: 1 1 10rem; align-self: center; }
  .filters .field { flex: 0 1 11rem; }

  /* A leaderboard. */
  .choices { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: center; }
  .game-tabs { display: flex; flex-wrap: wrap; gap: var(--space-2); flex: 1 1 auto; }
  .game-tabs a { display: flex; align-items: center; gap: var(--space-2); min-height: 52px; padding: 3px var(--space-3) 3px 3px; border: 1px solid var(--line); border-radius: var(--radius-m); background: var(--surface); color: var(--ink); text-decoration: none; font-weight: 600; }
  .game-tabs .thumb { width: 56px; height: 44px; border: 0; }
  .game-tabs a[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-soft); }
  .segments { display: inline-flex; border: 1px solid var(--line-strong); border-radius: var(--radius-m); overflow: hidden; background: var(--raised); padding: 0; margin: 0; }
  .segments :is(a, label) { display: grid; place-items: center; min-height: 42px; padding: 0 var(--space-4); color: var(--ink); text-decoration: none; font-weight: 600; cursor: pointer; position: relative; }
  .segments :is(li, label) + :is(li, label) { border-inline-start: 1px solid var(--line); }
  .segments [aria-current], .segments label:has(:checked) { background: var(--accent); color: var(--accent-ink); }
  .segments input { position: absolute; opacity: 0; inset: 0; width: 100%; height: 100%; min-height: 0; margin: 0; cursor: pointer; }
  .segments :is(a:focus-visible, button:focus-visible, label:has(:focus-visible)) { outline: 3px solid var(--mark); outline-offset: -3px; }
  .season select { min-height: var(--target); }
  .about-board { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-4); justify-content: space-between; align-items: center; }
  .board-soon { min-height: 420px; display: grid; place-items: center; }
  .podium { display: grid; grid-template-columns: repeat(3, minmax(0, 12rem)); justify-content: center; align-items: end; gap: var(--space-2); padding-top: var(--space-2); }
  .podium a { display: grid; justify-items: center; gap: 2px; padding: var(--space-3) var(--space-1) var(--space-2); border-radius: var(--radius-m) var(--radius-m) 0 0; background: linear-gradient(var(--step), transparent); color: inherit; text-decoration: none; position: relative; line-height: 1.2; text-align: center; }
  .podium .step-1 { grid-column: 2; grid-row: 1; --step: light-dark(#f3dc94, #6b5413); }
  .podium .step-2 { grid-column: 1; grid-row: 1; --step: light-dark(#dcdcdc, #55565a); }
  .podium .step-3 { grid-column: 3; grid-row: 1; --step: light-dark(#e6c3a2, #66452b); }
  .podium .step-1 a { padding-bottom: var(--space-5); }
  .podium .step-2 a { padding-bottom: var(--space-3); }
  .podium .portrait { width: 60px; height: 60px; box-shadow: var(--shadow-2); }
  .podium .step-1 .portrait { width: 76px; height: 76px; }
  .podium .medal { margin-top: -14px; display: grid; place-items: center; min-width: 26px; height: 26px; padding: 0 4px; border-radius: 13px; background: var(--surface); border: 2px solid var(--step); font-weight: 700; font-size: .875rem; z-index: 1; }
  .podium .name { font-weight: 700; max-width: 100%; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
  .podium b { font: 700 1.35rem/1.1 var(--font-title); }
  .podium .unit { margin-top: -3px; font-size: .75rem; }
  .podium .me a { box-shadow: inset 0 0 0 2px var(--accent); }
  .ranking { width: 100%; border-collapse: collapse; }
  .ranking th { font-size: var(--text-s); color: var(--ink-soft); font-weight: 600; text-align: start; }
  .ranking :is(th, td) { padding: var(--space-1) var(--space-2); border-bottom: 1px solid var(--line); }
  .ranking .right { text-align: end; white-space: nowrap; }
  .ranking .rank { width: 3.2rem; text-align: end; color: var(--ink-soft); }
  .ranking .who-is a { display: inline-flex; align-items: center; gap: var(--space-2); min-height: var(--target); color: inherit; font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
  .ranking .who-is a:hover { text-decoration: underline; }
  .ranking .portrait { width: 34px; height: 34px; flex: none; }
  .ranking .me { background: var(--accent-soft); }
  .ranking .narrow { display: none; font-weight: 400; line-height: 1.2; }
  .you-mark { color: var(--accent); font-weight: 700; }
  .own-place { position: sticky; bottom: calc(var(--space-2) + env(safe-area-inset-bottom)); z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-3); padding: var(--space-2) var(--space-3); border: 1px solid var(--accent); border-radius: var(--radius-l); background: var(--accent-soft); box-shadow: var(--shadow-2); }
  .own-place > span { flex: 1 1 12rem; line-height: 1.3; }
  .own-place .portrait { width: 34px; height: 34px; flex: none; }
  leaderboard-page .nothing { border: 0; }
  leaderboard-page .nothing :is(button, .button) { display: inline-flex; flex: 0 1 auto; font-size: inherit; padding: var(--space-2) var(--space-4); }
  leaderboard-page .nothing .row { flex-wrap: wrap; }

  /* Friends. */
  .asking { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--space-2); align-items: end; }
  .asks { border-color: var(--turn); }
  friends-page .nothing.panel { place-content: center; }
  .your-link .code { width: min(100%, 16rem); line-height: 0; border-radius: var(--radius-m); overflow: hidden; }

  /* The row of the home page. */
  people-row nav { display: flex; flex-wrap: wrap; gap: var(--space-2); }
  people-row nav a { flex: 1 1 12rem; display: flex; align-items: center; gap: var(--space-3); min-height: 56px; padding: var(--space-1) var(--space-4); border: 1px solid var(--line); border-radius: var(--radius-l); background: var(--surface); box-shadow: var(--shadow-1); color: var(--ink); text-decoration: none; font-weight: 600; line-height: 1.2; }
  people-row .portrait { width: 34px; height: 34px; flex: none; }
  people-row small { display: block; font-weight: 400; color: var(--ink-soft); }
  people-row .sign { color: var(--accent); display: inline-flex; }
  people-row .asks { border-color: var(--turn); background: var(--turn-soft); }
  @media (hover: hover) { people-row nav a:hover, .game-tabs a:hover, .best-matches a:hover { border-color: var(--accent); } }

  @media (max-width: 559px) {
    .profile-head > .portrait { width: 68px; height: 68px; }
    people-row nav { flex-wrap: nowrap; }
    people-row nav a { flex: 1 1 0; min-width: 0; flex-direction: column; gap: 2px; padding: var(--space-2) var(--space-1); text-align: center; font-size: var(--text-s); justify-content: center; min-height: 76px; overflow-wrap: anywhere; }
    .ranking .wide { display: none; }
    .ranking .narrow { display: block; }
    .game-tabs { flex-wrap: nowrap; flex-basis: 100%; }
    .game-tabs li { flex: 1 1 0; min-width: 0; }
    .game-tabs a { flex-direction: column; gap: 2px; padding: 3px 3px var(--space-1); font-size: var(--text-s); text-align: center; line-height: 1.15; height: 100%; }
    .game-tabs .thumb { width: 100%; height: auto; aspect-ratio: 16 / 10; }
    .choices .segments { flex: 1 1 auto; }
    .segments :is(li, label) { flex: 1 1 auto; }
    .segments :is(a, label) { padding: 0 var(--space-2); text-align: center; line-height: 1.15; }
    .choices .segments a { white-space: nowrap; }
    .views { width: 100%; }
    .podium .name { font-size: var(--text-s); }
    .challenges:not(.small) { display: grid; grid-template-columns: repeat(auto-fit, minmax(5rem, 1fr)); width: 100%; }
    .challenges:not(.small) button { flex-direction: column; gap: 2px; padding: 2px 2px var(--space-1); line-height: 1.15; min-width: 0; }
    .challenges:not(.small) .thumb { width: 100%; height: auto; aspect-ratio: 16 / 10; }
    .profile-head .challenge { flex: 1 1 100%; }
    .profile-head .facts { min-height: 3em; align-content: start; } /* whether one is here comes later */
    .profile-head .actions > :is(button, .button) { flex: 1 1 auto; padding-inline: var(--space-2); font-size: var(--text-n); }
    .podium .portrait { width: 48px; height: 48px; }
    .podium .step-1 .portrait { width: 60px; height: 60px; }
    .ranking :is(th, td) { padding-inline: var(--space-1); }
    .ranking .rank { width: 2.4rem; }
    .rows li > .row { flex: 1 1 100%; }
    .to-challenge { margin-inline-start: 0; }
    .rows .ends { flex-direction: column; align-items: flex-end; gap: 0; }
    .rows .ends .plain { padding-inline-end: 0; }
    .rows .asks-row .row { flex: none; }
    .filters h2 { flex-basis: 100%; }
    .filters .field { flex: 1 1 0; min-width: 0; }
    .sums { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  }
  @media (max-width: 419px) { people-row nav a { padding-inline: 0; font-size: .75rem; } }
  @media (max-width: 374px) { people-row nav { flex-wrap: wrap; } people-row nav a { flex: 1 1 40%; flex-direction: row; min-height: 50px; gap: var(--space-2); } .challenges:not(.small) button { font-size: .75rem; } }
  @media (min-width: 900px) {
    .profile-columns { grid-template-columns: minmax(0, 1.55fr) minmax(0, 1fr); }
    .friends-columns { grid-template-columns: minmax(0, 1.55fr) minmax(0, 1fr); }
    .profile-head { grid-template-columns: auto minmax(0, 1fr) auto !important; }
    .profile-head .actions { grid-column: auto; justify-content: flex-end; max-width: 32rem; }
  }
  /* Cards of what is played, each with a picture: tournaments and deals. */
  :is(.tournament-cards, .deal-cards) a { display: grid; grid-template-columns: 96px minmax(0, 1fr); height: 100%; border: 1px solid var(--line); border-radius: var(--radius-l); overflow: hidden; background: var(--surface); box-shadow: var(--shadow-1); color: inherit; text-decoration: none; }
  :is(.tournament-cards, .deal-cards) .art { width: 96px; height: 100%; object-fit: cover; background: var(--sunken); }
  :is(.tournament-cards, .deal-cards) .about { display: grid; gap: 2px; align-content: center; padding: var(--space-3); line-height: 1.3; overflow-wrap: anywhere; min-height: 96px; }
  :is(.tournament-cards, .deal-cards) .title { font: 700 1.15rem/1.2 var(--font-title); }
  @media (hover: hover) { :is(.tournament-cards, .deal-cards) a:hover { border-color: var(--accent); } }
`;

if (styleSheet) document.adoptedStyleSheets.push(styleSheet);
