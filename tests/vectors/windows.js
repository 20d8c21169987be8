// The game of tests/croupier_match/games/windows.py, for the verifier.

export const VERSION = 1;
export const SEATS = [1, 4];
const MOST = 4;
const BONUS = 3;
const WINDOW_MS = 5000;

export function newGame({ rounds }, seats) {
  return [{ rounds, totals: Array(seats).fill(0), turn: 0, bid: 0, holder: 0, due: [] }, []];
}

export function toMove({ rounds, due, turn }) {
  if (!rounds) return [];
  return due.length ? due : [turn];
}

export function legalMoves({ due, bid }) {
  if (!due.length) return [{ count: 1 }, { count: 2 }];
  return bid < MOST ? [{ count: 0 }, { count: 1 }] : [{ count: 0 }];
}

export function apply(state, seat, { count }, chance) {
  const seats = count ? state.totals.map((_, i) => i) : state.due;
  state.due = seats.filter((each) => each !== seat);
  state.bid += count;
  if (count) state.holder = seat;
  if (!state.due.length) {
    state.totals[state.holder] += state.bid + chance.below(BONUS);
    state.turn = (state.turn + 1) % state.totals.length;
    state.rounds -= 1;
    state.bid = 0;
  }
  return [{ seat, count }];
}

export const onTimeout = ({ due }) => ({ count: due.length ? 0 : 2 });

export const phaseMs = ({ due }) => (due.length ? WINDOW_MS : undefined);

export const scores = (state) => state.totals;

export const view = ({ totals, bid }) => ({ totals, bid });
