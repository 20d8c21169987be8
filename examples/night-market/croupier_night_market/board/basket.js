// What a player holds: equal goods are one choice. No document, no texts: these are tested alone.

/**
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").StateOf<"night-market">} View
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").LegalMove<"night-market">} Entry
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").EventOf<"night-market">} Event
 * @typedef {View["basket"][number]} Good
 */

/** The goods in the order of the rules. @type {Good[]} */
export const GOODS = ["LANTERN", "TEA", "SILK", "SPICE"];

/** How many there are of each good. @param {readonly Good[]} goods @returns {[Good, number][]} */
export const counted = (goods) =>
  GOODS.map((good) => /** @type {[Good, number]} */ ([good, goods.filter((each) => each === good).length]))
    .filter(([, count]) => count > 0);

/** The move that chooses a good; undefined if it cannot be chosen now. @param {readonly Entry[]} moves @param {Good | null} good */
export const choiceOf = (moves, good) => moves.find(({ move }) => move.good === good);
