import en from "../../text/pages.en.js";
import de from "../../text/pages.de.js";
import { minutesOf, timesOf } from "./game-facts.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

const FIELDS = { rounds: { usual: 3, of: [1, 2, 3, 9], lengthens: true }, colors: { usual: 5, of: [5, 6] } };

Deno.test("a match takes as long as its game says for so many seats, the last for all above", () => {
  same([0, 1, 2, 3].map((more) => minutesOf([15, 20, 30], more, {}, {})), [15, 20, 30, 30]);
  same(minutesOf([], 0, {}, {}), 0);
});

Deno.test("an option that lengthens a match counts in proportion, whatever a link says", () => {
  const rounds = [undefined, 1, 2, 9, "x", -1, 0].map((each) =>
    minutesOf([30], 0, FIELDS, { rounds: each, colors: 6 })
  );
  same(rounds, [30, 10, 20, 90, 30, 30, 30]);
  same(minutesOf([10], 0, FIELDS, { rounds: 1 }), 4); // below five minutes, each one counts
});

Deno.test("beside the clock stands after which absence one can lose", () => {
  const told = (/** @type {any} */ terms, words = en.lobby) => timesOf(words, terms).join(" · ");
  const bank = { bank: "900s", increment: "10s" };
  const lost = "who is away for 2 minutes can lose";
  same(told({ clock: bank, goneAfter: "120s" }), `15 minutes each, 10 s more a move · ${lost}`);
  same(told({ clock: { perMove: "60s" }, goneAfter: "3600s" }), "1 minute a move · who is away for 1 hour can lose");
  same(told({ clock: { perMove: "86400s" }, goneAfter: null }), "1 day a move");
  same(told({ clock: null, goneAfter: null }), "no clock");
  same(told({ goneAfter: "120s" }, de.lobby), "keine Uhr · wer 2 Minuten weg ist, kann verlieren");
});
