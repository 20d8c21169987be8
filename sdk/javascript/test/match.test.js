// What a match asks of the service by itself.

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { Match } from "../src/match.js";
import { Notes } from "../src/notes.js";
import { Session } from "../src/session.js";
import { termsOf } from "../verify/terms.js";

const MOVES = { moves: [{ notation: "R8+*" }] };
const END = { event: "finished", data: { version: 4 } };

/** A service that gives these answers, one after the other, and what it was asked. A list is a stream. */
function service(...answers) {
  const asked = [];
  /** @type {Promise<unknown>[]} */
  const sent = [];
  const fetch = (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${request.method} ${pathname.replace("/v1/matches/M", "")}${search}`);
    if (request.body) sent.push(request.json());
    const answer = answers.shift();
    const [type, text] = Array.isArray(answer)
      ? ["application/x-ndjson", answer.map((line) => `${JSON.stringify(line)}\n`).join("")]
      : ["application/json", JSON.stringify(answer)];
    return Promise.resolve(new Response(text, { headers: { "Content-Type": type } }));
  };
  return { fetch, asked, sent };
}

/** The match at a version, at which seat 0 is to move. */
function view(version, more = {}) {
  const { toReveal, seals, ...members } = more;
  const view = { id: "M", version, lastEvents: [], yourSeat: 0, toMove: [0], ...members };
  const fairness = { logHead: "", toReveal, seals };
  return { ...view, fairness: { ...fairness, terms: termsOf({ ...view, fairness }) } };
}

const waiting = (seal) => view(4, { toMove: [], toReveal: [0], seals: [seal] });
const held = (now, { fetch }, notes) => new Match(new Session("http://127.0.0.1:2", { fetch, notes }), now);

/** The versions that are handed out behind 4, each with the number of its moves. */
async function followed(match) {
  const seen = [];
  for await (const { version, match: { legalMoves } } of match.follow({ after: 4, include: "legalMoves" })) {
    seen.push([version, legalMoves?.moves.length]);
  }
  return seen;
}

test("a version of one's own turn comes once more, if its moves are not known", async () => {
  const all = service([
    { event: "change", data: { version: 4, events: [], match: view(4, { legalMoves: MOVES }) } },
    END,
  ]);
  deepEqual(await followed(held(view(4), all)), [[4, 1]]);
  deepEqual(all.asked, ["GET /events?after=3&include=legalMoves"]);
});

test("a version whose moves are known, or of another's turn, does not", async () => {
  for (const known of [{ legalMoves: MOVES }, { toMove: [1] }, { yourSeat: null }]) {
    const all = service([END]);
    deepEqual(await followed(held(view(4, known), all)), []);
    deepEqual(all.asked, ["GET /events?after=4&include=legalMoves"]);
  }
});

test("who opens the last seal and begins has moves, and so has who reads", async () => {
  for (const how of ["reveal", "read"]) {
    const notes = new Notes();
    const seal = await notes.seal();
    const read = how === "read" ? [waiting(seal)] : [];
    const all = service(...read, view(5), view(5, { legalMoves: MOVES }));
    const match = held(waiting(seal), all, notes);
    equal(await match[how](), match.now);
    deepEqual(match.now.legalMoves, MOVES);
    deepEqual(all.asked.slice(read.length), ["POST /entropy", "GET ?include=legalMoves"]);
  }
});

test("what is revealed is revealed once more after the service has lost it", async () => {
  const notes = new Notes();
  const seal = await notes.seal();
  const lost = { event: "goodbye", data: { reason: "version_mismatch", retryAfter: 0 } };
  const all = service(waiting(seal), [lost], [{ event: "snapshot", data: waiting(seal) }, END], waiting(seal));
  deepEqual(await followed(held(waiting(seal), all, notes)), [[4, undefined]]);
  deepEqual(all.asked.map((each) => each.split("?")[0]), [
    "POST /entropy",
    "GET /events",
    "GET /events",
    "POST /entropy",
  ]);
});

const deciding = (version, yourDecision) =>
  view(version, { yourDecision, legalMoves: { ...MOVES, decision: yourDecision } });
const change = (match) => ({ event: "change", data: { version: match.version, events: [], match } });

test("a move is for the decision that was seen last, unless the caller says for what", async () => {
  const all = service({ version: 5 }, { version: 9, decision: 8, moves: [] }, { version: 10 }, { version: 11 });
  const match = held(deciding(4, 3), all);
  await match.move("R8+*");
  await match.moves();
  await match.move("R8+*");
  await match.move("R8+*", { expectedVersion: 10 });
  const notation = "R8+*";
  deepEqual(await Promise.all(all.sent), [
    { notation, expectedDecision: 3 },
    { notation, expectedDecision: 8 },
    { notation, expectedVersion: 10 },
  ]);
});

test("a decision is made once, though versions of before come", async () => {
  const sent = view(6, { toMove: [1], yourDecision: null });
  const end = { event: "finished", data: { version: 7 } };
  const all = service({ version: 6 }, [change(deciding(5, 3)), change(sent), change(deciding(7, 7)), end]);
  const match = held(deciding(4, 3), all);
  await match.move("R8+*");
  const turns = [];
  for await (const { version } of match.follow({ after: 4 })) turns.push([version, match.myTurn]);
  deepEqual(turns, [[5, false], [6, false], [7, true]]);
});
