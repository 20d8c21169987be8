// How proofs look.

import { css } from "../../vendor/lit.js";

const { styleSheet } = css`
  .proof {
    width: min(34rem, calc(100vw - 2 * var(--space-4)));
  }
  .proof > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
  }
  .proof summary {
    width: auto;
  }
  .proof .could {
    display: grid;
    gap: var(--space-2);
  }
  .proof .checks {
    display: grid;
    gap: var(--space-2);
  }
  .proof .checks li {
    display: grid;
    grid-template-columns: 1.6rem 1fr;
    align-items: start;
  }
  .proof .checks b {
    font-size: 1.1rem;
    line-height: 1.3;
  }
  .proof .open {
    color: var(--ink-soft);
  }
  .proof .done b {
    color: var(--good);
  }
  .proof .wrong {
    color: var(--danger);
    font-weight: 600;
  }
  .proof progress {
    width: 100%;
    accent-color: var(--accent);
  }
  .proof .verdict {
    padding: var(--space-3);
    border-radius: var(--radius-m);
    background: var(--good-soft);
    display: grid;
    gap: var(--space-1);
  }
  .proof .verdict.unfair {
    background: var(--danger-soft);
  }
  .proof .verdict code {
    font: .8125rem var(--font-mono);
    overflow-wrap: anywhere;
  }
  .proof .verdict ul {
    display: grid;
    gap: var(--space-2);
  }
`;

if (styleSheet) document.adoptedStyleSheets.push(styleSheet);
