// A question before something that cannot be taken back, in the place of the button that asked for it.

import { html } from "../../vendor/lit.js";

/** @typedef {{ question: string, yes: string, no: string, danger?: boolean }} Question */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .sure { display: grid; gap: var(--space-2); padding: var(--space-3); border-radius: var(--radius-m); background: var(--danger-soft); }
`);
document.adoptedStyleSheets.push(STYLE);

/**
 * The question, with its two answers.
 * @param {Question} question `danger` marks what the player loses by
 * @param {(sure: boolean) => void} answer
 */
export function sure({ question, yes, no, danger = true }, answer) {
  return html`
    <div class="sure" role="group" aria-label=${question}>
      <p><b>${question}</b></p>
      <p class="row"><button class="main ${danger ? "danger" : ""}" @click=${() => answer(true)}>${yes}</button>
        <button class="no" @click=${() => answer(false)}>${no}</button></p>
    </div>
  `;
}

/**
 * Have the focus where it is needed once the question is there, or gone: on the answer that changes nothing, or on the
 * button that asked.
 * @param {import("../../vendor/lit.js").LitElement} element
 * @param {string} button its selector
 */
export async function refocus(element, button) {
  await element.updateComplete;
  const next = element.querySelector(".sure .no") ?? element.querySelector(button);
  if (next instanceof HTMLElement) next.focus();
}
