// The log of a tournament is followed entry by entry: lots, pairings, results and standings are computed anew, and compared with what the
// page shows and with what this browser gave and has seen before.

import { Following, standings } from "../../../sdk/javascript/verify/tournaments/tournaments.js";

/** @typedef {(typeof CHECKS)[number]} Check */
/** @typedef {{ version: number, head: string }} Head the hash of the entry with this number */
/** @typedef {{ version: number, rows: readonly { player: { id: string }, points: number }[] }} Shown the first rows of the standings as of an entry */
/** @typedef {{ check: Check, rule: string, entry: number, says: string }} Fault */
/** @typedef {{ player: string, seals: readonly string[] }} Own what the player has joined with: one of these seals */
/**
 * What was found: how many `withheld` their entropy, and joined `late`, since they could have chosen to.
 * @typedef {{ fault: Fault | undefined, entries: number, rounds: number, players: number, withheld: number, late: number, at: Head }} Found
 */
/**
 * @typedef {object} Expected
 * @property {readonly Head[]} heads that the service has shown
 * @property {Shown | undefined} shown
 * @property {Own | undefined} own
 * @property {Head | undefined} noted what this browser has noted
 */

/**
 * What was met on the way; `own` is the entry with which the player joined last, who may have left before.
 * @typedef {{ players: number, withheld: number, late: number, own: { seal: string, version: number } | undefined }} Seen
 */

/** In the order in which they are told. */
export const CHECKS = /** @type {const} */ ([
  ...["form", "chain", "lots", "course", "pairings", "results", "standings"],
  ...["shown", "own", "kept"],
]);

/** Which rules are of which check; the rest is of the form. @type {[Check, string][]} */
const RULES = [
  ["chain", "version link time head"],
  ["lots", "key sealTwice entropy withheld"],
  ["course", "closed lateSeal full twice stranger mayNotReturn early startsAt rounds round due end status"],
  ["pairings", "pairing bye repeats"],
  ["results", "table result match endsBy"],
  ["standings", "standings"],
];
/** Points of the verifier are so many of a point. */
const PARTS = 48;
/** The page is left alone after so many milliseconds, so that it can draw how far it is. */
const BREATH = 12;

/**
 * Follow a log. `told` hears how many entries have been followed.
 * @param {AsyncIterable<string>} lines
 * @param {Expected} expected
 * @param {(entries: number) => void} told
 * @param {() => Promise<unknown>} [pause]
 * @returns {Promise<Found>}
 */
export async function rechecked(lines, expected, told, pause = drawn) {
  const following = new Following();
  /** @type {Seen} */
  const seen = { players: 0, withheld: 0, late: 0, own: undefined };
  /** @type {Fault | undefined} */
  let fault;
  let began = performance.now();
  for await (const line of lines) {
    following.take(line);
    fault = foundBy(following) ?? compared(following, line, expected, seen);
    if (fault) break;
    if (performance.now() - began < BREATH) continue;
    told(following.lines);
    await pause();
    began = performance.now();
  }
  told(following.lines);
  const { tournament, lines: entries } = following;
  fault ??= missed(following, expected, seen);
  const at = { version: tournament?.version ?? 0, head: tournament?.head ?? "" };
  const { players, withheld, late } = seen;
  return { fault, entries, rounds: tournament?.rounds.length ?? 0, players, withheld, late, at };
}

/** What the verifier has found. @param {Following} following @returns {Fault | undefined} */
function foundBy({ finding }) {
  if (!finding) return undefined;
  const check = RULES.find(([, rules]) => rules.split(" ").includes(finding.rule))?.[0] ?? "form";
  return { check, rule: finding.rule, entry: finding.line, says: finding.says };
}

/**
 * What an entry that follows has otherwise than is expected; it is counted.
 * @param {Following} following @param {string} line @param {Expected} expected
 * @param {Seen} seen
 * @returns {Fault | undefined}
 */
function compared({ tournament }, line, { heads, shown, own, noted }, seen) {
  const entry = JSON.parse(line);
  const fault = (/** @type {Check} */ check, /** @type {string} */ rule) => ({
    check,
    rule,
    entry: entry.version,
    says: "",
  });
  const at = (/** @type {{ version: number }} */ { version }) => version === entry.version;
  if (entry.kind === "registered") {
    seen.players++;
    if (!entry.seal) seen.late++;
    if (own && entry.player === own.player) seen.own = entry;
  }
  if (entry.kind === "started") seen.withheld = entry.withheld.length;
  if (noted && at(noted) && noted.head !== tournament?.head) return fault("kept", "rewritten");
  if (heads.some((each) => at(each) && each.head !== tournament?.head)) return fault("shown", "headShown");
  if (!tournament || !shown || !at(shown)) return undefined;
  const rows = standings(tournament, tournament.key).slice(0, shown.rows.length);
  const wrong = rows.some(([id, , points], place) => {
    const { player, points: told } = shown.rows[place];
    return player.id !== id || Math.round(told * PARTS) !== points;
  });
  return wrong || rows.length !== shown.rows.length ? fault("shown", "rows") : undefined;
}

/** What has not come, though it was expected. @param {Following} following @param {Expected} expected @param {Seen} seen @returns {Fault | undefined} */
function missed(following, { heads, own, noted }, seen) {
  const { tournament } = following;
  if (!tournament) return { check: "form", rule: "base", entry: 1, says: following.report().finding?.says ?? "" };
  const fault = (/** @type {Check} */ check, /** @type {string} */ rule, /** @type {number} */ entry) => ({
    check,
    rule,
    entry,
    says: "",
  });
  const later = (/** @type {Head | undefined} */ head) => head && head.version > tournament.version;
  if (noted && later(noted)) return fault("kept", "shorter", noted.version);
  const ends = heads.find(later);
  if (ends) return fault("shown", "ends", ends.version);
  if (!own) return undefined;
  if (!seen.own) return fault("own", "missing", tournament.version);
  const { seal, version } = seen.own;
  return seal && !own.seals.includes(seal) ? fault("own", "seal", version) : undefined;
}

function drawn() {
  return new Promise((resolve) => setTimeout(resolve));
}
