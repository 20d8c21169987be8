import { CroupierError } from "./errors.js";

/** @typedef {import("../types/api.js").ChooseMoves} ChooseMoves */

/**
 * The move that chooses these of the things that a description of moves has, in whatever order they are given.
 * @param {ChooseMoves} choose one of `legalMoves.choose`
 * @param {readonly unknown[]} values those of some of `choose.of`, one that is chosen twice two times
 * @returns {Record<string, unknown>} what `move` takes
 * @throws {CroupierError} for one that is not there, or not so often
 */
export function chosen(choose, values) {
  const texts = values.map((value) => JSON.stringify(value));
  const ordered = choose.of.flatMap(({ value, count }) => {
    const times = texts.filter((text) => text === JSON.stringify(value)).length;
    return Array(Math.min(times, count)).fill(value);
  });
  if (ordered.length < values.length) {
    throw new CroupierError(`${texts.join(", ")} cannot be chosen of ${choose.of.map(({ text }) => text).join(", ")}.`);
  }
  return withMember(choose.move, choose.member.split("."), ordered);
}

/**
 * A copy of an object with another value at a path.
 * @param {Record<string, unknown>} object
 * @param {readonly string[]} path
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
function withMember(object, [name, ...path], value) {
  const within = /** @type {Record<string, unknown>} */ (object[name]);
  return { ...object, [name]: path.length ? withMember(within, path, value) : value };
}
