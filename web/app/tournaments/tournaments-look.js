// How tournaments look.

import { css } from "../../vendor/lit.js";
import "../players/players-look.js";

// deno-fmt-ignore
const { styleSheet } = css`
  tournaments-page, tournament-page, new-tournament-page { max-width: 72rem; margin: 0 auto; }
  tournaments-page, tournament-page, new-tournament-page { display: grid !important; grid-template-columns: minmax(0, 1fr); gap: var(--space-4); align-content: start; }
  tournaments-page > section { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-3); }
  :is(tournaments-page, new-tournament-page) .welcome { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-2); justify-items: start; }
  tournament-page .panel, new-tournament-page .panel { padding: var(--space-4); gap: var(--space-3); align-content: start; grid-template-columns: minmax(0, 1fr); margin: 0; }
  tournament-page > .panel.narrow { padding: var(--space-5); }
  standings-view, rounds-view, whole-view, people-view, director-panel, count-down { display: block; }
  .person { display: inline-flex; align-items: center; gap: var(--space-2); min-width: 0; }
  .person .portrait { width: 30px; height: 30px; }
  .person .name { overflow-wrap: anywhere; line-height: 1.2; font-weight: 600; }

  /* The list. */
  .tournament-cards { display: grid; gap: var(--space-3); grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); }
  .tournament-cards .when { font-weight: 600; }
  .tournament-cards :is(.checkIn, .running) .when { color: var(--turn); }
  .tournament-cards .checkIn a { border-color: var(--turn); }
  .tournament-cards .finished .art, .tournament-cards .aborted .art { filter: saturate(.35); }

  /* What it is, and what comes next. */
  .hero.panel { padding: 0; gap: 0; overflow: hidden; box-shadow: var(--shadow-2); }
  .hero .art { display: block; width: 100%; height: clamp(96px, 18vh, 150px); object-fit: cover; background: var(--sunken); border-bottom: 1px solid var(--line); }
  .hero .about { display: grid; gap: var(--space-2); padding: var(--space-4) var(--space-4) var(--space-3); align-content: start; }
  .hero h1 { font-size: clamp(1.5rem, 5vw, 2.25rem); overflow-wrap: anywhere; }
  .hero .chips { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-2); }
  .chips li { padding: 2px var(--space-3); border-radius: 99px; background: var(--sunken); font-size: var(--text-s); }
  .hero .step { display: grid; gap: var(--space-2); align-content: center; justify-items: stretch; text-align: center; padding: var(--space-4); background: var(--accent-soft); border-top: 1px solid var(--line); }
  .hero .step:is(.here, .table) { background: var(--turn-soft); }
  .hero .step.finished { background: var(--good-soft); }
  .hero .step .go { min-height: 60px; font-size: var(--text-l); width: 100%; }
  .hero .step:is(.here, .table) .go { background: var(--turn); color: var(--turn-ink); }
  .hero .step .lead { font: 700 var(--text-xl)/1.15 var(--font-title); text-wrap: balance; overflow-wrap: anywhere; }
  .hero .step .soft { color: var(--ink); font-size: var(--text-n); text-wrap: balance; }
  .hero .joining { display: grid; gap: var(--space-2); text-align: start; }
  .until { display: grid; gap: 0; justify-items: center; line-height: 1.2; }
  .until > span { font-size: var(--text-s); }
  .until time { display: block; font: 700 clamp(1.9rem, 9vw, 2.6rem)/1.05 var(--font-title); font-variant-numeric: tabular-nums; }
  .until small { display: block; }
  .until b { font: 700 var(--text-l)/1.2 var(--font-title); }
  .inviting > summary { margin: 0; }
  .inviting.panel:not([open]) { padding-block: var(--space-1); gap: 0; }
  .inviting[open].panel { padding-block-end: var(--space-4); }
  director-panel .here { display: flex; align-items: center; gap: var(--space-3); font-weight: 600; }
  director-panel progress { accent-color: var(--good); flex: 0 1 12rem; min-width: 0; }

  /* How it stands. */
  .shown .views { width: max-content; max-width: 100%; }
  .shown .board-soon { min-height: 240px; }
  .standings { border-collapse: separate; border-spacing: 0; }
  .standings abbr { text-decoration: none; }
  .standings .who-is a { max-width: 100%; vertical-align: middle; }
  .standings + * { margin-top: var(--space-3); }
  .standings .who-is .person { gap: var(--space-2); }
  .standings .gone { color: var(--ink-soft); }
  .standings .who-is small.soft { margin-inline-start: var(--space-2); vertical-align: middle; }
  .standings .me > td { position: sticky; inset-block: 0 calc(env(safe-area-inset-bottom)); z-index: 1; background: var(--accent-soft); border-block: 1px solid var(--accent); }
  html:has(.standings .me) { scroll-padding-block: 64px; }
  .standings .leads b { color: var(--good); }
  .turning { display: flex; gap: var(--space-2); align-items: center; max-width: 22rem; margin: 0 auto var(--space-3); }
  .turning label { flex: 1; }
  .turning button { min-width: var(--target); padding: 0; font-size: 1.4rem; }
  .pairings { display: grid; gap: var(--space-2); grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); }
  .pairing { display: grid; grid-template-columns: 1.6rem minmax(0, 1fr) auto; gap: 2px var(--space-2); align-items: center; padding: var(--space-2) var(--space-3); border: 1px solid var(--line); border-radius: var(--radius-m); background: var(--raised); }
  .pairing.me { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-soft); }
  .pairing .number { font-weight: 700; text-align: end; }
  .pairing ul li { display: flex; justify-content: space-between; align-items: center; gap: var(--space-2); min-height: 34px; }
  .pairing .points { font: 700 1.15rem/1 var(--font-title); min-width: 1.4em; text-align: end; }
  .pairing .state { display: grid; justify-items: end; gap: 2px; text-align: end; max-width: 7.5rem; line-height: 1.2; }
  .pairing .state .button { padding: 0 var(--space-3); font-size: var(--text-n); }
  .pairing .name { overflow-wrap: break-word; min-width: 0; }
  .plays { color: var(--turn); font-weight: 700; }
  .pairing .first .name, .slot .first .name { font-weight: 700; }
  .pairing.done li:not(.first) .name, .slot.done li:not(.first) .name { color: var(--ink-soft); font-weight: 400; }
  .byes { margin-top: var(--space-2); }
  .entrants { display: grid; gap: 0 var(--space-5); grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
  .entrants .person { flex: 1 1 7rem; }
  .entrants li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--space-3); min-height: 52px; border-bottom: 1px solid var(--line); }
  .entrants li > .small.soft { margin-inline-start: auto; }
  .entrants .here > .small.soft { color: var(--good); font-weight: 600; }
  .entrants .out { opacity: .75; }
  .entrants .out .name { text-decoration: line-through; }
  .entrants button { color: var(--danger); padding-inline: var(--space-2); }

  /* The cross table, and the bracket: a list of rounds, which is drawn as a tree where there is room. */
  .cross-scroll, .bracket-scroll { position: relative; overflow-x: auto; max-width: 100%; border-radius: var(--radius-m); }
  .cross { border-collapse: separate; border-spacing: 0; width: 100%; }
  .cross :is(th, td) { padding: var(--space-1) var(--space-2); border-bottom: 1px solid var(--line); text-align: center; min-width: 2.6rem; height: 46px; font-weight: 600; }
  .cross thead th { font-size: var(--text-s); color: var(--ink-soft); height: auto; }
  .cross .who { position: sticky; inset-inline-start: 0; text-align: start; background: var(--surface); min-width: 9.5rem; max-width: 14rem; z-index: 1; }
  .cross .name { overflow-wrap: break-word; }
  .cross .rank { color: var(--ink-soft); min-width: 2rem; font-weight: 400; }
  .cross .me > *, .cross .me .who { background: var(--accent-soft); }
  .cross .self { background: repeating-linear-gradient(45deg, var(--line) 0 2px, transparent 2px 7px) !important; }
  .cross .won { color: var(--good); background: var(--good-soft); }
  .cross .lost { color: var(--danger); }
  .cross .open { color: var(--ink-soft); }
  .cross .right { text-align: end; }
  .cross td.right { font-size: 1.1rem; }
  .bracket { display: grid; gap: var(--space-4); }
  .bracket h2 { margin-bottom: var(--space-2); color: var(--ink-soft); }
  .bracket > li > ol { display: grid; gap: var(--space-2); }
  .slot { border: 1px solid var(--line); border-radius: var(--radius-m); background: var(--raised); padding: var(--space-1) var(--space-3); min-height: 72px; display: grid; align-content: center; }
  .slot.me { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
  .slot.open:not(.empty) { border-color: var(--turn); }
  .slot.empty { border-style: dashed; background: none; text-align: center; }
  .slot a { color: inherit; text-decoration: none; }
  .slot ul li { display: flex; justify-content: space-between; align-items: center; gap: var(--space-2); min-height: 32px; }
  .slot .portrait { width: 24px; height: 24px; }
  @media (min-width: 900px) {
    .bracket { grid-auto-flow: column; grid-auto-columns: minmax(10.5rem, 1fr); grid-template-rows: minmax(0, 1fr); gap: var(--space-6); padding: 2px; }
    .bracket > li { display: grid; grid-template-rows: auto minmax(0, 1fr); }
    .bracket > li > ol { gap: 0; grid-auto-rows: 1fr; }
    .bracket .place { position: relative; display: grid; align-items: center; padding-block: 6px; }
    .bracket > li:not(:first-child) .place::before { content: ""; position: absolute; inset: 50% 100% auto auto; width: 20px; border-top: 2px solid var(--line); }
    .bracket > li:not(:last-child) .place::after { content: ""; position: absolute; inset-inline: 100% auto; width: 20px; border: solid var(--line); border-width: 0; }
    .bracket .place:nth-child(odd)::after { inset-block: 50% 0; border-block-start-width: 2px !important; border-inline-end-width: 2px !important; border-start-end-radius: 8px; }
    .bracket .place:nth-child(even)::after { inset-block: 0 50%; border-block-end-width: 2px !important; border-inline-end-width: 2px !important; border-end-end-radius: 8px; }
    .hero.panel { grid-template-columns: 15rem minmax(0, 1fr) 20rem; }
    .hero .art { height: 100%; min-height: 200px; border-bottom: 0; border-inline-end: 1px solid var(--line); }
    .hero .about { padding: var(--space-5); }
    .hero .step { border-top: 0; border-inline-start: 1px solid var(--line); }
  }
  @media (min-width: 560px) and (max-width: 899px) {
    .hero.panel { grid-template-columns: 10rem minmax(0, 1fr); }
    .hero .art { height: 100%; border-bottom: 0; }
    .hero .step { grid-column: 1 / -1; }
  }

  /* A new one. */
  .game-choice { border: 0; margin: 0; padding: 0; min-width: 0; display: grid; gap: var(--space-2); grid-template-columns: repeat(auto-fit, minmax(min(100%, 6.5rem), 1fr)); max-width: 40rem; }
  .game-choice label { position: relative; display: grid; gap: 2px; border: 1px solid var(--line); border-radius: var(--radius-m); background: var(--surface); overflow: hidden; cursor: pointer; font-weight: 600; text-align: center; line-height: 1.2; }
  .game-choice label > span:last-child { padding: var(--space-1) var(--space-1) var(--space-2); }
  .game-choice .thumb { width: 100%; height: auto; aspect-ratio: 16 / 9; border-radius: 0; }
  .game-choice input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer; }
  .game-choice label:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-soft); }
  .game-choice label:has(:focus-visible) { outline: 3px solid var(--mark); outline-offset: 2px; }
  .presets { display: grid; gap: var(--space-2); grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
  .presets button { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2px; align-content: start; justify-items: start; text-align: start; width: 100%; height: 100%; min-height: 76px; padding: var(--space-3) var(--space-4); border-color: var(--line); background: var(--surface); box-shadow: var(--shadow-1); }
  .presets b { font: 700 1.15rem/1.2 var(--font-title); }
  .presets .soft { font-weight: 400; font-size: var(--text-n); }
  .presets [aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-soft); }
  .making { max-width: 46rem; }
  .making .when { display: grid; gap: var(--space-1) var(--space-4); grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); align-items: end; }
  .making .who { border: 0; margin: 0; padding: 0; min-width: 0; }
  .making .who legend { padding: 0; margin-bottom: var(--space-1); font-size: var(--text-s); color: var(--ink-soft); }
  .making table-options { display: flex; align-items: center; gap: var(--space-3); }
  .making table-options > button { border-color: var(--line-strong); background: var(--raised); }
  .making .amounts { display: grid; gap: var(--space-3); grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); }
  .making .go { min-height: 56px; font-size: var(--text-l); padding-inline: var(--space-6); }
  @media (max-width: 559px) {
    .making .go { width: 100%; }
    .presets { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    .presets button { padding: var(--space-2) var(--space-3); }
    .shown .views { width: 100%; }
    .shown .views:has(label:nth-of-type(4)) { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
    .pairing { padding-inline: var(--space-2); }
  }
  @media (max-width: 359px) { .presets { grid-template-columns: minmax(0, 1fr); } .pairing { grid-template-columns: 1.6rem minmax(0, 1fr); } .pairing .state { grid-column: 2; max-width: none; justify-items: start; text-align: start; } }
`;

if (styleSheet) document.adoptedStyleSheets.push(styleSheet);
