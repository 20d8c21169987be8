import { stepOf, untilOf } from "./step.js";

const NOW = Date.parse("2030-01-04T19:00:00Z");
const you = (/** @type {object} */ other = {}) => ({
  presence: "registered",
  checkedIn: false,
  bye: false,
  seals: 5,
  tables: [],
  ...other,
});
/** @param {object} other @returns {any} */
const tournament = (other) => ({
  ...{ status: "open", system: "swiss", rounds: 5, round: 0, players: 3, maxPlayers: 8, you: null, endTime: null },
  ...{ checkInTime: null, startTime: null, nextRoundTime: null, roundEndsBy: null, paused: false, held: false },
  ...other,
});
/** @param {object} other @param {boolean} [keeps] */
const step = (other, keeps = true) => stepOf(tournament(other), keeps, NOW);

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("one joins, says that one is here, and goes to the table", () => {
  same(step({}), "join");
  same(step({ players: 8 }), "full");
  same(step({ players: 8, you: you() }), "joined");
  same(step({ players: 8, you: you() }, false), "again");
  same(step({ you: you({ presence: "left" }) }), "join");
  same(step({ status: "checkIn", you: you() }), "here");
  same(step({ status: "checkIn", you: you() }, false), "elsewhere");
  same(step({ status: "checkIn", you: you({ checkedIn: true }) }), "isHere");
  same(step({ status: "checkIn" }), "closed");
  const playing = { status: "running", round: 1 };
  same(step({ ...playing, you: you({ presence: "playing", tables: [{ matchId: "one" }] }) }), "table");
  same(step({ ...playing, you: you({ presence: "playing" }) }), "wait");
  same(step({ ...playing, you: you({ presence: "playing", bye: true }) }), "bye");
  same(step({ ...playing, system: "arena", you: you({ presence: "playing" }) }), "arena");
  same(step({ ...playing, you: you({ presence: "withheld" }) }), "withheld");
  same(step({ status: "finished", you: you() }), "finished");
});

Deno.test("a Swiss is joined until half of its rounds are paired, an arena until its end", () => {
  const running = { status: "running" };
  same(step({ ...running, round: 2 }), "joinLate");
  same(step({ ...running, round: 3 }), "watch");
  same(step({ ...running, round: 1, system: "knockout" }), "watch");
  same(step({ ...running, round: 9, system: "arena", endTime: "2030-01-04T19:00:01Z" }), "joinLate");
  same(step({ ...running, round: 9, system: "arena", endTime: "2030-01-04T19:00:00Z" }), "watch");
  same(step({ ...running, round: 2, players: 8 }), "watch");
});

Deno.test("who has withdrawn comes back where that is possible", () => {
  const withdrawn = { status: "running", you: you({ presence: "withdrawn" }) };
  same(step({ ...withdrawn, round: 4 }), "back");
  same(step({ ...withdrawn, round: 5 }), "withdrawn");
  same(step({ ...withdrawn, round: 1, system: "roundRobin" }), "withdrawn");
});

Deno.test("what is waited for is the next that has a time", () => {
  const at = "2030-01-04T19:30:00Z";
  const told = (/** @type {object} */ other) => untilOf(tournament(other))?.what;
  same(told({ checkInTime: at }), "checkIn");
  same(told({}), undefined);
  same(told({ status: "checkIn", startTime: at }), "start");
  same(told({ status: "running", roundEndsBy: at }), "roundEnds");
  same(told({ status: "running", nextRoundTime: at }), "round");
  same(told({ status: "running", nextRoundTime: at, paused: true }), undefined);
  same(told({ status: "running", roundEndsBy: at, held: true }), undefined);
  same(told({ status: "running", roundEndsBy: at, allAtOnce: true }), undefined);
  same(told({ status: "running", system: "arena", endTime: at, roundEndsBy: at }), "arenaEnds");
  same(untilOf(tournament({ checkInTime: at }))?.at, NOW + 1_800_000);
});
