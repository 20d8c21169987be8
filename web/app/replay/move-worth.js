// What an analysis says of the moves of a match, worked out for its picture and its list.

/** A judged move, and the chance to win before it, in hundredths, if it was judged by that. @typedef {import("../../../sdk/javascript/types/api.js").Analysis["moves"][number] & { from?: number }} Judged */
/** @typedef {import("../../text/analysis.js").AnalysisText} AnalysisText */
/** What is counted: points ahead, or hundredths of the chance to win. @typedef {NonNullable<import("../../../sdk/javascript/types/api.js").Analysis["unit"]>} Unit */
/** A point of the curve: what was to be expected, and the same without all luck so far. @typedef {{ whole: number, skill: number }} Point */

/**
 * The moves of an analysis in numbers for people: points ahead, or by how many hundredths the chance to win was above an
 * even one.
 * @param {import("../../../sdk/javascript/types/api.js").Analysis} found @param {number} seats @returns {readonly Judged[]}
 */
export function numbered({ unit, moves }, seats) {
  if (unit !== "victory") return moves;
  const above = (/** @type {Judged["played"]} */ worth) => ({ ...worth, expected: 100 * (worth.expected - 1 / seats) });
  const hundred = (/** @type {number | null} */ share) => share === null ? null : 100 * share;
  return moves.map((move) => ({
    ...move,
    played: above(move.played),
    best: above(move.best),
    loss: hundred(move.loss),
    luck: hundred(move.luck),
    from: Math.min(100, Math.round(100 * (move.played.expected + (move.loss ?? 0)))),
  }));
}

/** What is said of a move. @param {Judged} move @param {AnalysisText} text */
export function said({ loss, from = 0 }, text) {
  if (loss === null) return text.unsure;
  return loss > 0 ? text.cost(Math.round(loss), from) : text.good;
}

/** What is said of a move in a sign: "−14", or that it was good, or about as good. @param {Judged} move */
export function sign({ loss }) {
  if (loss === null) return "≈";
  return loss > 0 ? `−${Math.round(loss) || "½"}` : "✓";
}

/**
 * The nearest mistakes of a seat before and after a version.
 * @param {readonly Judged[]} moves @param {number} seat @param {number} version
 */
export function beside(moves, seat, version) {
  const mistakes = moves.filter((move) => move.seat === seat && move.loss).map((move) => move.version);
  return {
    previous: mistakes.findLast((each) => each < version),
    next: mistakes.find((each) => each > version),
  };
}

/**
 * The curve of a seat, by its moves: what it could expect before each and after it, one part of the match after the
 * other. Without luck, only what moves cost the one and the other changes it.
 * @param {readonly Judged[]} moves @param {number} seat @returns {Point[]}
 */
export function course(moves, seat) {
  /** @type {Point[]} */
  const points = [];
  let luck = 0;
  let part = -1;
  let behind = 0; // what the parts before have come to, and how much of it was luck
  let last = 0;
  for (const move of moves) {
    if (move.seat !== seat) continue;
    const before = move.played.expected + (move.loss ?? 0);
    if (move.part !== part) {
      behind = last;
      luck += before; // the deal, and who began
    }
    part = move.part;
    points.push(point(behind + before, luck), point(behind + move.played.expected, luck));
    last = behind + move.played.expected;
    if (move.luck === null) continue;
    luck += move.luck;
    last += move.luck + between(moves, move);
  }
  if (points.length) points.push(point(last, luck));
  return points;
}

/** @param {number} whole @param {number} luck @returns {Point} */
const point = (whole, luck) => ({ whole, skill: whole - luck });

/** What the moves of others have cost them until the seat was to move again. @param {readonly Judged[]} moves @param {Judged} from */
function between(moves, from) {
  let cost = 0;
  for (const move of moves.slice(moves.indexOf(from) + 1)) {
    if (move.part !== from.part || move.seat === from.seat) break;
    cost += move.loss ?? 0;
  }
  return cost;
}

/** What the moves of a seat have cost it, and what luck brought it between them; null if nobody says so. @param {readonly Judged[]} moves @param {number} seat */
export function sums(moves, seat) {
  const own = moves.filter((move) => move.seat === seat);
  const sum = (/** @type {(move: Judged) => number | null} */ of) =>
    own.reduce((all, each) => all + (of(each) ?? 0), 0);
  return { cost: sum(({ loss }) => loss), luck: hasLuck(moves) ? sum(({ luck }) => luck) : null };
}

/** Whether luck is told apart. @param {readonly Judged[]} moves */
export const hasLuck = (moves) => moves.some(({ luck }) => luck !== null);
