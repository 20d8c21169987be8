// Which boards of others a player trusts: the browser keeps the digest of a game's package by the game's id.

import { webOf } from "./games.js";

/** @typedef {Pick<Storage, "getItem" | "setItem">} Kept */

const TRUSTED = "croupier:trusted";

/** What tells the package of a game from its other versions. @param {string} game */
const digestOf = (game) => webOf(game)?.files.split("/").at(-2) ?? "";

/** @param {Kept} [kept] @returns {Record<string, string>} */
function digests(kept) {
  try {
    return JSON.parse(kept?.getItem(TRUSTED) ?? "{}");
  } catch {
    return {};
  }
}

/** Whether this very board is trusted: another version of it is not. @param {string} game @param {Kept} [kept] */
export const isTrusted = (game, kept) => digests(kept)[game] === digestOf(game);

/** @param {string} game @param {Kept} kept @param {boolean} on */
export function trust(game, kept, on) {
  const { [game]: _, ...others } = digests(kept);
  kept.setItem(TRUSTED, JSON.stringify(on ? { ...others, [game]: digestOf(game) } : others));
}
