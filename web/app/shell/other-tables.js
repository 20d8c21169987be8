// Tells of what has happened at another table of the player: which one it is.

import { isolated } from "../../boards/bidi.js";
import { nameOf } from "../../boards/games.js";
import { loadAll } from "../../text/index.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").Notice} Notice */

/**
 * Show what the service has told, unless the player is at that table by then.
 * @param {Shell} shell
 * @param {Notice} notice
 */
export async function noticed(shell, { event, matchId }) {
  const { notices, toTable } = await loadAll(shell.text.language);
  if (!Object.hasOwn(notices, event)) return;
  const words = notices[event](await about(shell, matchId));
  const { route } = shell.router;
  if (route.page === "match" && route.id === matchId) return;
  if (route.page === "home" && event === "invited") return shell.say(words); // it is among the player's tables there
  shell.tell({ kind: "note", text: words, path: `/m/${matchId}`, label: toTable });
}

/** Which table it is: the game, and who else plays; "" if it cannot be asked for. @param {Shell} shell @param {string} id of the match */
export async function about({ me, text: { language } }, id) {
  try {
    const text = await loadAll(language);
    const { now: { game, seats, yourSeat } } = await me.matches.get(id);
    const others = seats.filter(({ index, player }) => player && index !== yourSeat)
      .map(({ player }) => isolated(player?.displayName ?? ""));
    return `${nameOf(game)}, ${text.yours.with(others)}`;
  } catch {
    return "";
  }
}
