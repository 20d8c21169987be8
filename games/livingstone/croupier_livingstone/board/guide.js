// What the page asks about Livingstone besides its board: hints, mistakes, sounds, and where points come from. It knows no
// texts: en.js and de.js have a sentence for each name (docs/adding-a-board.md).

import { gift, listed, MOST_OF_DICE, TENTS } from "./steps.js";

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Entry} Entry
 * @typedef {import("./board.js").Options} Options
 * @typedef {import("./news.js").Event} Event
 * @typedef {{ view: View, seat: number | null, moves: readonly Entry[], options: Options, toMove: readonly number[] }} Position
 * @typedef {"card" | "dice" | "stone" | "coin" | "shuffle"} Sound
 * @typedef {{ place: number, seats: number[], behind: number[] }} Question
 * @typedef {{ name: string, points: number[], [detail: string]: unknown }} Part
 * @typedef {{ name: string, seat: number, [detail: string]: unknown }} Best
 */

/** @type {Record<string, Sound>} */
const SOUNDS = {
  roundStarted: "dice",
  dieTaken: "dice",
  cardDrawn: "card",
  cardPlayed: "card",
  deckReshuffled: "shuffle",
  mineCrashed: "stone",
  stonesDrawn: "stone",
  tentPlaced: "stone",
  coinsTaken: "coin",
  gemsSold: "coin",
  donated: "coin",
};

export default {
  /** @param {Position} position @returns {string[]} */
  hints({ view, seat }) {
    if (seat === null || view.final) return [];
    const { chest = 0, coins = 0 } = view.sides[seat];
    const hints = [
      view.die ? "use" : view.diceToTake ? "dice" : "",
      !view.die && !view.diceToTake || view.round > 1 && !chest && coins ? "queen" : "",
      view.hand.length ? "cards" : "",
      view.round > 1 && view.die ? "dig" : "",
    ];
    return hints.filter(Boolean);
  },

  /** @param {Position} position @param {Entry} entry @returns {{ name: string, [detail: string]: unknown } | null} */
  warning({ view, seat, moves }, { notation }) {
    if (seat === null) return null;
    if (notation === "end") return lastGift(view, seat);
    if (notation === "pass") return { name: "pass", dice: takeable(view, moves) };
    const [, amount] = /^donate (\d+)$/.exec(notation) ?? [];
    return amount ? beyond(view, seat, Number(amount)) : null;
  },

  /** @param {readonly Event[]} events @returns {Sound[]} */
  sounds: (events) => events.map((event) => SOUNDS[Object.keys(event)[0]]).filter(Boolean),

  /** @param {View} view @returns {{ parts: Part[], best: Best | null, why?: { name: string, lost: unknown[], dice?: number } | null, out?: number[] }} */
  summary(view) {
    const { final, sides } = view;
    if (!final) return { parts: [], best: null };
    const { rows, gems, cards, dice, eliminated: out } = final;
    const rounds = sides.map(({ score }, seat) => score - rows[seat] - gems[seat] - cards[seat]);
    const parts = [
      { name: "rounds", points: rounds },
      { name: "rows", points: [...rows] },
      { name: "gems", points: [...gems] },
      { name: "cards", points: [...cards] },
    ];
    const lost = out.map((seat) => ({ seat, points: sides[seat].score, chest: sides[seat].chest }));
    const sum = dice.reduce((one, other) => one + other, 0);
    return { parts, best: best(view), why: lost.length ? { name: "gift", lost, dice: sum } : null, out: [...out] };
  },

  /** @param {Question} question @param {View} view @returns {{ name: string, [detail: string]: unknown } | null} */
  reason({ seats, behind }, { final, sides }) {
    if (!final) return null;
    const [first, next] = [sides[seats[0]], sides[behind[0]]];
    if (final.eliminated.includes(first.seat)) return { name: seats.length < sides.length ? "out" : "allOut", seats };
    if (!next) return { name: "same", seats };
    if (final.eliminated.includes(next.seat)) return null; // the gift has decided, of which the summary tells
    const name = first.chest === next.chest ? "tents" : "chest";
    const counts = [first, next].map(({ chest, tents }) => name === "chest" ? chest : TENTS - tents);
    return { name, seats, behind, counts };
  },

  /** @param {View} view @returns {number[]} */
  points: (view) => view.sides.map(({ score }) => score),

  /** Where a move leads; the end of a turn leads nowhere. @param {string} notation @param {{ seat: number }} position @returns {[string, string?][]} */
  ways(notation, { seat }) {
    const [, row, origin] = TENT.exec(notation) ?? [];
    if (row) return [[origin ? `tent/${origin}/${seat}` : `camp/${seat}`, `field/${row}`]];
    const [kind, what] = notation.split(" ");
    /** @type {[string, string]} */
    const sale = [`gems/${seat}`, `coins/${seat}`];
    /** @type {Record<string, [string, string?]>} */
    const ways = {
      die: [`die/${what}`],
      card: ["deck"],
      coins: ["die/hand", `coins/${seat}`],
      dig: ["die/hand", "bag"],
      sell: sale,
      donate: [`coins/${seat}`],
      play: what === "MARKET" ? sale : [`card/${what}`],
    };
    return kind in ways ? [ways[kind]] : [];
  },
};

/** A move that puts a tent into a row, in writing, and where it comes from. */
const TENT = /^(?:tent|play SCORED_ROW_TENT) (\d)(?:.* from (\w\d))?/;

/**
 * The turn ends that may be the viewer's last of the last round, or of the one before, and the gift may be too small though
 * there are coins for more. It is the last if the others can take all dice that are higher.
 * @param {View} view @param {number} seat
 */
function lastGift(view, seat) {
  const { lastDie, coins = 0, chest = 0 } = view.sides[seat];
  const { safe, risk, chance } = gift(view, seat);
  const higher = view.pool.filter((value) => value > lastDie).length;
  const left = view.river.length - view.boat;
  if (!coins || higher >= view.sides.length || left > 1 || !(left ? risk : !safe)) return null;
  return { name: "gift", coins, chest, last: !left, chance };
}

/** The dice that the viewer could take, each value once. @param {View} view @param {readonly Entry[]} moves */
const takeable = (view, moves) => [...new Set(view.pool)].sort().filter((value) => listed(moves, `die ${value}`));

/** Of two, nobody needs more in the chest than four dice can show. @param {View} view @param {number} seat @param {number} amount */
function beyond(view, seat, amount) {
  const given = (view.sides[seat].chest ?? 0) + amount;
  return view.sides.length === 2 && given > MOST_OF_DICE ? { name: "beyond", given, most: MOST_OF_DICE } : null;
}

/**
 * The seats that have earned most for most tents, all of them, even those that are out; null without any.
 * @param {View} view @returns {Best | null}
 */
function best({ final, sides }) {
  const rows = final?.rows ?? [];
  const points = Math.max(0, ...rows);
  if (!points) return null;
  const seats = sides.map(({ seat }) => seat).filter((seat) => rows[seat] === points);
  return { name: "rows", seat: seats[0], seats, points };
}
