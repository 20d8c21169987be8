// The terms of a match: all that is agreed before its first entry, in one hash.

import { canonical } from "./json.js";
import { hex, sha256, text } from "./sha256.js";

// Of a match as the service shows it, in hex.
export function termsOf(match) {
  const { id, game, rulesVersion, options, clock, goneAfter, deal, start, undoMode, fairness } = match;
  const { rated, tournament, dealOf } = match;
  const { reveal = null, recipe, commitment } = fairness;
  const { perMove, bank, increment, onTimeout } = clock ?? {};
  const asked = clock ? { perMove, bank, increment, onTimeout } : null;
  const when = { clock: asked, goneAfter, deal, reveal, start, undoMode };
  const agreed = { id, game, rulesVersion, options, ...when, recipe, commitment };
  if (rated) agreed.rated = rated;
  if (tournament) agreed.tournament = { id: tournament.id, round: tournament.round, table: tournament.table };
  if (dealOf) agreed.dealOf = { id: dealOf.id, endTime: dealOf.endTime };
  return hex(sha256(text(`croupier terms v1\0${canonical(agreed)}`)));
}
