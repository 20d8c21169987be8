import { deepEqual, equal, rejects } from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../src/errors.js";
import { Cut } from "../src/session.js";
import { notices, versions } from "../src/stream.js";

const snapshot = (version) => ({ event: "snapshot", data: { version, lastEvents: [] } });
const change = (version) => ({ event: "change", data: { version, events: [], match: {} } });
const goodbye = (reason) => ({ event: "goodbye", data: { reason, retryAfter: 0 } });
const finished = (version) => ({ event: "finished", data: { version } });

/** A line for each list: its events, and the error that it ends with, if it has one. */
function lines(...lists) {
  const asked = [];
  async function* open(after) {
    asked.push(after);
    for (const each of lists.shift()) {
      if (each instanceof Error) throw each;
      yield each;
    }
  }
  return { open, asked };
}

/** What is handed out, and the versions behind which lines were opened. */
async function followed(after, ...lists) {
  const { open, asked } = lines(...lists);
  const seen = [];
  for await (const { event, version } of versions(open, { after })) seen.push(`${event} ${version}`);
  return [seen, asked];
}

test("a line that is cut goes on behind the last version", async () => {
  deepEqual(await followed(undefined, [snapshot(3), change(4), new Cut()], [change(5), finished(5)]), [
    ["snapshot 3", "change 4", "change 5"],
    [undefined, 4],
  ]);
});

test("a version that is left out is asked for, one that comes twice is not handed out", async () => {
  deepEqual(await followed(0, [change(1), change(3)], [change(2), change(2), change(3), finished(3)]), [
    ["change 1", "change 2", "change 3"],
    [0, 1],
  ]);
});

test("the end of a match is one only after its last version", async () => {
  deepEqual(await followed(1, [change(2), finished(3)], [change(3)], [finished(3)]), [
    ["change 2", "change 3"],
    [1, 2, 3],
  ]);
});

test("after a loss of versions there is a reset, once", async () => {
  const unknown = new Refused(400, { code: "malformed" });
  deepEqual(
    await followed(7, [goodbye("version_mismatch")], [snapshot(4), change(5), new Cut()], [unknown], [
      snapshot(2),
      finished(2),
    ]),
    [["reset 4", "change 5", "reset 2"], [7, undefined, 5, undefined]],
  );
});

test("without views, a snapshot is like a change", async () => {
  const brief = { event: "snapshot", data: { version: 3, events: [1], status: "active", toMove: [0] } };
  const { open } = lines([brief, finished(3)]);
  for await (const change of versions(open, {})) deepEqual(change, { ...brief.data, event: "snapshot" });
});

test("a refusal that another attempt does not change is thrown", async () => {
  await rejects(followed(1, [goodbye("unauthenticated")]), { code: "unauthenticated", status: 401 });
  await rejects(followed(1, [new Refused(404, { code: "not_found" })]), { code: "not_found" });
  await rejects(followed(undefined, [new Refused(400, { code: "malformed" })]), { code: "malformed" });
});

test("a signal ends it, with its reason", async () => {
  const end = new AbortController();
  const { open } = lines([snapshot(1)], [], [], []);
  const seen = [];
  await rejects(async () => {
    for await (const { version } of versions(open, { signal: end.signal })) {
      seen.push(version);
      end.abort(new Error("enough"));
    }
  }, /enough/);
  deepEqual(seen, [1]);
});

test("a notice that is told again after a cut is handed out once", async () => {
  const notice = (event, version) => ({ event, data: { matchId: "A", version } });
  const { open } = lines([notice("yourTurn", 2), new Cut()], [notice("yourTurn", 2), notice("yourTurn", 4)]);
  const seen = [];
  for await (const { version } of notices(open)) {
    seen.push(version);
    if (version === 4) break;
  }
  equal(`${seen}`, "2,4");
});

test("what is said after the end is handed out as often as it is said", async () => {
  const said = { event: "emote", data: { matchId: "A", seat: 1, emote: "goodGame" } };
  const { open } = lines([said, said, { event: "yourTurn", data: { matchId: "A", version: 1 } }]);
  const seen = [];
  for await (const notice of notices(open)) {
    seen.push(notice);
    if (notice.event === "yourTurn") break;
  }
  deepEqual(seen.slice(0, 2), [0, 1].map(() => ({ event: "emote", matchId: "A", seat: 1, emote: "goodGame" })));
});

test("an invitation that is told again after a cut is handed out once, and the next one to the same match too", async () => {
  const invited = (invitationId) => ({ event: "invited", data: { matchId: "A", version: 1, invitationId } });
  const { open } = lines([invited("x"), new Cut()], [invited("x"), invited("y"), invited("z")]);
  const seen = [];
  for await (const { invitationId } of notices(open)) {
    seen.push(invitationId);
    if (invitationId === "z") break;
  }
  deepEqual(seen, ["x", "y", "z"]);
});
