// What a table needs, before somebody sits down at it: so who presses "Play" waits for the service alone.

import { hurry, isOwn } from "../../boards/games.js";
import { load } from "../../boards/index.js";

/** The games whose tables have been prepared. @type {Set<string>} */
const prepared = new Set();

/** Whether the reader wants nothing to be loaded that may not be needed. */
export const saves = () => /** @type {any} */ (navigator).connection?.saveData === true;

/**
 * Load what a table of a game with a sealed deal needs. What has not come is loaded when it is needed.
 * @param {Pick<import("../shell/shell.js").Shell, "text" | "above">} shell
 * @param {string} game
 */
export async function prepare({ text, above }, game) {
  if (prepared.has(game)) return;
  prepared.add(game);
  const runs = isOwn(game); // the code of others runs in frames alone
  if (runs) hurry(game);
  try {
    await Promise.all([
      import("../../../sdk/javascript/verify/sha256.js"), // seals
      above.match(),
      runs && load(text, game),
      import("../../../sdk/javascript/src/proof.js"), // opens seals
    ]);
  } catch {
    prepared.delete(game);
  }
}
