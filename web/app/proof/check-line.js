// The lines of a proof: what is checked, and whether it holds; and how far it has come.

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

/**
 * How many entries have been read.
 * @param {number} done @param {number} all 0 until it is known
 * @param {(done: number, all: number) => string} words @param {string} loading
 */
export const progressOf = (done, all, words, loading) =>
  html`
    <p class="numbers small" aria-hidden="true">${all ? words(Math.min(done, all), all) : loading}</p>
    <progress aria-label=${words(done, all)} max=${Math.max(1, all)} .value=${done}></progress>
  `;
