// The board of a game: that of its package, or else the generic one.

import { withGame } from "../text/index.js";
import { found, isOwn, isWrong, moduleOf, webOf } from "./games.js";

/** @typedef {import("../text/index.js").Text} Text */
/** @typedef {import("../text/index.js").BoardText} BoardText */

const GENERIC = "generic-board";

/**
 * Load what a table of the game needs: which element is its board, and its texts.
 * @param {Text} text
 * @param {string} game
 * @returns {Promise<{ tag: string, words: BoardText }>}
 */
export async function load(text, game) {
  const [words, tag] = await Promise.all([withGame(text, game), element(game, "board")]);
  if (tag && webOf(game)) return { tag, words };
  await import("./generic.js");
  return { tag: GENERIC, words };
}

/**
 * The board of a game, and the texts that it needs. That of a game which is not the operator's own is a guest, in a frame.
 * @param {Text} text
 * @param {string} game
 * @param {boolean} [frames] whether there may be a frame; the generic board is in its place else
 * @returns {Promise<{ board: any, words: BoardText }>}
 */
export async function boardOf(text, game, frames = false) {
  const guest = frames && webOf(game) && !isOwn(game) ? (await import("./framed.js")).guestOf(text, game) : "";
  if (typeof guest !== "string") return guest;
  const { tag, words } = await load(text, game);
  const board = document.createElement(tag);
  if (board instanceof HTMLUnknownElement) { // its constructor has thrown
    found(game, tag);
    return await boardOf(text, game);
  }
  if (tag === GENERIC) Object.assign(board, { why: isWrong(game) ? "wrong" : guest });
  return { board, words };
}

/** The standings of a game; null if it has none of its own. @param {string} game */
export const scoreOf = (game) =>
  webOf(game)?.score && isOwn(game) ? { tag: `${game}-score`, load: () => element(game, "score") } : null;

/** Define an element of the game's package; undefined if there is none. @param {string} game @param {"board" | "score"} part */
async function element(game, part) {
  if (!webOf(game) || !isOwn(game)) return undefined;
  const tag = `${game}-${part}`;
  const loaded = await moduleOf(game, `${part}.js`);
  if (loaded && !customElements.get(tag)) found(game, `${part}.js does not define ${tag}`);
  return customElements.get(tag) && tag;
}
