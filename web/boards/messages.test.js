import { cleaned, isMessage, LONGEST, MOST_MOVES } from "./messages.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)}, not ${JSON.stringify(other)}`);
  }
}

const long = (/** @type {number} */ length) => "a".repeat(length);
const list = (/** @type {number} */ length) => Array(length).fill(0);

Deno.test("a frame may say what is listed, up to its bounds", () => {
  for (
    const message of [
      { kind: "begun", table: false },
      { kind: "fault", text: long(LONGEST) },
      { kind: "move", n: 3, at: 0 },
      { kind: "move", n: 3, notation: long(LONGEST) },
      { kind: "intend", n: 3, half: 0, at: list(MOST_MOVES) },
      { kind: "key", key: "?" },
      { kind: "answer", id: 1, told: { any: ["thing"] } },
    ]
  ) same(isMessage(message), true);
});

Deno.test("whatever is one over, or something else, is no message", () => {
  for (
    const message of [
      undefined,
      null,
      "begun",
      ["begun"],
      new Map([["kind", "begun"]]),
      { kind: "begun" },
      { kind: "begun", table: false, more: 1 },
      { kind: "toString" },
      { kind: "fault", text: long(LONGEST + 1) },
      { kind: "move", n: 3 },
      { kind: "move", n: 3, at: -1 },
      { kind: "move", n: 3, at: .5 },
      { kind: "move", n: 3, at: 0, notation: "a" },
      { kind: "move", n: 3, notation: long(LONGEST + 1) },
      { kind: "move", n: 3, notation: { toString: () => "a" } },
      { kind: "intend", n: 3, half: 0, at: list(MOST_MOVES + 1) },
      { kind: "intend", n: 3, half: 0, at: ["0"] },
      { kind: "half", on: 1 },
      { kind: "key", key: "n" },
      { kind: "answer", told: "" },
    ]
  ) same(isMessage(message), false);
});

Deno.test("a text of a frame has no character that hides or turns what stands beside it", () => {
  same(cleaned("Ann\u0000 takes\n\u202eNNA\u2069 a 3.\u200f", 500), "Ann  takes NNA a 3.");
  same(cleaned(long(501), 500).length, 500);
  same(cleaned({ toString: () => "a" }, 5), "");
});
