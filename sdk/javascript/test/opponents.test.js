// Finding opponents: what is sent, and what is made of the answers.

import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { test } from "node:test";
import { Croupier, hasPasskeys, Match, newRecoveryCode, signIn } from "../src/index.js";
import { Session } from "../src/session.js";
import { heard } from "../src/stream.js";

const URL = "http://127.0.0.1:2";

/** A service that gives these answers, one after the other, and what it was asked. */
function service(...answers) {
  const asked = [];
  const fetch = async (request) => {
    const { pathname, search } = new globalThis.URL(request.url);
    asked.push([request.method, pathname + search, await request.text()].join(" ").trim());
    const { status = 200, type = "application/json", body } = answers.shift();
    return new Response(body, { status, headers: { "Content-Type": type } });
  };
  return { fetch, asked };
}

const json = (value) => ({ body: JSON.stringify(value) });
const gone = { status: 204, type: "" };

/** A match that is held without having been read. */
function held(fetch) {
  const view = { id: "M", version: 1, deal: "open", fairness: {}, seats: [], toMove: [], yourSeat: 0 };
  return new Match(new Session(URL, { fetch }), view);
}

test("who follows a search is told of the ticket each time, with its window", async () => {
  const ticket = (window, matchId = null) =>
    json({ id: "T", status: matchId ? "matched" : "searching", matchId, window });
  const { fetch, asked } = service(ticket(200), ticket(300), ticket(null, "M"), json({ id: "M", fairness: {} }));
  const told = [];
  const searching = ({ window }) => told.push(window);
  await new Croupier(URL, { fetch }).seek({ game: "just4fun", rated: true }, { searching });
  deepEqual(told, [200, 300, null]);
  deepEqual(asked.slice(1, 3), ["GET /v1/tickets/T", "GET /v1/tickets/T"]);
});

test("an emote is said, and heard by who asks for it", async () => {
  const { fetch, asked } = service(gone);
  equal(await held(fetch).emote("hello"), undefined);
  deepEqual(asked, ['POST /v1/matches/M/emotes {"emote":"hello"}']);
  async function* lines() {
    yield { event: "emote", data: { seat: 1, emote: "nice" } };
    yield { event: "change", data: { version: 2 } };
  }
  const said = [];
  for (const tell of [(each) => said.push(each), undefined]) {
    for await (const { event } of heard(lines(), { emote: tell })) said.push(event);
  }
  deepEqual(said, [{ seat: 1, emote: "nice" }, "change", "change"]);
});

test("who is here at the table is asked, and heard by who wants to hear it", async () => {
  const presence = { seats: [{ seat: 0, presence: "here", since: null }] };
  const { fetch, asked } = service(json(presence));
  deepEqual(await held(fetch).presence(), presence);
  deepEqual(asked, ["GET /v1/matches/M/presence"]);
  async function* lines() {
    yield { event: "presence", data: presence };
    yield { event: "change", data: { version: 2 } };
  }
  const told = [];
  for await (const { event } of heard(lines(), { presence: (each) => told.push(each) })) told.push(event);
  deepEqual(told, [presence, "change"]);
});

test("who is gone is claimed to be so, and a bot is taken away", async () => {
  const view = { id: "M", version: 2, deal: "open", fairness: {} };
  const { fetch, asked } = service(json(view), json(view), json(view));
  const table = held(fetch);
  deepEqual(await table.claim(), view);
  deepEqual(await table.claim({ callOff: true }), view);
  deepEqual(await table.takeAway(1), view);
  equal(table.now.version, 2);
  deepEqual(asked, [
    'POST /v1/matches/M/claim {"result":"win"}',
    'POST /v1/matches/M/claim {"result":"abort"}',
    "DELETE /v1/matches/M/seats/1",
  ]);
});

test("who asks for a rematch is asked, and a request ends", async () => {
  const { fetch, asked } = service(json({ asked: [1], matchId: null }), gone);
  deepEqual(await held(fetch).rematchRequests(), { asked: [1], matchId: null });
  equal(await held(fetch).endRematch(), undefined);
  deepEqual(asked, ["GET /v1/matches/M/rematch", "DELETE /v1/matches/M/rematch"]);
});

test("who searches, who is here, and what a code invites to", async () => {
  const terms = { matchId: "M", game: "just4fun", host: "Ann", seats: ["Ann", null] };
  const { fetch, asked } = service(
    json({ tickets: [{ game: "just4fun", you: false }], nextPageToken: "more" }),
    json({ tickets: [{ game: "just4fun", you: true }], nextPageToken: null }),
    json({ people: 2, bots: 1 }),
    json(terms),
  );
  const me = new Croupier(URL, { fetch });
  const found = [];
  for await (const { you } of me.searchers({ game: "just4fun" })) found.push(you);
  deepEqual(found, [false, true]);
  deepEqual(await me.presence(), { people: 2, bots: 1 });
  deepEqual(await me.invitation("k7qf2 m9ptx"), terms);
  deepEqual(asked, [
    "GET /v1/tickets?game=just4fun",
    "GET /v1/tickets?game=just4fun&pageToken=more",
    "GET /v1/presence",
    'POST /v1/invitations {"code":"k7qf2 m9ptx"}',
  ]);
});

test("a code is made here, and another device becomes the player by it", async () => {
  const { fetch, asked } = service(
    json({ code: "K7QF-2M9P", expireTime: "later" }),
    json({ id: "T", name: "phone", scopes: ["play"], token: "crp_new" }),
  );
  const { code } = await new Croupier(URL, { fetch, token: "crp_old" }).pairing({ scopes: ["play"] });
  const phone = await Croupier.paired(URL, code, { fetch, name: "phone" });
  equal(phone.token, "crp_new");
  deepEqual(asked, [
    'POST /v1/players/me/pairing {"scopes":["play"]}',
    'POST /v1/pairings {"code":"K7QF-2M9P","name":"phone"}',
  ]);
});

test("a printed code opens the account once more", async () => {
  const { fetch, asked } = service(
    json({ code: "7K3Q-0000", createTime: "now" }),
    json({ id: "T", name: "phone", scopes: ["play"], token: "crp_new" }),
  );
  const code = await newRecoveryCode(new Croupier(URL, { fetch, token: "crp_old" }));
  const back = await signIn(URL, { recoveryCode: code }, { fetch, name: "phone" });
  equal(back.token, "crp_new");
  equal(hasPasskeys(), false);
  deepEqual(asked, [
    "POST /v1/players/me/recovery-code {}",
    'POST /v1/sessions {"recoveryCode":"7K3Q-0000","name":"phone"}',
  ]);
});

test("who is told of what kind a deal is joins without asking", async () => {
  const { fetch, asked } = service(json({ id: "M", fairness: {} }));
  const { matches } = new Croupier(URL, { fetch });
  await matches.join("M", { inviteCode: "c", deal: "sealed" });
  equal(asked.length, 1);
  match(asked[0], /^POST [/]v1[/]matches[/]M[/]join [{]"inviteCode":"c","seal":"[0-9a-f]{64}"[}]$/);
});

test("a ticket is told of before it is asked for, with the key that it is asked for by again", async () => {
  const { fetch, asked } = service(json({ matchId: "M", status: "matched" }), json({ id: "M", fairness: {} }));
  const told = [];
  const sent = { game: "just4fun" };
  await new Croupier(URL, { fetch }).seek(sent, { asking: (each) => told.push({ ...each, asked: asked.length }) });
  deepEqual(told, [{ key: told[0].key, body: { ...sent, seal: undefined }, asked: 0 }]);
});

test("players are those of all pages", async () => {
  const { fetch, asked } = service(
    json({ players: [{ id: "a" }], nextPageToken: "next" }),
    json({ players: [], nextPageToken: "last" }),
    json({ players: [{ id: "b" }], nextPageToken: null }),
  );
  const found = [];
  for await (const { id } of new Croupier(URL, { fetch }).players({ available: "just4fun", kind: "bot" })) {
    found.push(id);
  }
  deepEqual(found, ["a", "b"]);
  equal(asked[1], "GET /v1/players?available=just4fun&kind=bot&pageToken=next");
});

test("a player offers itself, and does so no more", async () => {
  const { fetch, asked } = service(json({ expireTime: "2026-11-22T10:00:10Z" }), gone);
  const me = new Croupier(URL, { fetch, token: "t" });
  const { expireTime } = await me.available({ "just4fun": { maxMatches: 2 } }, "Calm.");
  equal(expireTime, "2026-11-22T10:00:10Z");
  equal(await me.unavailable(), undefined);
  deepEqual(asked, [
    'PUT /v1/players/me/availability {"games":{"just4fun":{"maxMatches":2}},"description":"Calm."}',
    "DELETE /v1/players/me/availability",
  ]);
});

test("a match invites, lists and withdraws", async () => {
  const invitation = { id: "i", matchId: "M", playerId: "p", status: "pending" };
  const { fetch, asked } = service(json(invitation), json({ invitations: [invitation] }), gone, gone);
  const match = held(fetch);
  deepEqual(await match.invite("p"), invitation);
  deepEqual(await match.invitations(), [invitation]);
  equal(await match.withdraw("i"), undefined);
  equal(await match.withdraw("i", { allOfSender: true }), undefined);
  deepEqual(asked, [
    'POST /v1/matches/M/invitations {"playerId":"p"}',
    "GET /v1/matches/M/invitations",
    "DELETE /v1/matches/M/invitations/i",
    "DELETE /v1/matches/M/invitations/i?allOfSender=true",
  ]);
});

test("the table comes as text, and a proxy that refuses in words is a refusal", async () => {
  const table = { type: "text/plain; charset=utf-8", body: "R 4\n" };
  const { fetch, asked } = service(table, table, { ...table, status: 403 });
  const match = held(fetch);
  equal(await match.text(), "R 4\n");
  equal(await match.text(3, "spectator"), "R 4\n");
  await rejects(match.text(), { status: 403, code: "" });
  deepEqual(asked.slice(0, 2), ["GET /v1/matches/M", "GET /v1/matches/M?atVersion=3&as=spectator"]);
});

test("no cache comes between: at one version, each player and each form of a match has the same ETag", async () => {
  const modes = [];
  const fetch = (request) => {
    modes.push(request.cache);
    return Promise.resolve(new Response('{"event":"finished","data":{"version":1}}\n'));
  };
  const match = held(fetch);
  await match.text();
  for await (const _ of match.follow({ after: 1 })) break;
  deepEqual(modes, ["no-store", "no-store"]);
});

test("notices go on where a deal cannot be revealed any more", async () => {
  const needed = { event: "entropyNeeded", data: { matchId: "M", version: 2 } };
  const turn = { event: "yourTurn", data: { matchId: "N", version: 3 } };
  const lines = [needed, turn].map((each) => JSON.stringify(each) + "\n").join("");
  const { fetch } = service(
    { type: "application/x-ndjson", body: lines },
    { status: 404, type: "application/problem+json", body: '{"code": "not_found"}' },
  );
  const told = [];
  for await (const { event } of new Croupier(URL, { fetch }).follow()) {
    told.push(event);
    if (told.length === 2) break;
  }
  deepEqual(told, ["entropyNeeded", "yourTurn"]);
});

test("notices reveal in the matches of which they are told to", async () => {
  const asked = [];
  const fetch = (request) => {
    const { pathname } = new globalThis.URL(request.url);
    asked.push(pathname);
    const lines = ["M", "N"].map((matchId) =>
      JSON.stringify({ event: "entropyNeeded", data: { matchId, version: 2 } })
    );
    if (pathname === "/v1/events") return Promise.resolve(new Response(lines.join("\n") + "\n"));
    return Promise.resolve(Response.json({ id: pathname.at(-1), version: 1, yourSeat: 0, toMove: [0], fairness: {} }));
  };
  const told = [];
  for await (const { matchId } of new Croupier(URL, { fetch }).follow({ reveals: ({ id }) => id === "N" })) {
    told.push(matchId);
    if (told.length === 2) break;
  }
  deepEqual(asked, ["/v1/events", "/v1/matches/M", "/v1/matches/N", "/v1/matches/N"]); // by `get`, and to reveal
});

test("notices leave it to who follows a match to reveal in it", async () => {
  const view = { id: "M", version: 1, yourSeat: 0, toMove: [], seats: [], fairness: {} };
  const needed = { event: "entropyNeeded", data: { matchId: "M", version: 2 } };
  const asked = [];
  const fetch = (request) => {
    const { pathname } = new globalThis.URL(request.url);
    asked.push(pathname);
    if (pathname === "/v1/events") return Promise.resolve(new Response(JSON.stringify(needed) + "\n"));
    if (pathname === "/v1/matches/M/events") {
      return new Promise((_, cut) => request.signal.addEventListener("abort", () => cut(new Error("cut"))));
    }
    return Promise.resolve(Response.json(view));
  };
  const me = new Croupier(URL, { fetch });
  const match = await me.matches.get("M");
  const over = new AbortController();
  const followed = match.follow({ after: 1, signal: over.signal }).next().catch(() => {});
  for await (const _ of me.follow()) break;
  over.abort();
  await followed;
  for await (const _ of me.follow()) break;
  deepEqual(asked.filter((path) => path === "/v1/matches/M").length, 2); // by `get`, and once nobody follows it
});
