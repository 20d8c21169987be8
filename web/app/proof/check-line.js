// A line of a proof: what is checked, and whether it holds.

import { html } from "../../vendor/lit.js";

/** @typedef {"open" | "now" | "done" | "wrong"} State */

const MARKS = { open: "·", now: "…", done: "✓", wrong: "✗" };

/** @param {string} what @param {State} state @param {Record<State, string>} states in words */
export const checkLine = (what, state, states) =>
  html`
    <li
      class=${state}><b aria-hidden="true">${MARKS[state]}</b><span>${what}<span class="unseen">: ${states[
        state
      ]}</span></span></li>
  `;
