import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { NotProven } from "../src/errors.js";
import { forgetSince, mustReveal, noteHead, Notes, promiseOf } from "../src/notes.js";
import { differences, notMine, toReveal } from "../src/proof.js";
import { gameOf, verify } from "../verify/index.js";

const file = new URL("../../../docs/vectors/lost-cities-sealed.json", import.meta.url);
const { honest, forged } = JSON.parse(readFileSync(file, "utf8"));
const replay = honest.find(({ replay }) => replay.match.status === "finished").replay;
const last = replay.log.at(-1);
const game = await gameOf(replay);
const moved = replay.log.find(({ kind }) => kind === "move");

/** The notes of a client that has seen the match, but for what is `other`. */
const note = (other = {}) => ({
  promise: promiseOf(replay.match),
  seals: replay.match.fairness.seals,
  heads: { [last.version]: last.hash, 1: replay.log[0].hash },
  moves: { [moved.version]: moved.move },
  ...other,
});

function patched({ of, changes }) {
  const copy = structuredClone(honest.find(({ name }) => name === of).replay);
  for (const { path, ...change } of changes) {
    const part = path.slice(0, -1).reduce((part, name) => part[name], copy);
    if ("value" in change) part[path.at(-1)] = change.value;
    else delete part[path.at(-1)];
  }
  return copy;
}

test("a replay of the match that was seen is proven", async () => {
  deepEqual(await differences(replay, note()), []);
  deepEqual(await differences(replay, { heads: {}, moves: {} }), []);
  const { options } = replay.match;
  const turned = { ...promiseOf(replay.match), options: Object.fromEntries(Object.entries(options).reverse()) };
  deepEqual(await differences(replay, note({ promise: turned })), []);
});

test("a replay of another match is not, and what is wrong is named", async () => {
  const cases = [
    [{ promise: { ...promiseOf(replay.match), commitment: "00" } }, /commitment is not what was promised/],
    [{ promise: { ...promiseOf(replay.match), options: { rounds: 9 } } }, /options is not what was promised/],
    [{ promise: { ...promiseOf(replay.match), undoMode: "none" } }, /undoMode is not what was promised/],
    [{ promise: { ...promiseOf(replay.match), terms: "00" } }, /terms is not what was promised/],
    [{ seals: ["00", "11"] }, /seals/],
    [{ entropy: "00" }, /entropy/],
    [{ heads: { 2: "00" } }, /Version 2: logHead/],
    [{ heads: { 99999: "00" } }, /Version 99999: logHead/],
    [{ moves: { [moved.version]: { card: "other" } } }, /the move was another one/],
    [{ moves: { 1: null } }, /Version 1: the move was another one/],
  ];
  const seated = { ...replay, match: { ...replay.match, yourSeat: 0 } };
  for (const [other, wrong] of cases) match((await differences(seated, note(other))).join(" "), wrong);
});

test("what is wrong with the terms is named", () => {
  const sentences = {
    "no terms": "match.fairness.terms is not as it should be: undefined.",
    "other terms": "The log begins with its terms, but match.fairness.terms is another hash.",
    "terms of another id": "match.fairness.terms is not that of the id and the settings of the match.",
    "terms that fit, and a log of others": "Version 1: prev is not match.fairness.terms.",
    "a setting that is none yet":
      "match.fairness.terms: what was agreed may include handicap, which this verifier does not know.",
    "a signature": "log[2].signature: this verifier does not know this member.",
  };
  for (const [name, sentence] of Object.entries(sentences)) {
    equal(verify(patched(forged.find((each) => each.name === name)), game), sentence);
  }
});

test("a forged replay is not proven", async () => {
  for (const each of forged.slice(0, 3)) ok((await differences(patched(each), { heads: {}, moves: {} }))[0]);
});

test("a game is recomputed by the module that is given, and no other is", async () => {
  const other = structuredClone(replay);
  other.match.game = "beans";
  equal(await gameOf(other), undefined);
  equal(verify(other, undefined), "match.game: this verifier cannot recompute beans; croupier verify can.");
  const [wrong] = await differences(other, { heads: {}, moves: {} });
  equal(wrong, "match.game: this verifier cannot recompute beans; croupier verify can.");
  match((await differences(other, { heads: {}, moves: {} }, game))[0], /two games/);
  equal(verify(replay, { ...game, VERSION: 2 }), "match.rulesVersion: this verifier knows only 2.");
});

test("moves that this client has not made are named", () => {
  const seated = { ...replay, match: { ...replay.match, yourSeat: moved.seat } };
  const made = replay.log.filter(({ kind, seat }) => kind === "move" && seat === moved.seat);
  equal(notMine(seated, note()).length, made.length - 1);
});

test("entropy is revealed only in the match that was promised", async () => {
  const notes = new Notes();
  const seal = await notes.seal();
  const fairness = { ...replay.match.fairness, seals: [seal, "00"], toReveal: [0] };
  const seen = { ...replay.match, yourSeat: 0, fairness };
  const session = { notes };
  ok(mustReveal(seen) && !mustReveal({ ...seen, yourSeat: 1 }));
  notes.keep(seen.id, note());
  equal(toReveal(session, seen), notes.entropy(seal));
  throws(() => toReveal(session, { ...seen, rulesVersion: 2 }), NotProven);
  throws(() => toReveal(session, { ...seen, fairness: { ...fairness, terms: "00" } }), NotProven);
  notes.of(seen.id).promise = promiseOf({ ...seen, undoMode: "none", options: {} });
  throws(() => toReveal(session, seen), /options, undoMode: not what was promised/);
  // A service that has promised settings from the first, and other terms than these.
  const others = { ...seen, undoMode: "none" };
  notes.of(seen.id).promise = promiseOf(others);
  throws(() => toReveal(session, others), /terms: not the hash/);
  notes.of(seen.id).promise = promiseOf(seen);
  throws(() => toReveal(session, { ...seen, fairness: { ...fairness, seals: ["22", "00"] } }), NotProven);
});

test("what was seen first stays noted, unless the service has said that it has lost it", () => {
  const session = { notes: new Notes() };
  for (const [version, head] of [[1, "a"], [2, "b"], [3, "c"], [2, "other"]]) noteHead(session, "A", version, head);
  deepEqual(session.notes.of("A").heads, { 1: "a", 2: "b", 3: "c" });
  session.notes.of("A").moves[3] = null;
  forgetSince(session, "A", 2);
  noteHead(session, "A", 2, "other");
  deepEqual(session.notes.of("A"), { heads: { 1: "a", 2: "other" }, moves: {} });
});

test("notes survive in a storage", async () => {
  const items = new Map();
  const kept = {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, item) => items.set(name, item),
    removeItem: (name) => items.delete(name),
  };
  const seal = await new Notes(kept).seal();
  new Notes(kept).keep("A", note());
  equal(new Notes(kept).entropy(seal).length, 64);
  deepEqual(new Notes(kept).of("A"), JSON.parse(JSON.stringify(note())));
  new Notes(kept).forget("A");
  deepEqual(new Notes(kept).of("A"), { heads: {}, moves: {} });
});
