import { first } from "./first-few.js";

/** @param {number[]} asked what was asked for */
async function* numbers(asked) {
  for (let number = 1;; number++) {
    asked.push(number);
    yield await Promise.resolve(number);
  }
}

Deno.test("those that are not wanted do not count, and the search for others ends", async () => {
  /** @type {number[]} */
  const asked = [];
  const found = await first(numbers(asked), 3, (number) => number % 2 === 0);
  if (`${found}` !== "2,4,6" || asked.length !== 6) throw new Error(`${found} of ${asked}`);
  if ((await first(numbers(asked), 3, () => false)).length) throw new Error("none is wanted");
});
