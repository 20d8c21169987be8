// Livingstone, for those who recompute its matches: see sdk/javascript/verify/README.md.

export const VERSION = 1;
export const SEATS = [2, 5];

export function checkOptions(options, seats, { must, same }) {
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

// Amounts between the least and the most, and places with any of the seat's fields.
export function unlisted(state, seat, move, { same, isObject }) {
  const [[name, given] = [], ...more] = Object.entries(move);
  if (more.length || !isObject(given)) return false;
  if (name === "donate") return same(move, { donate: { amount: given.amount } }) && given.amount > 0 && whole(given.amount, state.coins[seat]);
  if (name === "sellGems") return gemsFit(state, seat, given, same);
  if (name === "playMarket") return state.hands[seat].includes("MARKET") && gemsFit(state, seat, given, same);
  const places = { placeTent: state.die ? tentMoves(state, seat, "") : [], playScoredRowTent: [] }[name];
  if (!places || supply(state, seat) || !originsOf(state, seat).includes(given.fromField)) return false;
  if (name === "playScoredRowTent" && state.hands[seat].includes("SCORED_ROW_TENT")) places.push(...scoredRowMoves(state, seat, ""));
  const place = { [name]: { ...given, fromField: "" } };
  return given.fromField !== `${"abcdefghij"[state.boat - 1]}${given.row}` && places.some((each) => same(each, place));
}

function gemsFit(state, seat, gems, same) {
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

// Stones and gems.

const GEMS = ["clear", "blue", "red"];
const PRICES = [1, 3, 5];
const MARKET = [1, 2, 3];
const STONES = { black: 29, clear: 15, blue: 10, red: 5, white: 1 };
const COUNTS = [
  "noCostTent",
  "anyRowTent",
  "scoredRowTent",
  "twoDice",
  "market",
  "threeStones",
  "fourCoins",
  "vp2",
  "vp3",
  "vp4",
  "boatBack",
  "mineCrash",
];

const whole = (n, most) => Number.isSafeInteger(n) && 0 <= n && n <= most;
const gemsOf = ({ clear = 0, blue = 0, red = 0 }) => ({ clear, blue, red });

function draw(state, seat, count, chance) {
  const stones = { black: 0, clear: 0, blue: 0, red: 0, white: 0 };
  for (let left = Math.min(count, size(state.bag)); left; left--) {
    const kind = at(state.bag, chance.below(size(state.bag)));
    state.bag[kind] -= 1;
    stones[kind] += 1;
  }
  if (stones.white) {
    for (const kind of Object.keys(STONES)) {
      state.bag[kind] += stones[kind] + state.aside[kind];
      state.aside[kind] = 0;
    }
  } else {
    state.aside.black += stones.black;
    for (const kind of GEMS) state.gems[seat][kind] += stones[kind];
  }
  return [{ stonesDrawn: { seat, stones } }];
}

const size = (bag) => Object.values(bag).reduce((all, count) => all + count, 0);

function at(bag, place) {
  for (const kind of Object.keys(STONES)) {
    if (place < bag[kind]) return kind;
    place -= bag[kind];
  }
}

// The deck, what is drawn from it, and the hands.

const CARDS = COUNTS.map((name) => name.replace(/([A-Z])/g, "_$1").toUpperCase());

const deckOf = ({ cardCounts }) => COUNTS.flatMap((name, i) => Array(cardCounts[name]).fill(CARDS[i]));

// Whether a card of the hand can be played by its name; `dice` are the values that could be taken.
function playable(state, card, dice) {
  if (card === "TWO_DICE") return dice > state.owed;
  if (card === "BOAT_BACK") return state.boat > 1;
  return !["NO_COST_TENT", "ANY_ROW_TENT"].includes(card);
}

function discarded(state, seat, card) {
  state.hands[seat].splice(state.hands[seat].indexOf(card), 1);
  (card === "BOAT_BACK" ? state.outOfGame : state.discard).push(card);
}

function drawCard(state, seat, chance) {
  const events = [];
  if (!state.deck.length && state.discard.length) {
    events.push({ deckReshuffled: { cards: state.discard.length } });
    state.deck = chance.shuffled(state.discard);
    state.discard = [];
  }
  if (!state.deck.length) return events;
  const card = state.deck.pop();
  if (card === "MINE_CRASH") return [...events, ...crashed(state, seat, chance)];
  state.hands[seat].push(card);
  state.hands[seat].sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b));
  return [...events, { cardDrawn: { seat, card } }];
}

function crashed(state, seat, chance) {
  const lost = state.gems;
  state.gems = lost.map(() => gemsOf({}));
  for (const gems of lost) for (const kind of GEMS) state.bag[kind] += gems[kind];
  state.outOfGame.push("MINE_CRASH");
  const draws = {
    ALL: () => true,
    DRAWER: (each) => each === seat,
    LOSERS: (each) => GEMS.some((kind) => lost[each][kind]),
  }[state.options.mineCrashDraw];
  const clockwise = lost.map((_, step) => (seat + step) % lost.length);
  const events = clockwise.filter(draws).flatMap((each) => drawCard(state, each, chance));
  return [{ mineCrashed: { seat, lost } }, ...events];
}

// Tents.

const TENTS = 11;
const COLUMNS = "abcdefghij";

const supply = (state, seat) => TENTS - state.tents[seat].length;
const originsOf = (state, seat) => (state.hands.length === 2 ? [...new Set(state.tents[seat])].sort() : []);

const target = (state, row) => `${COLUMNS[state.boat - 1]}${row}`;

function price(state, row, free) {
  const there = state.tents.flat().filter((field) => field === target(state, row)).length;
  return there + (free ? 0 : state.options.river[state.boat - 1]);
}

// With an `origin` of "", the places alone.
function tentMoves(state, seat, origin) {
  const has = (card) => state.hands[seat].includes(card);
  const places = [];
  for (const anyRow of has("ANY_ROW_TENT") ? [false, true] : [false])
    for (const noCost of has("NO_COST_TENT") ? [false, true] : [false])
      for (const row of anyRow ? [1, 2, 3, 4, 5, 6] : [state.die])
        if (price(state, row, noCost) <= state.coins[seat]) places.push({ row, noCost, anyRow, fromField: "" });
  return (origin === "" ? places : withOrigins(state, seat, places)).map((placeTent) => ({ placeTent }));
}

function scoredRowMoves(state, seat, origin) {
  const rows = state.scoredRows[seat].filter((row) => price(state, row, true) <= state.coins[seat]);
  const places = rows.map((row) => ({ row, fromField: "" }));
  return (origin === "" ? places : withOrigins(state, seat, places)).map((tent) => ({ playScoredRowTent: tent }));
}

function withOrigins(state, seat, places) {
  if (supply(state, seat)) return places;
  const named = new Set();
  const moves = [];
  for (const place of places) {
    for (const fromField of originsOf(state, seat)) {
      if (fromField === target(state, place.row) || (named.has(place) && named.has(fromField))) continue;
      named.add(place).add(fromField);
      moves.push({ ...place, fromField });
    }
  }
  return moves;
}

function putTent(state, seat, { row, noCost, fromField }, cards) {
  const scored = cards.includes("SCORED_ROW_TENT");
  const paid = price(state, row, noCost || scored);
  const field = target(state, row);
  for (const fields of [state.tents[seat], state.unscored[seat]])
    if (fields.includes(fromField)) fields.splice(fields.indexOf(fromField), 1);
  state.coins[seat] -= paid;
  state.tents[seat].push(field);
  if (scored) state.unscored[seat].push(field);
  return [{ tentPlaced: { seat, field, paid, cards, fromField } }];
}

// Scores, and what each seat may see.

const count = (items, item) => items.filter((each) => each === item).length;
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

// The rows of the seat's tents that score now, each as often as it has tents there.
function earnedRows(state, seat) {
  const here = state.tents[seat].filter((field) => field[0] === COLUMNS[state.boat - 1]);
  return [...new Set(here)].flatMap((field) => {
    const scoring = count(here, field) - count(state.unscored[seat], field);
    return Array(scoring).fill(Number(field[1]));
  });
}

function finalScore(state, dice) {
  const least = dice.length ? sum(dice) : Math.min(...state.chests) + 1;
  return {
    rows: rowBonuses(state),
    gems: state.gems.map((gems) => sum(GEMS.map((kind) => gems[kind]))),
    cards: state.hands.map((hand) => sum(hand.map((card) => (card.startsWith("VP") ? Number(card[2]) : 0)))),
    dice,
    eliminated: state.chests.flatMap((chest, seat) => (chest < least ? [seat] : [])),
  };
}

function rowBonuses(state) {
  const bonuses = state.hands.map(() => 0);
  state.options.rowBonus.forEach((bonus, i) => {
    const tents = state.tents.map((fields) => fields.filter((field) => Number(field[1]) === i + 1).length);
    const most = tents.flatMap((each, seat) => (each && each === Math.max(...tents) ? [seat] : []));
    for (const seat of most) bonuses[seat] += Math.floor(bonus / most.length);
  });
  return bonuses;
}

export function ranking(state) {
  const out = state.final?.eliminated ?? [];
  const keys = (seat) => [state.points[seat], ...(state.final ? [state.chests[seat], state.tents[seat].length] : [])];
  const stay = state.hands.map((_, seat) => seat).filter((seat) => !out.includes(seat));
  const texts = [...new Set(stay.map((seat) => JSON.stringify(keys(seat))))].map((each) => JSON.parse(each));
  texts.sort((a, b) => a.map((each, i) => b[i] - each).find((difference) => difference) ?? 0);
  const ranks = texts.map((each) => stay.filter((seat) => JSON.stringify(keys(seat)) === JSON.stringify(each)));
  return [...ranks, ...(out.length ? [out] : [])];
}

export function view(state, seat) {
  return {
    round: state.round,
    starter: state.starter,
    boat: state.boat,
    river: state.options.river,
    pool: state.pool,
    die: state.die,
    diceToTake: state.owed,
    hand: seat === null ? [] : state.hands[seat],
    deckSize: state.deck.length,
    discard: state.discard,
    outOfGame: state.outOfGame,
    bag: state.bag,
    aside: state.aside,
    board: board(state),
    sides: state.hands.map((_, side) => sideOf(state, side, side === seat)),
    ...(state.final ? { final: state.final } : {}),
  };
}

function board(state) {
  return [...new Set(state.tents.flat())].sort().map((field) => ({
    field,
    column: COLUMNS.indexOf(field[0]) + 1,
    row: Number(field[1]),
    tents: state.tents.map((fields) => count(fields, field)),
    unscored: state.unscored.map((fields) => count(fields, field)),
  }));
}

function sideOf(state, side, own) {
  const coins = state.coins[side];
  const chest = state.chests[side];
  return {
    seat: side,
    score: state.points[side],
    wealth: coins + chest,
    ...(own || state.options.coinsPublic ? { coins } : {}),
    ...(own || state.final ? { chest } : {}),
    gems: state.gems[side],
    tents: 11 - state.tents[side].length,
    handSize: state.hands[side].length,
    lastDie: state.last[side],
    passed: state.passed[side],
    scoredRows: state.scoredRows[side],
  };
}

export function eventView(event, seat) {
  for (const [name, hidden] of [["cardDrawn", "card"], ["donated", "amount"]]) {
    if (event[name] && event[name].seat !== seat) {
      const { [hidden]: _, ...open } = event[name];
      return { [name]: open };
    }
  }
  return event;
}

// Whether events have shown somebody what was hidden.
export const tells = (events) => events.some(({ cardDrawn, mineCrashed }) => cardDrawn || mineCrashed);
