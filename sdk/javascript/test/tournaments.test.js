// Tournaments: what is sent, what is kept, and a bot that takes part, with a service that is told what to answer.

import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { test } from "node:test";
import { Entering } from "../src/entering.js";
import { Croupier, CroupierError, Notes } from "../src/index.js";

const URL = "http://127.0.0.1:2";
const ID = "t".repeat(22);

/** A player whose service answers with what `answered` gives, and what it was asked. */
function player(answered, notes = new Notes()) {
  const asked = [];
  const fetch = async (request) => {
    const { pathname, search } = new globalThis.URL(request.url);
    const body = await request.text();
    asked.push({ did: `${request.method} ${pathname}${search}`, body: body && JSON.parse(body) });
    const answer = await answered(asked.at(-1), asked.length);
    const isText = typeof answer === "string";
    const headers = { "Content-Type": isText ? "application/x-ndjson" : "application/json" };
    return new Response(isText ? answer : JSON.stringify(answer), { status: answer.http ?? 200, headers });
  };
  return { me: new Croupier(URL, { token: "t", fetch, notes }), asked };
}

const OPEN = { id: ID, name: "Friday", game: "nim", system: "swiss", status: "open", sealsNeeded: 3, you: null };

test("who joins gives all seals, and checks in by the same secret", async () => {
  let you = null;
  const { me, asked } = player(({ body }) => {
    if (body?.seal) you = { seal: body.seal };
    return { ...OPEN, you };
  });
  await me.tournaments.join(ID, { inviteCode: "AAAAA-BBBBB" });
  const [, { did, body }] = asked;
  equal(did, `POST /v1/tournaments/${ID}/join`);
  match(body.seal, /^[0-9a-f]{64}$/);
  equal(new Set(body.tableSeals).size, 3);
  equal(body.inviteCode, "AAAAA-BBBBB");
  await me.tournaments.checkIn(ID);
  match(asked[3].body.entropy, /^[0-9a-f]{64}$/);
  await me.tournaments.addSeals(ID, 2);
  equal(new Set([...body.tableSeals, ...asked[5].body.tableSeals]).size, 5);
});

test("who joins late binds no lots, and who comes back gives nothing", async () => {
  const late = player(() => ({ ...OPEN, status: "running" }));
  await late.me.tournaments.join(ID);
  deepEqual(Object.keys(late.asked[1].body), ["tableSeals"]);
  const back = player(() => ({ ...OPEN, status: "running", you: { presence: "withdrawn" } }));
  await back.me.tournaments.join(ID);
  deepEqual(back.asked[1].body, {});
});

test("who has joined elsewhere cannot check in here", async () => {
  const { me, asked } = player(() => ({ ...OPEN, you: { seal: "5e".repeat(32) } }));
  await rejects(() => me.tournaments.checkIn(ID), CroupierError);
  await rejects(() => me.tournaments.addSeals(ID), CroupierError);
  deepEqual(new Set(asked.map(({ did }) => did)), new Set([`GET /v1/tournaments/${ID}`]));
});

test("lists go through all pages", async () => {
  const { me, asked } = player((_, count) => ({
    tournaments: [{ id: `${count}` }],
    nextPageToken: count < 3 ? "p" : null,
  }));
  const found = [];
  for await (const { id } of me.tournaments.list({ status: "open", mine: true })) found.push(id);
  deepEqual(found, ["1", "2", "3"]);
  equal(asked[1].did, "GET /v1/tournaments?status=open&mine=true&pageToken=p");
});

test("a stream goes on behind what it has told, until the end", async () => {
  const line = (event, version, data = {}) => JSON.stringify({ event, version, data: { version, ...data } });
  const texts = [
    `${line("started", 5)}\n`,
    `${line("standings", 7)}\n${line("finished", 9, { reason: "completed" })}\n`,
  ];
  const { me, asked } = player(() => texts.shift());
  const told = [];
  for await (const { event, version } of me.tournaments.follow(ID, { after: 3 })) told.push(`${event} ${version}`);
  deepEqual(told, ["started 5", "standings 7", "finished 9"]);
  deepEqual(asked.map(({ did }) => did.split("?")[1]), ["after=3", "after=5"]);
});

test("a service that has lost versions tells of what is now", async () => {
  const text = JSON.stringify({ event: "aborted", version: 4, data: { version: 4, reason: "Closed" } });
  const { me, asked } = player(({ did }) => did.includes("after=7") ? { code: "malformed", http: 400 } : `${text}\n`);
  const told = [];
  for await (const { event } of me.tournaments.follow(ID, { after: 7 })) told.push(event);
  deepEqual(told, ["aborted"]);
  deepEqual(asked.map(({ did }) => did.split("?")[1]), ["after=7", undefined]);
});

/** What a bot does at a service whose tournament is in these states, one after the other; `ended` is the last. */
async function entered(states) {
  const done = new AbortController();
  let seal = "";
  const { me, asked } = player(({ did, body }) => {
    seal ||= body?.seal ?? "";
    if (did.includes("mine=true")) return { tournaments: [], nextPageToken: null };
    if (did.includes("status=")) return { tournaments: did.includes("=open") ? [OPEN] : [], nextPageToken: null };
    if (did.startsWith("GET") && did.endsWith("/standings")) return { you: { rank: 2, points: 1.5 } };
    if (did.startsWith("POST")) return OPEN;
    const { you, ...state } = states.length > 1 ? states.shift() : states[0];
    return { ...state, you: you && { ...you, seal } };
  });
  const results = [];
  const bot = {
    name: "Percy",
    look: 0.002,
    enters: () => true,
    ended: (tournament, row) => {
      results.push([tournament.status, row]);
      done.abort();
    },
  };
  const entering = new Entering(bot, me);
  await rejects(entering.run((task) => task(), done.signal));
  return { posted: asked.map(({ did }) => did).filter((did) => did.startsWith("POST")), results };
}

test("a bot joins, checks in, and hears how it has ended", async () => {
  const you = { presence: "registered", checkedIn: false, seals: 3, tables: [] };
  const checkIn = { ...OPEN, status: "checkIn", you };
  const states = [OPEN, checkIn, checkIn, { ...OPEN, status: "finished", you }];
  const { posted, results } = await entered(states);
  deepEqual(posted, [`POST /v1/tournaments/${ID}/join`, `POST /v1/tournaments/${ID}/checkIn`]);
  deepEqual(results, [["finished", { rank: 2, points: 1.5 }]]);
});

test("a bot that does not know its secret any more asks once, and goes on", async () => {
  const done = new AbortController();
  const you = { presence: "registered", checkedIn: false, seals: 3, tables: [] };
  let looks = 0;
  const { me, asked } = player(({ did }) => {
    if (did.includes("mine=true")) return { tournaments: did.includes("=checkIn") ? [OPEN] : [], nextPageToken: null };
    if (!did.includes("status=")) return { ...OPEN, status: "checkIn", you };
    if (++looks === 6) done.abort();
    return { tournaments: [], nextPageToken: null };
  });
  const bot = { name: "Percy", look: 0.002, enters: () => true, ended: () => {} };
  await rejects(new Entering(bot, me).run((task) => task(), done.signal));
  equal(asked.filter(({ did }) => did.endsWith(ID)).length, 2); // a look, and the check-in that it tried
});

test("a bot gives an arena more seals before it has none", async () => {
  const you = { presence: "playing", checkedIn: true, seals: 32, tables: [{ seal: 30 }] };
  const arena = { ...OPEN, system: "arena", status: "running", you };
  const { posted } = await entered([OPEN, arena, arena, { ...arena, status: "aborted" }]);
  equal(posted[1], `POST /v1/tournaments/${ID}/seals`);
});
