// What a proof of ratings asks the service for: the ledger, and what its board shows.

import { Refused } from "../../../sdk/javascript/src/errors.js";
import { readLeaderboard } from "../session/standings.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("./ledger-checks.js").Seen} BoardPage */

/** So often a download that is cut goes on. */
const TRIES = 3;

/** The first page of a pool's board, as of an entry of its ledger. @param {Shell} shell @param {string} pool @returns {Promise<BoardPage>} */
export async function firstPageOf({ me }, pool) {
  const { seq, head, entries } = await readLeaderboard(me, pool);
  const shown = entries.map(({ player, rating, deviation }) => ({
    player: player.id,
    rating,
    deviation,
  }));
  return { seq, head, entries: shown };
}

/**
 * The lines of a pool's ledger, as they come, from its beginning to where it ends now. A line that is cut is asked for again.
 * @param {Shell} shell
 * @param {string} pool
 * @returns {AsyncGenerator<string, void>}
 * @throws {Refused}
 */
export async function* ledgerOf(shell, pool) {
  let last = "";
  for (let tries = 0;;) {
    const after = entryOf(last);
    try {
      for await (const line of linesAfter(shell, pool, after)) {
        yield last = line;
        tries = 0;
      }
      return;
    } catch (error) {
      // Before the first entry, nothing can be gone on from.
      if (error instanceof Refused || ++tries > TRIES || last && !entryOf(last)) throw error;
    }
  }
}

/** The number of the entry of a line; 0 of what comes before the entries. @param {string} line */
function entryOf(line) {
  const { seq = 0, prev } = line ? JSON.parse(line) : {};
  return prev ? seq : 0;
}

/** @param {Shell} shell @param {string} pool @param {number} after an entry, or 0 @returns {AsyncGenerator<string, void>} */
const linesAfter = (shell, pool, after) =>
  linesOf(shell, `/v1/ratings/${pool}/ledger${after ? `?after=${after}` : ""}`);

/**
 * The lines of a file of the service, as they come.
 * @param {Shell} shell @param {string} path
 * @returns {AsyncGenerator<string, void>}
 * @throws {Refused}
 */
export async function* linesOf({ line, session }, path) {
  const request = new Request(session.url + path, { headers: { Accept: "application/x-ndjson" } });
  const response = await line.fetch(request);
  if (!response.ok || !response.body) throw new Refused(response.status, await response.json().catch(() => ({})));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (text + value).split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
  if (text) throw new Error("The file ends within a line.");
}
