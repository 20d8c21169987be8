// Each kind of entry, compared with what follows from the entries before it. What does not hold is yielded as { rule, says }.

import { NEWCOMER, changesOf, strengthOn } from "./ledger.js";
import { DAY, patienceLost, weightOf } from "./recent.js";
import { carried, rated, undone } from "./recipe.js";

// Millionths: another machine may round a power of e otherwise in its last bit.
const TOLERANCE = 1;
const same = (one, other) => one[0] === other[0] && one[1] === other[1];

// What leaves nothing to compute.
export function* unsound({ seats, short }) {
  if (new Set(seats.map(([player]) => player)).size < seats.length) {
    yield { rule: "playerTwice", says: "a player is named twice." };
  }
  const named = (short ?? []).every((seat, i) => seat < seats.length && (i === 0 || short[i - 1] < seat));
  if (!named) yield { rule: "short", says: "short has to name seats, ascending." };
}

export function* checkPlayed(ledger, entry) {
  const changes = changesOf(entry);
  const ranks = changes.map(({ rank }) => rank);
  if (new Set(ranks).size !== Math.max(...ranks) + 1) yield { rule: "ranks", says: "ranks begin with 0, and none is left out." };
  const clock = ledger.at(entry.ended);
  for (const change of changes) yield* checkBefore(ledger, change, Math.floor(clock / DAY));
  yield* checkAfter(ledger, entry, changes, clock);
}

function* checkBefore(ledger, change, day) {
  const numbers = ledger.numbers(change.player);
  let rule = same(change.before, numbers.strength) ? "idle" : "before";
  if (isNewcomer(numbers)) rule = "newcomer";
  yield* compareBefore(change, strengthOn(numbers, day), rule);
}

const isNewcomer = (numbers) =>
  same(numbers.strength, NEWCOMER.strength) && ["matches", "seq", "counted", "peak"].every((name) => numbers[name] === NEWCOMER[name]);

function* checkAfter(ledger, entry, changes, clock) {
  const players = changes.map(({ player }) => player);
  const changing = entry.short ? patienceLost(ledger.recent, players, entry.short, clock) : [...players.keys()];
  const due = changing.length ? weightOf(ledger.recent, players, clock) : 0;
  if (entry.weight !== due) yield { rule: "weight", says: `the weight is ${entry.weight}, and has to be ${due}.` };
  const seats = entry.weight ? changing : [];
  const after = seats.length ? rated(changes.map(({ before }) => before), changes.map(({ rank }) => rank), entry.weight) : [];
  for (const [seat, change] of changes.entries()) {
    if (seats.includes(seat)) yield* compareAfter(change, after[seat]);
    else if (change.changed) yield kept(change);
  }
}

export function* checkVoided(ledger, entry, of, began) {
  if (!of && entry.of > began) return yield { rule: "voidOf", says: `entry ${entry.of} is no match.` };
  const changes = changesOf(entry);
  for (const change of changes) yield* compareBefore(change, ledger.numbers(change.player).strength, "before");
  if (!of) return;
  if (entry.match !== of.match) yield { rule: "voidMatch", says: `the match of entry ${of.seq} is another one.` };
  const olds = changesOf(of);
  const seated = olds.length === changes.length && olds.every(({ player }, i) => player === changes[i].player);
  if (!seated) return yield { rule: "voidSeats", says: `these are not the seats of entry ${of.seq}.` };
  for (const [i, change] of changes.entries()) {
    if (olds[i].changed) yield* compareAfter(change, undone(change.before, olds[i].before, olds[i].after));
    else if (change.changed) yield kept(change);
  }
}

export function* checkCarried(ledger, entry) {
  const seasons = ledger.season - entry.from.season;
  if (seasons < 1) return yield { rule: "season", says: `season ${entry.from.season} is not earlier than that of the ledger.` };
  const [change] = changesOf(entry);
  if (ledger.players.has(change.player)) yield { rule: "seasonLate", says: `${change.player} has begun the season already.` };
  yield* compareAfter(change, carried(change.before, seasons));
}

function* compareBefore({ player, before }, due, rule) {
  const at = before[0] !== due[0] ? 0 : 1;
  if (!same(before, due)) yield { rule, says: sentence(player, at, before, due, "before") };
}

function* compareAfter({ player, after }, due) {
  for (const [at, rule] of ["mu", "sigma"].entries()) {
    if (Math.abs(after[at] - due[at]) > TOLERANCE) yield { rule, says: sentence(player, at, after, due, "after") };
  }
}

const sentence = (player, at, given, due, when) =>
  `${["mu", "sigma"][at]} of ${player} ${when} it is ${given[at]}, and has to be ${due[at]}.`;
const kept = ({ player }) => ({ rule: "kept", says: `the numbers of ${player} may not change.` });
