import { Refused } from "../../../sdk/javascript/src/errors.js";
import { presenceText } from "../../text/presence.js";
import { awayFor, awayOf, awaySoon, changes, claimOf, refusal } from "./presence.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

const NOON = Date.parse("2026-05-01T12:00:00Z");
const MINUTE = 60_000;
const at = (/** @type {number} */ minutes) => new Date(NOON + minutes * MINUTE).toISOString();
const here = (/** @type {number} */ seat) => /** @type {const} */ ({ seat, presence: "here", since: null });
const away = (/** @type {number} */ seat, /** @type {number | null} */ since) => /** @type {const} */ ({
  seat,
  presence: "away",
  since: since === null ? null : at(since),
});

/** A match of so many that was changed at noon, in which seat 1 is to move. @param {number} seats @param {object} [other] */
const match = (seats, other) => /** @type {any} */ ({
  status: "active",
  yourSeat: 0,
  seats: Array.from({ length: seats }, (_, index) => ({ index, resigned: false })),
  toMove: [1],
  updateTime: at(0),
  goneAfter: "120s",
  ...other,
});
/** What may be claimed, with its time in minutes from noon. @param {any} of @param {any} presence @param {number} [now] */
const claimed = (of, presence, now = 0) => {
  const claim = claimOf(of, presence, NOON + now * MINUTE);
  return claim && [claim.seats, (claim.at - NOON) / MINUTE, claim.ends];
};

Deno.test("who is away is told by whole minutes", () => {
  const told = [0, 1, 2].map((seat) => awayFor([here(0), away(1, 0)], seat, NOON + 2.9 * MINUTE) ?? "here");
  same(told, ["here", 2, "here"]);
});

Deno.test("who was here only just now is not away yet, and is once some seconds have passed", () => {
  const presence = [here(0), away(1, 0), away(2, -1), away(3, null)];
  same(awayOf(presence, NOON + 5_000), [2]);
  same(awayFor(presence, 1, NOON + 5_000), undefined);
  same(claimed(match(2), presence, 0.1), undefined);
  same(awaySoon(presence, NOON + 5_000), 10_000);
  same(awayOf(presence, NOON + 15_000), [1, 2]);
  same(awaySoon(presence, NOON + 15_000), undefined);
  same(awayOf(presence, NOON - MINUTE), []);
});

Deno.test("a claim that is refused is not said to have come too late, and no other fault is said to be one", () => {
  const refused = (/** @type {string} */ code) => new Refused(409, /** @type {any} */ ({ code }));
  for (const words of ["en", "de"].map(presenceText)) {
    same(refusal(refused("conflict"), words), words.early);
    same(refusal(refused("match_not_active"), words), undefined);
    same(refusal(new TypeError("x"), words), undefined);
  }
});

Deno.test("a match is claimed once its patience has passed since its player went, and since its last version", () => {
  same(claimed(match(2), [here(0), away(1, -1)]), [[1], 2, true]);
  same(claimed(match(2), [here(0), away(1, 5)], 6), [[1], 7, true]);
  same(claimed(match(2), [here(0), away(1, null)], 9), undefined);
});

Deno.test("a match of two is not won by who waits for a first move, and is by who waits for a later one", () => {
  const wins = (/** @type {any} */ of) => claimOf(of, [here(0), away(1, -9)], NOON)?.wins;
  const moved = match(2);
  moved.seats[1].moved = true;
  same([match(2), moved, match(3)].map(wins), [false, true, true]);
});

Deno.test("nothing is claimed of who is here, does not move, or is out, nor by who is out, nor without a patience", () => {
  const gone = [here(0), away(1, -9)];
  same(claimed(match(2), [here(0), here(1)]), undefined);
  same(claimed(match(2), []), undefined);
  for (
    const other of [
      { toMove: [0] },
      { yourSeat: null },
      { yourSeat: 1 },
      { goneAfter: null },
      { status: "finished" },
      { seats: [{ index: 0, resigned: true }, { index: 1, resigned: false }] },
      { seats: [{ index: 0, resigned: false }, { index: 1, resigned: true }] },
    ]
  ) same(claimed(match(2, other), gone), undefined);
});

Deno.test("with more players the match goes on without who is gone, and is over once nobody else is left", () => {
  same(claimed(match(3), [here(0), away(1, -9), here(2)]), [[1], 2, false]);
  const both = match(3, { toMove: [1, 2] });
  const one = [here(0), away(1, -9), away(2, 1)];
  same(claimed(both, one, 2), [[1], 2, false]);
  same(claimed(both, one, 3), [[1, 2], 2, true]);
  const left = match(3);
  left.seats[2].resigned = true;
  same(claimed(left, [here(0), away(1, -9)]), [[1], 2, true]);
});

Deno.test("who goes away is told once, and who comes back", () => {
  same(changes([], [1]), { left: [1], back: [] });
  same(changes([1], [1]), { left: [], back: [] });
  same(changes([1], [2]), { left: [2], back: [1] });
});
