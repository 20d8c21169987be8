// Deals that several play: what is asked, with a service that is told what to answer.

import { deepEqual, equal, rejects } from "node:assert/strict";
import { test } from "node:test";
import { Croupier, Refused } from "../src/index.js";

const DAILY = "daily.nim.2030-01-31";

/** A player whose service answers each request with the next of these, and what it was asked. */
function player(...answers) {
  const asked = [];
  const fetch = async (request) => {
    const { pathname, search } = new globalThis.URL(request.url);
    const body = await request.text();
    asked.push([`${request.method} ${pathname}${search}`, body && JSON.parse(body)]);
    return new Response(JSON.stringify(answers.shift()), { headers: { "Content-Type": "application/json" } });
  };
  return { deals: new Croupier("http://127.0.0.1:2", { token: "t", fetch }).deals, asked };
}

test("deals are listed and read, and so is the board of one", async () => {
  const { deals, asked } = player({ deals: [{ id: DAILY }] }, { deals: [] }, { id: DAILY }, { entries: [], you: null });
  deepEqual((await deals.list()).map(({ id }) => id), [DAILY]);
  deepEqual(await deals.list({ mine: true, game: "nim" }), []);
  equal((await deals.get(DAILY)).id, DAILY);
  equal((await deals.board(DAILY, { friends: true })).you, null);
  const paths = ["", "?mine=true&game=nim", `/${DAILY}`, `/${DAILY}/board?friends=true`];
  deepEqual(asked.map(([did]) => did), paths.map((path) => `GET /v1/deals${path}`));
});

test("one is made, and its try is a match", async () => {
  const wish = { name: "Friday", game: "nim" };
  const { deals, asked } = player({ id: "d".repeat(22) }, {
    id: "m".repeat(22),
    game: "nim",
    version: 2,
    fairness: {},
  });
  const { id } = await deals.create(wish);
  const match = await deals.attempt(id);
  equal(match.id, "m".repeat(22));
  deepEqual(asked, [["POST /v1/deals", wish], [`POST /v1/deals/${id}/try`, {}]]);
});

test("what is no id leads to no other path", async () => {
  const { deals, asked } = player();
  for (const id of ["", "..", "a/b", ".", "daily..2030-01-31"]) await rejects(() => deals.get(id), Refused);
  equal(asked.length, 0);
});
