import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { NotProven } from "../src/errors.js";
import { forgetSince, mustReveal, noteHead, Notes, promiseOf } from "../src/notes.js";
import { differences, notMine, toReveal } from "../src/proof.js";

const file = new URL("../../../docs/vectors/lost-cities-sealed.json", import.meta.url);
const { honest, forged } = JSON.parse(readFileSync(file, "utf8"));
const replay = honest.find(({ replay }) => replay.match.status === "finished").replay;
const last = replay.log.at(-1);
const moved = replay.log.find(({ kind }) => kind === "move");

/** The notes of a client that has seen the match, but for what is `other`. */
const note = (other = {}) => ({
  promise: promiseOf(replay.match),
  seals: replay.match.fairness.seals,
  heads: { [last.version]: last.hash, 1: replay.log[0].hash },
  moves: { [moved.version]: moved.move },
  ...other,
});

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

test("a forged replay is not proven", async () => {
  for (const { of, changes } of forged.slice(0, 3)) {
    const copy = structuredClone(honest.find(({ name }) => name === of).replay);
    for (const { path, value } of changes) {
      path.slice(0, -1).reduce((part, name) => part[name], copy)[path.at(-1)] = value;
    }
    ok((await differences(copy, { heads: {}, moves: {} }))[0]);
  }
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
