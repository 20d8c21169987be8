import { idIn, stateOf } from "./relations.js";

const ID = "d5LFDyEcnLoO6VlhyUnknQ";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) throw new Error(`${JSON.stringify(one)} is not ${other}`);
}

Deno.test("a player is found by its id or by a link to its profile, and by nothing else", () => {
  for (const text of [ID, ` ${ID} `, `https://cards.example/p/${ID}`, `/cards/p/${ID}/`, `http://a/p/${ID}#x`]) {
    same(idIn(text), ID);
  }
  for (const text of ["", "Ann", `/m/${ID}`, `${ID}x`, `https://a/p/me`]) same(idIn(text), "");
});

Deno.test("what a player is to another follows from the lists", () => {
  const player = (/** @type {string} */ id) => ({ id, displayName: id, kind: /** @type {const} */ ("human") });
  const friends = { friends: [{ ...player("a"), here: true }], asking: [player("b")], asked: [player("c")] };
  same(["a", "b", "c", "d"].map((id) => stateOf(friends, id)), ["friend", "asking", "asked", "none"]);
});
