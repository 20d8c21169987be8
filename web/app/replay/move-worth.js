// What an analysis says of the moves of a match, worked out for its picture and its list.

/** A judged move, and the chance to win before it, in hundredths, if it was judged by that. @typedef {import("../../../sdk/javascript/types/api.js").Analysis["moves"][number] & { from?: number }} Judged */
/** @typedef {import("../../text/analysis.js").AnalysisText} AnalysisText */
/** What is counted: points ahead, or hundredths of the chance to win. @typedef {NonNullable<import("../../../sdk/javascript/types/api.js").Analysis["unit"]>} Unit */
/**
 * A point of the curve: what was to be expected, the same without all luck so far, and the version of the table that was seen.
 * @typedef {{ whole: number, skill: number, version: number }} Point
 */

/** So many moves are told as those by which it turned. */
const TURNINGS = 3;

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

/** The version at which a move is looked at: the table before a mistake, where the better move can be seen. @param {Judged} move */
export const lookedAt = ({ version, loss }) => loss ? version - 1 : version;

/** The mistake of a seat that follows a version, if one does. @param {readonly Judged[]} moves @param {number} seat @param {number} version */
export const coming = (moves, seat, version) =>
  moves.find((move) => move.seat === seat && move.loss && lookedAt(move) === version);

/** The moves that cost a seat most, the worst first. @param {readonly Judged[]} moves @param {number} seat */
export const turnings = (moves, seat) =>
  moves.filter((move) => move.seat === seat && (move.loss ?? 0) > 0)
    .toSorted((one, other) => (other.loss ?? 0) - (one.loss ?? 0)).slice(0, TURNINGS);

/** What is said of a move in a sign: "−14", or that it was good, or about as good. @param {Judged} move */
export function sign({ loss }) {
  if (loss === null) return "≈";
  return loss > 0 ? `−${Math.round(loss) || "½"}` : "✓";
}

/**
 * Where the nearest mistakes of a seat before and after a version are looked at.
 * @param {readonly Judged[]} moves @param {number} seat @param {number} version
 */
export function beside(moves, seat, version) {
  const mistakes = moves.filter((move) => move.seat === seat && move.loss).map(lookedAt);
  return {
    previous: mistakes.findLast((each) => each < version),
    next: mistakes.find((each) => each > version),
  };
}

/**
 * The curve of a seat, by its moves: what it could expect before each and after it, one part of the match after the
 * other. Without luck, only what moves cost the one and the other changes it; where luck is not told apart, `skill` means
 * nothing. A chance to win stays one: what mistakes cost from one move to the next can come to more than there was to lose.
 * @param {readonly Judged[]} moves @param {number} seat
 * @param {number} [even] the chance to win of all alike, in hundredths, if it is chances that are counted
 * @returns {Point[]}
 */
export function course(moves, seat, even) {
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
    points.push(
      point(behind + before, luck, move.version - 1),
      point(behind + move.played.expected, luck, move.version),
    );
    last = behind + move.played.expected;
    if (move.luck === null) continue;
    luck += move.luck;
    last += move.luck + between(moves, move);
  }
  const end = moves.at(-1)?.version ?? 0;
  if (points.length) points.push(point(last, luck, end));
  if (even === undefined) return points;
  const chance = (/** @type {number} */ above) => Math.min(Math.max(above, -even), 100 - even);
  return points.map(({ whole, skill, version }) => ({ whole: chance(whole), skill: chance(skill), version }));
}

/** @param {number} whole @param {number} luck @param {number} version @returns {Point} */
const point = (whole, luck, version) => ({ whole, skill: whole - luck, version });

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
