// The game of tests/croupier_match/games/rounds.py, for the verifier.

export const VERSION = 1;
export const SEATS = [1, 4];
const MOST = 3;

export function newGame(options, seats) {
  const all = Array.from({ length: seats }, (_, i) => i);
  return [{ rounds: options.rounds, totals: all.map(() => 0), due: all }, []];
}

export const toMove = (state) => (state.rounds ? state.due : []);

export const legalMoves = () => Array.from({ length: MOST }, (_, i) => ({ count: i + 1 }));

export function apply(state, seat, { count }) {
  state.totals[seat] += count;
  state.due = state.due.filter((each) => each !== seat);
  if (!state.due.length) {
    state.rounds -= 1;
    state.due = state.totals.map((_, i) => i);
  }
  return [{ seat, count }];
}

export const scores = (state) => state.totals;

export const view = ({ rounds, totals }) => ({ rounds, totals });
