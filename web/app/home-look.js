// How the pages look from which one comes to a table: what a table itself can do without.

import { css } from "../vendor/lit.js";

// deno-fmt-ignore
const styles = css`
  .columns { display: grid; gap: var(--space-5); max-width: 78rem; margin: 0 auto; }
  .columns > section { min-width: 0; display: grid; gap: var(--space-3); align-content: start; }
  lobby-page h1 { max-width: 78rem; margin: 0 auto var(--space-4); }
  .rivals { border: 0; margin: 0; padding: 0; min-height: 52px; display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: stretch; }
  .rivals legend { padding: 0; font-size: var(--text-s); color: var(--ink-soft); margin-bottom: var(--space-1); }
  .rivals label { display: flex; align-items: center; gap: var(--space-2); flex: 1 1 0; min-height: 52px; padding: var(--space-1) var(--space-3); border: 1px solid var(--line); border-radius: var(--radius-m); background: var(--surface); cursor: pointer; }
  .rivals label:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
  .rivals label:has(:focus-visible) { outline: 3px solid var(--mark); outline-offset: 2px; }
  .rivals span { line-height: 1.15; }
  .rivals small { display: block; }
  .game { position: relative; overflow: hidden; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius-l); padding: var(--space-4) var(--space-4) var(--space-2); display: grid; gap: var(--space-2); align-content: start; box-shadow: var(--shadow-2); }
  .game p { max-width: 46ch; }
  .game h2, .game .soft { padding-inline-end: 96px; }
  .game.lost-cities h2 { font-size: var(--text-xl); }
  .game .actions { margin-top: var(--space-2); max-width: none; }
  .game .actions > * { flex: 1 1 auto; padding-inline: var(--space-2); font-size: .9375rem; }
  .game.lost-cities .go { flex: 1 1 100%; min-height: 58px; font-size: var(--text-l); }
  table-options, match-list, your-tables { display: block; }
  .options { display: grid; gap: var(--space-3); padding: var(--space-2) 0; }
  .counts { border: 0; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: var(--space-1) var(--space-3); }
  .counts legend { padding: 0; }
  .counts label { display: flex; align-items: center; gap: var(--space-2); min-height: var(--target); line-height: 1.15; }
  .counts input { width: 3.25rem; flex: none; }
  .art { position: absolute; inset: 14px 14px auto auto; width: 92px; height: 92px; pointer-events: none; }
  .art i { position: absolute; display: block; }
  .lost-cities .art i { width: 34px; height: 50px; border-radius: 5px; inset: 14px auto auto 30px; transform-origin: 50% 130%; box-shadow: var(--shadow-2), inset 0 0 0 2px rgb(255 255 255 / .35); }
  .lost-cities .art-0 { background: var(--card-r); rotate: -36deg; }
  .lost-cities .art-1 { background: var(--card-w); rotate: -18deg; }
  .lost-cities .art-2 { background: var(--card-y); }
  .lost-cities .art-3 { background: var(--card-b); rotate: 18deg; }
  .lost-cities .art-4 { background: var(--card-g); rotate: 36deg; }
  .livingstone .art i { border-style: solid; border-width: 0 17px 28px; border-color: transparent transparent var(--card-y-edge); }
  .livingstone .art-0 { inset: 18px auto auto 4px; }
  .livingstone .art-1 { inset: 8px auto auto 38px; border-bottom-color: var(--card-r) !important; }
  .livingstone .art-2 { inset: 30px auto auto 56px; border-bottom-color: var(--card-g) !important; }
  .livingstone .art .art-3 { inset: 64px auto auto 0; width: 92px; height: 6px; border: 0; border-radius: 3px; background: var(--card-b); }
  .livingstone .art .art-4 { inset: 74px auto auto 12px; width: 80px; height: 6px; border: 0; border-radius: 3px; background: var(--card-b); opacity: .6; }
  .just4fun .art i { width: 26px; height: 26px; border-radius: 6px; background: var(--sunken); border: 1px solid var(--line-strong); }
  .just4fun .art-0 { inset: 6px auto auto 4px; }
  .just4fun .art-1 { inset: 6px auto auto 34px; background: var(--card-r) !important; border-radius: 50% !important; }
  .just4fun .art-2 { inset: 6px auto auto 64px; }
  .just4fun .art-3 { inset: 36px auto auto 34px; background: var(--card-r) !important; border-radius: 50% !important; }
  .just4fun .art-4 { inset: 36px auto auto 64px; background: var(--card-b) !important; border-radius: 50% !important; }
  .seeking { display: grid; gap: var(--space-2); padding: var(--space-4); border-radius: var(--radius-l); background: var(--accent-soft); border: 1px solid var(--accent); }
  .matches { display: grid; gap: var(--space-2); }
  .matches li { display: flex; align-items: center; gap: var(--space-3); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius-m); padding: var(--space-2) var(--space-3); min-height: 60px; }
  .matches li > div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  .matches .whole { flex: 1; display: flex; justify-content: space-between; gap: var(--space-3); align-items: center; min-height: var(--target); color: inherit; text-decoration: none; }
  .matches .whole > span:first-child { display: grid; overflow-wrap: anywhere; }
  .matches .status { text-align: end; font-size: var(--text-s); color: var(--ink-soft); }
  .matches .mine { border-color: var(--turn); background: var(--turn-soft); }
  .matches .mine .status { color: var(--turn); font-weight: 700; }
  .matches .mine .soft { color: var(--ink); }
  @media (min-width: 900px) {
    .columns { grid-template-columns: minmax(0, 1.45fr) minmax(0, 1fr); align-items: start; column-gap: var(--space-6); grid-template-rows: auto auto 1fr; }
    .columns .play { grid-row: 1 / 4; grid-template-columns: 1fr 1fr; }
    .columns .play > * { grid-column: 1 / -1; }
    .columns .play > .livingstone { grid-column: 1; }
    .columns .play > .just4fun { grid-column: 2; }
    .columns.two { grid-template: auto / 1fr 1fr; }
    .game.lost-cities { padding: var(--space-5) var(--space-5) var(--space-3); }
    .game .go { flex: 1 1 100%; }
    .game.lost-cities .art { scale: 1.35; inset: 26px 44px auto auto; }
    .options { grid-template-columns: 1fr 1fr; }
    .columns :is(.livingstone, .just4fun) .options { grid-template-columns: 1fr; }
    .options :is(.check, .guess, .counts) { grid-column: 1 / -1; }
  }
`;

if (styles.styleSheet) document.adoptedStyleSheets.push(styles.styleSheet);
