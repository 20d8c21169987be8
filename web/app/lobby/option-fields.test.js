import { described, toldOf, worded } from "./option-fields.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

const FORM = {
  fields: {
    rounds: { usual: 3, told: true },
    first: { usual: "", of: ["", 0, 1] },
    cards: { usual: { ace: 4, king: 4 }, most: 9 },
    open: { usual: false, on: true },
  },
  words: {
    labels: { rounds: "Rounds", first: "First", cards: "Cards", open: "Open hands" },
    values: { first: { "": "by lot", 0: "you" }, cards: { ace: "Aces" } },
  },
};

Deno.test("what is set otherwise than usual is told, and some always", () => {
  same(toldOf(FORM.fields, {}), [["rounds", 3]]);
  same(toldOf(FORM.fields, { rounds: 3, first: 0, cards: { ace: 4, king: 4 }, more: 1 }), [["rounds", 3], [
    "first",
    0,
  ]]);
  same(toldOf(FORM.fields, { rounds: 3, first: 0 }, false), [["first", 0]]);
  same(toldOf(FORM.fields, { cards: { ace: 4, king: 5 }, open: true }).slice(1), [["cards", { ace: 4, king: 5 }], [
    "open",
    true,
  ]]);
});

Deno.test("an option is told in the words of its game, whatever a link says", () => {
  same(worded(FORM, "rounds", 3), "Rounds: 3");
  same(worded(FORM, "first", 0), "First: you");
  same(worded(FORM, "cards", { ace: 1, joker: 2, king: 3 }), "Cards: Aces 1, king 3");
  same([worded(FORM, "open", true), worded(FORM, "open", "x")], ["Open hands", ""]);
  same([worded(FORM, "constructor", 1), worded(FORM, "first", "constructor")], ["", "First: constructor"]);
  same(worded(FORM, "rounds", "x".repeat(1000)).length, 120);
});

Deno.test("a game without a form has what its schema says", () => {
  const schema = {
    properties: {
      fast: { type: "boolean" },
      layout: { type: "string", enum: ["A", "B"] },
      handSize: { type: "integer", minimum: 1, maximum: 9 },
      prices: { type: "array" },
    },
  };
  const { fields, words } = described({ options: { schema, defaults: { fast: true, layout: "B", handSize: 5 } } });
  same(fields, {
    fast: { usual: true, on: true },
    layout: { usual: "B", of: ["A", "B"] },
    handSize: { usual: 5, least: 1, most: 9 },
  });
  same(words.labels, { fast: "Fast", layout: "Layout", handSize: "Hand size" });
});
