import { clockText, localeOf, timeOfDay, warningAt } from "./time.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("a clock shows tenths when they matter", () => {
  same([0, 9.96, 10, 59.9, 60, 3599, 3600, 86_399, 200_000].map(clockText), [
    "0:00.0",
    "0:09.9",
    "0:10",
    "0:59",
    "1:00",
    "59:59",
    "1 h",
    "23 h",
    "2 d",
  ]);
});

Deno.test("a warning comes in the last third, at 60 seconds at most", () => {
  const clock = { onTimeout: "forfeit", deadline: null, banks: null, perMove: null, bank: null, increment: null };
  same(warningAt(/** @type {any} */ ({ ...clock, perMove: "60s" })), 20);
  same(warningAt(/** @type {any} */ ({ ...clock, bank: "900s" })), 60);
});

Deno.test("a time of another day is told with the day", () => {
  const at = (/** @type {number} */ day, /** @type {number} */ hour) => new Date(2026, 10, day, hour, 14).getTime();
  const told = (/** @type {number} */ then, /** @type {string} */ language) => timeOfDay(then, at(28, 20), language);
  same([at(28, 23), at(29, 0), at(29, 20)].map((then) => told(then, "en")), [
    "23:14",
    "tomorrow 00:14",
    "tomorrow 20:14",
  ]);
  same(told(at(29, 20), "de"), "morgen 20:14");
});

Deno.test("dates are as the browser writes the language of the page", () => {
  same(["en", "de"].map((language) => localeOf(language, ["de", "en-GB", "en-US", "de-AT"])), ["en-GB", "de"]);
  same(["en", "de"].map((language) => localeOf(language, ["fr", "de-AT"])), ["en", "de-AT"]);
});
