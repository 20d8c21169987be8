// What the page asks about Lost Cities besides its board: hints, warnings, sounds, and where points come from.

import {
  carriedOf,
  colorOf,
  COST,
  handPlaces,
  isOver,
  isWager,
  ofColor,
  parse,
  reasonAgainst,
  sumOf,
  valueOf,
} from "./steps.js";

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Entry} Entry
 * @typedef {import("./steps.js").Event} Event
 * @typedef {import("./steps.js").Color} Color
 * @typedef {{ view: View, seat: number | null, moves: readonly Entry[], options: unknown, toMove: readonly number[] }} Position
 * @typedef {{ place: number, seats: number[], behind: number[] }} Question
 * @typedef {View["finishedRounds"][number]["sides"][number]["expeditions"][number]} Expedition
 */

/** The numbers of a colour together: 2 to 10. */
const ALL = 54;
/** So few cards in the deck are the end of a round. */
const FEW = 10;

// --- Hints.

/** When each hint fits; those that say more of the position are first. @type {[string, (view: View, seat: number) => boolean][]} */
const HINTS = [
  [
    "start",
    // Before the first turn, which may be the second of the match.
    (view, seat) => !view.finishedRounds.length && !begun(view, seat) && laid(view) <= 1,
  ],
  ["end", ({ deckSize }) => deckSize <= FEW],
  // Later, there may be no turns left to lay what would pay it back.
  ["cost", (view, seat) => view.deckSize > FEW && !begun(view, seat)],
  ["rise", (view, seat) => view.hand.some((card) => reasonAgainst(view, seat, card))],
  ["wagers", (view, seat) => view.hand.some((card) => isWager(card) && !reasonAgainst(view, seat, card))],
  ["discards", (view) => view.discards.some(({ size }) => size > 0)],
];

/** Whether a seat has an expedition. @param {View} view @param {number} seat */
const begun = (view, seat) => view.sides[seat].expeditions.some(({ cards }) => cards.length > 0);

/** How many cards lie on the table. @param {View} view */
const laid = ({ sides, discards }) =>
  sides.flatMap(({ expeditions }) => expeditions.flatMap(({ cards }) => cards)).length +
  discards.reduce((sum, { size }) => sum + size, 0);

/** @param {Position} position */
const hints = ({ view, seat }) =>
  seat === null ? [] : HINTS.filter(([, fits]) => fits(view, seat)).map(([name]) => name);

// --- Warnings.

/** @param {Position} position @param {Entry} entry */
function warning({ view, seat }, { move }) {
  if (seat === null || move.place !== "EXPEDITION") return null;
  return loss(view, seat, move) ?? skip(view, seat, move.card) ?? wager(view, seat, move.card);
}

/**
 * A new expedition that cannot pay back its cost, whatever comes.
 * @param {View} view @param {number} seat @param {Entry["move"]} move
 */
function loss(view, seat, { card, draw }) {
  const color = colorOf(card);
  if (expedition(view, seat, color).cards.length) return null;
  const last = view.deckSize === 1 && draw === "DECK";
  const most = valueOf(card) + (last ? 0 : above(view, seat, card));
  return most < COST ? { name: "loss", color, most } : null;
}

/** The sum of what can still follow the card, wherever it is now. @param {View} view @param {number} seat @param {string} card */
function above(view, seat, card) {
  const color = colorOf(card);
  const below = (valueOf(card) * (valueOf(card) + 1)) / 2 - 1;
  const theirs = view.sides.filter((side) => side.seat !== seat).flatMap((side) =>
    expedition(view, side.seat, color).cards
  );
  return ALL - Math.max(0, below) - sumOf(theirs.filter((one) => valueOf(one) > valueOf(card)));
}

/**
 * Cards of the hand that could be laid before this one, and not after it. Wagers count only where they would be worth it, and
 * none does where this card and those that can follow it take all turns that are left.
 * @param {View} view @param {number} seat @param {string} card
 */
function skip(view, seat, card) {
  const own = ofColor(view.hand, colorOf(card)).filter((one) => !reasonAgainst(view, seat, one));
  const pays = sumOf([...expedition(view, seat, colorOf(card)).cards, ...own]) > COST;
  const lower = own.filter((one) => valueOf(one) < valueOf(card) && (pays || !isWager(one)));
  const higher = own.filter((one) => valueOf(one) > valueOf(card));
  return lower.length && turnsAfter(view) > higher.length ? { name: "skip", cards: [...new Set(lower)] } : null;
}

/**
 * A wager of the hand that no number has barred yet, and this one would. Near the end of a round, it would rather multiply a loss.
 * @param {View} view @param {number} seat @param {string} card
 */
function wager(view, seat, card) {
  const color = colorOf(card);
  const held = ofColor(view.hand, color).some((one) => isWager(one) && !reasonAgainst(view, seat, one));
  return held && !isWager(card) && view.deckSize > FEW ? { name: "wager", color } : null;
}

/** How many turns a player has after this one, if all draw from the deck. @param {View} view */
const turnsAfter = ({ deckSize }) => Math.max(0, Math.floor((deckSize - 1) / 2));

/** @param {View} view @param {number} seat @param {Color} color @returns {Expedition} */
const expedition = (
  view,
  seat,
  color,
) => /** @type {Expedition} */ (view.sides[seat].expeditions.find((one) => one.color === color));

// --- Sounds.

/** @param {readonly Event[]} events @returns {("card" | "shuffle")[]} */
function sounds(events) {
  return events.flatMap((event) => {
    if ("roundStarted" in event) return ["shuffle"];
    return "cardPlayed" in event || "cardDrawn" in event ? ["card"] : [];
  });
}

// --- Points.

/** By round; the points of a single round by colour. @param {View} view */
function summary(view) {
  const carried = carriedOf(view);
  const [first, ...others] = view.finishedRounds;
  const parts = others.length || !first ? view.finishedRounds.map(ofRound) : ofColors(first);
  const all = expeditions(view).sort((one, other) => other.points - one.points);
  return {
    parts: [...(carried.some(Boolean) ? [{ name: "carried", points: carried }] : []), ...parts],
    best: all[0]?.points > 0 ? all[0] : null,
    why: why(view, all),
  };
}

/** @param {View["finishedRounds"][number]} round */
const ofRound = ({ round, sides }) => ({ name: "round", round, points: sides.map(({ score }) => score) });

/** @param {View["finishedRounds"][number]} round */
const ofColors = ({ sides }) =>
  sides[0].expeditions.map(({ color }, at) => ({
    name: "color",
    color,
    points: sides.map(({ expeditions }) => expeditions[at].score),
  }));

/** What each expedition has brought; where there was one round, it has no number. @param {View} view */
const expeditions = ({ finishedRounds, rounds }) =>
  finishedRounds.flatMap(({ round, sides }) =>
    sides.flatMap(({ seat, expeditions }) =>
      expeditions.map(({ color, score }) => ({
        name: "expedition",
        seat,
        color,
        round: rounds > 1 ? round : null,
        points: score,
      }))
    )
  );

/** Nothing but the points counts. @param {Question} question @param {View} view */
const reason = ({ seats, behind }, view) =>
  behind.length ? null : { name: "equal", points: view.sides[seats[0]].total };

/**
 * What has decided the match: points from before, without which the other would have won or drawn; a loss without which the loser would have won, or a round without which the winner would not;
 * or that the winner has won all rounds.
 * @param {View} view @param {ReturnType<typeof expeditions>} all those that have brought most first
 */
function why(view, all) {
  const { sides, finishedRounds } = view;
  const winner = sides[0].total > sides[1].total ? 0 : 1;
  const lead = sides[winner].total - sides[1 - winner].total;
  if (!lead) return null;
  const carried = carriedOf(view);
  const here = sides.map(({ total }, seat) => total - carried[seat]);
  if (here[winner] <= here[1 - winner]) {
    return { name: "carried", seat: winner, points: [here[winner], here[1 - winner]] };
  }
  const worst = all.filter(({ seat }) => seat !== winner).at(-1);
  if (worst && -worst.points > lead) return { ...worst, name: "loss" };
  const leads = finishedRounds.map(({ sides }) => sides[winner].score - sides[1 - winner].score);
  const most = Math.max(...leads);
  if (leads.length > 1 && leads.every((each) => each > 0)) return { name: "all", seat: winner, rounds: leads.length };
  return leads.length > 1 && most >= lead
    ? { name: "round", seat: winner, round: 1 + leads.indexOf(most), most }
    : null;
}

/** @param {View} view */
const points = (view) => view.sides.map(({ total, roundScore }) => (isOver(view) ? total : total + roundScore));

// --- A move on the board.

/** The card goes to its place, and one is drawn. @param {string} notation @param {{ view: View, seat: number, own: boolean }} position @returns {[string, string?][]} */
function ways(notation, { view, seat, own }) {
  const { card, place, pile } = parse(notation, false, view.discards.length);
  if (!card || !pile) return [];
  const color = colorOf(card);
  const from = own ? handPlaces(view.hand)[view.hand.indexOf(card)] : `handof/${seat}`;
  // An expedition is as high as its half of the board; its last card is where the next one goes.
  const side = `${expedition(view, seat, color).cards.length ? "card/" : ""}side${seat}/${color}`;
  return [[from, place === "EXPEDITION" ? side : `pile/${color}`], [`pile/${pile}`]];
}

export default { hints, warning, sounds, summary, reason, points, ways };
