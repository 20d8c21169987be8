// What may follow: `dueAfter` gives the members of the entry that has to come, if it is of the kind of the one that is given, and its
// kind; null if nothing of that kind is due, and a Refused with a rule if it may not happen.

import { matchId, sealOf } from "./lots.js";
import { pairingOf, roundsOf } from "./recipe.js";
import { digest, standings } from "./standings.js";

const TOO_FEW = "too few players";
const MOST_JOINED = 10;
const MOST_PAUSES = 100;

export class Refused extends Error {
  constructor(rule, says) {
    super(says);
    this.rule = rule;
  }
}

const insist = (holds, rule, says) => {
  if (!holds) throw new Refused(rule, says);
};

export function dueAfter(it, entry) {
  const own = forced(it, it.at, entry.key);
  // What the server adds by itself, it adds at once.
  return own ? { kind: own.kind, at: it.at, ...own } : RULES[entry.kind](it, entry);
}

const RULES = {
  created: (it, { recipe, settings, commitment }) => {
    insist(!it.version, "status", "the tournament has been created.");
    return { kind: "created", tournament: it.id, recipe, settings, commitment };
  },
  opened: (it) => {
    insist(it.version && it.status === "draft", "status", "registration has been opened.");
    return { kind: "opened" };
  },
  registered,
  left: (it, { player }) => {
    const { presence } = playerOf(it, player);
    insist(["open", "checkIn"].includes(it.status), "status", "the tournament has begun.");
    insist(presence !== "left", "status", "the player has left already.");
    return { kind: "left", player };
  },
  checkInOpened: (it, { at }) => checkInOpened(it, at),
  revealed: (it, { player, entropy, at }) => {
    const of = playerOf(it, player);
    insist(it.status === "checkIn" && at < it.startsAt, "status", "it is not the time of the check-in.");
    if (of.entropy) return null;
    insist(sealOf(entropy) === of.seal, "entropy", "this is not the entropy of the player's seal.");
    return { kind: "revealed", player, entropy };
  },
  started: proceeded,
  paired: proceeded,
  standings: proceeded,
  ended: proceeded,
  result: (it, entry) => (entry.reason === "overdue" ? proceeded(it, entry) : reported(it, entry)),
  withdrew: (it, { player, reason }) => {
    const { presence, removed } = running(it, player);
    const isBarred = presence === "withdrawn" && !removed && ["removed", "deleted"].includes(reason);
    if (presence !== "playing" && !isBarred) return null;
    insist(reason !== "noShow", "status", "that follows from the results.");
    return { kind: "withdrew", player, reason };
  },
  returned: (it, { player }) => {
    const { presence, removed } = running(it, player);
    if (presence === "playing") return null;
    insist(presence === "withdrawn" && !removed, "mayNotReturn", "who has withheld, left or been removed does not play.");
    insist(["swiss", "arena"].includes(it.settings.system), "status", "nobody can return to a tournament of this system.");
    checkJoinsAgain(it, player);
    return { kind: "returned", player };
  },
  held: (it) => (checkRunning(it), it.isHeld ? null : { kind: "held" }),
  paused: (it) => {
    checkRunning(it);
    if (it.paused) return null;
    insist(it.pauses < MOST_PAUSES, "status", `a tournament may be paused ${MOST_PAUSES} times.`);
    return { kind: "paused" };
  },
  resumed: (it, { after }) => (checkRunning(it), (after === "held" ? it.isHeld : it.paused) ? { kind: "resumed", after } : null),
  aborted: (it, { reason }) => {
    insist(!["finished", "aborted"].includes(it.status), "status", "the tournament is over.");
    return { kind: "aborted", reason };
  },
};

function checkRunning(it) {
  insist(it.status === "running", "status", "the tournament is not running.");
}

function checkJoinsAgain(it, player) {
  insist((it.joined.get(player) ?? 0) < MOST_JOINED, "status", `a player may join a tournament ${MOST_JOINED} times.`);
}

function running(it, player) {
  checkRunning(it);
  return playerOf(it, player);
}

function playerOf(it, player) {
  insist(it.players.has(player), "stranger", "this player has not registered.");
  return it.players.get(player);
}

function registered(it, { player, rating, seal, at }) {
  const late = it.status === "running";
  insist(!seal || !it.seals.has(seal), "sealTwice", "another player has the same seal.");
  insist(!it.players.has(player), "twice", "the player has registered already.");
  checkJoinsAgain(it, player);
  insist(late ? mayJoinLate(it, at) : it.status === "open" && at < (closesAt(it) ?? Infinity), "closed", "registration is not open.");
  insist(late === !seal, "lateSeal", "a seal is for those who join before the check-in, and for them only.");
  insist(it.players.size < it.settings.mostPlayers, "full", "as many have registered as may.");
  return { kind: "registered", player, rating, seal };
}

const mayJoinLate = (it, at) =>
  it.isArena ? at < it.arenaEndsAt : it.settings.system === "swiss" && 2 * it.rounds.length < it.roundsDue;

function checkInOpened(it, at) {
  insist(it.status === "open", "closed", "registration is not open.");
  insist(it.players.size >= it.settings.leastPlayers, "status", "too few have registered.");
  return { kind: "checkInOpened", startsAt: at + it.settings.checkInMs };
}

// When registration closes; null if once it is full.
const closesAt = ({ settings: { start, checkInMs } }) => (start === null ? null : start - checkInMs);

// What the time brings.
function proceeded(it, { at, key }) {
  const moment = due(it);
  if (moment === null || at < moment) return null;
  if (it.status === "open") {
    return it.players.size < it.settings.leastPlayers ? { kind: "aborted", reason: TOO_FEW } : checkInOpened(it, at);
  }
  return it.status === "checkIn" ? started(it, key) : overdue(it, at) ?? forced(it, at, key) ?? paired(it, at, key);
}

function due(it) {
  if (it.status === "open") return closesAt(it);
  if (it.status === "checkIn") return it.startsAt;
  if (it.status !== "running" || it.isHeld) return null;
  const moments = [...it.openRounds.values()].map(({ endsBy }) => endsBy);
  const over = it.isArena && it.dueAt >= it.arenaEndsAt;
  if (mayPair(it) && !over) moments.push(it.dueAt);
  else if (it.isArena && !it.openRounds.size) moments.push(it.arenaEndsAt);
  return moments.length ? moments.reduce((least, each) => Math.min(least, each)) : null;
}

function mayPair(it) {
  if (it.paused || it.isHeld) return false;
  if (it.isArena) return true;
  return it.rounds.length < it.roundsDue && (it.settings.allAtOnce || !it.openRounds.size);
}

function started(it, key) {
  const players = [...it.players.values()];
  const playing = players.filter(({ presence, entropy }) => presence === "registered" && entropy).length;
  const withheld = players.filter(({ entropy }) => !entropy).map(({ id }) => id);
  return { kind: "started", key, withheld, rounds: roundsOf(it.settings, playing) };
}

function overdue(it, at) {
  for (const { number, endsBy, openTables } of it.openRounds.values()) {
    if (at >= endsBy) return withoutMatch(it, number, Math.min(...openTables), "overdue", at);
  }
  return null;
}

function paired(it, at, key) {
  const over = it.isArena && at >= it.arenaEndsAt;
  if (over || !mayPair(it) || at < it.dueAt) return null;
  // An entry of another kind has no key: that a pairing is due hangs on none.
  const pairing = pairingOf(it, key ?? "");
  if (it.isArena && !pairing.tables.length) return null;
  const endsBy = it.settings.allAtOnce ? it.startedAt + it.roundsDue * it.roundMs : at + it.roundMs;
  return { kind: "paired", round: it.rounds.length + 1, key, ...pairing, endsBy };
}

// What the server has to add by itself.
function forced(it, at, key) {
  if (it.status === "open" && it.settings.start === null) {
    return it.players.size === it.settings.mostPlayers ? checkInOpened(it, at) : null;
  }
  if (it.status !== "running") return null;
  if (it.forfeited.size) {
    const [first] = [...it.forfeited.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    return withoutMatch(it, ...first, "withdrew", at);
  }
  if (it.tired.size) return { kind: "withdrew", player: [...it.tired].sort()[0], reason: "noShow" };
  if (it.openRounds.size) return null;
  if (it.ranked < it.rounds.length && isComplete(it, at)) return ranked(it, key);
  return over(it, at);
}

function isComplete(it, at) {
  if (it.isArena) return at >= it.arenaEndsAt;
  return !it.settings.allAtOnce || it.rounds.length === it.roundsDue;
}

function ranked(it, key) {
  if (key === undefined) return { kind: "standings" };
  const rows = standings(it, key);
  return { kind: "standings", round: it.rounds.length, key, first: rows[0][0], digest: digest(rows) };
}

function over(it, at) {
  const left = it.playing.filter(({ lostIn }) => !lostIn).length;
  const { system, leastPlayers, leastSeats } = it.settings;
  if (!it.rounds.length) {
    const few = left < Math.max(leastPlayers, leastSeats) || (it.isArena && at >= it.arenaEndsAt);
    return few ? { kind: "aborted", reason: TOO_FEW } : null;
  }
  if (it.ranked < it.rounds.length) return null;
  if (it.isArena || it.ranked >= it.roundsDue || (system === "knockout" && left < 2)) return { kind: "ended", reason: "completed" };
  return left < leastSeats ? { kind: "ended", reason: "tooFewPlayers" } : null;
}

function reported(it, entry) {
  checkRunning(it);
  const { round, table, leg, absent, reason, ended, logHead, at } = entry;
  const inRound = it.rounds[round - 1];
  insist(inRound, "table", "there is no such round.");
  insist(table <= inRound.tables.length, "table", "there is no such table.");
  insist(reason !== "withdrew", "result", "no match ends so.");
  const { players, results } = inRound.tables[table - 1];
  if (!inRound.openTables.has(table) || leg !== results.length + 1) return null;
  insist(ended <= at, "result", "the match has to have ended.");
  const judged = judge(it, entry, players.length);
  const played = reason === "noShow" ? absent : [];
  return { kind: "result", round, table, leg, match: matchId(it.id, round, table, leg), ranks: judged.ranks, absent: played, reason: judged.reason, ended, logHead };
}

function judge(it, { ranks, absent, reason, ended }, seats) {
  if (reason === "noShow") return { ranks: without(absent, seats), reason };
  const used = new Set(ranks);
  const areRanks = ranks.length === seats && [...used].every((rank) => rank < used.size);
  insist(!absent.length && areRanks, "result", "ranks has to have the rank of each seat, and 0 the best.");
  const level = Array(seats).fill(0);
  const late = reason === "timeout" || reason === "held";
  if (late && it.holds.some(([from, to]) => from <= ended && ended < (to ?? Infinity))) return { ranks: level, reason: "held" };
  return { ranks: reason === "aborted" ? level : ranks, reason: reason === "held" ? "timeout" : reason };
}

function without(absent, seats) {
  const named = absent.length && absent.every((seat, i) => seat < seats && (i === 0 || absent[i - 1] < seat));
  insist(named, "result", "absent has to name seats of the table, ascending.");
  return Array.from({ length: seats }, (_, seat) => (absent.length < seats && absent.includes(seat) ? 1 : 0));
}

// The result of an open table that no match has ended.
function withoutMatch(it, round, table, reason, at) {
  const { players, results } = it.table(round, table);
  const gone = (id) => reason === "withdrew" && it.players.get(id).presence !== "playing";
  const absent = players.flatMap((id, seat) => (gone(id) ? [seat] : []));
  const ranks = absent.length ? without(absent, players.length) : players.map(() => 0);
  const leg = results.length + 1;
  return { kind: "result", round, table, leg, match: matchId(it.id, round, table, leg), ranks, absent, reason, ended: at, logHead: "" };
}
