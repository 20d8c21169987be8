// What has come out of a match, in words: who has won, how it ended, and why it was not the one with most points.

import { playersOf } from "./players.js";
import { answers } from "./reasons.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../text/ending.js").EndingText} EndingText */
/** @typedef {import("../../text/game.js").GameText} GameText */
/** @typedef {import("./reasons.js").Summed} Summary */
/**
 * @typedef {{ number: (points: number) => string, game?: GameText, summary?: Summary }} Told how points are written, and
 *   what the game says of the match
 */

/** The points of each seat, as far as a state of any game has them. @param {MatchView} match @returns {number[]} */
export function pointsOf({ state }) {
  const sides = /** @type {{ score?: number, total?: number }[]} */ (/** @type {any} */ (state)?.sides ?? []);
  return sides.map(({ score, total }) => total ?? score ?? 0);
}

/** Return who has won, as a heading; "" before the end. @param {MatchView} match @param {EndingText} words */
export function resultOf(match, words) {
  const { outcome, yourSeat } = match;
  if (!outcome) return "";
  const { winners, reason } = outcome;
  const names = (/** @type {number[]} */ seats) => seats.map((seat) => playersOf(match)[seat]);
  if (!winners.length) return reason === "aborted" ? words.aborted : words.nobody;
  const others = winners.filter((seat) => seat !== yourSeat);
  if (!others.length) return words.youWon;
  if (winners.length === 1) return words.won(names(others)[0]);
  return others.length < winners.length ? words.youShare(names(others)) : words.shared(names(winners));
}

/** The seats, the viewer's first. @param {Pick<MatchView, "seats" | "yourSeat">} match */
export const ownFirst = ({ seats, yourSeat }) =>
  [...seats.keys()].sort((one, other) => Number(other === yourSeat) - Number(one === yourSeat));

/**
 * Return the seats with their places, best first; who shares a place stands in the order of seats.
 * @param {MatchView} match
 */
export function places({ outcome }) {
  let place = 1;
  return (outcome?.ranking ?? []).flatMap((seats) => {
    const here = seats.map((seat) => ({ seat, place, points: outcome?.scores[seat] ?? 0 }));
    place += seats.length;
    return here;
  });
}

/**
 * Return how the match ended, in one line.
 * @param {MatchView} match
 * @param {EndingText} words
 * @param {Told} told
 */
export function story(match, words, told) {
  const { reason } = match.outcome ?? {};
  if (reason === "resigned" || reason === "timeout" || reason === "claimed") {
    return `${gone(match, words, reason)} ${early(match, words, told)}`;
  }
  return reason === "completed" ? answers(match, words, told.game, told.summary).join(" ") : "";
}

/** Who gave up, was too late, or away. @param {MatchView} match @param {EndingText} words @param {"resigned" | "timeout" | "claimed"} reason */
function gone(match, words, reason) {
  const seats = match.seats.filter(({ resigned }) => resigned).map(({ index }) => index);
  if (seats.length === 1 && seats[0] === match.yourSeat) {
    return { resigned: words.youResigned, timeout: words.youTimeout, claimed: words.youClaimed }[reason];
  }
  const names = seats.map((seat) => playersOf(match)[seat]);
  return names.length === 1 ? words[reason](names[0]) : words.out(names); // the reason is that of the last one
}

/** The points that somebody has left behind. @param {MatchView} match @param {EndingText} words @param {Told} told */
function early(match, words, { number, game }) {
  const scores = playersOf(match).map((name, seat) => `${name}: ${number(match.outcome?.scores[seat] ?? 0)}`);
  const told = game?.early?.(scores.join(", "));
  if (told) return told;
  return [words.early(scores.join(", ")), ...(scores.length > 2 ? [words.last] : [])].join(" ");
}
