// The game of tests/croupier_match/games/rounds.py, for the verifier.

export const VERSION = 1;
export const SEATS = [1, 4];
const MOST = 3;
const HIDDEN = 0;

const begun = (totals) => ({ due: totals.map((_, i) => i), bids: totals.map(() => HIDDEN) });

export function newGame(options, seats) {
  const totals = Array.from({ length: seats }, () => 0);
  return [{ rounds: options.rounds, totals, ...begun(totals) }, []];
}

export const toMove = (state) => (state.rounds ? state.due : []);

export const legalMoves = () => Array.from({ length: MOST }, (_, i) => ({ count: i + 1 }));

export function apply(state, seat, { count }) {
  const bids = state.bids.with(seat, count);
  const events = [{ seat, count, shown: false }];
  state.bids = bids;
  state.due = state.due.filter((each) => each !== seat);
  if (!state.due.length) {
    state.rounds -= 1;
    state.totals = state.totals.map((total, i) => total + bids[i]);
    events.push(...bids.map((bid, i) => ({ seat: i, count: bid, shown: true })));
    Object.assign(state, begun(state.totals));
  }
  return events;
}

export const scores = (state) => state.totals;

export const view = ({ rounds, totals, due, bids }, seat) => ({
  rounds,
  totals,
  due,
  bid: seat === null ? HIDDEN : bids[seat],
});

export const eventView = (event, seat) =>
  event.shown || event.seat === seat ? event : { ...event, count: HIDDEN };

export const decisionView = ({ rounds, totals }) => ({ rounds, totals });

export const tells = (events) => events.some(({ shown }) => shown);
