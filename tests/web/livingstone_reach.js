// For positions of Livingstone, one a line on the standard input: all moves that the choices of its board lead to, and
// what has no move and no reason either. Each line is answered by one.

import * as steps from "../../games/livingstone/croupier_livingstone/board/steps.js";
import en from "../../games/livingstone/croupier_livingstone/board/en.js";

/** @typedef {steps.View} View */
/** @typedef {readonly steps.Entry[]} Moves */
/** @typedef {{ view: View, seat: number, moves: Moves }} Position */

/** All numbers from 0 on. @param {number} most */
const upTo = (most) => Array.from({ length: most + 1 }, (_, number) => number);

/** @param {Position} position */
function answer({ view, seat, moves }) {
  /** @type {Set<string>} */
  const reached = new Set();
  /** @type {string[]} */
  const mute = [];
  const offer = (
    /** @type {string} */ what,
    /** @type {steps.Decided | null | undefined} */ move,
    /** @type {steps.Reason | null} */ reason,
  ) => {
    if (move) reached.add(move.notation);
    if (!move === !reason || (reason && !en.reason(reason))) mute.push(what);
  };
  for (const value of new Set(view.pool)) {
    offer(`die ${value}`, steps.listed(moves, `die ${value}`), steps.dieReason(view, seat, moves, value));
  }
  for (const word of /** @type {const} */ (["card", "coins", "dig", "end", "pass"])) {
    offer(word, steps.listed(moves, word), steps.plainReason(view, moves, word));
  }
  for (const plan of plans(view)) tents({ view, seat, moves }, plan, offer);
  for (const card of new Set(view.hand)) cards({ view, seat, moves }, card, offer, reached);
  amounts(moves, reached);
  const lost = [...reached].filter((notation) => !steps.written(view, moves, notation.toUpperCase()));
  return { reached: [...reached].sort(), mute, lost };
}

/** The plans that the cards of the hand allow. @param {View} view @returns {steps.Plan[]} */
function plans({ hand }) {
  const [free, any] = [hand.includes("NO_COST_TENT"), hand.includes("ANY_ROW_TENT")];
  const all = [[false, false], [true, false], [false, true], [true, true]];
  const tents = all.filter(([one, other]) => (free || !one) && (any || !other));
  return [
    ...tents.map(([free, any]) => ({ kind: /** @type {const} */ ("tent"), free, any })),
    ...(hand.includes("SCORED_ROW_TENT") ? [{ kind: /** @type {const} */ ("scored"), free: false, any: false }] : []),
  ];
}

/** @param {Position} position @param {steps.Plan} plan @param {any} offer */
function tents({ view, seat, moves }, plan, offer) {
  for (const row of steps.ROWS) {
    const what = steps.tentNotation(plan, row, "");
    const reason = steps.tentReason(view, seat, moves, plan, row);
    if (reason) offer(what, null, reason);
    const origins = reason ? [] : steps.originsFor(view, moves, plan, row);
    for (const from of origins) offer(`${what} from ${from}`, steps.tentMove(view, moves, plan, row, from), null);
    if (!reason && !origins.length) offer(what, steps.tentMove(view, moves, plan, row, ""), null);
  }
}

/** @param {Position} position @param {steps.Card} card @param {any} offer @param {Set<string>} reached */
function cards({ view, seat, moves }, card, offer, reached) {
  const reason = steps.cardReason(view, seat, moves, card);
  const plan = steps.planOf(card);
  if (!plan && card !== "MARKET") return offer(card, steps.listed(moves, `play ${card}`), reason);
  const kinds = plan?.kind === "scored" ? /^play SCORED/ : card === "NO_COST_TENT" ? / free/ : / any/;
  const usable = plan
    ? [...reached].some((notation) => kinds.test(notation))
    : Object.values(steps.mostGems(moves, "market")).some(Boolean);
  if (usable === Boolean(reason) || (reason && !en.reason(reason))) offer(`${card} of the hand`, null, null);
}

/** @param {Moves} moves @param {Set<string>} reached */
function amounts(moves, reached) {
  for (const trade of /** @type {const} */ (["sell", "market"])) {
    const most = steps.mostGems(moves, trade);
    for (const clear of upTo(most.clear + 1)) {
      for (const blue of upTo(most.blue + 1)) {
        for (const red of upTo(most.red + 1)) {
          const move = steps.sale(moves, trade, { clear, blue, red });
          if (move) reached.add(move.notation);
        }
      }
    }
  }
  for (const amount of upTo(steps.mostCoins(moves) + 1)) {
    const move = steps.donation(moves, amount);
    if (move) reached.add(move.notation);
  }
}

const input = await new Response(Deno.stdin.readable).text();
console.log(input.split("\n").filter(Boolean).map((line) => JSON.stringify(answer(JSON.parse(line)))).join("\n"));
