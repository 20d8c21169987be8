// What one player is to another: friends, blocks, reports.

import { sessionOf } from "../../../sdk/javascript/src/client.js";

/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */
/** Whether a friend is here; null if that is not shown. @typedef {Player & { here: boolean | null }} Friend */
/** @typedef {{ friends: Friend[], asking: Player[], asked: Player[] }} Friends those who ask the caller, and whom the caller has asked */
/** What another player is to the caller. @typedef {"friend" | "asking" | "asked" | "none"} State */
/** @typedef {"cheating" | "stalling" | "collusion" | "name" | "emotes" | "other"} Reason */

const ME = "/v1/players/me";

/** @param {Croupier} me @returns {Promise<Friends>} */
export const friendsOf = (me) => sessionOf(me).call("GET", `${ME}/friends`);

/** What a player is to the caller. @param {Friends} friends @param {string} id @returns {State} */
export function stateOf(friends, id) {
  const is = (/** @type {Player} */ player) => player.id === id;
  if (friends.friends.some(is)) return "friend";
  if (friends.asking.some(is)) return "asking";
  return friends.asked.some(is) ? "asked" : "none";
}

/** Ask somebody, or accept what somebody asks. @param {Croupier} me @param {string} id @returns {Promise<"asked" | "friend">} */
export const befriend = async (me, id) => (await sessionOf(me).call("PUT", `${ME}/friends/${id}`)).status;

/** End a friendship, decline a request, or take it back. @param {Croupier} me @param {string} id @returns {Promise<void>} */
export const unfriend = (me, id) => sessionOf(me).call("DELETE", `${ME}/friends/${id}`);

/** Whom the caller has blocked. @param {Croupier} me @returns {Promise<Player[]>} */
export const blocksOf = async (me) => (await sessionOf(me).call("GET", `${ME}/blocks`)).blocks;

/** @param {Croupier} me @param {string} id @returns {Promise<void>} */
export const block = (me, id) => sessionOf(me).call("PUT", `${ME}/blocks/${id}`);

/** @param {Croupier} me @param {string} id @returns {Promise<void>} */
export const unblock = (me, id) => sessionOf(me).call("DELETE", `${ME}/blocks/${id}`);

/** @param {Croupier} me @param {string} id @param {{ reason: Reason, matchId?: string, text?: string }} body @returns {Promise<void>} */
export const report = (me, id, body) => sessionOf(me).call("POST", `/v1/players/${id}/reports`, { body });

/**
 * The id of a player in what somebody has typed or pasted: an id, or the link to a profile; "" if there is none.
 * @param {string} text
 */
export const idIn = (text) => /(?:^|[/]p[/])([\w-]{22})(?:$|[/?#])/.exec(text.trim())?.[1] ?? "";
