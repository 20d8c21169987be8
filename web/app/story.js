// What the versions of a match tell, besides their events: pure functions.

/** @typedef {import("../../sdk/javascript/types/api.js").Change} Change */
/** @typedef {import("../../sdk/javascript/types/api.js").MatchView} MatchView */
/** What happened beside the moves, and to whom. @typedef {{ kind: string, seat: number }} Happened */

/**
 * What happened beside the moves between two versions, as the history names it.
 * @param {MatchView | undefined} before
 * @param {MatchView} now
 * @param {readonly unknown[]} events those that led from one to the other
 * @returns {Happened | undefined}
 */
export function happened(before, now, events) {
  if (now.status === "aborted") return { kind: "aborted", seat: 0 };
  if (before?.status === "waiting" && now.status === "active") return { kind: "started", seat: 0 };
  const gone = now.seats.find(({ resigned, index }) => resigned && !before?.seats[index].resigned);
  if (gone) return { kind: late(before, now) ? "timeout" : "resigned", seat: gone.index };
  const asked = undone(before, now, events);
  if (asked) return asked;
  const waits = before?.toMove[0];
  if (events.length && before?.status === "active" && waits !== undefined && before.seats[waits].resigned) {
    return { kind: "played", seat: waits };
  }
  return events.length || waits === undefined ? undefined : { kind: "timeout", seat: waits };
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
 * The versions of a history whose moves the server has made: those of seats that have resigned, or run out of time.
 * @param {readonly { version: number, kind: string, seat: number | null }[]} history from the start
 * @param {string} [onTimeout] what the clock does: after "random", a seat goes on by itself
 */
export function forced(history, onTimeout) {
  const gone = new Set();
  const made = new Set();
  for (const [at, { version, kind, seat }] of history.entries()) {
    if (kind === "resigned" || (kind === "timeout" && onTimeout !== "random")) gone.add(seat);
    const late = history[at - 1]?.kind === "timeout" && history[at - 1].seat === seat;
    if (kind === "move" && (gone.has(seat) || late)) made.add(version);
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
 * The versions at which something begins anew: each round, or else each turn of the seat that has begun.
 * @param {readonly Change[]} changes those with a table, in order
 * @returns {number[]}
 */
export function marks(changes) {
  const rounds = changes.filter(({ events }) => events.some((event) => "roundStarted" in event));
  if (rounds.length > 1) return rounds.map(({ version }) => version);
  const first = changes[0]?.match.toMove[0];
  const turn = (/** @type {number} */ at) => changes[at]?.match.toMove[0];
  return changes.filter((_, at) => turn(at) === first && (at === 0 || turn(at - 1) !== first))
    .map(({ version }) => version);
}

/**
 * What an address says of a replay, as `step=47&as=table`.
 * @param {string} fragment
 * @returns {{ step: number | undefined, as: "mine" | "table" | number }}
 */
export function placeOf(fragment) {
  const said = new URLSearchParams(fragment);
  const step = /^[1-9]\d{0,8}$/.exec(said.get("step") ?? "");
  const as = said.get("as") ?? "";
  return { step: step ? Number(step[0]) : undefined, as: as === "table" ? as : /^\d$/.test(as) ? Number(as) : "mine" };
}

/** The fragment of a place. @param {number} step @param {"mine" | "table" | number} as */
export function fragmentOf(step, as) {
  return `#step=${step}${as === "mine" ? "" : `&as=${as}`}`;
}
