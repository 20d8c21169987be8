// The pairing of a round by each system. An entrant is { id, points, lot, met, balance, free }, where `met` is a Map from opponents to
// the rounds of all meetings; a pairing is { tables, byes, repeats }.

import { pairedOf } from "./first.js";
import { allCanBePaired } from "./matching.js";

const NEAR = 3;
export const MOST_LAST = 2;

const byBalance = (one, other) => one.balance - other.balance || (one.lot < other.lot ? -1 : 1);
const seated = (players) => [...players].sort(byBalance).map(({ id }) => id);
export const balanceOf = (seats, seat) => seats - 1 - 2 * seat;
const placesOf = (order) => new Map(order.map(({ id }, at) => [id, at]));

export function swiss(order) {
  const place = placesOf(order);
  const met = order.map((each) => new Set([...each.met.keys()].filter((id) => place.has(id)).map((id) => place.get(id))));
  const bye = order.length % 2 ? byeOf(order, met) : undefined;
  const places = [...order.keys()].filter((at) => at !== bye);
  const pairs = pairedOf(order, places, allowed(order, places, met));
  return {
    tables: pairs.map(seated),
    byes: bye === undefined ? [] : [order[bye].id],
    repeats: pairs.flatMap(([one, two], i) => (one.met.has(two.id) ? [i + 1] : [])),
  };
}

function byeOf(order, met) {
  const fewest = Math.min(...order.map(({ free }) => free));
  const candidates = [...order.keys()].reverse().filter((at) => order[at].free === fewest);
  const without = (bye) => [...order.keys()].filter((at) => at !== bye);
  return candidates.find((each) => allCanBePaired(without(each), met)) ?? candidates[0];
}

// Whom each may not meet, less the fewest meetings that must be repeated, those first that are longest ago.
function allowed(order, places, met) {
  if (allCanBePaired(places, met)) return met;
  const here = new Set(places);
  const meetings = places
    .flatMap((one) => [...met[one]].filter((two) => one < two && here.has(two)).map((two) => [order[one].met.get(order[two].id).at(-1), one, two]))
    .sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
  const without = (count) => {
    const left = met.map((each) => new Set(each));
    for (const [, one, two] of meetings.slice(0, count)) {
      left[one].delete(two);
      left[two].delete(one);
    }
    return left;
  };
  let [low, high] = [0, meetings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (allCanBePaired(places, without(middle))) high = middle;
    else low = middle + 1;
  }
  return without(low);
}

export function largerTables(order, seats, least) {
  const sizes = tableSizes(order.length, seats, least);
  const count = order.length - sizes.reduce((sum, size) => sum + size, 0);
  const byes = [...order].reverse().sort((one, other) => one.free - other.free).slice(0, count);
  const left = order.filter((each) => !byes.includes(each));
  const tables = sizes.map((size) => filled(left, size, NEAR * seats));
  return { tables: tables.map(seated), byes: byes.map(({ id }) => id), repeats: [] };
}

export function tableSizes(players, seats, least) {
  const count = Math.ceil(players / seats);
  const small = Math.floor(players / count);
  const larger = players - small * count;
  if (small >= least) return Array.from({ length: count }, (_, i) => small + (i < larger ? 1 : 0));
  return Array(Math.floor(players / seats)).fill(seats);
}

function filled(left, size, near) {
  const table = [left.shift()];
  while (table.length < size) {
    const meetings = left.slice(0, near).map((each) => table.reduce((sum, other) => sum + (each.met.get(other.id) ?? []).length, 0));
    table.push(...left.splice(meetings.indexOf(Math.min(...meetings)), 1));
  }
  return table;
}

// Berger tables: `numbers` are the players by their starting numbers.
export function roundRobin(numbers, round) {
  const ids = numbers.length % 2 ? [...numbers, null] : numbers;
  const circle = ids.length - 1;
  const turn = round - 1;
  const hub = (turn * (ids.length / 2)) % circle;
  const pairs = [turn % 2 ? [circle, hub] : [hub, circle]];
  for (let step = 1; step < ids.length / 2; step++) pairs.push([(hub + step) % circle, (hub - step + circle) % circle]);
  const named = pairs.map(([one, two]) => [ids[one], ids[two]]);
  return {
    tables: named.filter((table) => !table.includes(null)),
    byes: named.filter((table) => table.includes(null)).flatMap((table) => table.filter((id) => id !== null)),
    repeats: [],
  };
}

// A bracket: `seeds` are entrants, or null for those who have lost, or left.
export function knockout(seeds, round) {
  const groups = new Map();
  for (const [line, seed] of seedsByLine(roundsOfKnockout(seeds.length)).entries()) {
    const group = groups.get(line >> round) ?? [];
    groups.set(line >> round, group);
    if (seeds[seed]) group.push(seeds[seed]);
  }
  const meetings = [...groups.values()];
  return {
    tables: meetings.filter(({ length }) => length === 2).map(seated),
    byes: meetings.filter(({ length }) => length === 1).map(([{ id }]) => id),
    repeats: [],
  };
}

export const roundsOfKnockout = (players) => Math.ceil(Math.log2(players));

function seedsByLine(rounds) {
  let lines = [0];
  for (let i = 0; i < rounds; i++) lines = lines.flatMap((seed) => [seed, 2 * lines.length - 1 - seed]);
  return lines;
}

// Those who wait are paired, but nobody with one of the last opponents; who is left over waits on.
export function arena(order, last, waited, playing) {
  const barred = barredByLast(order, last, Math.min(MOST_LAST, Math.max(playing - 2, 0)));
  const waits = (at) => waited.get(order[at].id) ?? 0;
  const wanted = [...order.keys()].sort((one, other) => waits(other) - waits(one) || one - other);
  const places = [...chosen(wanted, barred)].sort((one, other) => one - other);
  return { tables: pairedOf(order, places, barred).map(seated), byes: [], repeats: [] };
}

function barredByLast(order, last, count) {
  const place = placesOf(order);
  const barred = order.map(() => new Set());
  for (const [at, { id }] of order.entries()) {
    for (const other of count ? (last.get(id) ?? []).slice(-count) : []) {
      if (!place.has(other)) continue;
      barred[at].add(place.get(other));
      barred[place.get(other)].add(at);
    }
  }
  return barred;
}

function chosen(wanted, barred) {
  const simply = wanted.slice(0, wanted.length - (wanted.length % 2));
  if (allCanBePaired(simply, barred)) return simply;
  const kept = new Set();
  for (const each of wanted) {
    kept.add(each);
    if (!haveOpponents(kept, barred)) kept.delete(each);
  }
  return kept;
}

// Whether all of these can be paired at once, with each other or with the rest, who may meet among themselves for it.
function haveOpponents(kept, barred) {
  const nobody = barred.length;
  const freed = barred.map((each, at) => (kept.has(at) ? new Set([...each, nobody]) : new Set([...each].filter((other) => kept.has(other)))));
  return allCanBePaired([...Array(nobody + (nobody % 2)).keys()], [...freed, kept]);
}
