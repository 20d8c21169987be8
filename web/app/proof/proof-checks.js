// A replay is recomputed check by check, and compared with what this browser has noted.

import { compared, notMine } from "../../../sdk/javascript/src/proof.js";
import { checks } from "../../../sdk/javascript/verify/verify.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Replay} Replay */
/** @typedef {import("../../../sdk/javascript/src/notes.js").Note} Note */
/** @typedef {import("../../../sdk/javascript/verify/verify.js").Checking["check"] | "notes"} Check */
/** What was found: `wrong` is the sentence of the verifier for the first thing that is, in the check of that name.
 * @typedef {{ wrong: string, check: Check, noted: number, made: number, notMine: number[] }} Found */

/** In the order in which they are made. @type {readonly Check[]} */
export const CHECKS = ["form", "commitment", "terms", "chain", "seats", "steps", "result", "notes"];

/** The page is left alone after so many milliseconds, so that it can draw how far it is. */
const BREATH = 12;

/**
 * Recompute a replay. `told` hears which check is made, and how much of it is done.
 * @param {Replay} replay
 * @param {any} game the module verify.js of its game; undefined if it has none
 * @param {Note} note
 * @param {(check: Check, at: number, of: number) => void} told
 * @param {() => Promise<unknown>} [pause]
 * @returns {Promise<Found>}
 */
export async function proven(replay, game, note, told, pause = drawn) {
  const found = { noted: Object.keys(note.heads).length, made: Object.keys(note.moves).length };
  /** @type {Check} */
  let now = "form";
  try {
    let began = performance.now();
    for (const { check, at, of } of checks(replay, game)) {
      now = check;
      told(check, at, of);
      if (performance.now() - began < BREATH) continue;
      await pause();
      began = performance.now();
    }
  } catch (error) {
    return { ...found, check: now, wrong: error instanceof Error ? error.message : `${error}`, notMine: [] };
  }
  told("notes", 0, 1);
  const { value: wrong = "" } = compared(replay, note).next();
  return { ...found, check: "notes", wrong, notMine: notMine(replay, note) };
}

function drawn() {
  return new Promise((resolve) => setTimeout(resolve));
}
