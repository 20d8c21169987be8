import assert from "node:assert/strict";
import { test } from "node:test";
import { People } from "../src/people.js";

const LINES = '{"what": "account"}\n{"what":"end"}\n';

test("files are handed out as they were sent, byte by byte", async () => {
  /** @type {string[]} */
  const asked = [];
  const fetch = (/** @type {Request} */ request) => {
    asked.push(request.url);
    return Promise.resolve(new Response(LINES, { headers: { "Content-Type": "application/x-ndjson" } }));
  };
  const me = new People("http://localhost", { token: "t", fetch });
  assert.equal(await me.ownData(), LINES);
  assert.equal(await me.ledger("just4fun.live.human.0"), LINES);
  assert.equal(await me.ledger("just4fun.live.human.0", 7), LINES);
  assert.deepEqual(asked, [
    "http://localhost/v1/players/me/data",
    "http://localhost/v1/ratings/just4fun.live.human.0/ledger",
    "http://localhost/v1/ratings/just4fun.live.human.0/ledger?after=7",
  ]);
});

test("a page of a leaderboard is asked for as it is wanted", async () => {
  /** @type {string[]} */
  const asked = [];
  const page = { pool: "just4fun.live.human.0", size: 1, seq: 7, head: "h", entries: [], nextPageToken: null };
  const fetch = (/** @type {Request} */ request) => {
    asked.push(request.url);
    return Promise.resolve(Response.json(page));
  };
  const me = new People("http://localhost", { token: "t", fetch });
  assert.deepEqual(await me.leaderboardPage(page.pool), page);
  assert.deepEqual(await me.leaderboardPage(page.pool, { pageSize: 5, pageToken: "n" }), page);
  assert.deepEqual(asked, [
    "http://localhost/v1/leaderboards/just4fun.live.human.0",
    "http://localhost/v1/leaderboards/just4fun.live.human.0?pageSize=5&pageToken=n",
  ]);
});
