// A button that acts once, however often it is pressed before that is done.

/**
 * Do what a button does. It looks disabled meanwhile, and keeps the focus.
 * @param {Event} event the press
 * @param {() => Promise<unknown>} action
 */
export async function once({ currentTarget }, action) {
  const button = /** @type {HTMLElement} */ (currentTarget);
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  try {
    await action();
  } finally {
    button.ariaDisabled = null;
  }
}
