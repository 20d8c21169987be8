// What one player is to another.

import { sessionOf } from "../../../sdk/javascript/src/client.js";
import { People } from "../../../sdk/javascript/src/people.js";

/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */
/** @typedef {import("../../../sdk/javascript/types/api.js").Friends} Friends */
/** What another player is to the caller. @typedef {"friend" | "asking" | "asked" | "none"} State */

/** The same player, who can ask about others. @param {Croupier} me */
export const people = (me) => new People(sessionOf(me));

/** What a player is to the caller. @param {Friends} friends @param {string} id @returns {State} */
export function stateOf(friends, id) {
  const is = (/** @type {Player} */ player) => player.id === id;
  if (friends.friends.some(is)) return "friend";
  if (friends.asking.some(is)) return "asking";
  return friends.asked.some(is) ? "asked" : "none";
}

/**
 * The id of a player in what somebody has typed or pasted: an id, or the link to a profile; "" if there is none.
 * @param {string} text
 */
export const idIn = (text) => /(?:^|[/]p[/])([\w-]{22})(?:$|[/?#])/.exec(text.trim())?.[1] ?? "";
