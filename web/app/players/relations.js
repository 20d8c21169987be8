// What one player is to another: friends, blocks, reports.

import { sessionOf } from "../../../sdk/javascript/src/client.js";

/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */
/** @typedef {"friend" | "asked" | "asks"} State "asked" by the caller, or the other "asks" */
/** @typedef {{ player: Player, state: State, here: boolean }} Friend */
/** @typedef {"cheating" | "stalling" | "collusion" | "name" | "emotes" | "other"} Reason */

const ME = "/v1/players/me";

/** @param {Croupier} me @returns {Promise<Friend[]>} */
export const friendsOf = async (me) => (await sessionOf(me).call("GET", `${ME}/friends`)).friends;

/** Ask somebody, or accept what somebody asks. @param {Croupier} me @param {string} id @returns {Promise<Friend>} */
export const befriend = (me, id) => sessionOf(me).call("PUT", `${ME}/friends/${id}`);

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
