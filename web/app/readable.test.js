import { readable } from "./readable.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

// As in tests/gateway/contract/test_display_names.py.
const GOOD = [
  "Ann",
  "Ann Lee-O'Hara 3rd",
  "Zoë",
  "Нина",
  "Ελένη",
  "李小龍",
  "さくら Smith",
  "محمد",
  "ผู้เล่น",
  "Nguyễn",
  "🎲 roller",
  "☕\ufe0f",
  "x²",
  "🃏",
  "_",
  "🎲".repeat(40),
];
const BAD = [
  "",
  "x".repeat(41),
  " ",
  "\u3000\u3000",
  "Ann\u3000Lee",
  "\u2800",
  "\u115f",
  "Ann\u3164",
  "\u2028",
  "Ann\n",
  "a\u200db",
  "\u202egpj.nnA",
  "An\u00adn",
  "\ue000",
  "\u0378",
  "Ann\u{e0061}",
  "Ann\ufe0f",
  "Ann\ufe00",
  " Ann",
  "Ann ",
  "Ann  Lee",
  "\u0301",
  "Ann \u0301",
  "a".padEnd(10, "\u0316"),
  "\u0410nn",
  "B\u03bfb",
  "\uff21\uff4e\uff4e",
  "\u{1d400}nn",
];

Deno.test("of the names that a link tells, those are shown that a player can have", () => {
  same(GOOD.map(readable), GOOD);
  same(readable("A\u030angstro\u0308m"), "Ångström");
  same(BAD.filter(readable), []);
});
