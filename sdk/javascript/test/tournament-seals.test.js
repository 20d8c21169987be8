import { deepEqual, equal, notEqual } from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { lotsEntropy, moreSeals, noteShown, ownSeals, sealsFor, tableEntropy } from "../src/tournament-seals.js";

const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest("hex");
const bytes = (digits) => Buffer.from(digits, "hex");

function storage(kept = {}) {
  const items = new Map(Object.entries(kept));
  return { getItem: (name) => items.get(name) ?? null, setItem: (name, item) => items.set(name, item) };
}

test("all entropy follows from one secret, as docs say", () => {
  const kept = storage();
  const { seal, tableSeals } = sealsFor(kept, "one", 258);
  const [{ secret }] = JSON.parse(kept.getItem("croupier:tournaments")).one;
  const lots = hash("croupier tournament lots v1", bytes(secret));
  equal(lotsEntropy(kept, "one", seal), lots);
  equal(seal, hash("croupier tournament seal v1", bytes(lots)));
  const last = hash("croupier tournament table v1", bytes(secret), Buffer.from([0, 0, 1, 1]));
  equal(tableSeals[257], hash("croupier seal v1", bytes(last)));
  equal(tableEntropy(kept, tableSeals[257]), last);
});

test("two accounts of one storage have secrets of their own, in the same tournament as well", () => {
  const kept = storage();
  const [ann, bob] = [sealsFor(kept, "one", 2), sealsFor(kept, "one", 2)];
  const seals = [ann, bob].flatMap(({ seal, tableSeals }) => [
    ...tableSeals,
    ...moreSeals(kept, "one", seal, 3),
  ]);
  equal(new Set(seals.map((seal) => tableEntropy(kept, seal))).size, 10);
  notEqual(lotsEntropy(kept, "one", ann.seal), lotsEntropy(kept, "one", bob.seal));
});

test("more seals follow those that were given, of who joined late as well", () => {
  const kept = storage();
  const { seal, tableSeals } = sealsFor(kept, "one", 4);
  const all = [...tableSeals, ...moreSeals(kept, "one", seal, 3), ...moreSeals(kept, "one", null, 2)];
  equal(new Set(all).size, 9);
  equal(new Set(all.map((each) => tableEntropy(kept, each))).size, 9);
});

test("what was given elsewhere is not known here", () => {
  const there = storage();
  const { seal, tableSeals } = sealsFor(there, "one", 2);
  const here = storage();
  sealsFor(here, "one", 2); // of another account, or from before
  equal(tableEntropy(here, tableSeals[0]), undefined);
  equal(lotsEntropy(here, "one", seal), undefined);
  deepEqual(moreSeals(here, "one", seal, 2), []);
  deepEqual(ownSeals(here, "one", seal), []);
});

test("who has checked in here has joined with that seal, whatever the service says", () => {
  const kept = storage();
  const { seal } = sealsFor(kept, "one", 1);
  const { seal: later } = sealsFor(kept, "one", 1);
  deepEqual(ownSeals(kept, "one", seal), [seal]);
  noteShown(kept, "one", later);
  deepEqual(ownSeals(kept, "one", seal), [later]);
  deepEqual(ownSeals(kept, "one", "00"), [later]);
  notEqual(lotsEntropy(kept, "one", later), undefined);
});

test("the newest are kept, of tournaments and of the times that one was joined", () => {
  const kept = storage();
  const first = sealsFor(kept, "first", 1);
  for (let number = 0; number < 199; number++) sealsFor(kept, `t${number}`, 1);
  notEqual(tableEntropy(kept, first.tableSeals[0]), undefined);
  sealsFor(kept, "last", 1);
  equal(tableEntropy(kept, first.tableSeals[0]), undefined);
  const often = Array.from({ length: 11 }, () => sealsFor(kept, "often", 1).seal);
  deepEqual(often.map((seal) => lotsEntropy(kept, "often", seal) !== undefined), [false, ...Array(10).fill(true)]);
});
