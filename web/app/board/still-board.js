import { boardOf } from "../../boards/index.js";
import { fill } from "./board-host.js";

/** @typedef {import("../../text/index.js").Text} Text */

/**
 * A board that nobody can use, as a picture.
 * @param {Text} text
 * @param {string} game
 * @param {{ players: readonly string[] } & Record<string, unknown>} given
 * @param {unknown} bars
 */
export async function stillBoard(text, game, given, bars) {
  const { board, words } = await boardOf(text, game);
  fill(board, { events: [], marked: [], busy: false, still: true, text: words, ...given }, bars);
  return board;
}
