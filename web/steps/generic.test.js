import { behind, shownAs, stepsOf } from "./generic.js";

/** @param {boolean} condition @param {unknown} [shown] */
function assert(condition, shown) {
  if (!condition) throw new Error(JSON.stringify(shown));
}

/** @param {string[]} notations */
const listed = (notations) => notations.map((notation) => ({ notation }));

/** All moves behind some choices. @param {import("./generic.js").Step<{ notation: string }>[]} steps @returns {string[]} */
const reached = (steps) => steps.flatMap(({ move, rest }) => move ? [move.notation] : reached(rest ?? []));

const MANY = [
  ...["end", "card", "coins", "dig", "die 4", "die 5"],
  ...[1, 2, 3, 4, 5, 6].flatMap((row) => ["a1", "b2", "c3", "c10"].map((field) => `tent ${row} from ${field}`)),
  ...["donate 1", "donate 12", "donate 5", "play VP2", "play MARKET 1c", "play MARKET 2c 1b"],
];

Deno.test("a few moves are choices as they are, with numbers in order", () => {
  const words = stepsOf(listed(["donate 12", "donate 5", "coins"])).map(({ word }) => word);
  assert(words.join() === "coins,donate 5,donate 12", words);
});

Deno.test("many moves are chosen word by word, and each is reached once", () => {
  const steps = stepsOf(listed(MANY));
  const words = steps.map(({ word }) => word);
  assert(words.join() === "card,coins,die,dig,donate,end,play,tent", words);
  assert(reached(steps).toSorted().join() === MANY.toSorted().join(), reached(steps));
});

Deno.test("no step of many moves has more choices than a phone shows", () => {
  /** @param {import("./generic.js").Step<{ notation: string }>[]} steps @returns {number} */
  const widest = (steps) => Math.max(steps.length, ...steps.map(({ rest }) => widest(rest ?? [])));
  assert(widest(stepsOf(listed(MANY))) <= 16);
});

Deno.test("a word that is a move, and the beginning of others, is both", () => {
  const cards = [
    "5",
    "5+9",
    "5+9+11",
    "5+11",
    "9",
    "11",
    "9+11",
    "13",
    "5+13",
    "9+13",
    "11+13",
    "5+9+13",
    "5+11+13",
    "9+11+13",
    "5+9+11+13",
    "2",
    "2+5",
  ];
  const five = stepsOf(listed(cards)).find(({ word }) => word === "5");
  assert(five?.rest?.[0].move?.notation === "5", five);
  assert(reached(stepsOf(listed(cards))).length === cards.length);
});

Deno.test("a chosen way is followed as far as it still exists", () => {
  const steps = stepsOf(listed(MANY));
  const found = behind(steps, ["tent", "tent 3", "tent 9"]);
  assert(found.path.join() === "tent,tent 3", found.path);
  assert(behind(steps, ["gone"]).steps === steps);
});

Deno.test("words are shown as the game shows them", () => {
  assert(shownAs("play VP2", { play: "Play", VP2: "2 points" }) === "Play 2 points");
  assert(shownAs("card", { card: "Draw a card", end: "End" }) === "Draw a card");
});
