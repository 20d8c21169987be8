// How the pages look from which one comes to a table: what a table itself can do without.

import { css } from "../../vendor/lit.js";

// deno-fmt-ignore
const styles = css`
  home-page, lobby-page { max-width: 80rem; margin: 0 auto; }
  home-page > section:not(.yours), .yours.kept, .yours:has(li), home-page > .columns, lobby-page > .columns { margin-bottom: var(--space-5); }
  .columns { display: grid; gap: var(--space-5); }
  .columns > section { min-width: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-3); align-content: start; }
  table-options, match-list, your-tables, live-table, who-is-here, ready-players { display: block; }
  .people { min-height: 76px; margin-bottom: var(--space-5); overflow: clip visible; }
  @media (max-width: 374px) { .people { min-height: 108px; } } /* filled later: nothing below moves */
  .people > .empty { padding: var(--space-4); }
  .loading { display: grid; place-items: center start; min-height: 60px; }
  .play { display: grid; gap: var(--space-4); }
  .welcome { display: grid; gap: 0 var(--space-5); align-items: baseline; }
  .welcome .rivals { grid-column: 1 / -1; }
  lobby-page .welcome { margin-bottom: var(--space-4); }
  who-is-here { height: 1.5em; font-size: var(--text-s); white-space: nowrap; }
  .faces { display: inline-flex; vertical-align: middle; }
  .faces > * + * { margin-inline-start: -10px; }
  .nobody { display: inline-grid; place-items: center; width: 40px; height: 40px; flex: none; border-radius: 50%; border: 2px dashed currentColor; font-size: 1.25rem; line-height: 1; }

  /* Something goes on: a search, people who are here. */
  .pulse { display: inline-block; width: 10px; height: 10px; border-radius: 50%; background: var(--good); vertical-align: baseline; margin-inline-end: 2px; animation: pulse 2s infinite; }
  .badge.search { display: flex; align-items: center; justify-content: center; gap: var(--space-2); color: inherit; font: 600 var(--text-s) var(--font); text-decoration: none; white-space: nowrap; min-width: var(--target); min-height: var(--target); }
  .badge.search .word { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  .badge.search > span:first-child { flex: none; width: 16px; height: 16px; background: var(--good); }
  @keyframes pulse { 0% { box-shadow: 0 0 0 0 color-mix(in srgb, var(--good) 70%, transparent); } 70%, 100% { box-shadow: 0 0 0 9px transparent; } }
  @media (max-width: 479px) { .head:has(.badge) .who { display: none; } } /* the face says as much */
  @media (max-width: 479px) { .head:has(turn-badge) .badge.search .word { display: none; } }
  @media (max-width: 379px) { .badge.search .word { display: none; } }
  .pips .full { fill: var(--accent); }
  .pips .hollow { fill: none; stroke: var(--line-strong); stroke-width: .8; }

  /* Against whom. */
  .rivals { border: 0; margin: var(--space-2) 0 0; padding: 0; min-width: 0; min-height: 142px; }
  .rivals legend { padding: 0; font-size: var(--text-s); color: var(--ink-soft); margin-bottom: var(--space-1); }
  .rivals > div { display: flex; gap: min(var(--space-2), 1.2vw); }
  .rivals label { position: relative; display: grid; justify-items: center; align-content: start; gap: 2px; flex: 1 1 0; min-width: 0; min-height: 118px; padding: var(--space-2) 0; border: 2px solid transparent; border-radius: var(--radius-l); background: var(--surface); box-shadow: var(--shadow-1); cursor: pointer; text-align: center; line-height: 1.15; }
  .rivals.soon { padding-top: 22px; }
  .rivals.soon span { flex: 1 1 0; min-height: 118px; border-radius: var(--radius-l); background: var(--surface); opacity: .6; }
  .rivals label:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
  .rivals label:has(:checked)::after { content: "✓"; position: absolute; inset: -8px -6px auto auto; width: 20px; border-radius: 50%; background: var(--accent); color: var(--accent-ink); font: 700 .75rem / 20px var(--font); }
  .rivals label:has(:focus-visible) { outline: 3px solid var(--mark); outline-offset: 2px; }
  .rivals input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer; }
  .rivals .portrait { width: min(52px, 12vw); height: min(52px, 12vw); }
  .rivals b, .rivals small { display: block; }
  .rivals b { font-size: min(1em, 4.2vw); }
  .rivals small { color: var(--ink-soft); overflow-wrap: anywhere; font-size: min(var(--text-s), 3vw); }
  .pips { display: block; margin: 3px auto 0; }

  /* The games. */
  .games { display: grid; gap: var(--space-4); }
  .game { overflow: hidden; background: var(--surface); border: 1px solid var(--line); border-radius: 20px; padding: 0 var(--space-4) var(--space-2); display: grid; gap: var(--space-2); align-content: start; grid-template-rows: auto 1fr; box-shadow: var(--shadow-2); position: relative; }
  .game .art { display: block; width: calc(100% + 2 * var(--space-4)); height: auto; aspect-ratio: 16 / 9; object-fit: cover; margin: 0 calc(-1 * var(--space-4)); grid-area: 1 / 1; pointer-events: none; transition: scale .4s; }
  .game > h2 { grid-area: 1 / 1; align-self: end; justify-self: start; margin: 0 0 var(--space-2); padding: 2px var(--space-3); border-radius: var(--radius-m); background: rgb(28 22 14 / .78); color: #fff; font-size: var(--text-xl); z-index: 1; }
  .game > .facts { grid-area: 1 / 1; place-self: start end; margin: var(--space-2) calc(-1 * var(--space-2)) 0 0; padding: 1px var(--space-3); border-radius: 99px; background: rgb(28 22 14 / .78); color: #fff; font-size: var(--text-s); z-index: 1; }
  .game:not(:has(.art)) > .facts { grid-area: auto; justify-self: start; margin: 0; background: none; padding: 0; color: var(--ink-soft); }
  .game:not(:has(.art)) > h2 { margin-top: var(--space-4); background: none; padding: 0; color: inherit; }
  .game .line-of { align-self: start; padding-top: var(--space-1); line-height: 1.3; }
  .game .go { min-height: 58px; padding-block: 0; line-height: 1.15; font-size: var(--text-l); display: flex; align-items: center; justify-content: center; gap: var(--space-3); }
  .game .go .portrait, .game .go .nobody { width: 38px; height: 38px; box-shadow: 0 0 0 2px var(--accent); }
  .game .go small { display: block; min-height: 1.15em; font: 400 var(--text-s) / 1.15 var(--font); }
  .seating { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-3); justify-content: space-between; }
  .seating fieldset { display: flex; align-items: center; gap: 2px; border: 0; margin: 0; padding: 0; min-width: 0; }
  .seating legend { float: left; padding: 0; margin-inline-end: var(--space-2); font-size: var(--text-s); color: var(--ink-soft); }
  .seating fieldset label { position: relative; }
  .seating fieldset span { display: grid; place-items: center; min-width: var(--target); min-height: var(--target); border-radius: var(--radius-m); border: 1px solid var(--line); font-weight: 600; }
  .seating :checked + span { background: var(--accent-soft); border-color: var(--accent); color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
  .seating :focus-visible + span, .guest:has(:focus-visible) { outline: 3px solid var(--mark); outline-offset: 2px; }
  .seating :is(input, select) { position: absolute; inset: 0; width: 100%; height: 100%; padding: 0; opacity: 0; cursor: pointer; }
  .guests { display: flex; gap: var(--space-1); }
  .guests.only { padding: 2px; }
  @media (max-width: 699px) { .seating.fixed, .guests.only { display: none; } }
  @media (min-width: 700px) { .guests { flex: 1 0 100%; } .game .go > :is(.portrait, .nobody) { display: none; } } /* the row keeps its place: no card moves the others */
  .guest { position: relative; display: grid; place-items: center; width: var(--target); height: var(--target); border-radius: 50%; color: var(--ink-soft); }
  .guest::after { content: "▾"; position: absolute; inset: auto -1px -1px auto; width: 16px; height: 16px; display: grid; place-items: center; border-radius: 50%; background: var(--surface); border: 1px solid var(--line-strong); font-size: 11px; line-height: 1; pointer-events: none; }
  .game .actions { align-items: stretch; }
  .game .actions > * { flex: 1 1 0; padding: 0 var(--space-1); font-size: .9375rem; line-height: 1.15; }
  .game .actions [data-waits]::after { content: attr(data-waits); display: block; color: var(--good); font-size: var(--text-s); } /* beside what the button is called */
  .game .more { justify-content: space-between; margin: 0 calc(-1 * var(--space-2)); }
  .game table-options { display: flex; align-items: center; min-width: 0; }
  .game .told { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; line-height: 1.2; font-weight: 600; color: var(--ink-soft); }
  .game .more .plain { flex: none; color: var(--accent); font-size: .9375rem; padding-inline: var(--space-2); }
  @media (hover: hover) { .game:hover .art { scale: 1.04; } .game { overflow: clip; } }

  /* The options, in a dialog. */
  table-options dialog { width: min(34rem, calc(100vw - 2 * var(--space-4))); max-height: calc(100dvh - 2 * var(--space-5)); }
  .options { display: grid; gap: var(--space-3); }
  .counts { border: 0; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: var(--space-1) var(--space-3); }
  .counts legend { padding: 0; }
  .counts label { display: flex; align-items: center; gap: var(--space-2); min-height: var(--target); line-height: 1.15; }
  .counts input { width: 3.25rem; flex: none; }

  /* Lists. */
  /* Where the thumb is, over the end of what is seen: so nothing moves, and Play stays where it was. */
  .searching { position: sticky; z-index: 2; bottom: calc(var(--space-2) + env(safe-area-inset-bottom)); display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 var(--space-2); align-items: center; padding: var(--space-1) var(--space-1) var(--space-1) var(--space-4); border-radius: var(--radius-l); background: var(--accent-soft); border: 1px solid var(--accent); box-shadow: var(--shadow-3); line-height: 1.2; }
  .searching p { grid-column: 2; padding-block: var(--space-1); }
  .searching p .soft { display: block; }
  .searching .stop { grid-area: 1 / 3; min-width: var(--target); padding: 0; }
  .searching .meanwhile { grid-area: 2 / 1 / auto / 3; justify-self: start; background: var(--surface); padding-block: 0; margin-inline-start: calc(-1 * var(--space-2)); }
  .searching .check { grid-area: 3 / 1 / auto / 4; }
  home-page .searching .meanwhile { display: none; } /* the games have it */
  .searching .portrait { width: 30px; height: 30px; }
  html:has(.searching) { scroll-padding-bottom: 160px; }
  body:has(.searching) .notice { margin-bottom: 160px; }
  .matches { display: grid; gap: var(--space-2); }
  .matches li { display: flex; align-items: center; gap: var(--space-3); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius-m); padding: var(--space-2) var(--space-3); min-height: 64px; }
  .matches li > div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  .matches .searcher { border-color: var(--good); }
  .thumb { width: 64px; height: 48px; object-fit: cover; border-radius: var(--radius-s); flex: none; background: var(--sunken); }
  .nothing { display: grid; grid-template-columns: minmax(0, auto); gap: var(--space-3); place-content: center; justify-items: center; text-align: center; padding: var(--space-5) var(--space-4); min-height: 180px; border-radius: var(--radius-l); border: 2px dashed var(--line); color: var(--ink-soft); }
  .nothing b { display: block; color: var(--ink); font: 700 var(--text-l) var(--font-title); }
  .nothing::before { content: ""; width: 132px; height: 76px; background: var(--empty-table) center / contain no-repeat; }
  .nothing .row { justify-content: center; }
  .nothing button { display: grid; gap: var(--space-1); justify-items: center; padding: var(--space-2); font-size: .875rem; flex: 0 1 7rem; min-width: 0; }
  .nothing .row { flex-wrap: nowrap; justify-self: stretch; }
  .nothing .thumb { width: 100%; max-width: 88px; height: 56px; }
  .nothing.again { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-1) var(--space-3); min-height: 64px; padding: var(--space-1) var(--space-3); text-align: start; }
  .nothing.again::before, .nothing.again .thumb { display: none; }
  .nothing.again p { flex: 1 1 10rem; }
  .nothing.again .row { flex-basis: 18rem; }

  /* Who can be challenged. */
  .ready { margin-top: var(--space-2); }
  .ready small { display: inline; }
  .ready li { flex-wrap: wrap; }
  .ready .level { display: inline-flex; align-items: center; gap: var(--space-1); }
  .ready .pips { margin: 0; }
  .ready .row { flex-wrap: nowrap; }
  .ready button { flex: 1 1 0; font-size: .875rem; padding-inline: var(--space-2); white-space: nowrap; }
  @media (max-width: 520px) { .ready .row { flex: 1 1 100%; flex-wrap: wrap; gap: var(--space-1); } .ready button { flex: 1 1 auto; padding-inline: var(--space-1); font-size: .8125rem; } }

  /* The player's own tables, in one row. */
  .yours .matches { display: flex; overflow-x: auto; scrollbar-width: thin; padding-bottom: var(--space-1); scroll-snap-type: x proximity; }
  .yours.kept { min-height: 90px; }
  .yours li { flex: 0 0 min(20rem, 84vw); padding: var(--space-1) var(--space-2); height: 86px; scroll-snap-align: start; box-shadow: var(--shadow-1); }
  @media (max-width: 699px) { .yours li:only-child { flex-basis: 100%; } }
  .yours .whole { flex: 1; min-width: 0; display: flex; gap: var(--space-3); align-items: center; min-height: var(--target); color: inherit; text-decoration: none; }
  .yours .whole > span { display: grid; min-width: 0; line-height: 1.25; }
  .yours .whole .soft { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .yours li > .button { padding-inline: var(--space-2); font-size: .9375rem; color: var(--accent); }
  .yours b { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .yours .portrait { width: 20px; height: 20px; }
  .yours .faces > * + * { margin-inline-start: -5px; }
  .yours .status { display: block; font-size: var(--text-s); color: var(--ink-soft); }
  .yours .status::first-letter { text-transform: uppercase; }
  .yours .status b { color: var(--ink); white-space: nowrap; }
  .yours .won .status { color: var(--good); font-weight: 700; }
  .yours .mine { border-color: var(--turn); background: var(--turn-soft); border-inline-start-width: 5px; }
  .yours .mine .status { color: var(--turn); font-weight: 700; font-size: var(--text-m); }
  .yours .mine .soft { color: var(--ink); }
  .yours .mine .thumb { box-shadow: 0 0 0 2px var(--turn); }

  /* What is played now. */
  .stage { position: relative; display: grid; grid-template: minmax(0, 1fr) auto / minmax(0, 1fr); height: 430px; overflow: hidden; border-radius: var(--radius-l); border: 1px solid var(--line); background: var(--felt); color: inherit; text-decoration: none; box-shadow: var(--shadow-2); }
  .stage.soft { place-items: center; }
  .stage.nothing { display: grid; grid-template: none; height: 260px; }
  .stage croupier-table { zoom: .6; block-size: auto; min-height: 0; pointer-events: none; }
  .stage img { width: 100%; height: 100%; object-fit: cover; }
  .stage .told { padding: var(--space-2) var(--space-3); background: var(--surface); border-top: 1px solid var(--line); overflow-wrap: anywhere; }
  .stage .told b { margin-inline-end: var(--space-2); }
  .stage .portrait { width: 26px; height: 26px; }
  @media (hover: hover) { a.stage:hover { border-color: var(--accent); } }

  @media (max-width: 374px) { .matches > li { flex-wrap: wrap; } .matches > li > div { flex-basis: 9rem; } .matches > li > :is(button, .button) { margin-inline-start: auto; } .nothing button { padding-inline: 0; font-size: .8125rem; } }
  @media (max-width: 520px) { .matches > li { gap: var(--space-2); } .matches > li .portrait { width: 32px; height: 32px; } .matches li > :is(button, .button) { padding-inline: var(--space-3); } }
  @media (min-width: 520px) {
    .welcome { grid-template-columns: 1fr auto; }
    .searching { grid-template-columns: auto minmax(0, 1fr) repeat(3, auto); gap: 0 var(--space-3); }
    .searching .meanwhile, home-page .searching .meanwhile { grid-area: 1 / 3; display: inline-flex; }
    .searching .check { grid-area: 1 / 4; }
    .searching .stop { grid-area: 1 / 5; }
    html:has(.searching) { scroll-padding-bottom: 80px; }
    body:has(.searching) .notice { margin-bottom: 72px; }
  }
  @media (min-width: 700px) { .games { grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); } }
  @media (hover: hover) { home-page > .yours.kept { min-height: 106px; margin-bottom: var(--space-2); } } /* with a bar to scroll */
  @media (min-width: 900px) {
    .columns { grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); column-gap: var(--space-6); }
    .columns.two { grid-template-columns: 1fr 1fr; }
  }
  @media (min-width: 1200px) {
    home-page .welcome { grid-template-columns: 17rem minmax(0, 1fr); align-items: end; }
    home-page .welcome h1 { font-size: 2.25rem; white-space: nowrap; align-self: end; grid-row: 1; }
    home-page who-is-here { grid-row: 2; font-size: var(--text-m); }
    home-page .welcome .rivals { grid-area: 1 / 2 / 3 / 3; min-height: 94px; }
    .rivals label { grid-template: auto / auto 1fr; justify-items: start; align-items: center; align-content: center; text-align: start; gap: var(--space-2); min-height: 72px; padding: var(--space-2); }
    .rivals.soon span { min-height: 72px; }
    .pips { margin-inline: 0; }
  }
  @media (min-width: 1500px) { home-page, lobby-page { max-width: 96rem; } .stage { height: 560px; } .stage croupier-table { zoom: .8; } }
  /* A very wide screen: what is played and who looks for somebody stand beside the games. */
  @media (min-width: 2200px) {
    home-page { max-width: 136rem; display: grid !important; grid-template-columns: minmax(0, 1fr) 34rem; column-gap: var(--space-6); align-items: start; grid-auto-flow: dense; }
    home-page > * { grid-column: 1 / -1; }
    home-page > :is(.play.play, .people) { grid-column: 1; }
    home-page > .columns.columns { grid-column: 2; grid-row: span 2; grid-template-columns: minmax(0, 1fr); }
  }
`;

/** An empty table with three chairs, in colours that are seen on light and dark. */
const TABLE =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 76"><g fill="none" stroke="#8d8170" stroke-width="3"
  stroke-linecap="round"><path d="M14 70V34M14 52h20v18M118 70V34m0 18H98v18"/></g><ellipse cx="66" cy="38" rx="40" ry="9" fill="#17625b"/><path
  d="M62 46h8l2 24h-12Z" fill="#8d8170"/><g stroke="#2b2620" stroke-opacity=".3"><rect x="44" y="8" width="17" height="25" rx="3"
  fill="#b3312a" transform="rotate(-14 52 33)"/><rect x="58" y="5" width="17" height="25" rx="3" fill="#edbf3c"/><rect x="72" y="8" width="17" height="25"
  rx="3" fill="#28609f" transform="rotate(14 80 33)"/></g></svg>`;
document.documentElement.style.setProperty("--empty-table", `url("data:image/svg+xml,${encodeURIComponent(TABLE)}")`);

if (styles.styleSheet) document.adoptedStyleSheets.push(styles.styleSheet);
