// How a seat that is out of its match has come to be so, beside its name.

/** @typedef {import("../../text/index.js").Core["table"]} Words */

/**
 * As long as the match goes on, what matters is who makes the moves of the seat.
 * @param {Words} words
 * @param {{ reason: string } | null | undefined} outcome
 */
export function wayOut({ played, late, claimed, resigned }, outcome) {
  if (!outcome) return played;
  return { timeout: late, claimed }[outcome.reason] ?? resigned;
}
