// What a rated match changes: the numbers of its players after each result, by recipe 1 of docs/ratings.md.

import { halfEven, rated } from "../../../sdk/javascript/verify/ratings/recipe.js";
import { rating } from "../../../sdk/javascript/verify/ratings/shown.js";

/** The numbers that players see, as the service tells them. @typedef {{ rating: number, deviation: number }} Shown */

/** Of who has not played in a pool yet. @type {Shown} */
export const NEWCOMER = { rating: 1500, deviation: 333 };
const MU = 25_000_000;
const SIGMA = 8_333_333;
/** A point that is shown, in millionths. */
const POINT = 25_000;

/**
 * What the own rating would change by for each place, the first one first; the others come in the order of their ratings. It is
 * computed from the numbers as they are shown, and so one off now and then.
 * @param {readonly Shown[]} players by seat
 * @param {number} seat the own one
 * @param {number} [weight] in percent
 * @returns {number[]}
 */
export function byPlace(players, seat, weight) {
  const others = players.map((_, each) => each).filter((each) => each !== seat)
    .sort((one, other) => players[other].rating - players[one].rating);
  return players.map((_, place) => change(players, seat, others.toSpliced(place, 0, seat), weight));
}

/**
 * What the own rating would change by if all shared the first place.
 * @param {readonly Shown[]} players by seat
 * @param {number} seat the own one
 * @param {number} [weight] in percent
 */
export function byDraw(players, seat, weight) {
  return gained(players, seat, players.map(() => 0), weight);
}

/** @param {readonly Shown[]} players @param {number} seat @param {number[]} order the seats, the best one first @param {number} [weight] */
function change(players, seat, order, weight) {
  return gained(players, seat, players.map((_, each) => order.indexOf(each)), weight);
}

/** @param {readonly Shown[]} players @param {number} seat @param {number[]} ranks by seat @param {number} [weight] */
function gained(players, seat, ranks, weight) {
  const before = players.map(strength);
  return rating(rated(before, ranks, weight)[seat]) - rating(before[seat]);
}

/** @param {Shown} shown @returns {import("../../../sdk/javascript/verify/ratings/recipe.js").Strength} */
const strength = (shown) => [
  MU + halfEven((shown.rating - NEWCOMER.rating) * POINT),
  Math.min(shown.deviation * POINT, SIGMA),
];
