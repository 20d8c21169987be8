// What pages ask of deals that several play.

import { sessionOf } from "../../../sdk/javascript/src/client.js";

/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("../../../sdk/javascript/types/schema.d.ts").components["schemas"]} Schemas */
/** @typedef {Schemas["Deal"]} Deal */
/** @typedef {Schemas["DealBoard"]} Board */
/** @typedef {Schemas["Tried"]} Tried */
/** @typedef {Schemas["NewDeal"]} NewDeal */
/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

const PATH = "/v1/deals";

/** @param {string} id */
const pathOf = (id) => `${PATH}/${encodeURIComponent(id)}`;

/** The deals of today and yesterday, or those that the player has made. @param {Croupier} me @param {boolean} mine @returns {Promise<Deal[]>} */
export async function dealsOf(me, mine) {
  const { deals } = await sessionOf(me).call("GET", PATH, { query: mine ? { mine } : {} });
  return deals;
}

/** @param {Croupier} me @param {string} id @returns {Promise<Deal>} */
export const dealOf = (me, id) => sessionOf(me).call("GET", pathOf(id));

/** The best of all, or of the player's friends. @param {Croupier} me @param {string} id @param {boolean} friends @returns {Promise<Board>} */
export const readBoard = (me, id, friends) =>
  sessionOf(me).call("GET", `${pathOf(id)}/board`, { query: friends ? { friends } : { pageSize: 100 } });

/** The match in which the player tries a deal: the same one each time. @param {Croupier} me @param {string} id @returns {Promise<MatchView>} */
export const tried = (me, id) => sessionOf(me).call("POST", `${pathOf(id)}/try`, { body: {} });

/** @param {Croupier} me @param {NewDeal} wish @returns {Promise<Deal>} */
export const makeDeal = (me, wish) => sessionOf(me).call("POST", PATH, { body: wish });
