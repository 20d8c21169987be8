// The recipe applied to a tournament: its starting numbers, and its next round, by the key of a draw.

import { lotsOf } from "./lots.js";
import { arena, knockout, largerTables, roundRobin, roundsOfKnockout, swiss } from "./systems.js";

export const MOST_ROUNDS = 100;

const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
const byPoints = (one, other) => other.points - one.points || compare(one.lot, other.lot);

export function startingOrder(it, key) {
  const lotOf = lotsOf(key, it.entropies);
  const byLotAlone = it.settings.system === "roundRobin";
  const places = it.playing.map(({ id, rating }) => ({ id, rating: byLotAlone || rating === null ? -1 : rating, lot: lotOf(id) }));
  return places.sort((one, other) => other.rating - one.rating || compare(one.lot, other.lot)).map(({ id }) => id);
}

// How many rounds so many players can play; an arena has none of its own.
export function roundsOf({ system, rounds, seats }, count) {
  const players = Math.max(count, 2);
  if (system === "swiss") return Math.min(rounds, seats === 2 ? Math.floor(players / 2) : MOST_ROUNDS);
  if (system === "roundRobin") return players - 1 + (players % 2);
  return system === "knockout" ? roundsOfKnockout(players) : 0;
}

export function pairingOf(it, key) {
  const { system } = it.settings;
  const round = it.rounds.length + 1;
  if (system === "roundRobin") return roundRobin(it.order, round);
  const lotOf = lotsOf(key, it.entropies);
  const entrant = ({ id, points, met, balance, free }) => ({ id, points, lot: lotOf(id), met, balance, free });
  if (system === "swiss") return swissOf(it, entrant);
  if (system === "arena") return arenaOf(it, entrant);
  const left = ({ lostIn, presence }) => lostIn || presence !== "playing";
  const seeds = it.order.map((id) => it.players.get(id)).map((each) => (left(each) ? null : entrant(each)));
  return knockout(seeds, round);
}

function swissOf(it, entrant) {
  const { seats, leastSeats } = it.settings;
  const number = new Map(it.order.map((id, at) => [id, at]));
  const byNumber = (one, other) => number.get(one.id) - number.get(other.id);
  const order = it.playing.map(entrant).sort(it.rounds.length ? byPoints : byNumber);
  return seats === 2 ? swiss(order) : largerTables(order, seats, leastSeats);
}

function arenaOf(it, entrant) {
  const waiting = it.playing.filter(({ tables }) => !tables.size);
  const by = (name) => new Map(waiting.map((each) => [each.id, each[name]]));
  return arena(waiting.map(entrant).sort(byPoints), by("last"), by("waited"), it.playing.length);
}
