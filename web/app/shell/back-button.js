// What lies over a page is an entry of the browser's history, so that Back closes it and leaves nothing: a dialog, a menu, or
// what a board has open. The sheet of a table has an entry of its own, which says what is in it. It is loaded with the first
// finger or key that is down: nothing lies there before.

const LYING = "dialog[open], :popover-open:not(#sheet)";

/** Whether there is an entry for what lies over the page, and whether one is on its way out, since that is closed. */
let entered = Boolean(history.state?.over);
let leaving = false;

/** Return how to close what lies on top; undefined if nothing lies over the page. @returns {(() => void) | undefined} */
function lying() {
  const top = /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll(LYING)].at(-1));
  if (top instanceof HTMLDialogElement) return () => top.close();
  if (top) return () => top.hidePopover();
  const board = /** @type {{ open?: string } | null} */ (/** @type {unknown} */ (document.querySelector(".felt > *")));
  return board?.open ? () => board.open = "" : undefined;
}

/** Have an entry as long as something lies over the page. */
function settle() {
  const open = lying() !== undefined;
  if (leaving || open === entered) return;
  entered = open;
  if (open) return history.pushState({ over: true }, "");
  if (!history.state?.over) return; // another page has come in its place
  leaving = true;
  history.back();
}

/** The page is drawn anew by others who hear of this, perhaps before: what has an entry is not entered again meanwhile. */
function went() {
  const left = entered && !history.state?.over;
  if (left) lying()?.();
  entered = Boolean(history.state?.over);
  leaving = false;
  settle();
}

new MutationObserver(settle).observe(document, { subtree: true, childList: true, attributeFilter: ["open"] });
document.addEventListener("toggle", settle, true); // of a menu, or of a board that has opened something by itself
for (const event of ["click", "keyup"]) addEventListener(event, () => setTimeout(settle)); // a board has heard of it before
addEventListener("popstate", went);
settle();
