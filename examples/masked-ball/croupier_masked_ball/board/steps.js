// From the list of legal moves of The Masked Ball to what a player can do step by step: a mask, a player, a name.

/**
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").StateOf<"masked-ball">} View
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").LegalMove<"masked-ball">} Entry
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").EventOf<"masked-ball">} Event
 * @typedef {Entry["move"]["mask"]} Mask
 * @typedef {{ mask?: Mask, target?: number, named?: Mask }} Chosen
 * @typedef {{ member: "mask" | "target" | "named", entry?: undefined } | { entry: Entry, member?: undefined }} Step
 */

const MEMBERS = /** @type {const} */ (["mask", "target", "named"]);

/** The moves that begin with what was chosen. @param {readonly Entry[]} moves @param {Chosen} chosen */
const following = (moves, chosen) =>
  moves.filter(({ move }) =>
    MEMBERS.every((member) => chosen[member] === undefined || chosen[member] === move[member])
  );

/** What is to be chosen next; or the whole move, when nothing is left. @param {readonly Entry[]} moves @param {Chosen} chosen @returns {Step} */
export function nextStep(moves, chosen) {
  const left = following(moves, chosen);
  const open = MEMBERS.filter((member) => chosen[member] === undefined);
  const member = open.find((each) => left.some(({ move }) => move[each] !== undefined));
  return member ? { member } : { entry: left[0] };
}

/**
 * What a member of the move can be, after what was chosen.
 * @template {"mask" | "target" | "named"} M
 * @param {readonly Entry[]} moves @param {Chosen} chosen @param {M} member @returns {Set<NonNullable<Chosen[M]>>}
 */
export const choicesOf = (moves, chosen, member) =>
  new Set(following(moves, chosen).flatMap(({ move }) => /** @type {any} */ (move[member] ?? [])));

/**
 * The move that was typed; null while it may still become one, undefined if it cannot.
 * @param {readonly Entry[]} moves @param {string} text without spaces
 */
export function typedMove(moves, text) {
  const begun = moves.filter(({ notation }) => plain(notation).startsWith(text.toLowerCase()));
  if (begun.length > 1) return null;
  return begun.length && plain(begun[0].notation) !== text.toLowerCase() ? null : begun[0];
}

/** @param {string} notation */
const plain = (notation) => notation.replaceAll(" ", "");
