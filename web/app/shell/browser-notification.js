// The browser tells that it is the player's turn, while this page is open and nobody sees it.

import { moreOf } from "../../text/more.js";
import { about } from "./other-tables.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").Notice} Notice */

/** @type {WeakSet<Shell>} */
const watched = new WeakSet();

/** Tell from now on, as long as the shell wants it. @param {Shell} shell */
export function watch(shell) {
  if (watched.has(shell)) return;
  watched.add(shell);
  // Where the worker has told, it is the one that hears of the click.
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data.path && shell.router.go(data.path));
  shell.turns.addEventListener("change", (event) => told(shell, /** @type {CustomEvent} */ (event).detail));
}

/** Whether the browser lets this page tell: by "default", it is asked first. */
export function permission() {
  return "Notification" in globalThis ? Notification.permission : "denied";
}

/** @param {Shell} shell @param {Notice | undefined} notice */
async function told(shell, notice) {
  const unseen = document.visibilityState !== "visible";
  if (notice?.event !== "yourTurn" || !shell.notifying || !unseen || permission() !== "granted") return;
  const { matchId } = notice;
  const { title } = moreOf(shell.text.language).notify;
  const data = { path: `/m/${matchId}` };
  const note = await shown(title, { body: await about(shell, matchId), tag: `croupier ${matchId}`, data });
  note?.addEventListener("click", () => {
    note.close();
    focus();
    shell.router.go(data.path);
  });
}

/**
 * One notification for each match, in whatever tab. Phones let only a service worker tell, if there is one.
 * @param {string} title
 * @param {NotificationOptions} options
 */
export async function shown(title, options) {
  try {
    return new Notification(title, options);
  } catch {
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  }
}
