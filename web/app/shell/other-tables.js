// Tells of what has happened at another table of the player: which one it is.

import { isolated } from "../../boards/bidi.js";
import { nameOf } from "../../boards/games.js";
import { loadAll } from "../../text/index.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").Notice} Notice */
/** @typedef {Extract<Notice, { playerId: string }>} FriendNotice */

/**
 * Show what the service has told, unless the player is at that table by then.
 * @param {Shell} shell
 * @param {Notice} notice
 */
export async function noticed(shell, notice) {
  if ("tournamentId" in notice) {
    return await (await import("./tournament-notices.js")).tournamentTold(shell, notice);
  }
  if (!notice.matchId) return await befriended(shell, /** @type {FriendNotice} */ (notice));
  const { event, matchId } = notice;
  const { notices, toTable } = await loadAll(shell.text.language);
  if (!Object.hasOwn(notices, event)) return;
  const table = await tableOf(shell, matchId);
  const { route } = shell.router;
  if (isShown(shell.router, matchId, table.tournament)) return;
  const words = notices[event](table.words);
  if (route.page === "home" && event === "invited") return shell.say(words); // it is among the player's tables there
  shell.tell({ kind: "note", text: words, path: `/m/${matchId}`, label: toTable });
}

/** Tell that somebody asks to be a friend, or is one now. @param {Shell} shell @param {FriendNotice} notice */
async function befriended(shell, { event, playerId }) {
  const { friendship, name } = await loadAll(shell.text.language);
  const { displayName } = await shell.me.player(playerId);
  const text = friendship[event](isolated(displayName));
  if (shell.router.path === "/friends") return shell.say(text); // which shows it
  shell.tell({ kind: "note", text, path: "/friends", label: name.friends });
}

/**
 * Whether the page shows by itself what happens in a match: its table does, and the page of its tournament.
 * @param {Pick<import("./router.js").Router, "route" | "path">} router
 * @param {string} matchId
 * @param {string | undefined} tournament its id
 */
function isShown({ route, path }, matchId, tournament) {
  return route.page === "match" ? route.id === matchId : tournament && path === `/tournaments/${tournament}`;
}

/**
 * Which table it is, in words: the game, and who else plays. With the id of its tournament. Nothing if it cannot be asked for.
 * @param {Shell} shell
 * @param {string} id of the match
 * @returns {Promise<{ words: string, tournament?: string }>}
 */
export async function tableOf({ me, text: { language } }, id) {
  try {
    const text = await loadAll(language);
    const { now: { game, seats, yourSeat, tournament } } = await me.matches.get(id);
    const others = seats.filter(({ index, player }) => player && index !== yourSeat)
      .map(({ player }) => isolated(player?.displayName ?? ""));
    return { words: `${nameOf(game)}, ${text.yours.with(others)}`, tournament: tournament?.id };
  } catch {
    return { words: "" };
  }
}
