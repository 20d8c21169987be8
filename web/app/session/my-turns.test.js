import { Refused } from "../../../sdk/javascript/src/errors.js";
import { Turns } from "./my-turns.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** A player whose streams are these, one after the other: notices, and then an error. @param {any[][]} streams */
function player(...streams) {
  let myTurn = true;
  return /** @type {any} */ ({
    async *follow() {
      const told = streams.shift() ?? [];
      yield* told.slice(0, -1);
      throw await told.at(-1);
    },
    matches: { get: () => Promise.resolve({ myTurn, now: { version: 7 } }) },
    played: () => myTurn = false,
  });
}

Deno.test("notices go on after an error, until the token is revoked", async () => {
  const turns = new Turns();
  let revoked = 0;
  turns.addEventListener("revoked", () => revoked++);
  const turn = { event: "yourTurn", matchId: "a", version: 5, decision: 3 };
  await turns.listen(player([new Refused(409, {})], [turn, new Refused(401, {})]));
  same([[...turns.mine.keys()], revoked], [["a"], 1]);
});

Deno.test("a turn that was played elsewhere does not wait any more", async () => {
  const turns = new Turns();
  const told = [["a", 7], ["b", 8]].map(([matchId, decision]) => ({ event: "yourTurn", matchId, decision }));
  const me = player([...told, new Refused(401, {})]);
  await turns.listen(me);
  await turns.look();
  same([...turns.mine.keys()], ["a", "b"]);
  me.played();
  await turns.look();
  same([...turns.mine.keys()], ["b"]);
});

Deno.test("whoever goes on from one match that waits comes to all others", async () => {
  const turns = new Turns();
  const told = ["a", "b", "c"].map((matchId) => ({ event: "yourTurn", matchId, decision: 3 }));
  await turns.listen(player([...told, new Refused(401, {})]));
  same(["a", "b", "c", "d"].map((id) => turns.besides(id).join("")), ["bc", "ca", "ab", "abc"]);
});

Deno.test("that another seat has chosen calls nobody to the table again", async () => {
  const turns = new Turns();
  /** @type {unknown[]} */
  const told = [];
  turns.addEventListener("change", (event) => told.push(/** @type {CustomEvent} */ (event).detail.version));
  const notices = [[4, 4], [5, 4], [6, 4], [8, 8]].map(([version, decision]) => (
    { event: "yourTurn", matchId: "a", version, decision }
  ));
  await turns.listen(player([...notices, new Refused(401, {})]));
  same(told, [4, 8]);
});

Deno.test("nobody begins at the table of a tournament without being there", async () => {
  /** @type {boolean[]} */
  const revealed = [];
  const me = /** @type {any} */ ({
    /** @param {{ reveals: (match: object) => boolean }} options */
    async *follow({ reveals }) {
      revealed.push(...[null, { id: "t", round: 1, table: 1 }].map((tournament) => reveals({ tournament })));
      yield* [];
      throw await new Refused(401, {});
    },
  });
  await new Turns().listen(me);
  same(revealed, [true, false]);
});
