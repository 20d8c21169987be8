// From the sentences of the verifier to what is wrong, in kinds that a player understands.

/**
 * What is wrong: `step` is the version, `seat` the player's, `what` a part of the replay.
 * @typedef {{ kind: Kind, step: number, seat: number, what: string }} Wrong
 */
/** @typedef {keyof typeof KINDS | "order" | "other"} Kind */

/** In each, the groups are named as the members of `Wrong`. The first that fits is it. */
const KINDS = {
  changed: /^Version (?<step>\d+): this is not the hash of the entry/,
  torn: /^Version (?<step>\d+): prev is not the hash/,
  missing: /^The log has version .* where (?<step>\d+) should be/,
  length: /^The match has \d+ versions, and its log (?<step>\d+)|^logHead is not/,
  terms: /^The log begins with its terms|^match\.fairness\.terms is not that|^Version 1: prev is not match/,
  commitment: /^The seed is not the one that was committed to|^There are two seeds/,
  games: /^There are two games/,
  stranger: /^match\.game: this verifier cannot recompute (?<what>[^;]*);/,
  unknown: /^(?<what>[\w.[\]]+): (?:this verifier|what was agreed may include)/,
  form: /^(?<what>[\w.[\]]+) is not as it should be|^(?<what2>log\[\d+\]) is no object|^A replay is an object/,
  seats: /^One player has two seats|^There is not one entropy|^seats\[\d+\]\.index|seats are too few or too many/,
  seal: /^Version (?<step>\d+): the entropy of seat (?<seat>\d+) does not fit its seal/,
  illegal: /^Version (?<step>\d+): seat (?<seat>\d+) cannot play/,
  turn: /^Version (?<step>\d+): seat (?<seat>\d+) was not to move/,
  forced: /^Version (?<step>\d+): the move of seat (?<seat>\d+) is not the one that (?:was drawn|the rules say)/,
  forcedMissing:
    /^Version (?<step>\d+): (?:the server had to move for seat (?<seat>\d+)|seat (?<seat2>\d+) was late: a move for it)/,
  deadline:
    /^Version (?<step>\d+): (?:the deadline had|nobody could be late|others than the seats|seat (?<seat>\d+) was not the first)/,
  revealing:
    /^Version (?<step>\d+): (?:the revealing has begun|others had not revealed|there was time to reveal|the time to reveal|somebody withheld|seat (?<seat>\d+) had revealed|entropy )/,
  gone:
    /^Version (?<step>\d+): (?:nobody (?:is ever|was|is) gone|who was gone|not all who were gone|not enough time|others were still|seat (?<seat>\d+) had moved)/,
  seen: /^Version (?<step>\d+): logHead was another one/,
  ownMove: /^Version (?<step>\d+): the move was another one/,
  ownSeals: /^seals: not those before|^entropy: not that of this player/,
  promise: /^(?<what>\w+) is not what was promised/,
  options: /^options/,
  settings:
    /^(?:A clock|An increment|reveal is|goneAfter is|There are no sealed deals|Version \d+: There are no sealed deals)/,
  points: /^outcome\.scores/,
  result: /^outcome|^The match has not ended/,
  table: /^(?<what>state[\w.[\]]*)/,
  clocks: /^(?<what>clock[\w.[\]]*)/,
  seals: /^(?:fairness|entropy)/,
  report: /^(?<what>lastEvents|status|toMove|createTime|updateTime|yourSeat|seats\[\d+\])/,
};
const STEP = /^Version (?<step>\d+): /;

/** What the sentence of the verifier says. @param {string} sentence @returns {Wrong} */
export function wrongIn(sentence) {
  for (const [kind, pattern] of Object.entries(KINDS)) {
    const found = pattern.exec(sentence);
    if (found) return wrong(/** @type {Kind} */ (kind), found.groups);
  }
  const found = STEP.exec(sentence);
  return found ? wrong("order", found.groups) : wrong("other", undefined);
}

/** @param {Kind} kind @param {Record<string, string> | undefined} groups @returns {Wrong} */
function wrong(kind, { step = "", seat, seat2, what, what2 } = {}) {
  return { kind, step: Number(step), seat: Number(seat ?? seat2 ?? -1), what: what ?? what2 ?? "" };
}
