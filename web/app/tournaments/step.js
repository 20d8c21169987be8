// What a player can do next in a tournament, and until when something lasts.

/** @typedef {import("./service.js").Tournament} Tournament */
/**
 * What comes next: `join` and `joinLate`, `again` (joined on another device), `here` (check in), `table` and `back` are what the one
 * button does; the rest says why there is none.
 * @typedef {"join" | "joinLate" | "full" | "closed" | "joined" | "again" | "here" | "elsewhere" | "isHere" | "table" | "bye" | "wait"
 *   | "arena" | "back" | "withdrawn" | "withheld" | "watch" | "finished" | "aborted"} Step
 */
/** @typedef {{ what: "checkIn" | "start" | "round" | "roundEnds" | "arenaEnds", at: number }} Until `at` in milliseconds since 1970 */

/**
 * @param {Tournament} tournament
 * @param {boolean} keeps whether this browser has the secret with which the player joined
 * @param {number} now in milliseconds since 1970
 * @returns {Step}
 */
export function stepOf(tournament, keeps, now) {
  const { status, you } = tournament;
  if (status === "finished" || status === "aborted") return status;
  if (status === "running") return running(tournament, now);
  const takesPart = you?.presence === "registered";
  if (status === "open") return takesPart ? keeps ? "joined" : "again" : isFull(tournament) ? "full" : "join";
  if (!takesPart) return "closed";
  return you.checkedIn ? "isHere" : keeps ? "here" : "elsewhere";
}

/** @param {Pick<Tournament, "players" | "maxPlayers">} tournament */
export const isFull = ({ players, maxPlayers }) => players >= maxPlayers;

/** @param {Tournament} tournament @param {number} now @returns {Step} */
function running(tournament, now) {
  const { you, system } = tournament;
  if (you?.tables.length) return "table";
  if (you?.presence === "playing") return you.bye ? "bye" : system === "arena" ? "arena" : "wait";
  if (you?.presence === "withheld") return "withheld";
  if (you?.presence === "withdrawn") return mayReturn(tournament, now) ? "back" : "withdrawn";
  return isFull(tournament) || !mayJoinLate(tournament, now) ? "watch" : "joinLate";
}

/** A Swiss is joined until half of its rounds are paired, an arena until it ends. @param {Tournament} tournament @param {number} now */
function mayJoinLate({ system, round, rounds, endTime, you }, now) {
  if (you) return false; // who left in the check-in
  if (system === "arena") return !endTime || now < Date.parse(endTime);
  return system === "swiss" && 2 * round < (rounds ?? 0);
}

/** @param {Tournament} tournament @param {number} now */
function mayReturn({ system, round, rounds, endTime }, now) {
  if (system === "arena") return !endTime || now < Date.parse(endTime);
  return system === "swiss" && round < (rounds ?? 0);
}

/**
 * What is waited for; undefined if nobody knows until when, or nothing is.
 * @param {Tournament} tournament
 * @returns {Until | undefined}
 */
export function untilOf(tournament) {
  const { status, system, checkInTime, startTime, nextRoundTime, roundEndsBy, endTime, paused, held } = tournament;
  if (status === "open") return timed("checkIn", checkInTime);
  if (status === "checkIn") return timed("start", startTime);
  if (status !== "running" || held) return undefined;
  if (system === "arena") return timed("arenaEnds", endTime);
  if (tournament.allAtOnce) return undefined; // nobody waits for what may take more than a year
  return (paused ? undefined : timed("round", nextRoundTime)) ?? timed("roundEnds", roundEndsBy);
}

/** @param {Until["what"]} what @param {string | null} time */
const timed = (what, time) => time ? { what, at: Date.parse(time) } : undefined;
