// What a proof of ratings asks the service for: the ledger, and what its board shows.

import { sessionOf } from "../../../sdk/javascript/src/client.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("./ledger-checks.js").Seen} BoardPage */

/** The first page of a pool's board, as of an entry of its ledger. @param {Shell} shell @param {string} pool @returns {Promise<BoardPage>} */
export async function firstPageOf({ me }, pool) {
  const { seq, head, entries } = await sessionOf(me).call("GET", `/v1/leaderboards/${pool}`);
  const shown = entries.map((/** @type {any} */ { player, rating, deviation }) => ({
    player: player.id,
    rating,
    deviation,
  }));
  return { seq, head, entries: shown };
}

/**
 * The lines of a pool's ledger, as they come, from its beginning to where it ends now.
 * @param {Shell} shell
 * @param {string} pool
 * @returns {AsyncGenerator<string, void>}
 * @throws {Refused}
 */
export async function* ledgerOf({ line, session }, pool) {
  const headers = { Accept: "application/x-ndjson" };
  const response = await line.fetch(new Request(`${session.url}/v1/ratings/${pool}/ledger`, { headers }));
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
  if (text) yield text;
}
