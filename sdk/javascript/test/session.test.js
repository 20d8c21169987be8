import { equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { Pause } from "../src/pause.js";
import { Heartbeat } from "../src/session.js";

/** Do something so many seconds from now. */
function later(seconds, act) {
  const now = Date.now;
  Date.now = () => now() + seconds * 1000;
  try {
    return act();
  } finally {
    Date.now = now;
  }
}

/** Whether a line is cut when its page is shown again, so many seconds from now; it has `heard` something meanwhile. */
function cut(seconds, heard = 0) {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  globalThis.document = page;
  const heartbeat = new Heartbeat(30);
  later(heard, () => heartbeat.beat());
  later(seconds, () => page.dispatchEvent(new Event("visibilitychange")));
  const { aborted } = heartbeat.signal;
  heartbeat.end();
  delete globalThis.document;
  return aborted;
}

test("a line that was silent while the page was hidden is cut at once", () => {
  ok(cut(16));
  ok(!cut(14));
  ok(!cut(20, 10));
});

test("a line is cut when it is silent", async () => {
  const heartbeat = new Heartbeat(0.01);
  await new Promise((cut) => heartbeat.signal.addEventListener("abort", cut));
  heartbeat.end();
});

test("pauses grow up to five seconds, unless the service says how long", () => {
  const pause = new Pause();
  equal(pause.after(7), 7);
  const pauses = Array.from({ length: 9 }, () => pause.after());
  ok(pauses[0] <= 0.2 && pauses[8] >= 2.5 && pauses[8] <= 5);
  pause.reset();
  ok(pause.after() <= 0.1);
});
