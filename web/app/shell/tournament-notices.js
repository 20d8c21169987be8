// Tells of what has happened in a tournament of the player, wherever the page is.

import { Tournaments } from "../../../sdk/javascript/src/tournaments.js";
import { isolated } from "../../boards/bidi.js";
import { tournamentsText } from "../../text/tournaments.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {Extract<import("../../../sdk/javascript/types/api.js").Notice, { tournamentId: string }>} TournamentNotice */

/** What was told: what still waits comes once more with each new line. @type {Set<string>} */
const told = new Set();

/** Say it with the way to the tournament, unless that is the page. @param {Shell} shell @param {TournamentNotice} notice */
export async function tournamentTold(shell, notice) {
  const path = `/tournaments/${notice.tournamentId}`;
  const what = `${notice.event} ${path} ${"round" in notice ? notice.round : ""}`;
  if (shell.router.path === path || told.has(what)) return;
  told.add(what);
  const [text, { notices }] = await Promise.all([wordsOf(shell, notice), tournamentsText(shell.text.language)]);
  if (shell.router.path === path) return; // by now
  if (document.querySelector("way-back[ended]")) return shell.say(text); // which has the way
  shell.tell({ kind: "note", text, path, label: notices.open });
}

/** What has happened, in words. @param {Shell} shell @param {TournamentNotice} notice */
export async function wordsOf(shell, notice) {
  const [{ notices }, now] = await Promise.all([
    tournamentsText(shell.text.language),
    new Tournaments(shell.me).get(notice.tournamentId),
  ]);
  const name = isolated(now.name);
  if (!("round" in notice)) {
    return notice.event === "checkInOpened" ? notices.checkInOpened(name) : notices.finished(name);
  }
  return notice.bye ? notices.bye(name, notice.round) : notices.roundPaired(name, notice.round);
}
