// Livingstone: the bag of stones, and gems.

export const GEMS = ["clear", "blue", "red"];
export const PRICES = [1, 3, 5];
export const MARKET = [1, 2, 3];
export const STONES = { black: 29, clear: 15, blue: 10, red: 5, white: 1 };
export const COUNTS = [
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

export const whole = (n, most) => Number.isSafeInteger(n) && 0 <= n && n <= most;
export const gemsOf = ({ clear = 0, blue = 0, red = 0 }) => ({ clear, blue, red });

export function draw(state, seat, count, chance) {
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
