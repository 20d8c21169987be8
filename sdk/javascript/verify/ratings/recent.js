// What the last 24 hours of a ledger say: who has met whom, and who has left too early. `recent` is a Map from two players, or one,
// with a blank between them, to [moment, seq] each.

export const DAY = 86400000;
export const WEIGHTS = [100, 100, 100, 50, 50, 50];
const FREE = 2;

export function pairs(players) {
  const sorted = players.toSorted();
  return sorted.flatMap((one, i) => sorted.slice(i + 1).map((other) => `${one} ${other}`));
}

export const within = (recent, key, clock) => (recent.get(key) ?? []).filter(([at]) => at > clock - DAY);

// The weight of a match, in percent: that of the two players in it who have met most.
export function weightOf(recent, players, clock) {
  const met = pairs(players).map((pair) => within(recent, pair, clock).length);
  return WEIGHTS[Math.max(...met)] ?? 0;
}

// Of the seats that left early, those who have done so too often.
export const patienceLost = (recent, players, short, clock) =>
  short.filter((seat) => within(recent, players[seat], clock).length >= FREE);
