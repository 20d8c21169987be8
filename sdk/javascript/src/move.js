import { CroupierError } from "./errors.js";

/** Whether this can be a move at all. @param {unknown} value */
export function isMove(value) {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

/**
 * The members of a body that name the move.
 * @param {import("../types/api.js").Move} move
 * @returns {{ notation?: string, move?: unknown }}
 * @throws {CroupierError} for what cannot be one
 */
export function encoded(move) {
  if (!isMove(move)) {
    throw new CroupierError(`A move is a listed one, its \`move\` or its notation, and not ${String(move)}.`);
  }
  if (typeof move === "string") return { notation: move };
  return { move: "notation" in move ? move.move : move };
}

/** A move in a message. @param {import("../types/api.js").Move} move */
export function named(move) {
  if (typeof move === "string") return move;
  return "notation" in move ? move.notation : JSON.stringify(move);
}
