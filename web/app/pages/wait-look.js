// How the wait for players looks.

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  wait-page .panel.narrow { max-width: 36rem; }
  @media (max-width: 30rem) { wait-page .panel.narrow { padding: var(--space-4); } }
  wait-page .big { font-size: var(--text-l); }
  wait-page .coming { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-3); }
  wait-page .coming > span:last-child { flex: 1 1 12rem; }
  wait-page .seats { display: grid; gap: var(--space-2); }
  wait-page .seats > li { display: grid; border-radius: var(--radius-m); background: var(--sunken); }
  wait-page .seats .free { background: transparent; border: 1.5px dashed var(--line-strong); color: var(--ink-soft); }
  wait-page .seats .place { display: flex; align-items: center; gap: var(--space-2); min-height: 60px; padding: var(--space-2) var(--space-3); }
  wait-page .seats .who { display: grid; line-height: 1.25; flex: 1; min-width: 0; overflow-wrap: anywhere; padding-inline-start: var(--space-1); }
  wait-page .seats .free .who b { font-weight: 400; }
  wait-page .seats .invited .portrait { opacity: .55; }
  wait-page .seats .sits { position: relative; display: inline-grid; flex: none; }
  wait-page .seats .seat-mark { position: absolute; inset: auto -3px -2px auto; --mark-size: 17px; }
  wait-page .portrait { width: 40px; height: 40px; flex: none; }
  wait-page .empty-face { width: 40px; height: 40px; flex: none; border-radius: 50%; border: 1.5px dashed var(--line-strong); }
  wait-page .place button { min-width: var(--target); padding-inline: var(--space-3); }
  wait-page .bots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(8.5rem, 100%), 1fr)); gap: var(--space-2); padding: 0 var(--space-3) var(--space-3); }
  wait-page .bots button { justify-content: flex-start; text-align: start; padding: var(--space-2) var(--space-3); gap: var(--space-3); }
  wait-page .bots .who { font-weight: 400; }
  wait-page .bots .pips { margin-inline: 0; }
  wait-page .inviting { min-height: 200px; }
  @media (max-width: 30rem) { wait-page .inviting { min-height: 220px; } }
  wait-page .dots i { display: inline-block; width: 7px; height: 7px; margin-inline-start: 4px; border-radius: 50%; background: var(--accent); animation: dots 1.2s infinite; }
  wait-page .dots i:nth-child(2) { animation-delay: .2s; }
  wait-page .dots i:nth-child(3) { animation-delay: .4s; }
  @keyframes dots { 0%, 60%, 100% { opacity: .25; } 30% { opacity: 1; } }
`);
document.adoptedStyleSheets.push(STYLE);
