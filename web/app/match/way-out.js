// How a seat that is out of its match has come to be so, beside its name.

/** @typedef {import("../../text/index.js").Core["table"]} Words */

/**
 * As long as the match goes on, what matters is who makes the moves of the seat. Its end has one reason, which is that of a
 * seat only if no other one is out.
 * @param {Words} words
 * @param {Pick<import("../../../sdk/javascript/types/api.js").MatchView, "outcome" | "seats">} match
 */
export function wayOut({ played, late, claimed, resigned, out }, { outcome, seats }) {
  if (!outcome) return played;
  const several = seats.filter(({ resigned }) => resigned).length > 1;
  return several ? out : { timeout: late, claimed, resigned, completed: out, aborted: out }[outcome.reason];
}
