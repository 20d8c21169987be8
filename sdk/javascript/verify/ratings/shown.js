// What players see of a strength, which is [mu, sigma] in millionths.

import { halfEven, idle } from "./recipe.js";

const MOST_DEVIATION = 160;
const WEEK = 7;

export const rating = ([mu]) => 1500 + halfEven((mu - 25000000) / 25000);
export const deviation = ([, sigma]) => halfEven(sigma / 25000);
export const points = (strength) => rating(strength) - 2 * deviation(strength);
export const provisional = (strength) => deviation(strength) > MOST_DEVIATION;

// The day on which a player who does not play becomes provisional; null if that is so already.
export function lapse(strength, counted) {
  if (provisional(strength)) return null;
  let weeks = 1;
  while (!provisional(idle(strength, weeks))) weeks += 1;
  return counted + WEEK * weeks;
}
