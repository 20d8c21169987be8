// What happens in the page around the frame of a guest: presses, fields that are written in, and how the page looks.

import { takesTyped } from "./keys.js";

const FIELD =
  "input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), textarea, [contenteditable]";
const WRITTEN = `:is(dialog[open], [popover]:popover-open) :is(${FIELD})`;
/** Between two looks at what else may have changed in the page, in milliseconds. */
const LOOK = 1_000;

/**
 * Until the signal, tell of presses by the player, and of what may have changed a field or the look of the page.
 * @param {{ press: () => void, fields: (event: Event) => void, look: () => void }} told
 * @param {AbortSignal} signal
 */
export function watchPage({ press, fields, look }, signal) {
  const here = (/** @type {Event} */ { isTrusted }) => isTrusted && press();
  for (const each of ["pointerdown", "pointerup", "keydown"]) addEventListener(each, here, { capture: true, signal });
  for (const each of ["focusin", "toggle", "close"]) document.addEventListener(each, fields, { capture: true, signal });
  const looks = setInterval(look, LOOK);
  const root = new MutationObserver(look);
  root.observe(document.documentElement, { attributeFilter: ["style", "lang"] });
  signal.addEventListener("abort", () => {
    clearInterval(looks);
    root.disconnect();
  });
}

/** How the page looks around an element, and whether what is typed goes to the table. @param {Element} element */
export function lookOf(element) {
  const { colorScheme: scheme, direction } = getComputedStyle(element);
  const root = getComputedStyle(document.documentElement);
  const [print, pace] = ["--print", "--pace"].map((name) => root.getPropertyValue(name));
  return { scheme, direction, print, pace, typing: takesTyped() };
}

/** Whether something may be written in the page. @param {Event} [event] a focus that has just come */
export function isWritten(event) {
  const target = event?.type === "focusin" ? event.composedPath()[0] : focused();
  return (target instanceof Element && target.matches(FIELD)) || document.querySelector(WRITTEN) !== null;
}

/** The element that has the focus, also in a shadow. @returns {Element | null} */
export function focused() {
  let { activeElement } = document;
  while (activeElement?.shadowRoot?.activeElement) activeElement = activeElement.shadowRoot.activeElement;
  return activeElement;
}
