// How a board that is a guest is laid out: its note, what is asked about a move, its frame.

import { css } from "../vendor/lit.js";

export const styles = css`
  :host {
    container-type: inline-size;
    display: grid;
    grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr);
    block-size: 100%;
    min-block-size: 0;
  }
  iframe {
    display: block;
    border: 0;
    inline-size: 100%;
    block-size: 100%;
  }
  iframe[hidden] {
    display: none;
  }
  .note,
  .strip {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: center;
    padding: 2px 8px;
    background: var(--surface);
    color: var(--ink-soft);
    font-size: calc(0.8125rem * var(--print, 1));
  }
  .note span {
    flex: 1 1 12rem;
  }
  /* A long move makes room below: no button goes where the player may just press on the board. */
  .strip {
    align-items: start;
    border-block: 1px solid var(--line-strong);
    min-block-size: 52px;
  }
  .strip p {
    order: 1;
    flex: 1 1 9rem;
    align-content: center;
    min-block-size: 44px;
    margin: 0;
  }
  @container (inline-size >= 48rem) {
    .strip {
      flex-wrap: nowrap;
    }
    .strip p {
      order: 0;
    }
  }
  .strip .now {
    color: var(--ink);
    font-size: calc(1rem * var(--print, 1));
  }
  code {
    font: 700 1em / 1.4 var(--font-mono);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  button {
    min-block-size: 44px;
    padding: 0 12px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-m);
    background: var(--raised);
    color: var(--ink);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  button[hidden] {
    display: block;
    visibility: hidden;
  }
  button:focus-visible,
  input:focus-visible {
    outline: 3px solid var(--focus, currentColor);
    outline-offset: 2px;
  }
  .make {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--accent-ink);
  }
  .plain {
    border: 0;
    background: none;
    text-decoration: underline;
  }
  label {
    display: flex;
    align-items: center;
    gap: 6px;
    min-block-size: 44px;
  }
  .place,
  .loading {
    grid-area: 3 / 1;
    min-block-size: 0;
  }
  .loading {
    margin: 0;
    padding: 16px;
    color: var(--ink-soft);
  }
`;
