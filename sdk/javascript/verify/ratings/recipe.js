// Recipe 1 of docs/ratings.md: how the ranks of a match change the numbers of its players. Strengths are [mu, sigma], in integers
// of millionths.

const UNIT = 1e6;
const START_MU = 25000000;
export const START_SIGMA = 8333333;
export const MOST_MU = 800000000;
const BETA_SQUARED = (25 / 6) ** 2;
const TAU_SQUARED = (25 / 300) ** 2;
const KAPPA = 1e-4;
const IDLE_WEEK = 562500000000;
const NEW_SEASON = 9000000000000;
const FULL = 100;

export const RECIPE = 1;
export const START = [START_MU, START_SIGMA];

// The players after a match. Of `ranks`, 0 is the best, and equal ones are a tie; `weight` is in percent.
export function rated(before, ranks, weight = FULL) {
  const pairs = before.map(([mu, sigma]) => [mu / UNIT, sigma / UNIT]);
  return plackettLuce(pairs, ranks).map(([mu, variance], seat) => {
    if (weight !== FULL) {
      const share = weight / FULL;
      const [oldMu, sigma] = pairs[seat];
      mu = oldMu + share * (mu - oldMu);
      variance = sigma * sigma + share * (variance - sigma * sigma);
    }
    return bounded(halfEven(mu * UNIT), Math.sqrt(variance) * UNIT);
  });
}

// Mu and variance of each player. Sums are made in an order that the players give, not their seats.
function plackettLuce(before, ranks) {
  const variances = before.map(([, sigma]) => sigma * sigma + TAU_SQUARED);
  const order = before.map((_, seat) => seat).sort((one, other) =>
    ranks[one] - ranks[other] || before[one][0] - before[other][0] || before[one][1] - before[other][1]
  );
  const spread = Math.sqrt(order.reduce((sum, seat) => sum + variances[seat], 0) + before.length * BETA_SQUARED);
  const best = Math.max(...before.map(([mu]) => mu));
  const strengths = before.map(([mu]) => Math.exp((mu - best) / spread));
  const rivals = []; // by rank: the strength of all who have it or a worse one
  const tied = []; // by rank: how many have it
  let running = 0;
  for (const seat of order.toReversed()) {
    running += strengths[seat];
    rivals[ranks[seat]] = running;
    tied[ranks[seat]] = (tied[ranks[seat]] ?? 0) + 1;
  }
  return before.map(([mu], seat) => {
    let gain = 1 / tied[ranks[seat]];
    let known = 0;
    for (let place = 0; place <= ranks[seat]; place++) {
      if (!tied[place]) continue;
      const chance = strengths[seat] / rivals[place];
      gain -= chance;
      known += chance * (1 - chance);
    }
    const variance = variances[seat];
    return [mu + (variance / spread) * gain, variance * Math.max(1 - (variance / (spread * spread)) * known, KAPPA)];
  });
}

// After so many whole weeks without a match that counted.
export const idle = (before, weeks) => (weeks ? widened(before, weeks * IDLE_WEEK) : before);

// After so many beginnings of a season.
export function carried(strength, seasons) {
  for (let n = 0; n < seasons; n++) strength = widened([halfEven((3 * strength[0] + START_MU) / 4), strength[1]], NEW_SEASON);
  return strength;
}

// Without a match that led from `before` to `after`.
export const undone = (now, before, after) =>
  widened([now[0] + before[0] - after[0], now[1]], before[1] ** 2 - after[1] ** 2);

const widened = ([mu, sigma], variance) => bounded(mu, Math.sqrt(Math.max(sigma ** 2 + variance, 1)));
const bounded = (mu, sigma) => [
  Math.max(-MOST_MU, Math.min(mu, MOST_MU)),
  Math.min(Math.max(halfEven(sigma), 1), START_SIGMA),
];

// Rounded to an integer, halves to the even one.
export function halfEven(value) {
  const floor = Math.floor(value);
  const over = value - floor;
  if (over === 0.5) return floor + (floor % 2 ? 1 : 0);
  return over > 0.5 ? floor + 1 : floor + 0;
}
