// How the board of any game is laid out.

import { css } from "../vendor/lit.js";

export const styles = css`
  *,
  :host {
    box-sizing: border-box;
  }
  :host {
    display: grid;
    gap: var(--space-3);
    grid-template-rows: auto minmax(8rem, 1fr) auto;
    height: 100%;
    padding: var(--space-3);
    container-type: inline-size;
  }
  .bars {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
  }
  .bars > slot {
    display: block;
    flex: 1 1 40%;
  }
  .bars > p {
    flex: 1 1 100%;
    margin: 0;
  }
  .drawn {
    overflow: auto;
    border-radius: var(--radius-m);
    background: var(--surface);
    border: 1px solid var(--line);
  }
  pre {
    margin: 0;
    padding: var(--space-3);
    font: 600 clamp(9px, 2.45cqi, 14px) / 1.35 var(--font-mono);
    width: max-content;
  }
  .moves {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius-l);
    padding: var(--space-3);
    box-shadow: var(--shadow-2);
  }
  .moves.turn {
    border-color: var(--mark);
  }
  h2 {
    margin: 0 0 var(--space-2);
    font: 600 var(--text-m) / 1.3 var(--font);
  }
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(9.25rem, 1fr));
    gap: var(--space-2);
    margin: -3px;
    padding: 3px;
    list-style: none;
    max-height: min(38dvh, 20rem);
    overflow: auto;
  }
  li,
  li button {
    width: 100%;
    height: 100%;
  }
  button {
    font: 600 var(--text-m) / 1.2 var(--font);
    color: var(--ink);
    background: var(--raised);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-m);
    min-height: var(--target);
    min-width: var(--target);
    padding: var(--space-2) var(--space-3);
    cursor: pointer;
    touch-action: manipulation;
    font-variant-numeric: tabular-nums;
  }
  button:hover {
    background: var(--accent-soft);
  }
  button.more::after {
    content: " …";
  }
  button[aria-pressed="true"] {
    background: var(--accent-soft);
    border-color: var(--mark);
    box-shadow: inset 0 0 0 2px var(--mark);
  }
  button.whole {
    background: var(--accent);
    color: var(--accent-ink);
    border-color: transparent;
  }
  button.whole:hover {
    filter: brightness(1.08);
  }
  button[aria-disabled="true"] {
    opacity: .6;
    cursor: default;
  }
  :focus-visible {
    outline: 3px solid var(--mark);
    outline-offset: 2px;
  }
  p {
    margin: 0;
  }
  p + ul,
  ul + button {
    margin-top: var(--space-2);
  }
  .soft {
    color: var(--ink-soft);
  }
  form {
    display: flex;
    gap: var(--space-2);
    margin-top: var(--space-3);
  }
  ::placeholder {
    color: var(--ink-soft);
    opacity: 1;
  }
  input {
    font: var(--text-m) var(--font);
    min-height: var(--target);
    flex: 1;
    min-width: 6rem;
    padding: 0 var(--space-3);
    color: var(--ink);
    background: var(--ground);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-m);
  }
`;
