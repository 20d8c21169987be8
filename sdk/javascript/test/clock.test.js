import { equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { remaining, ServerClock } from "../src/clock.js";

test("the server's time is learnt from whole seconds to less than one of them", () => {
  const clock = new ServerClock();
  equal(Math.round((clock.now() - Date.now()) / 10), 0);
  const ahead = 100_000;
  for (let i = 0; i < 40; i++) {
    const now = Date.now() + ahead;
    // Answers at different moments of a second; all of them arrive at once.
    const at = Math.floor((now - i * 25) / 1000) * 1000;
    clock.note(new Date(at).toUTCString(), Date.now() - i * 25);
  }
  ok(Math.abs(clock.now() - Date.now() - ahead) < 1000);
  clock.note(new Date(Date.now() + ahead).toISOString(), Date.now());
  ok(Math.abs(clock.now() - Date.now() - ahead) < 50);
});

test("a clock that was set is learnt anew", () => {
  const clock = new ServerClock();
  for (const ahead of [0, 60_000, 60_000]) clock.note(new Date(Date.now() + ahead).toISOString(), Date.now());
  ok(Math.abs(clock.now() - Date.now() - 60_000) < 50);
});

test("what a seat has left is by its deadline, or what its bank has", () => {
  const clock = { deadline: "2026-11-22T10:00:10.000Z", banks: ["9.5s", "412.3s"] };
  const now = Date.parse("2026-11-22T10:00:04.000Z");
  equal(remaining({ clock, toMove: [0] }, 0, now), 6);
  equal(remaining({ clock, toMove: [0] }, 1, now), 412.3);
  equal(remaining({ clock, toMove: [0] }, 0, now + 60_000), 0);
  equal(remaining({ clock: null, toMove: [0] }, 0, now), null);
});
