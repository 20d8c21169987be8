import { deepEqual, equal, notEqual } from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { lotsEntropy, moreSeals, sealsFor, tableEntropy } from "../src/tournament-seals.js";

const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest("hex");
const bytes = (digits) => Buffer.from(digits, "hex");

function storage(kept = {}) {
  const items = new Map(Object.entries(kept));
  return { getItem: (name) => items.get(name) ?? null, setItem: (name, item) => items.set(name, item) };
}

test("all entropy follows from one secret, as docs say", () => {
  const secret = "5e".repeat(32);
  const kept = storage({ "croupier:tournaments": JSON.stringify({ one: { secret, tables: 0 } }) });
  const { seal, tableSeals } = sealsFor(kept, "one", 258);
  const lots = hash("croupier tournament lots v1", bytes(secret));
  equal(lotsEntropy(kept, "one"), lots);
  equal(seal, hash("croupier tournament seal v1", bytes(lots)));
  const last = hash("croupier tournament table v1", bytes(secret), Buffer.from([0, 0, 1, 1]));
  equal(tableSeals[257], hash("croupier seal v1", bytes(last)));
  equal(tableEntropy(kept, tableSeals[257]), last);
});

test("who joins again gives the same, and more follow those that were given", () => {
  const kept = storage();
  const first = sealsFor(kept, "one", 4);
  deepEqual(sealsFor(kept, "one", 4), first);
  const all = [...first.tableSeals, ...moreSeals(kept, "one", 3)];
  equal(new Set(all).size, 7);
  equal(new Set(all.map((seal) => tableEntropy(kept, seal))).size, 7);
  notEqual(sealsFor(kept, "two", 4).seal, first.seal);
});

test("what was given elsewhere is not known here", () => {
  const there = storage();
  const { tableSeals } = sealsFor(there, "one", 2);
  const here = storage();
  equal(tableEntropy(here, tableSeals[0]), undefined);
  equal(lotsEntropy(here, "one"), undefined);
  deepEqual(moreSeals(here, "one", 2), []);
});

test("the newest tournaments are kept", () => {
  const kept = storage();
  const first = sealsFor(kept, "first", 1);
  for (let number = 0; number < 199; number++) sealsFor(kept, `t${number}`, 1);
  notEqual(tableEntropy(kept, first.tableSeals[0]), undefined);
  sealsFor(kept, "last", 1);
  equal(tableEntropy(kept, first.tableSeals[0]), undefined);
});
