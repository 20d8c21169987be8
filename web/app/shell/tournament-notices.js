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
  const [{ notices }, now] = await Promise.all([
    tournamentsText(shell.text.language),
    new Tournaments(shell.me).get(notice.tournamentId),
  ]);
  const name = isolated(now.name);
  const text = {
    checkInOpened: () => notices.checkInOpened(name),
    roundPaired: () => now.you?.bye ? notices.bye(name, now.round) : notices.roundPaired(name, now.round),
    tournamentFinished: () => notices.finished(name),
  }[notice.event]();
  if (shell.router.path === path) return; // by now
  if (document.querySelector("way-back[ended]")) return shell.say(text); // which has the way
  shell.tell({ kind: "note", text, path, label: notices.open });
}
