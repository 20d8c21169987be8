// Points, in 48ths, and how a seat fared against another one, in halves.

export const POINT = 48;
export const WON = 2;
export const DREW = 1;

export function against(ranks, seat, other) {
  if (ranks[seat] === ranks[other]) return DREW;
  return ranks[seat] < ranks[other] ? WON : 0;
}

// The points of each seat: 1 for the best down to 0 in even steps; equal ranks share theirs, and who was absent gets none.
export function ofMatch(ranks, absent) {
  const step = POINT / (ranks.length - 1);
  const beaten = (seat) => ranks.reduce((sum, _, other) => sum + (other === seat ? 0 : against(ranks, seat, other)), 0);
  return ranks.map((_, seat) => (absent.includes(seat) ? 0 : (step * beaten(seat)) / 2));
}

// The points of the players of a table by each result. Who was absent loses all legs that were left.
export function tablePoints({ results }, legs) {
  return results.map(({ ranks, absent }, i) => {
    const left = absent.length ? Math.max(legs - i, 1) : 1;
    return ofMatch(ranks, absent).map((each) => left * each);
  });
}

export function sums(table, legs) {
  const by = tablePoints(table, legs);
  return table.players.map((_, seat) => by.reduce((sum, each) => sum + each[seat], 0));
}

// A bye is worth a win; in a round robin nothing.
export const byePoints = ({ system, legs }) => (system === "roundRobin" ? 0 : legs * POINT);
