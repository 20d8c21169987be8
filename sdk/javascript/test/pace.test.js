import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { Pace } from "../src/pace.js";
import { Tally, told } from "../src/results.js";

const moves = (/** @type {string} */ id) => `POST /v1/matches/${id.repeat(22)}/moves`;
const shown = (/** @type {number} */ left) =>
  new Headers({ RateLimit: `"moves";r=${left};t=1`, "RateLimit-Policy": '"moves";q=200;w=4' });

test("requests keep a distance only while little is left, and it is told once", () => {
  /** @type {string[]} */
  const said = [];
  const pace = new Pace((text) => said.push(text));
  const waits = () => [1, 2, 3].map(() => Math.round(1000 * pace.wait(moves("M"), 1)));
  pace.note(moves("M"), shown(21));
  deepEqual(waits(), [0, 0, 0]);
  pace.note(moves("N"), shown(20));
  deepEqual(waits(), [0, 20, 40]);
  equal(pace.wait("GET /v1/games", 1), 0);
  deepEqual(said, ["the limit of moves slows this down: 50 a second"]);
  pace.note(moves("M"), shown(190));
  deepEqual(waits(), [0, 0, 0]);
});

test("a tally without a number, or of 0, is never full", () => {
  const match = /** @type {any} */ ({ id: "M", over: true, now: { yourSeat: 0, seats: [], outcome: null } });
  for (const tally of [new Tally(), new Tally(0)]) {
    tally.add(match);
    deepEqual([tally.room(20), tally.isFull], [20, false]);
  }
});

const seats = ["Percy", "Hugo"].map((displayName, index) => ({ index, player: { displayName } }));
const RESULTS = /** @type {[number, number[], number[], string, string][]} */ ([
  [0, [202, 164], [0], "completed", "won 202 : 164 against Hugo"],
  [1, [202, 164], [0], "completed", "lost 164 : 202 against Percy"],
  [1, [7, 7], [0, 1], "completed", "tied 7 : 7 against Percy"],
  [0, [0, 3], [0], "timeout", "won 0 : 3 against Hugo (timeout)"],
  [0, [], [], "aborted", "aborted against Hugo"],
  [0, [], [], "", "gone against Hugo (seen last at version 7)"],
]);

test("a result is told from one's own side", () => {
  for (const [yourSeat, scores, winners, reason, line] of RESULTS) {
    const status = reason === "aborted" ? reason : "finished";
    const outcome = reason ? { scores, winners, reason } : null;
    const match =
      /** @type {any} */ ({ id: "M", over: Boolean(reason), now: { version: 7, status, yourSeat, seats, outcome } });
    equal(told(match), line);
    const tally = new Tally(2);
    tally.add(match);
    deepEqual([tally.room(20), tally.isFull, `${tally}`.includes(`1 ${line.split(" ")[0]}`)], [1, false, true]);
    deepEqual([tally.add(match), tally.has("M"), tally.total], [false, true, 1]);
    const later = { ...match, over: false, now: { ...match.now, version: 8 } }; // after a restore
    deepEqual([tally.add(later), `${tally}`], [true, "1 matches: 0 won, 0 tied, 0 lost, 1 gone"]);
  }
});
