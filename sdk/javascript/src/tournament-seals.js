// What a player gives to the lots and the deals of a tournament. All of it follows from one secret, so that little is kept for
// many matches.

import { bytes, hex, joined, sha256, text } from "../verify/sha256.js";
import { random } from "./notes.js";

/** @typedef {import("./notes.js").Kept} Kept */
/** @typedef {{ secret: string, tables: number }} Given the secret in hex, and how many matches have a seal of it */

const NAME = "croupier:tournaments";
/** So many tournaments are kept. */
const MOST = 200;

/** All that is kept, by the ids of tournaments, the newest last. @param {Kept} kept @returns {Record<string, Given>} */
const all = (kept) => JSON.parse(kept.getItem(NAME) ?? "{}");

/** @param {Kept} kept @param {string} id @param {Given} given */
function keep(kept, id, given) {
  const { [id]: _, ...others } = all(kept);
  kept.setItem(NAME, JSON.stringify(Object.fromEntries([...Object.entries(others), [id, given]].slice(-MOST))));
}

/** @param {string} name @param {string} secret @param {Uint8Array} [place] */
function entropy(name, secret, place = new Uint8Array()) {
  return hex(sha256(joined(text(`croupier tournament ${name} v1`), bytes(secret), place)));
}

/** @param {string} secret */
const ofLots = (secret) => entropy("lots", secret);

/** @param {string} secret @param {number} place of the match among the player's */
function ofTable(secret, place) {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setUint32(0, place);
  return entropy("table", secret, four);
}

/** @param {string} prefix @param {string} entropy */
const sealed = (prefix, entropy) => hex(sha256(joined(text(prefix), bytes(entropy))));

/** @param {string} secret @param {number} place */
const tableSeal = (secret, place) => sealed("croupier seal v1", ofTable(secret, place));

/**
 * The seals with which a player joins a tournament, of a secret that is kept from then on.
 * @param {Kept} kept
 * @param {string} id of the tournament
 * @param {number} tables for how many matches
 * @returns {{ seal: string, tableSeals: string[] }}
 */
export function sealsFor(kept, id, tables) {
  const { secret } = all(kept)[id] ?? { secret: random(32) };
  keep(kept, id, { secret, tables });
  return {
    seal: sealed("croupier tournament seal v1", ofLots(secret)),
    tableSeals: Array.from({ length: tables }, (_, place) => tableSeal(secret, place)),
  };
}

/**
 * Seals for more matches than those that were given before.
 * @param {Kept} kept
 * @param {string} id of a tournament that was joined here
 * @param {number} more
 * @returns {string[]} none if it was joined elsewhere
 */
export function moreSeals(kept, id, more) {
  const { [id]: given } = all(kept);
  if (!given) return [];
  keep(kept, id, { ...given, tables: given.tables + more });
  return Array.from({ length: more }, (_, place) => tableSeal(given.secret, given.tables + place));
}

/**
 * What is revealed in the check-in.
 * @param {Kept} kept
 * @param {string} id of the tournament
 * @returns {string | undefined} undefined if it was joined elsewhere
 */
export function lotsEntropy(kept, id) {
  const { [id]: given } = all(kept);
  return given && ofLots(given.secret);
}

/**
 * The entropy of a match's seal, if that was given to a tournament.
 * @param {Kept} kept
 * @param {unknown} seal
 * @returns {string | undefined}
 */
export function tableEntropy(kept, seal) {
  for (const { secret, tables } of Object.values(all(kept)).reverse()) {
    for (let place = 0; place < tables; place++) {
      if (tableSeal(secret, place) === seal) return ofTable(secret, place);
    }
  }
  return undefined;
}
