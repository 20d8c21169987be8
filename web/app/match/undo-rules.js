// What can be taken back in a match, by its history: pure functions.

/**
 * @typedef {{ version: number, kind: string, seat: number | null, to?: number | null, kept?: readonly number[],
 *   events?: readonly Record<string, any>[] }} Entry an entry of the history, as the viewer sees it
 */

/** How often a seat may ask until another one has moved. */
const MOST_ASKED = 3;
/** What leaves the table as it is. */
const QUIET = ["asked", "agreed", "refused"];
/** Events that come of luck, or show somebody what was hidden. */
const LUCK = ["cardsDrawn", "stonesDrawn", "roundStarted", "deckReshuffled"];

/** The moves that count, which were not taken back. @param {readonly Entry[]} history */
export function moves(history) {
  /** @type {Entry[]} */
  let made = [];
  for (const entry of history) {
    if (entry.kind === "undone") {
      made = made.filter(({ version }) => version <= Number(entry.to) || entry.kept?.includes(version));
    }
    if (entry.kind === "move") made.push(entry);
  }
  return made;
}

/**
 * The version to which a seat can go back, as far as it can know: the service may know better. Undefined if it has made no
 * move, its last one has drawn, something besides moves has happened since, or it has asked too often.
 * @param {readonly Entry[]} history from the start
 * @param {number} seat
 */
export function chance(history, seat) {
  const last = moves(history).findLast((entry) => entry.seat === seat);
  if (!last || asks(history, seat) >= MOST_ASKED) return undefined;
  const since = history.filter(({ version, kind }) => version >= last.version && !QUIET.includes(kind));
  const stays = since.some(({ kind, events }) => kind !== "move" || events?.some(drew));
  return stays ? undefined : last.version - 1;
}

/** Whether an event cannot be taken back: it has shown something. @param {Record<string, any>} event */
export function drew(event) {
  return LUCK.some((kind) => kind in event) || ("cardDrawn" in event && (event.cardDrawn.pile ?? "DECK") === "DECK");
}

/** How often a seat has asked since another one has moved; what was taken back at once counts. @param {readonly Entry[]} history @param {number} seat */
function asks(history, seat) {
  let count = 0, open = false;
  for (const { kind, seat: by } of history) {
    if (kind === "move" && by !== seat) count = 0;
    if ((kind === "asked" || (kind === "undone" && !open)) && by === seat) count++;
    open = kind === "asked" || (open && kind === "agreed");
  }
  return count;
}
