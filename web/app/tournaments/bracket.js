// The bracket of a knockout: from the rounds that were paired, with the places of those that come.

/** @typedef {import("./service.js").Entrant} Entrant */
/** @typedef {import("./service.js").Round} Round */
/** @typedef {import("./service.js").Table} Table */
/** A place in a round: a table, somebody who goes on without one, or neither yet. @typedef {{ table?: Table, bye?: Entrant }} Slot */

/**
 * The rounds of a bracket, each with its places from the top down: twice as many as in the next one.
 * @param {readonly Pick<Round, "tables" | "byes">[]} rounds those that were paired, from the first on
 * @returns {Slot[][]}
 */
export function bracketOf([first, ...others]) {
  const players = first.tables.reduce((sum, { players }) => sum + players.length, first.byes.length);
  const depth = Math.ceil(Math.log2(Math.max(players, 2)));
  const begin = firstSlots(first, linesOf(depth), players);
  /** The place of each player in the first round. @type {Map<string, number>} */
  const places = new Map(begin.flatMap((slot, place) => inSlot(slot).map(({ id }) => [id, place])));
  const later = Array.from({ length: depth - 1 }, (_, at) => laterSlots(others[at], places, at + 1, depth));
  return [begin, ...later];
}

/** Who is at a place. @param {Slot} slot @returns {readonly Entrant[]} */
export const inSlot = ({ table, bye }) => table?.players ?? (bye ? [bye] : []);

/** The starting numbers from the top down: the two best meet in the last round only. @param {number} depth how many rounds */
function linesOf(depth) {
  let lines = [0];
  while (lines.length < 2 ** depth) lines = lines.flatMap((each) => [each, 2 * lines.length - 1 - each]);
  return lines;
}

/** Tables and byes come in the order of the lines; who meets nobody has a bye. @param {Pick<Round, "tables" | "byes">} round @param {number[]} lines @param {number} players @returns {Slot[]} */
function firstSlots({ tables, byes }, lines, players) {
  const [seated, out] = [[...tables], [...byes]];
  const slots = Array.from({ length: lines.length / 2 }, (_, place) => {
    const alone = Math.max(lines[2 * place], lines[2 * place + 1]) >= players;
    const [bye] = alone ? out.splice(0, 1) : [];
    return bye ? { bye } : tableIn(seated.shift());
  });
  return slots;
}

/** @param {Table | undefined} table @returns {Slot} */
const tableIn = (table) => table ? { table } : {};

/** @param {Pick<Round, "tables" | "byes"> | undefined} round @param {Map<string, number>} places @param {number} after how many rounds @param {number} depth @returns {Slot[]} */
function laterSlots(round, places, after, depth) {
  /** @type {Slot[]} */
  const slots = Array.from({ length: 2 ** (depth - 1 - after) }, () => ({}));
  const at = (/** @type {Entrant} */ { id }) => (places.get(id) ?? 0) >> after;
  for (const table of round?.tables ?? []) slots[at(table.players[0])] = { table };
  for (const bye of round?.byes ?? []) slots[at(bye)] = { bye };
  return slots;
}
