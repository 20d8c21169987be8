// How long a match of a game takes, and how hard the game is: as its package says, if it does.

import { seatsOf, webOf } from "../../boards/games.js";
import { formOf } from "./option-fields.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("./option-fields.js").Form} Form */

/** Longer times are rounded to so many minutes: nobody plays by the minute. */
const STEP = 5;

/**
 * The minutes of a match; 0 if its game does not say.
 * @param {readonly number[]} minutes by the number of seats from the least up, with the usual options
 * @param {number} more how many seats there are above the least
 * @param {Form["fields"]} fields
 * @param {Record<string, unknown>} options those that are set
 */
export function minutesOf(minutes, more, fields, options) {
  const usual = minutes[Math.min(more, minutes.length - 1)] ?? 0;
  const factors = Object.entries(fields).filter(([, { lengthens }]) => lengthens)
    .map(([name, field]) => Number(options[name] ?? field.usual) / Number(field.usual));
  const all = factors.reduce((product, factor) => product * (factor > 0 ? factor : 1), usual);
  return all > STEP ? STEP * Math.round(all / STEP) : Math.ceil(all);
}

/**
 * How long a match takes, in words; "" if its game does not say.
 * @param {Shell} shell
 * @param {string} game
 * @param {number} seats
 * @param {Record<string, unknown>} options those that are set
 */
export function lengthOf(shell, game, seats, options) {
  const { minutes = [] } = webOf(game) ?? {};
  if (!minutes.length) return "";
  const form = Object.keys(options).length ? formOf(shell, game) : undefined;
  const found = minutesOf(minutes, seats - seatsOf(game).min, form?.fields ?? {}, options);
  return shell.text.lobby.minutes(found);
}

/** How long a match takes, and how hard its game is; what the game does not say is left out. @param {Shell} shell @param {string} game @param {number} seats @param {Record<string, unknown>} options those that are set */
export const factsOf = (shell, game, seats, options) =>
  [lengthOf(shell, game, seats, options), difficultyOf(shell, game)].filter(Boolean).join(" · ");

/**
 * The clock of a table, and what happens to who goes away from it, in words.
 * @param {import("../../text/index.js").Text["lobby"]} words
 * @param {{ clock?: { perMove?: string | null, bank?: string | null, increment?: string | null } | null, goneAfter?: string | null }} terms
 * @returns {string[]}
 */
export function timesOf(words, { clock, goneAfter }) {
  const { perMove = null, bank = null, increment = null } = clock ?? {};
  return [words.clock(perMove, bank, increment), ...(goneAfter ? [words.absent(goneAfter)] : [])];
}

/** How hard a game is, in words; "" if it does not say. @param {Shell} shell @param {string} game */
export function difficultyOf(shell, game) {
  const { difficulty } = webOf(game) ?? {};
  return difficulty ? shell.text.lobby.difficulties[difficulty - 1] ?? "" : "";
}
