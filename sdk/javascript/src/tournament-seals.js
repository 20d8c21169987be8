// What a player gives to the lots and the deals of a tournament. All of it follows from one secret, so that little is kept for
// many matches. Each time of joining has a secret of its own: accounts share what a browser keeps, and two of them may be in the
// same tournament. The seal that the service shows tells which secret it was.

import { bytes, hex, joined, sha256, text } from "../verify/sha256.js";
import { random } from "./notes.js";

/** @typedef {import("./notes.js").Kept} Kept */
/** @typedef {{ secret: string, tables: number, shown?: boolean }} Given the secret in hex, how many matches have a seal of it, and whether the player has checked in with it */

const NAME = "croupier:tournaments";
/** So many tournaments are kept, and so many secrets of each: a service lets nobody join it more often. */
const MOST = 200;
const MOST_JOINED = 10;
/** With fewer seals left, an arena needs more. */
const FEW = 8;

/** All that is kept, by the ids of tournaments; the newest last, in each as well. @param {Kept} kept @returns {Record<string, Given[]>} */
const all = (kept) => JSON.parse(kept.getItem(NAME) ?? "{}");

/** @param {Kept} kept @param {string} id @param {Given} given */
function keep(kept, id, given) {
  const { [id]: before = [], ...others } = all(kept);
  const now = [...before.filter(({ secret }) => secret !== given.secret), given].slice(-MOST_JOINED);
  kept.setItem(NAME, JSON.stringify(Object.fromEntries([...Object.entries(others), [id, now]].slice(-MOST))));
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

/** @param {string} secret */
const lotsSeal = (secret) => sealed("croupier tournament seal v1", ofLots(secret));

/**
 * The secret of a seal of the lots; that of who joined late, and so gave none, is the newest.
 * @param {Kept} kept
 * @param {string} id of the tournament
 * @param {string | null} seal
 * @returns {Given | undefined} undefined if it is kept elsewhere
 */
function givenFor(kept, id, seal) {
  const { [id]: given = [] } = all(kept);
  return given.filter(({ secret }) => seal === null || lotsSeal(secret) === seal).at(-1);
}

/**
 * The seals with which a player joins a tournament, of a new secret that is kept from then on.
 * @param {Kept} kept
 * @param {string} id of the tournament
 * @param {number} tables for how many matches
 * @returns {{ seal: string, tableSeals: string[] }}
 */
export function sealsFor(kept, id, tables) {
  const secret = random(32);
  keep(kept, id, { secret, tables });
  return { seal: lotsSeal(secret), tableSeals: Array.from({ length: tables }, (_, place) => tableSeal(secret, place)) };
}

/**
 * Seals for more matches than those that were given before.
 * @param {Kept} kept
 * @param {string} id of a tournament that was joined here
 * @param {string | null} seal of the lots, with which the player joined
 * @param {number} more
 * @returns {string[]} none if it was joined elsewhere
 */
export function moreSeals(kept, id, seal, more) {
  const given = givenFor(kept, id, seal);
  if (!given) return [];
  keep(kept, id, { ...given, tables: given.tables + more });
  return Array.from({ length: more }, (_, place) => tableSeal(given.secret, given.tables + place));
}

/** Whether a player who is paired in an arena has few seals left for it. @param {import("../types/api.js").Tournament} tournament */
export function needsSeals({ system, you }) {
  const used = Math.max(0, ...(you?.tables ?? []).map(({ seal }) => seal + 1));
  return system === "arena" && used > 0 && Number(you?.seals) - used < FEW;
}

/**
 * What is revealed in the check-in.
 * @param {Kept} kept
 * @param {string} id of the tournament
 * @param {string | null | undefined} seal of the lots, with which the player joined
 * @returns {string | undefined} undefined if it was joined elsewhere, or without a seal
 */
export function lotsEntropy(kept, id, seal) {
  const given = seal ? givenFor(kept, id, seal) : undefined;
  return given && ofLots(given.secret);
}

/**
 * Note that the entropy of a seal was revealed: from then on, the player has no other one in this tournament.
 * @param {Kept} kept
 * @param {string} id of the tournament
 * @param {string} seal
 */
export function noteShown(kept, id, seal) {
  const given = givenFor(kept, id, seal);
  if (given) keep(kept, id, { ...given, shown: true });
}

/**
 * The seals of which one has to be that of the player in the log, whatever the service says by now: those with which somebody has
 * checked in here. Before that, the one of `seal`.
 * @param {Kept} kept
 * @param {string} id of the tournament
 * @param {string | null} seal with which the player joined, as the service says
 * @returns {string[]} none if it was joined elsewhere
 */
export function ownSeals(kept, id, seal) {
  const { [id]: given = [] } = all(kept);
  const seals = (/** @type {(each: Given) => boolean} */ which) =>
    given.filter(which).map(({ secret }) => lotsSeal(secret));
  const shown = seals(({ shown }) => Boolean(shown));
  return shown.length ? shown : seals(({ secret }) => lotsSeal(secret) === seal);
}

/**
 * The entropy of a match's seal, if that was given to a tournament.
 * @param {Kept} kept
 * @param {unknown} seal
 * @returns {string | undefined}
 */
export function tableEntropy(kept, seal) {
  for (const { secret, tables } of Object.values(all(kept)).flat().reverse()) {
    for (let place = 0; place < tables; place++) {
      if (tableSeal(secret, place) === seal) return ofTable(secret, place);
    }
  }
  return undefined;
}
