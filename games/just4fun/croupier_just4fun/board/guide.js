// What the page asks about Just4Fun besides its board: hints, mistakes, sounds, and where points come from (docs/adding-a-board.md).

import {
  cardsOf,
  fieldOf,
  fieldsOf,
  handPlaces,
  LEAD,
  leadOver,
  lineOwner,
  placesIn,
  reached,
  stops,
  sumOf,
  threes,
  wins,
} from "./steps.js";

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Entry} Entry
 * @typedef {import("./steps.js").Event} Event
 * @typedef {import("./steps.js").Field} Field
 * @typedef {import("./steps.js").Position} Position
 * @typedef {{ place: number, seats: number[], behind: number[] }} Question
 * @typedef {"card" | "dice" | "stone" | "coin" | "shuffle"} Sound
 */

/** @type {Record<string, Sound[]>} */
const SOUNDS = {
  matchStarted: ["shuffle"],
  cardsPlayed: ["card", "stone"],
  fieldLocked: ["stone"],
  handExchanged: ["card"],
  cardsDrawn: ["card"],
  deckReshuffled: ["shuffle"],
};

/** Whether a field is the seat's for good, so that more stones there change nothing. @param {Field} field @param {number} seat */
const isSafe = ({ locked, owner }, seat) => locked && owner === seat;

/** When a hint is of use. @type {Record<string, (position: Position, seat: number) => boolean>} */
const HINTS = {
  win: (position, seat) => !position.people && wins(position, seat).length > 0,
  stop: (position, seat) => !position.people && stops(position, seat).length > 0,
  lock: ({ view, moves }, seat) =>
    view.board.some((field) => leadOver(field, seat) >= LEAD) ||
    reached(view, moves).some((field) => !field.locked && leadOver(field, seat) === -1),
  dash: ({ view }, seat) => view.board.some((field) => !field.locked && leadOver(field, seat) >= LEAD),
  pick: () => true,
  points: () => true,
};

/** The points of a side: of fields that it has locked, and of those that it only leads. @param {View} view @param {number} seat @param {boolean} locked */
const pointsOf = ({ board }, seat, locked) =>
  sumOf(board.filter((field) => field.owner === seat && field.locked === locked).map(({ number }) => number));

/** The best that anybody did: a line, or else the highest field. @param {View} view */
function best(view) {
  const winner = lineOwner(view);
  if (winner !== undefined) return { name: "line", seat: winner, fields: view.line };
  const all = view.sides.flatMap(({ seat }) => fieldsOf(view, seat).map((field) => ({ name: "field", seat, field })));
  return all.sort((one, other) => other.field - one.field)[0] ?? null;
}

export default {
  /** @param {Position} position @returns {string[]} */
  hints(position) {
    const { seat, moves } = position;
    if (seat === null || !moves.some((entry) => cardsOf(entry).length)) return [];
    return Object.keys(HINTS).filter((name) => HINTS[name](position, seat));
  },

  /** A move that leaves out a win or lets another win next, or one that changes nothing though another would. @param {Position} position @param {Entry} entry */
  warning(position, entry) {
    const { view, seat, moves } = position;
    const field = fieldOf(view, entry);
    if (seat === null || !field) return null;
    const [win] = position.people ? [] : wins(position, seat);
    if (win !== undefined && !wins({ ...position, moves: [entry] }, seat).length) return { name: "win", field: win };
    if (win === undefined && !position.people) {
      const [stop] = stops(position, seat);
      const near = threes(view).filter((three) => three.seat !== seat && three.soon);
      if (stop !== undefined && !near.some(({ fields }) => fields.includes(field.number))) {
        return { name: "stop", field: stop };
      }
    }
    const useful = reached(view, moves).some((other) => !isSafe(other, seat));
    return isSafe(field, seat) && useful ? { name: "safe", field: field.number } : null;
  },

  /** @param {readonly Event[]} events @returns {Sound[]} */
  sounds: (events) => events.flatMap((event) => SOUNDS[Object.keys(event)[0]] ?? []),

  /** @param {View} view */
  summary: (view) => ({
    parts: [true, false].map((locked) => ({
      name: locked ? "locked" : "led",
      points: view.sides.map(({ seat }) => pointsOf(view, seat, locked)),
    })),
    best: best(view),
    why: view.line.length ? { name: "line" } : null,
    row: view.line.length ? { seat: lineOwner(view) ?? 0, pieces: view.line.map(String) } : null,
  }),

  /** @param {Question} question @param {View} view */
  reason({ place, seats, behind }, { line, sides }) {
    if (line.length) return { name: behind.length ? "line" : "others", place, seats };
    if (!behind.length) return { name: "none", seats };
    const [seat, next] = [seats[0], behind[0]]; // who has a highest field shares it with nobody
    return { name: "highest", seat, next, fields: [seat, next].map((each) => sides[each].highestField) };
  },

  /** @param {View} view */
  points: ({ sides }) => sides.map(({ score }) => score),

  /** The cards go to the field of their sum; a hand that is exchanged comes from the deck. @param {string} notation @param {{ view: View, seat: number, own: boolean }} position @returns {[string, string?][]} */
  ways(notation, { view, seat, own }) {
    if (notation === "exchange") return [["deck"]];
    const cards = notation.split("+").map(Number);
    const field = `field/${sumOf(cards)}`;
    const places = own ? placesIn(view.hand, cards) : null;
    if (!places) return [[`handof/${seat}`, field]];
    const names = handPlaces(view.hand);
    return places.map((at) => [names[at], field]);
  },
};
