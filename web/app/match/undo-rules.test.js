// What can be taken back: `deno test web/app`.

import { chance, moves } from "./undo-rules.js";

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${JSON.stringify(found)} is not ${expected}`);
  }
}

/** A history by its kinds, such as "move 0" or "undone 1 2". @param {string[]} lines @param {any[]} [events] of the last */
function history(lines, events = []) {
  return lines.map((line, index) => {
    const [kind, seat, to] = line.split(" ");
    const own = index === lines.length - 1 ? events : [];
    return { version: index + 1, kind, seat: Number(seat), to: to === undefined ? null : Number(to), events: own };
  });
}

Deno.test("the last move is taken back, with what others have done since", () => {
  equal(chance(history(["started 0", "move 0", "move 1"]), 0), 1);
  equal(chance(history(["started 0", "move 0", "move 1"]), 1), 2);
});

Deno.test("who has made no move has nothing to take back", () => {
  equal(chance(history(["started 0", "move 0"]), 1), undefined);
});

for (
  const event of [
    { cardDrawn: { seat: 0, pile: "DECK", card: "" } },
    { cardDrawn: { seat: 0 } },
    { cardsDrawn: { seat: 0, count: 1 } },
    { stonesDrawn: { seat: 0 } },
    { roundStarted: { round: 2 } },
  ]
) {
  Deno.test(`luck stays: ${JSON.stringify(event)}`, () => {
    equal(chance(history(["started 0", "move 0"], [event]), 0), undefined);
  });
}

Deno.test("a card from an open pile can be put back", () => {
  equal(chance(history(["started 0", "move 0"], [{ cardDrawn: { pile: "RED", card: "R2" } }]), 0), 1);
});

Deno.test("what was taken back is no move any more, and is not taken back again", () => {
  const taken = history(["started 0", "move 0", "move 1", "undone 0 1"]);
  equal(moves(taken), []);
  equal(chance(taken, 0), undefined);
  equal(chance(history(["started 0", "move 0", "move 0", "undone 0 2"]), 0), undefined);
});

Deno.test("three requests are enough until another seat has moved", () => {
  const lines = ["started 0", "move 0", "move 1"];
  for (let asked = 0; asked < 3; asked++) lines.push("asked 0", "refused 1");
  equal(chance(history(lines), 0), undefined);
  equal(chance(history(lines), 1), 2);
  equal(chance(history([...lines, "move 1"]), 0), 1);
});

Deno.test("what others have chosen at the same time stays", () => {
  const entries = history(["started 0", "move 0", "move 1", "undone 0 1"]);
  equal(moves([...entries.slice(0, 3), { ...entries[3], kept: [3] }]).map(({ seat }) => seat), [1]);
});
