// What lists of tournaments show: so many of each, and whether there are more.

import { first } from "../shell/first-few.js";

/** @typedef {import("./service.js").Listed} Listed */
/** @typedef {"mine" | "open" | "running" | "finished"} List */
/** @template T @typedef {{ shown: T[], more: boolean }} Few */
/** @typedef {Pick<import("../../../sdk/javascript/src/tournaments.js").Tournaments, "list">} Asked */

/** Which come first among the player's own. */
const FIRST = ["checkIn", "running", "open", "finished", "aborted"];
const PAGE = 50;

/**
 * The first of all that are wanted, and whether there are more; no more are asked for.
 * @template T
 * @param {AsyncIterable<T>} all
 * @param {number} most
 * @param {(each: T) => boolean} [wanted]
 * @returns {Promise<Few<T>>}
 */
export async function few(all, most, wanted = () => true) {
  const found = [];
  for await (const each of all) {
    if (wanted(each)) found.push(each);
    if (found.length > most) break;
  }
  return cut(found, most);
}

/** @template T @param {T[]} found @param {number} most @returns {Few<T>} */
const cut = (found, most) => ({ shown: found.slice(0, most), more: found.length > most });

/**
 * The lists of all tournaments, and of those of the player: of these, those that go on come first, however old they are.
 * @param {Asked} asked
 * @param {Record<List, number>} most
 * @param {boolean} known whether there is a player
 * @returns {Promise<Record<List, Few<Listed>>>}
 */
export async function listsOf(asked, most, known) {
  /** @param {List} list @param {Listed["status"]} status */
  const those = (list, status) => few(asked.list({ status, pageSize: PAGE }), most[list]);
  const [mine, checkIn, open, running, finished] = await Promise.all([
    known ? first(asked.list({ mine: true, pageSize: PAGE }), Infinity) : [],
    those("running", "checkIn"),
    those("open", "open"),
    those("running", "running"),
    those("finished", "finished"),
  ]);
  const ordered = mine.toSorted((one, other) => FIRST.indexOf(one.status) - FIRST.indexOf(other.status));
  const going = cut([...checkIn.shown, ...running.shown], most.running);
  return {
    mine: cut(ordered, most.mine),
    open: { ...open, shown: bySoonest(open.shown) },
    running: { ...going, more: going.more || checkIn.more || running.more },
    finished,
  };
}

/** Those that begin first come first, and then those that begin when they are full. @param {Listed[]} found */
function bySoonest(found) {
  const start = (/** @type {Listed} */ { startTime }) => startTime ? Date.parse(startTime) : Infinity;
  return found.toSorted((one, other) => start(one) - start(other) || 0);
}
