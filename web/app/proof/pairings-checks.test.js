import { CHECKS, rechecked } from "./pairings-checks.js";
import { pairingsText } from "../../text/pairings.js";
import { standings, verifyTournament } from "../../../sdk/javascript/verify/tournaments/tournaments.js";

const { honest, forged } = JSON.parse(
  Deno.readTextFileSync(new URL("../../../docs/pairing-vectors.json", import.meta.url)),
);
/** @type {string[]} */
const SWISS = honest[0].lines;
const NOTHING = { heads: [], shown: undefined, own: undefined, noted: undefined };
const PARTS = 48;

/** @param {string[]} lines @param {Partial<import("./pairings-checks.js").Expected>} [expected] */
const found = (lines, expected = {}) => rechecked(coming(lines), { ...NOTHING, ...expected }, () => {});

/** @param {string[]} lines */
async function* coming(lines) {
  yield* lines;
}

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** What a page shows after some lines. @param {string[]} lines */
function shownAfter(lines) {
  const tournament =
    /** @type {NonNullable<ReturnType<typeof verifyTournament>["tournament"]>} */ (verifyTournament(lines).tournament);
  const { version, head } = tournament;
  const rows = standings(tournament, tournament.key).map(([id, , points]) => ({
    player: { id },
    points: points / PARTS,
  }));
  return { version, head, rows };
}

Deno.test("honest logs hold, with the standings that are shown and what was noted", async () => {
  for (const { name, lines } of honest) {
    const now = shownAfter(lines);
    const before = shownAfter(lines.slice(0, -2));
    const { fault, at } = await found(lines, { heads: [now], shown: now, noted: before });
    if (fault) throw new Error(`${name}: ${JSON.stringify(fault)}`);
    same(at, { version: lines.length, head: now.head });
  }
});

Deno.test("each forged log is found out where its verifier finds it", async () => {
  for (const { name, kept, lines, finding: [line, rule] } of forged) {
    const { fault } = await found([...SWISS.slice(0, kept), ...lines]);
    if (fault?.rule !== rule || fault?.entry !== line) {
      throw new Error(`${name}: ${JSON.stringify(fault)}`);
    }
  }
});

Deno.test("what is shown, given or was seen before otherwise is found", async () => {
  const now = shownAfter(SWISS);
  const rule = async (/** @type {object} */ expected) => (await found(SWISS, expected)).fault?.rule;
  same(await rule({ heads: [{ ...now, head: "00" }] }), "headShown");
  same(await rule({ heads: [{ version: now.version + 1, head: "00" }] }), "ends");
  same(await rule({ noted: { version: 2, head: "00" } }), "rewritten");
  same(await rule({ noted: { version: now.version + 1, head: "00" } }), "shorter");
  const [first, ...rest] = now.rows;
  same(await rule({ shown: { ...now, rows: [{ ...first, points: first.points + 1 }, ...rest] } }), "rows");
  same(await rule({ shown: { ...now, rows: [...rest, first] } }), "rows");
  const { player, seal } = JSON.parse(SWISS.find((line) => JSON.parse(line).kind === "registered") ?? "");
  same(await rule({ own: { player, seals: ["00", seal] } }), undefined);
  same(await rule({ own: { player, seals: ["00"] } }), "seal");
  same(await rule({ own: { player: "nobody", seals: [seal] } }), "missing");
});

Deno.test("nothing is no log, and each fault has its words", async () => {
  same((await found([])).fault?.rule, "base");
  for (const language of ["en", "de"]) {
    const { checks, wrong } = pairingsText(language);
    same(Object.keys(checks), CHECKS);
    for (const rule of ["pairing", "standings", "key", "link", "rows"]) if (!wrong[rule]) throw new Error(rule);
  }
});
