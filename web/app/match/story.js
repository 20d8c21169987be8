// What the versions of a match tell, besides their events: pure functions.

import { joined } from "../../boards/sentences.js";

/** How much of the width the last step has in the picture of a match, with which a match ends. */
const LAST = .04;

/** @typedef {import("../../../sdk/javascript/types/api.js").Change} Change */
/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../text/history.js").HistoryText} HistoryText */
/** What happened beside the moves, and to whom, if that is known. @typedef {{ kind: string, seat: number | null, late?: number[] }} Happened */
/** What a history says of a version. @typedef {{ kind: string, seat: number | null, gone?: number[], late?: number[], note?: string }} Entry */

/**
 * What a version of a history tells beside a move, as a sentence; "" if nothing.
 * @param {HistoryText} words
 * @param {Entry} entry
 * @param {readonly string[]} players
 */
export function besides({ entries }, { kind, seat, gone = [], late = [], note = "" }, players) {
  const named = (/** @type {number[]} */ seats) => seats.map((each) => players[each]);
  const beside = { gone: named(gone), late: named(late), noted: note !== "" };
  return entries[kind]?.(players[seat ?? -1] ?? "", beside) ?? "";
}

/**
 * What happened beside the moves between two versions, as the history names it.
 * @param {MatchView | undefined} before
 * @param {MatchView} now
 * @param {readonly unknown[]} events those that led from one to the other
 * @returns {Happened | undefined}
 */
export function happened(before, now, events) {
  if (now.status === "aborted") return { kind: "aborted", seat: null };
  if (before?.status === "waiting" && now.status === "active") return { kind: "started", seat: 0 };
  const gone = now.seats.flatMap(({ resigned, index }) => resigned && !before?.seats[index].resigned ? [index] : []);
  if (gone.length) return late(before, now) ? lateTogether(gone) : { kind: "resigned", seat: gone[0] };
  const asked = undone(before, now, events);
  if (asked) return asked;
  const waits = before?.toMove[0];
  if (events.length && before?.status === "active" && waits !== undefined && before.seats[waits].resigned) {
    return { kind: "played", seat: waits };
  }
  return events.length || waits === undefined ? undefined : lateTogether(first(before?.clock) ?? [waits]);
}

/** The seats whose time ends first, if any runs. @param {MatchView["clock"] | undefined} clock */
function first(clock) {
  return clock?.deadline ? clock.deadlines.flatMap((at, seat) => at === clock.deadline ? [seat] : []) : undefined;
}

/** @param {number[]} seats @returns {Happened} */
const lateTogether = (seats) => ({ kind: "timeout", seat: seats[0], late: seats });

/**
 * Whether only the history of a match says how seats have left it, or why it was called off.
 * @param {Pick<MatchView, "seats" | "outcome">} match
 */
export function untold({ seats, outcome }) {
  const { reason } = outcome ?? {};
  const out = seats.filter(({ resigned }) => resigned).length;
  return out > 1 || (out === 1 && (seats.length > 2 || reason === "claimed")) || reason === "aborted";
}

/**
 * What was asked or answered about taking moves back. Who lets others wait until it is late is told of before.
 * @param {MatchView | undefined} before
 * @param {MatchView} now
 * @param {readonly unknown[]} events
 * @returns {Happened | undefined}
 */
function undone(before, now, events) {
  if (!before || events.length) return undefined;
  const was = before.undo, is = now.undo;
  if (is && !was) return { kind: "asked", seat: is.seat };
  if (is && was && is.agreed.length > was.agreed.length) {
    return { kind: "agreed", seat: is.agreed.find((seat) => !was.agreed.includes(seat)) ?? is.seat };
  }
  if (JSON.stringify(before.state) !== JSON.stringify(now.state)) {
    return late(before, now) ? undefined : { kind: "undone", seat: 0 };
  }
  return was && !is ? { kind: "refused", seat: was.seat } : undefined;
}

/** @param {MatchView | undefined} before @param {MatchView} now */
function late(before, now) {
  const deadline = before?.clock?.deadline;
  return Boolean(deadline && Date.parse(now.updateTime) >= Date.parse(deadline));
}

/**
 * The versions of a history whose moves the server has made: those of seats that have left, or run out of time.
 * @param {readonly (Entry & { version: number })[]} history from the start
 * @param {readonly { index: number, resigned: boolean }[]} seats
 */
export function forced(history, seats) {
  const out = seats.flatMap(({ index, resigned }) => resigned ? [index] : []);
  /** @type {Map<number | null, number>} The version from which on a seat is out: that of the last entry by which one can go. */
  const since = new Map();
  for (const { version, kind, seat, gone, late } of history) {
    const going = { resigned: [seat ?? -1], timeout: late, claimed: gone }[kind] ?? [];
    for (const each of going) if (out.includes(each)) since.set(each, version);
  }
  const made = new Set();
  /** @type {(number | null)[]} */
  let owed = [];
  for (const { version, kind, seat, late = [] } of history) {
    if (kind === "timeout") owed = late;
    if (kind !== "move") continue;
    if (version > (since.get(seat) ?? Infinity) || owed.includes(seat)) made.add(version);
    owed = owed.filter((each) => each !== seat);
  }
  return made;
}

/**
 * How many cards were drawn in these events without being shown.
 * @param {readonly Record<string, any>[]} events
 */
export function unseen(events) {
  const drawn = events.flatMap((event) => event.cardDrawn ?? event.cardsDrawn ?? []);
  return drawn.reduce((sum, { card, cards, count }) => sum + (cards ? count - cards.length : card ? 0 : 1), 0);
}

/**
 * A line of a story: who has moved, if anybody, and what came of it.
 * @typedef {{ version: number, seat: number | null, events: readonly Record<string, any>[] }} Line
 */

/**
 * Return the lines from the deal on by rounds, or all together where there are none, and in them by turns: all that a seat
 * has done in a row, until its turn or the round has ended.
 * @template {Line} L
 * @param {readonly L[]} lines in order
 * @returns {{ round: number | null, turns: L[][] }[]}
 */
export function grouped(lines) {
  const dealt = lines.slice(Math.max(lines.findIndex(({ events }) => events.length), 0));
  const rounds = dealt.some(startsRound);
  /** @type {{ round: number | null, turns: L[][] }[]} */
  const groups = [];
  for (const [at, line] of dealt.entries()) {
    const before = dealt[at - 1];
    if (!at || (rounds && at > 1 && startsRound(before))) {
      groups.push({ round: rounds ? groups.length + 1 : null, turns: [] });
    }
    const { turns } = groups[groups.length - 1];
    const goesOn = turns.length > 0 && line.seat !== null && line.seat === before.seat && !endsTurn(before);
    if (goesOn) turns[turns.length - 1].push(line);
    else turns.push([line]);
  }
  return groups;
}

/**
 * Return where a version stands in a match: in which turn, and of which round; null for the deal.
 * @param {readonly Line[]} lines in order
 * @param {number} version
 */
export function standing(lines, version) {
  for (const [group, { round, turns }] of grouped(lines).entries()) {
    const at = turns.findIndex((turn) => turn.some((line) => line.version === version));
    if (at >= 0) return group || at ? { round, turn: group ? at + 1 : at } : null;
  }
  return null;
}

/**
 * Return what is told of a turn: that it has ended is no news where there is anything else.
 * @param {readonly Line[]} turn
 * @param {(events: Line["events"]) => string} tell
 * @param {readonly string[]} players
 */
export function toldOf(turn, tell, players) {
  const news = turn.map(({ events }) => tell(events.filter((event) => !("turnEnded" in event)))).filter(Boolean);
  if (!news.length) return tell(turn[turn.length - 1].events);
  return joined(news, [...players, news[0].split(" ")[0]]); // the viewer is no name, but "You"
}

/** @param {{ events: readonly Record<string, any>[] }} line */
const startsRound = ({ events }) => events.some((event) => "roundStarted" in event);

/** @param {Line} line */
const endsTurn = ({ events }) => events.some((event) => "turnEnded" in event || "passed" in event);

/** Whether a match has more rounds than one. @param {readonly Change[]} changes those with a table, in order */
export const isOfRounds = (changes) => changes.filter(startsRound).length > 1;

/**
 * The versions at which something begins anew: each round, or else each turn of the seat that has begun.
 * @param {readonly Change[]} changes those with a table, in order
 * @returns {number[]}
 */
export function marks(changes) {
  if (isOfRounds(changes)) return changes.filter(startsRound).map(({ version }) => version);
  const first = changes[0]?.match.toMove[0];
  const turn = (/** @type {number} */ at) => changes[at]?.match.toMove[0];
  return changes.filter((_, at) => turn(at) === first && (at === 0 || turn(at - 1) !== first))
    .map(({ version }) => version);
}

/**
 * Return where each step begins in a picture of width 1: rounds are of one width, however many steps they have, and what
 * comes of the last step is seen.
 * @param {{ first: number, last: number, marks: readonly number[] }} course
 */
export function placesOf({ first, last, marks }) {
  const starts = [first, ...marks.filter((mark) => mark > first && mark < last), last];
  const width = (1 - LAST) / (starts.length - 1);
  return starts.flatMap((start, at) => {
    const steps = (starts[at + 1] ?? start + 1) - start;
    return Array.from({ length: steps }, (_, step) => width * (at + step / steps));
  });
}

/**
 * What an address says of a replay, as `step=47&as=table`.
 * @param {string} fragment
 * @returns {{ step: number | undefined, as: "table" | number | undefined }}
 */
export function placeOf(fragment) {
  const said = new URLSearchParams(fragment);
  const step = /^[1-9]\d{0,8}$/.exec(said.get("step") ?? "");
  const as = said.get("as") ?? "";
  return {
    step: step ? Number(step[0]) : undefined,
    as: as === "table" ? as : /^\d$/.test(as) ? Number(as) : undefined,
  };
}

/** The fragment of a place. @param {number} step @param {"table" | number | undefined} as */
export function fragmentOf(step, as) {
  return `#step=${step}${as === undefined ? "" : `&as=${as}`}`;
}
