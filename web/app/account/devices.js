// The devices that an account is on: each has a token of its own.

import { sessionOf } from "../../../sdk/javascript/src/client.js";

/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("../../../sdk/javascript/types/api.js").Device} Device */

const PATH = "/v1/players/me/tokens";

/** The devices, this one first and then the oldest. @param {Croupier} me @returns {Promise<Device[]>} */
export async function devicesOf(me) {
  /** @type {{ tokens: Device[] }} */
  const { tokens } = await sessionOf(me).call("GET", PATH);
  return tokens.toSorted((one, other) => Number(other.current) - Number(one.current));
}

/** @param {Croupier} me @param {string} id */
export async function signOutDevice(me, id) {
  await sessionOf(me).call("DELETE", `${PATH}/${id}`);
}

/** Sign out on all devices but this one. @param {Croupier} me */
export async function signOutOthers(me) {
  await sessionOf(me).call("DELETE", PATH);
}
