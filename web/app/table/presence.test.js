import { awayFor, changes, claimOf } from "./presence.js";

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

Deno.test("who is away is told by whole minutes, as far as it is known since when", () => {
  const presence = [here(0), away(1, 0), away(2, null)];
  const told = [0, 1, 2, 3].map((seat) => awayFor(presence, seat, NOON + 2.9 * MINUTE) ?? "here");
  same(told, ["here", 2, 0, "here"]);
  same(awayFor(presence, 1, NOON - MINUTE), 0);
});

Deno.test("a match is claimed once its patience has passed since its player went, and since its last version", () => {
  same(claimed(match(2), [here(0), away(1, -1)]), [[1], 2, true]);
  same(claimed(match(2), [here(0), away(1, 5)]), [[1], 7, true]);
  same(claimed(match(2), [here(0), away(1, null)]), [[1], 2, true]);
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
  same(claimed(both, one), [[1], 2, false]);
  same(claimed(both, one, 3), [[1, 2], 2, true]);
  const left = match(3);
  left.seats[2].resigned = true;
  same(claimed(left, [here(0), away(1, -9)]), [[1], 2, true]);
});

Deno.test("who goes away is told once, and who comes back", () => {
  same(changes([], [here(0), away(1, 0)]), { left: [1], back: [] });
  same(changes([away(1, 0)], [{ ...away(1, 0), presence: "gone" }]), { left: [], back: [] });
  same(changes([away(1, 0)], [here(1)]), { left: [], back: [1] });
});
