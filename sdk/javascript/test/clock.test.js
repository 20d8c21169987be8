import { equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { remaining, ServerClock } from "../src/clock.js";
import { Session } from "../src/session.js";

const AHEAD = 100_000;
const NOW = Date.now();
Date.now = () => NOW; // no time passes, whatever else this machine does
const ahead = (clock) => clock.now() - Date.now();
const near = (clock, expected, by) => ok(Math.abs(ahead(clock) - expected) <= by, `${ahead(clock)}`);

test("the server's time is learnt from whole seconds, which may be old, to half of one", () => {
  const clock = new ServerClock();
  near(clock, 0, 0);
  const begin = Date.now();
  for (let sent = begin - 2000; sent <= begin; sent += 50) {
    const old = Math.floor((sent + AHEAD) / 1000) * 1000 - (sent % 3 ? 0 : 1000);
    clock.dated(new Date(old).toUTCString(), sent);
  }
  near(clock, AHEAD, 1010);
});

test("a clock that was set is learnt anew", () => {
  const clock = new ServerClock();
  for (const now of [0, AHEAD]) clock.dated(new Date(Date.now() + now).toUTCString(), Date.now());
  near(clock, AHEAD, 1010);
  for (const now of [0, AHEAD, 0]) clock.told(new Date(Date.now() + now).toISOString());
  near(clock, 0, 0);
});

test("a time that is told counts, and the one that came fastest counts most", () => {
  const clock = new ServerClock();
  clock.dated(new Date(Date.now()).toUTCString(), Date.now());
  for (const late of [300, 5, 200]) clock.told(new Date(Date.now() + AHEAD - late).toISOString());
  near(clock, AHEAD - 5, 1);
  clock.told(undefined);
  clock.dated(null, 0);
  near(clock, AHEAD - 5, 1);
});

test("a ping tells the time, and is no event of its stream", async () => {
  const ping = { event: "ping", version: null, data: { time: new Date(Date.now() + AHEAD).toISOString() } };
  const body = `${JSON.stringify(ping)}\n`;
  const session = new Session("http://x", { fetch: () => Promise.resolve(new Response(body)) });
  ok((await session.lines("/v1/events", {}).next()).done);
  near(session.clock, AHEAD, 1);
});

test("what a seat has left is by its deadline, or what its bank has", () => {
  const clock = { deadlines: ["2026-11-22T10:00:10.000Z", null], banks: ["9.5s", "412.3s"] };
  const now = Date.parse("2026-11-22T10:00:04.000Z");
  equal(remaining({ clock }, 0, now), 6);
  equal(remaining({ clock }, 1, now), 412.3);
  equal(remaining({ clock }, 0, now + 60_000), 0);
  equal(remaining({ clock: null }, 0, now), null);
});
