// What a replay is made of besides its board: how it looks, the players' bars, and a file to keep.

import { css, html, nothing } from "../vendor/lit.js";

/** @typedef {import("../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../text/index.js").Text} Text */

const { styleSheet } = /** @type {any} */ (css`
  replay-page {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-height: 0;
  }
  .replay-page {
    flex: 1;
    display: grid;
    min-height: 0;
    grid-template: "felt" minmax(0, 1fr) "deck" auto / minmax(0, 1fr);
  }
  .deck {
    grid-area: deck;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-1) var(--space-2);
    padding: var(--space-2) var(--space-3) calc(var(--space-2) + env(safe-area-inset-bottom));
    background: var(--surface);
    border-top: 1px solid var(--line);
  }
  .deck .told {
    min-height: 4.2em;
    font-size: .875rem;
    line-height: 1.4;
  }
  replay-controls {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-2);
  }
  .deck .slider {
    display: flex;
    align-items: center;
    gap: var(--space-3);
  }
  .deck .rail {
    flex: 1;
    position: relative;
    display: flex;
  }
  .deck .rail input {
    padding: 0;
    margin: 0;
    border: 0;
    background: none;
    accent-color: var(--accent);
    position: relative;
  }
  .deck .slider output {
    color: var(--ink-soft);
    font-size: var(--text-s);
    min-width: 5.5em;
    text-align: end;
    white-space: nowrap;
  }
  .deck .marks {
    position: absolute;
    inset: 30px 8px auto;
    width: calc(100% - 16px);
    height: 8px;
    overflow: visible;
  }
  .deck .marks line {
    stroke: var(--line-strong);
    stroke-width: 2;
  }
  .deck .transport {
    display: flex;
    gap: var(--space-2);
    justify-content: center;
  }
  .deck .transport button {
    padding: 0;
    flex: 1 1 var(--target);
    max-width: 72px;
    min-width: var(--target);
  }
  .deck .transport select {
    flex: 0 1 8.5rem;
    min-width: 0;
    width: auto;
  }
  .deck .icon {
    width: 24px;
    height: 24px;
    fill: currentColor;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .deck .ways {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
    align-items: center;
  }
  .deck .ways > * {
    flex: 1 1 auto;
    width: auto;
    padding-inline: var(--space-2);
    font-size: .9375rem;
  }
  .deck .ways > button {
    font-size: var(--text-s);
    padding-inline: var(--space-1);
  }
  .deck .ways > a {
    flex: 1 1 40%;
  }
  .deck .ways > select {
    flex: 1 1 40%;
    min-width: 0;
  }
  .deck .ways > p {
    flex: 1 1 100%;
  }
  .replay-steps {
    display: grid;
    align-content: start;
  }
  .replay-steps a {
    display: grid;
    grid-template-columns: 2.2rem 1fr;
    gap: var(--space-2);
    padding: var(--space-2);
    min-height: var(--target);
    border-bottom: 1px solid var(--line);
    color: inherit;
    text-decoration: none;
    font-size: .9375rem;
  }
  .replay-steps a > span:first-child {
    color: var(--ink-soft);
    text-align: end;
  }
  .replay-steps a[aria-current] {
    background: var(--accent-soft);
    box-shadow: inset 3px 0 var(--accent);
  }
  .replay-steps a[aria-current] > span {
    color: var(--ink);
  }
  @media (hover: hover) {
    .replay-steps a:hover {
      background: var(--sunken);
    }
  }
  @media (min-width: 900px) {
    .replay-page {
      grid-template: "felt beside" minmax(0, 1fr) "deck beside" auto / minmax(0, 1fr) 21rem;
    }
    .deck {
      gap: var(--space-2);
    }
    .deck .told {
      min-height: 1.45em;
      font-size: 1rem;
    }
    .deck .ways {
      justify-content: center;
    }
    .deck .ways > *,
    .deck .ways > a,
    .deck .ways > button,
    .deck .ways > select {
      flex: 0 1 auto;
      font-size: .9375rem;
      padding-inline: var(--space-4);
    }
  }
`);

/** Have the document look as a replay needs it. */
export function look() {
  if (!document.adoptedStyleSheets.includes(styleSheet)) document.adoptedStyleSheets.push(styleSheet);
}

/** The bar of a seat. @param {Text} text @param {MatchView} match @param {number} index @param {boolean} mine */
export function bar({ bot, table }, { seats, status, toMove }, index, mine) {
  const { player, resigned } = seats[index];
  const moves = toMove.includes(index);
  return html`
    <div slot=${`seat-${index}`} class="bar ${moves ? "turn" : ""} ${mine ? "mine" : ""}">
      <span class="seat-mark seat-${index}" aria-hidden="true"></span>
      <b class="name">${player?.displayName ?? ""}</b>
      ${player?.kind === "bot" ? html`<small>${bot}</small>` : nothing}
      ${resigned ? html`<small class="gone">${status === "active" ? table.played : table.resigned}</small>` : nothing}
      ${moves ? html`<small class="moves">${table.thinking}</small>` : nothing}
    </div>
  `;
}

/**
 * All steps in sentences, for where there is room.
 * @param {import("../text/replay.js").ReplayText} replay
 * @param {readonly { version: number, told: string, path: string, here: boolean }[]} each
 */
export function steps(replay, each) {
  return html`
    <aside class="beside" aria-label=${replay.steps}>
      <ol class="replay-steps">${each.map(({ version, told, path, here }) =>
        html`<li><a href=${path} aria-current=${here ? "step" : nothing}><span
          class="numbers">${version}</span> <span>${told}</span></a></li>`
      )}</ol>
    </aside>
  `;
}

/** Give the browser a file to keep. @param {string} name @param {unknown} content */
export function save(name, content) {
  const blob = new Blob([JSON.stringify(content)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
