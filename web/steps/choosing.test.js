import { amount, kindsOf, mayChoose, moveOf, othersOf, whole } from "./choosing.js";

/** @param {boolean} condition @param {unknown} [shown] */
function assert(condition, shown) {
  if (!condition) throw new Error(JSON.stringify(shown));
}

/** @param {...number} values @returns {{ value: unknown, text: string, count: number }[]} */
const once = (...values) => values.map((value) => ({ value, text: `${value}`, count: 1 }));
const LAY = { move: { lay: { laid: [] } }, member: "lay.laid", least: 2, conditions: [] };
const SETS = [{ ...LAY, of: once(3, 13), most: 2 }, { ...LAY, of: once(4, 14, 24), most: 3 }];
const BID = {
  move: { cards: [], to: "left" },
  member: "cards",
  of: [{ value: "wood", text: "wood", count: 2 }, { value: "ore", text: "ore", count: 1 }],
  least: 1,
  most: 3,
  conditions: [],
};

Deno.test("descriptions of one kind are chosen from together", () => {
  const [sets, bid] = kindsOf([...SETS, BID]);
  assert(sets.name === "lay" && bid.name === "cards", [sets.name, bid.name]);
  assert(sets.things.map(({ text }) => text).join() === "3,13,4,14,24", sets.things);
  assert(JSON.stringify(amount(sets)) === '{"least":2,"most":3}', amount(sets));
});

Deno.test("what is in no description beside that which is chosen cannot be chosen", () => {
  const [kind] = kindsOf(SETS);
  const [three, thirteen, four] = kind.things;
  assert(kind.things.every((thing) => mayChoose(kind, [], thing)));
  assert(
    mayChoose(kind, [three], thirteen) && !mayChoose(kind, [three], four) && !mayChoose(kind, [three, thirteen], four),
  );
  assert(!whole(kind, [three]) && whole(kind, [three, thirteen]) === SETS[0] && !whole(kind, [three, four]));
});

Deno.test("equal things are chosen one by one, and the move has all of them in order", () => {
  const [kind] = kindsOf([BID]);
  const [wood, more, ore] = kind.things;
  assert(kind.things.length === 3 && wood.key !== more.key, kind.things);
  const { move, notation } = moveOf(BID, [more, ore, wood]);
  assert(JSON.stringify(move) === '{"cards":["wood","wood","ore"],"to":"left"}', move);
  assert(notation === "wood, ore, wood", notation);
});

Deno.test("moves of another kind are told from those described", () => {
  const moves = [
    { move: { lay: { laid: [3, 13] } } },
    { move: { pass: {} } },
    { move: { cards: ["ore"], to: "left" } },
    { move: { cards: ["ore"], to: "right" } },
  ];
  const others = othersOf(moves, [...SETS, BID]);
  assert(others.length === 2 && others[0] === moves[1] && others[1] === moves[3], others);
});
