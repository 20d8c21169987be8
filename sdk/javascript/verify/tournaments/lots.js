// Lots that nobody chooses: keys that one commitment binds, mixed with entropy of the players.

import { bytes, hex, hmac, joined, sha256, text } from "../sha256.js";

const KEY_LABEL = text("croupier tournament keys v1");
const SEAL_LABEL = text("croupier tournament seal v1");

export const follows = (key, last) => hex(sha256(bytes(key))) === last;
export const sealOf = (entropy) => hex(sha256(joined(SEAL_LABEL, bytes(entropy))));

// The lot of each player in the draw of a key, as a function of the player's id. Lots are compared as text.
export function lotsOf(key, entropies) {
  const mixed = sha256(joined(KEY_LABEL, bytes(key), bytes(entropies.join(""))));
  return (player) => hex(hmac(mixed, text(player)));
}

// The id of the match of a round's table; a second match there is another leg.
export function matchId(tournament, round, table, leg) {
  const digest = sha256(text(["tournament", tournament, round, table, leg].join("\0"))).subarray(0, 16);
  return btoa(String.fromCharCode(...digest)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
