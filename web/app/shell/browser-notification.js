// The browser tells that it is the player's turn, or that a tournament goes on, while this page is open and nobody sees it.

import { moreOf } from "../../text/more.js";
import { tableOf } from "./other-tables.js";
import { isTold } from "./web-push.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").Notice} Notice */

/** For so long after it was seen, the page itself tells, in milliseconds; then the herald does, where it tells this browser. */
const RECENT = 90_000;
/** What is told. */
const TOLD = ["yourTurn", "checkInOpened", "roundPaired"];
/** When the page was seen last. */
let seenAt = Date.now();

/** @type {WeakSet<Shell>} */
const watched = new WeakSet();

/** Tell from now on, as long as the shell wants it. @param {Shell} shell */
export function watch(shell) {
  if (watched.has(shell)) return;
  watched.add(shell);
  document.addEventListener("visibilitychange", () => seenAt = Date.now());
  // Where the worker has told, it is the one that hears of the click.
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data.path && shell.router.go(data.path));
  shell.turns.addEventListener("change", (event) => told(shell, /** @type {CustomEvent} */ (event).detail));
}

/** Whether the browser lets this page tell: by "default", it is asked first. */
export function permission() {
  return "Notification" in globalThis ? Notification.permission : "denied";
}

/** That it is the player's turn. @param {Shell} shell @param {Notice} notice */
async function ofMatch(shell, { matchId }) {
  const id = matchId ?? "";
  return {
    title: moreOf(shell.text.language).notify.title,
    body: (await tableOf(shell, id)).words,
    id,
    path: `/m/${id}`,
  };
}

/** @param {Shell} shell @param {import("./tournament-notices.js").TournamentNotice} notice */
async function ofTournament(shell, notice) {
  const { wordsOf } = await import("./tournament-notices.js");
  const { tournamentId: id } = notice;
  return { title: shell.text.title, body: await wordsOf(shell, notice), id, path: `/tournaments/${id}` };
}

/** @param {Shell} shell @param {Notice | undefined} notice */
async function told(shell, notice) {
  const unseen = document.visibilityState !== "visible";
  if (!notice || !TOLD.includes(notice.event) || !shell.notifying || !unseen || permission() !== "granted") return;
  if (isTold(shell) && Date.now() - seenAt >= RECENT) return;
  const { title, body, id, path } = "tournamentId" in notice
    ? await ofTournament(shell, notice)
    : await ofMatch(shell, notice);
  const data = { type: notice.event, path };
  const note = await shown(title, { body, tag: `croupier ${id}`, data });
  note?.addEventListener("click", () => {
    note.close();
    focus();
    shell.router.go(data.path);
  });
}

/**
 * One notification for each match, in whatever tab: by the service worker, whose own it is replaced by, or where there is none, by
 * the page.
 * @param {string} title
 * @param {NotificationOptions} options
 */
export async function shown(title, options) {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!worker?.active) return new Notification(title, options);
  await worker.showNotification(title, options);
}
