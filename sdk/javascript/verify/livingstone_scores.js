// Livingstone: scores, and what each seat may see.

import { GEMS } from "./livingstone_stones.js";

const COLUMNS = "abcdefghij";
const count = (items, item) => items.filter((each) => each === item).length;
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

// The rows of the seat's tents that score now, each as often as it has tents there.
export function earnedRows(state, seat) {
  const here = state.tents[seat].filter((field) => field[0] === COLUMNS[state.boat - 1]);
  return [...new Set(here)].flatMap((field) => {
    const scoring = count(here, field) - count(state.unscored[seat], field);
    return Array(scoring).fill(Number(field[1]));
  });
}

export function finalScore(state, dice) {
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
