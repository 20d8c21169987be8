// Streams that survive their lines: each version once, whatever a line does.

import { Refused } from "./errors.js";
import { Pause, sleep } from "./pause.js";
import { AGAIN, Cut } from "./session.js";

/** @typedef {import("./session.js").Line} Line */
/** @typedef {AsyncGenerator<Line, void>} Lines */
/** @typedef {import("../types/api.js").Notice} Notice */

/** The reasons of a goodbye after which no line comes, with the status of that refusal. */
const FINAL = new Map([["unauthenticated", 401], ["not_found", 404]]);
/** Notices that may come more than once at a version, and mean it each time. */
const REPEATED = [
  ...["emote", "rematchOffered", "rematchEnded", "friendAsked", "friendAccepted"],
  ...["checkInOpened", "roundPaired", "tournamentFinished"],
];

/**
 * Each version of a match once and in order, until it has ended.
 * @param {(after: number | undefined) => Lines} open opens a line: behind a version, or with a snapshot
 * @param {{ after?: number, signal?: AbortSignal }} options
 * @returns {AsyncGenerator<any, void>} of Change
 * @throws {Refused} if the token is revoked, or the match cannot be seen any more
 */
export async function* versions(open, { after, signal }) {
  let known = after;
  let first = "snapshot";
  const forget = () => {
    if (known === undefined) return false;
    known = undefined;
    first = "reset";
    return true;
  };
  for await (const { event, data } of reopened(() => gapless(open(known), known ?? -1), forget, signal)) {
    if (event === "finished") return;
    yield { event: event === "snapshot" ? first : event, ...changeOf(data) };
    known = data.version;
  }
}

/**
 * A snapshot of a match as a change to it.
 * @param {any} data with `view: "none"` it is one
 */
function changeOf(data) {
  return "lastEvents" in data ? { version: data.version, events: data.lastEvents, match: data } : data;
}

/**
 * What concerns a player, each once.
 * @param {() => Lines} open
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Notice, void>}
 */
export async function* notices(open, signal) {
  /** @type {Map<string, Map<string, number>>} */
  const told = new Map();
  for await (const { event, data } of reopened(open, () => false, signal)) {
    const { matchId, version, invitationId } = data;
    const before = told.get(matchId) ?? new Map();
    const what = `${event} ${invitationId}`; // one may be invited twice at one version
    if (REPEATED.includes(event) || before.get(what) !== version) yield /** @type {Notice} */ ({ event, ...data });
    told.set(matchId, before.set(what, version));
    if (event === "matchFinished") told.delete(matchId);
  }
}

/**
 * The lines of a match without what is no version of it, which is told at once to who wants to hear it.
 * @param {Lines} lines
 * @param {Record<string, ((data: any) => void) | undefined>} tell by event
 * @returns {Lines}
 */
export async function* heard(lines, tell) {
  for await (const line of lines) {
    if (line.event in tell) tell[line.event]?.(line.data);
    else yield line;
  }
}

/**
 * The snapshots, changes and the end of a match, until one is missing.
 * @param {Lines} lines
 * @param {number} known the version before them; -1 for a line that begins with a snapshot
 * @returns {Lines}
 */
async function* gapless(lines, known) {
  for await (const line of lines) {
    const { version } = line.data;
    if (line.event === "goodbye") yield line;
    if (!["snapshot", "change", "finished"].includes(line.event)) continue;
    const next = line.event === "finished" ? known : known + 1;
    if (known >= 0 && version > next) return;
    if (known >= 0 && version < next) continue;
    known = version;
    yield line;
  }
}

/**
 * The events of lines, of which the next is opened when one has ended.
 * @param {() => Lines} open
 * @param {() => boolean} forget makes `open` begin anew; false, if it did
 * @param {AbortSignal} [signal] ends it
 * @returns {Lines}
 */
export async function* reopened(open, forget, signal) {
  const pause = new Pause();
  for (;;) {
    let wait;
    signal?.throwIfAborted();
    try {
      for await (const line of open()) {
        pause.reset();
        if (line.event !== "goodbye") yield line;
        else wait = farewell(line.data, forget);
        if (wait !== undefined) break;
      }
    } catch (error) {
      wait = after(error, forget);
    }
    await sleep(pause.after(wait), signal);
  }
}

/**
 * Seconds until a line can be opened again.
 * @param {{ reason: string, retryAfter?: number | null }} data
 * @param {() => boolean} forget
 */
function farewell({ reason, retryAfter }, forget) {
  const status = FINAL.get(reason);
  if (status) throw new Refused(status, { code: reason, detail: "The service has closed the stream." });
  if (reason === "version_mismatch") forget();
  return retryAfter ?? 0;
}

/**
 * Seconds until another line can be opened after an error; undefined, if nobody said.
 * @param {unknown} error
 * @param {() => boolean} forget
 */
function after(error, forget) {
  if (error instanceof Cut) return undefined;
  if (error instanceof Refused && AGAIN.has(error.status)) return error.retryAfter;
  // The service does not know a version that it has told of.
  if (error instanceof Refused && error.code === "malformed" && forget()) return 0;
  throw error;
}
