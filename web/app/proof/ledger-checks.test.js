import { CHECKS, recomputed } from "./ledger-checks.js";
import { ledgerText } from "../../text/ledger.js";
import { Following, shownOn } from "../../../sdk/javascript/verify/ratings/ratings.js";

const { honest, forged } = JSON.parse(
  Deno.readTextFileSync(new URL("../../../docs/rating-vectors.json", import.meta.url)),
);
const DAY = 20_700;
const NOTHING = { boards: [], noted: undefined, day: DAY };

/** @param {any} text @returns {string[]} */
const ofHonest = (text) => honest.find(({ name }) => name === text).lines;

/** @param {string[]} lines @param {import("./ledger-checks.js").Expected} [expected] */
const found = (lines, expected = NOTHING) => recomputed(coming(lines), expected, () => {});

/** @param {string[]} lines */
async function* coming(lines) {
  yield* lines;
}

/** What a board shows after some lines. @param {string[]} lines */
function boardAfter(lines) {
  const following = new Following();
  for (const line of lines) following.take(line);
  const players = [.../** @type {any} */ (following.ledger).players];
  const entries = players.map(([player, numbers]) => ({ player, ...shownOn(numbers, DAY) }));
  return { seq: following.ledger?.seq ?? 0, head: following.last, entries };
}

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("an honest ledger holds, with the boards of all its moments, and what was noted", async () => {
  for (const { name, lines } of honest) {
    const boards = [lines.length, Math.max(lines.length - 2, 1)].map((end) => boardAfter(lines.slice(0, end)));
    const { faults, at, whole } = await found(lines, { boards, noted: boards[1], day: DAY });
    same([name, faults, at.head], [name, [], boards[0].head]);
    same(whole, JSON.parse(lines[0]).seq === 0);
  }
});

Deno.test("what is found in a forged ledger is told by a check, in words of both languages", async () => {
  const told = new Set();
  for (const { name, kept, lines } of forged) {
    const { faults } = await found([...ofHonest("whole").slice(0, kept), ...lines]);
    if (!faults.length) throw new Error(name);
    for (const { check } of faults) told.add(check);
  }
  same(CHECKS.filter((each) => !told.has(each)), ["shown", "kept"]);
});

Deno.test("a board that shows another number, an entry that is not there, or another end is found", async () => {
  const lines = ofHonest("whole");
  const board = boardAfter(lines);
  const [first, ...rest] = board.entries;
  const ruled = async (/** @type {any} */ changed) =>
    (await found(lines, { boards: [{ ...board, ...changed }], noted: undefined, day: DAY })).faults
      .map(({ check, rule, says }) => [check, rule, says]);
  same(await ruled({}), []);
  same(await ruled({ entries: [{ ...first, rating: first.rating + 1 }, ...rest] }), [[
    "shown",
    "number",
    first.player,
  ]]);
  same(await ruled({ entries: [{ ...first, deviation: 12 }] }), [["shown", "number", first.player]]);
  same(await ruled({ entries: [{ ...first, player: "nobodynobodynobodyno1" }] }), [[
    "shown",
    "number",
    "nobodynobodynobodyno1",
  ]]);
  same(await ruled({ head: "00" }), [["shown", "head", ""]]);
  same(await ruled({ seq: board.seq + 1 }), [["shown", "ends", ""]]);
});

Deno.test("a ledger that was written anew, or cut, is not the one that was noted", async () => {
  const lines = ofHonest("whole");
  const noted = { seq: 2, head: "00" };
  const rewritten = await found(lines, { ...NOTHING, noted });
  same(rewritten.faults.map(({ check, rule, seq }) => [check, rule, seq]), [["kept", "rewritten", 2]]);
  const cut = await found(lines.slice(0, 2), { ...NOTHING, noted: boardAfter(lines) });
  same(cut.faults.map(({ rule }) => rule), ["shorter"]);
});

Deno.test("nothing and no JSON are found, too", async () => {
  same((await found([])).faults.map(({ rule }) => rule), ["base"]);
  same((await found(["no JSON"])).faults.map(({ rule }) => rule), ["json"]);
});

Deno.test("both languages have a sentence for the same rules", () => {
  const [one, other] = ["en", "de"].map((each) => Object.keys(ledgerText(each).wrong).sort());
  same(one, other);
});
