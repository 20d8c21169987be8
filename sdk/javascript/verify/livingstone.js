// Livingstone: its turns and moves. Its cards, tents and scores are in the files beside this one.

import { isObject, must, same } from "./json.js";
import { deckOf, discarded, drawCard, playable } from "./livingstone_cards.js";
import { earnedRows, finalScore } from "./livingstone_scores.js";
import { originsOf, putTent, tentMoves, scoredRowMoves, supply } from "./livingstone_tents.js";
import { COUNTS, GEMS, MARKET, PRICES, STONES, draw, gemsOf, whole } from "./livingstone_stones.js";

export const SEATS = [2, 5];

export function checkOptions(options, seats) {
  const names = ["allowPass", "cardCounts", "coinsPublic", "mineCrashDraw", "river", "rowBonus"];
  const { startSeat, ...others } = options;
  must(same(Object.keys(others).sort(), names), "options: others are due.");
  const numbers = (list, length, most) =>
    Array.isArray(list) && list.length === length && list.every((each) => whole(each, most));
  must(numbers(options.river, 10, 100) && numbers(options.rowBonus, 6, 100), "options: river or rowBonus.");
  must(same(Object.keys(options.cardCounts).sort(), [...COUNTS].sort()), "options: cardCounts.");
  must(Object.values(options.cardCounts).every((each) => whole(each, 30)), "options: cardCounts.");
  must(["ALL", "DRAWER", "LOSERS"].includes(options.mineCrashDraw), "options: mineCrashDraw.");
  must([options.allowPass, options.coinsPublic].every((each) => each === true || each === false), "options.");
  must(startSeat === undefined || whole(startSeat, seats - 1), "options: startSeat.");
}

export function newGame(options, seats, chance) {
  const each = Array.from({ length: seats }, (_, seat) => seat);
  const starter = options.startSeat ?? chance.below(seats);
  const state = {
    options,
    starter,
    round: 0,
    boat: 1,
    deck: chance.shuffled(deckOf(options)),
    discard: [],
    outOfGame: [],
    hands: each.map(() => []),
    coins: each.map(() => 3),
    chests: each.map(() => 0),
    gems: each.map(() => gemsOf({})),
    bag: { ...STONES },
    aside: { black: 0, clear: 0, blue: 0, red: 0, white: 0 },
    tents: each.map(() => []),
    unscored: each.map(() => []),
    scoredRows: each.map(() => []),
    points: each.map(() => 0),
    final: undefined,
  };
  return [state, startRound(state, chance)];
}

function startRound(state, chance) {
  const seats = state.hands.length;
  state.round += 1;
  state.pool = rolled(2 * seats, chance);
  state.last = Array(seats).fill(0);
  state.passed = Array(seats).fill(false);
  startTurn(state, state.starter);
  const { round, starter, boat } = state;
  return [{ roundStarted: { round, starter, boat, dice: [...state.pool] } }];
}

function startTurn(state, seat) {
  Object.assign(state, { turn: seat, die: 0, owed: 1, taken: false });
}

const rolled = (count, chance) => Array.from({ length: count }, () => chance.below(6) + 1).sort();

export const over = (state) => state.final !== undefined;
export const toMove = (state) => (over(state) ? [] : [state.turn]);
export const eliminated = (state) => state.final?.eliminated ?? [];
export const scores = (state) => state.points;

const higher = (state, seat) => [...new Set(state.pool.filter((value) => value > state.last[seat]))];

// In their order; not every amount of coins and gems is in it.
export function legalMoves(state, seat) {
  return [
    ...diceMoves(state, seat),
    ...(state.die ? mainMoves(state, seat) : []),
    ...amounts(state.gems[seat]).map((gems) => ({ sellGems: gems })),
    ...[...new Set([1, state.coins[seat]])].flatMap((amount) => (state.coins[seat] ? [{ donate: { amount } }] : [])),
    ...[...new Set(state.hands[seat])].flatMap((card) => cardMoves(state, seat, card)),
  ];
}

function diceMoves(state, seat) {
  const values = higher(state, seat);
  const takes = !state.die && state.owed ? values.slice(0, Math.max(0, values.length - state.owed + 1)) : [];
  return [
    ...takes.map((value) => ({ takeDie: { value } })),
    ...(!state.die && !state.owed ? [{ endTurn: {} }] : []),
    ...(state.options.allowPass && !state.taken ? [{ passRound: {} }] : []),
  ];
}

function mainMoves(state, seat) {
  const card = state.deck.length + state.discard.length ? [{ drawCard: {} }] : [];
  return [...card, { takeCoins: {} }, { dig: {} }, ...tentMoves(state, seat)];
}

function cardMoves(state, seat, card) {
  if (card === "MARKET") return amounts(state.gems[seat]).map((gems) => ({ playMarket: gems }));
  if (card === "SCORED_ROW_TENT") return scoredRowMoves(state, seat);
  return playable(state, card, higher(state, seat).length) ? [{ playCard: { card } }] : [];
}

// One and all of each kind, and everything.
function amounts(held) {
  const kinds = GEMS.flatMap((kind) => [gemsOf({ [kind]: 1 }), gemsOf({ [kind]: held[kind] })]);
  const texts = [...kinds, held].filter((gems) => some(gems) && covers(held, gems)).map((gems) => JSON.stringify(gems));
  return [...new Set(texts)].map((each) => JSON.parse(each));
}

const some = (gems) => GEMS.some((kind) => gems[kind] > 0);
const covers = (held, gems) => GEMS.every((kind) => gems[kind] <= held[kind]);

export function check(state, seat, move) {
  const legal = legalMoves(state, seat).some((each) => same(each, move)) || unlisted(state, seat, move);
  must(legal, `seat ${seat} cannot play ${JSON.stringify(move)}.`);
}

// Amounts between the least and the most, and places with any of the seat's fields.
function unlisted(state, seat, move) {
  const [[name, given] = [], ...more] = Object.entries(move);
  if (more.length || !isObject(given)) return false;
  if (name === "donate") return same(move, { donate: { amount: given.amount } }) && given.amount > 0 && whole(given.amount, state.coins[seat]);
  if (name === "sellGems") return gemsFit(state, seat, given);
  if (name === "playMarket") return state.hands[seat].includes("MARKET") && gemsFit(state, seat, given);
  const places = { placeTent: state.die ? tentMoves(state, seat, "") : [], playScoredRowTent: [] }[name];
  if (!places || supply(state, seat) || !originsOf(state, seat).includes(given.fromField)) return false;
  if (name === "playScoredRowTent" && state.hands[seat].includes("SCORED_ROW_TENT")) places.push(...scoredRowMoves(state, seat, ""));
  const place = { [name]: { ...given, fromField: "" } };
  return given.fromField !== `${"abcdefghij"[state.boat - 1]}${given.row}` && places.some((each) => same(each, place));
}

function gemsFit(state, seat, gems) {
  const form = same(Object.keys(gems).sort(), [...GEMS].sort()) && GEMS.every((kind) => whole(gems[kind], 99));
  return form && some(gems) && covers(state.gems[seat], gems);
}

export function apply(state, seat, move, chance) {
  const [[name, given]] = Object.entries(move);
  return ACTIONS[name](state, seat, given, chance);
}

const ACTIONS = {
  takeDie(state, seat, { value }) {
    state.pool.splice(state.pool.indexOf(value), 1);
    state.last[seat] = value;
    Object.assign(state, { die: value, owed: state.owed - 1, taken: true });
    return [{ dieTaken: { seat, value } }];
  },
  drawCard(state, seat, _, chance) {
    state.die = 0;
    return drawCard(state, seat, chance);
  },
  takeCoins(state, seat) {
    const coins = used(state);
    state.coins[seat] += coins;
    return [{ coinsTaken: { seat, coins } }];
  },
  dig: (state, seat, _, chance) => draw(state, seat, used(state), chance),
  placeTent(state, seat, tent) {
    used(state);
    const cards = [...(tent.noCost ? ["NO_COST_TENT"] : []), ...(tent.anyRow ? ["ANY_ROW_TENT"] : [])];
    cards.forEach((card) => discarded(state, seat, card));
    return putTent(state, seat, tent, cards);
  },
  sellGems(state, seat, gems) {
    const coins = sold(state, seat, gems, PRICES);
    return [{ gemsSold: { seat, gems, coins, points: 0 } }];
  },
  donate(state, seat, { amount }) {
    state.coins[seat] -= amount;
    state.chests[seat] += amount;
    return [{ donated: { seat, amount } }];
  },
  playCard(state, seat, { card }, chance) {
    discarded(state, seat, card);
    if (card === "TWO_DICE") state.owed += 1;
    if (card === "BOAT_BACK") state.boat -= 1;
    if (card === "FOUR_COINS") state.coins[seat] += 4;
    if (card.startsWith("VP")) state.points[seat] += Number(card[2]);
    const events = card === "THREE_STONES" ? draw(state, seat, 3, chance) : [];
    return [{ cardPlayed: { seat, card } }, ...events];
  },
  playMarket(state, seat, gems) {
    discarded(state, seat, "MARKET");
    const coins = sold(state, seat, gems, MARKET);
    state.points[seat] += coins;
    return [{ cardPlayed: { seat, card: "MARKET" } }, { gemsSold: { seat, gems, coins, points: coins } }];
  },
  playScoredRowTent(state, seat, tent) {
    discarded(state, seat, "SCORED_ROW_TENT");
    return putTent(state, seat, tent, ["SCORED_ROW_TENT"]);
  },
  endTurn: (state, seat, _, chance) => [{ turnEnded: { seat } }, ...nextTurn(state, chance)],
  passRound(state, seat, _, chance) {
    state.passed[seat] = true;
    return [{ passed: { seat } }, ...nextTurn(state, chance)];
  },
};

function used(state) {
  const { die } = state;
  state.die = 0;
  return die;
}

function sold(state, seat, gems, prices) {
  let coins = 0;
  GEMS.forEach((kind, i) => {
    state.gems[seat][kind] -= gems[kind];
    state.aside[kind] += gems[kind];
    coins += gems[kind] * prices[i];
  });
  state.coins[seat] += coins;
  return coins;
}

function nextTurn(state, chance) {
  const seats = state.hands.length;
  for (let step = 1; step <= seats; step++) {
    const seat = (state.turn + step) % seats;
    if (state.passed[seat] || !higher(state, seat).length) continue;
    startTurn(state, seat);
    return [];
  }
  return endRound(state, chance);
}

function endRound(state, chance) {
  const rows = state.hands.map((_, seat) => earnedRows(state, seat));
  const points = rows.map((each) => each.reduce((all, row) => all + row, 0));
  const event = { roundScored: { boat: state.boat, points } };
  rows.forEach((each, seat) => {
    state.points[seat] += points[seat];
    state.scoredRows[seat] = [...new Set([...state.scoredRows[seat], ...each])].sort();
    state.unscored[seat] = [];
  });
  Object.assign(state, { pool: [], owed: 0 });
  if (state.boat === 10) return [event, endMatch(state, chance)];
  state.boat += 1;
  state.starter = (state.starter + 1) % state.hands.length;
  return [event, ...startRound(state, chance)];
}

function endMatch(state, chance) {
  state.final = finalScore(state, state.hands.length === 2 ? rolled(4, chance) : []);
  const { rows, gems, cards } = state.final;
  state.points = state.points.map((each, seat) => each + rows[seat] + gems[seat] + cards[seat]);
  return { matchScored: state.final };
}

export { eventView, ranking, view } from "./livingstone_scores.js";

// Whether events have shown somebody what was hidden.
export const tells = (events) => events.some(({ cardDrawn, mineCrashed }) => cardDrawn || mineCrashed);
