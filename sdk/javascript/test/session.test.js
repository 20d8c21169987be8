import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Croupier, Unreachable } from "../src/index.js";
import { secondsAsked } from "../src/clock.js";
import { encoded } from "../src/move.js";
import { Heartbeat, Pause } from "../src/pause.js";

/** An address at which nothing listens. */
const NOWHERE = "http://127.0.0.1:2";
const ASKED = JSON.parse(readFileSync(new URL("../../../tests/sdk/retry_after.json", import.meta.url), "utf8"));

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

test("what a service asks to wait is a number or a date", () => {
  for (const [said, seconds] of ASKED.asked) {
    equal(secondsAsked(said, Date.parse(ASKED.now)) ?? null, seconds, JSON.stringify(said));
  }
});

test("a pause is as long as was asked, but neither none nor endless", () => {
  deepEqual([0.5, 7, 1e20].map((asked) => new Pause().after(asked)), [0.5, 7, 300]);
  for (const asked of [undefined, null, 0, -37]) ok(new Pause().after(asked) >= 0.05, `${asked}`);
});

test("a call that is to be repeated at a date is refused when its patience ends before", async () => {
  let sent = 0;
  const later = new Date(Date.now() + 3600_000).toUTCString();
  const refuse = () => {
    sent++;
    return Promise.resolve(new Response("<html>", { status: 503, headers: { "Retry-After": later } }));
  };
  await rejects(new Croupier(NOWHERE, { patience: 1, fetch: refuse }).games(), { status: 503 });
  equal(sent, 1);
});

test("what is no address, no settings and no move is refused in words", async () => {
  throws(() => new Croupier("localhost:8080"), /"localhost:8080" is not an address such as/);
  throws(() => new Croupier(NOWHERE, "crp_token"), /The settings must be an object/);
  await rejects(Croupier.guest(NOWHERE, "Ann", "crp_token"), /The settings must be an object/);
  throws(() => encoded(undefined), /A move is .* not undefined/);
});

test("a service that does not answer is named, with the reason", async () => {
  await rejects(new Croupier(NOWHERE, { patience: 0 }).games(), (error) => {
    equal(error.message, `No answer from ${NOWHERE} to GET /v1/games in 0 s: connection refused`);
    return error instanceof Unreachable && error.cause instanceof Error;
  });
});

test("what is no id is not asked for", async () => {
  const asked = [];
  const me = new Croupier(NOWHERE, { patience: 0, fetch: (request) => asked.push(request.url) });
  for (const id of ["", "..", "../me", "a/b", "a?b=c", "a#b", "%2e", "x".repeat(65)]) {
    for (const act of [() => me.player(id), () => me.matches.get(id), () => me.matches.join(id)]) {
      await rejects(act, { code: "not_found", status: 404 });
    }
  }
  deepEqual(asked, []);
});

test("a list without an end has so many pages as are wanted", async () => {
  let sent = 0;
  const empty = () => {
    sent++;
    return Promise.resolve(Response.json({ matches: [], nextPageToken: `${sent}` }));
  };
  const { matches } = new Croupier(NOWHERE, { fetch: empty });
  for await (const _ of matches.list({ status: "waiting", here: true, maxPages: 3 })) ok(false);
  equal(sent, 3);
});

test("a socket without a WebSocket says what it takes", () => {
  const { WebSocket } = globalThis;
  delete globalThis.WebSocket;
  try {
    throws(() => new Croupier(NOWHERE).socket(), /There is no WebSocket here: take Node 22/);
  } finally {
    globalThis.WebSocket = WebSocket;
  }
});
