// The ledger of a rating pool is recomputed entry by entry, and compared with what boards show and with what this browser has
// seen of it before.

import { Following, shownOn } from "../../../sdk/javascript/verify/ratings/ratings.js";

/** @typedef {import("../../../sdk/javascript/verify/ratings/ratings.js").Finding} Finding */
/** @typedef {{ seq: number, head: string }} Head the hash of the entry with this number */
/** @typedef {{ player: string, rating: number, deviation: number }} Shown */
/** @typedef {Head & { entries: readonly Shown[] }} Seen what a board has shown as of an entry */
/** @typedef {(typeof CHECKS)[number]} Check */
/** @typedef {{ check: Check, rule: string, seq: number | null, match: string, says: string }} Fault `match` is its id, or "" */
/**
 * What was found: `at` is where the ledger ends now, and `players` how many have numbers in it.
 * @typedef {{ faults: Fault[], entries: number, players: number, at: Head, whole: boolean }} Found
 */
/**
 * @typedef {object} Expected
 * @property {readonly Seen[]} boards
 * @property {Head | undefined} noted what this browser has noted
 * @property {number} day of UTC, counted from 1970
 */

/** In the order in which they are told. */
export const CHECKS = /** @type {const} */ (["form", "chain", "weights", "numbers", "shown", "kept"]);

/** Which rules are of which check; the rest is of the form. @type {[Check, string][]} */
const RULES = [
  ["chain", "seq link head matchTwice voidOf voidMatch voidTwice voidSeats season seasonLate"],
  ["weights", "ranks playerTwice short weight"],
  ["numbers", "newcomer idle before mu sigma kept"],
];

/** The page is left alone after so many milliseconds, so that it can draw how far it is. */
const BREATH = 12;

/**
 * Recompute a ledger. `told` hears how many entries have been followed.
 * @param {AsyncIterable<string>} lines of its file
 * @param {Expected} expected
 * @param {(entries: number) => void} told
 * @param {() => Promise<unknown>} [pause]
 * @returns {Promise<Found>}
 */
export async function recomputed(lines, { boards, noted, day }, told, pause = drawn) {
  const following = new Following();
  /** @type {Fault[]} */
  const faults = [];
  /** What is expected when the ledger has come to an entry. */
  const compare = () => {
    const { ledger, last } = following;
    const at = (/** @type {Head} */ { seq }) => seq === ledger?.seq;
    for (const board of boards.filter(at)) faults.push(...compared(following, board, day));
    if (noted && at(noted) && noted.head !== last) faults.push(fault("kept", "rewritten", noted.seq));
  };
  let began = performance.now();
  for await (const line of lines) {
    const { entries, findings: { length } } = following;
    following.take(line);
    for (const finding of following.findings.slice(length)) faults.push(foundIn(line, finding));
    if (following.entries > entries) compare();
    if (performance.now() - began < BREATH) continue;
    told(following.entries);
    await pause();
    began = performance.now();
  }
  const { ledger, entries, began: base, findings } = following.report();
  if (!entries && findings.length > faults.length) faults.push(...findings.map((each) => foundIn("", each)));
  const at = { seq: ledger?.seq ?? 0, head: following.last };
  if (noted && noted.seq > at.seq) faults.push(fault("kept", "shorter", noted.seq));
  for (const { seq } of boards.filter((board) => board.seq > at.seq)) faults.push(fault("shown", "ends", seq));
  told(entries);
  return { faults, entries, players: ledger?.players.size ?? 0, at, whole: base === 0 };
}

/** What a board has shown otherwise than the ledger has it. @param {Following} following @param {Seen} board @param {number} day @returns {Fault[]} */
function compared({ ledger, last }, { seq, head, entries }, day) {
  const wrong = head && head !== last ? [fault("shown", "head", seq)] : [];
  const others = entries.filter(({ player, rating, deviation }) => {
    const numbers = ledger?.players.get(player);
    if (!numbers) return true;
    // Idle weeks make a rating less sure from one day to the next, and the board was read some time ago.
    const [least, most] = [shownOn(numbers, numbers.counted), shownOn(numbers, day)];
    return rating !== most.rating || deviation < least.deviation || deviation > most.deviation;
  });
  return [...wrong, ...others.map(({ player }) => fault("shown", "number", seq, player))];
}

/** @param {Check} check @param {string} rule @param {number} seq @param {string} [says] @returns {Fault} */
const fault = (check, rule, seq, says = "") => ({ check, rule, seq, match: "", says });

/** @param {string} line @param {Finding} finding @returns {Fault} */
function foundIn(line, { rule, seq, says }) {
  return { check: checkOf(rule), rule, seq, match: matchOf(line), says };
}

/** @param {string} rule @returns {Check} */
const checkOf = (rule) => RULES.find(([, rules]) => rules.split(" ").includes(rule))?.[0] ?? "form";

/** The id of the match of an entry; "" if it tells none. @param {string} line */
const matchOf = (line) => /"match":"([\w-]{22})"/.exec(line)?.[1] ?? "";

function drawn() {
  return new Promise((resolve) => setTimeout(resolve));
}
