import { defaults, linkTo, playNow, RULES, settings, termsIn, unusual } from "./opening.js";
import { Rematch } from "./rematch.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

const PEOPLE = /** @type {any} */ ({ yourSeat: 0, seats: [{ index: 0 }, { index: 1, player: { kind: "human" } }] });
const BOTS = /** @type {any} */ ({ yourSeat: 0, seats: [{ index: 0 }, { index: 1, player: { kind: "bot" } }] });
const WISH = { keepScore: true };

/** A wish for a rematch, and what answers each of its questions. */
function wished() {
  /** @type {((asked: boolean) => void)[]} */
  const answers = [];
  const rematch = new Rematch(() => new Promise((resolve) => answers.push(resolve)));
  return { rematch, answers };
}

Deno.test("a rematch is asked for once at a time", async () => {
  const { rematch, answers } = wished();
  const asked = rematch.ask(WISH);
  rematch.ask(WISH);
  rematch.begun(BOTS);
  same(answers.length, 1);
  answers[0](true);
  await asked;
  await rematch.begun(BOTS);
  same([answers.length, rematch.wish], [1, WISH]);
});

Deno.test("who has asked people for a rematch asks again when a match begins", async () => {
  const { rematch, answers } = wished();
  const asked = rematch.ask(WISH);
  rematch.begun(PEOPLE);
  same(answers.length, 1);
  answers[0](true);
  for (let turns = 0; turns < 20 && answers.length < 2; turns++) await Promise.resolve();
  answers[1]?.(false);
  await asked;
  same([answers.length, rematch.wish], [2, undefined]);
});

Deno.test("a table with bots has a day a move and a sealed deal, and is shown although one of them does not come", async () => {
  /** @type {unknown[]} */
  const seen = [];
  const match = {
    id: "m",
    invite: async (/** @type {string} */ id) => await (id === "b" ? Promise.reject("no room") : seen.push(id)),
  };
  const create = (/** @type {any} */ { clock, deal }) => Promise.resolve(seen.push(clock, deal) && match);
  const shell = /** @type {any} */ ({
    player: () => Promise.resolve({ matches: { create } }),
    failed: (/** @type {unknown} */ error) => seen.push(error),
    router: { go: (/** @type {string} */ path) => seen.push(path) },
  });
  const bots = /** @type {any} */ ([{ id: "a" }, { id: "b" }]);
  await playNow(shell, "just4fun", { ...defaults(), seats: 3 }, bots);
  same(seen, [{ perMove: "86400s" }, "sealed", "a", "no room", "/m/m"]);
});

Deno.test("a link tells by which settings is played, as far as they are unusual", () => {
  globalThis.location = /** @type {any} */ ({ origin: "https://example.org" });
  const options = { river: [1, 2, 2, 3, 3, 4, 4, 5, 5, 9], rowBonus: [12, 10, 8, 6, 4, 2], allowPass: true };
  const match = { id: "m", inviteCode: "c", game: "livingstone", seats: [{ player: { displayName: "Ann" } }, {}, {}] };
  const clock = { perMove: "60s", bank: null, increment: null, deadline: null };
  const link = linkTo(/** @type {any} */ ({ ...match, yourSeat: 0, clock, options }));
  const terms = termsIn(new URLSearchParams(new URL(link).hash.slice(1)).get("terms") ?? "");
  same([terms?.seats, terms?.clock?.perMove, terms?.flags], [3, "60s", ["allowPass"]]);
  same(terms?.rules, [["river", options.river]]);
  same(unusual("lost-cities", { maxTurnsWithoutDeckDraw: 0 }), { rules: [], flags: [] });
  const { cardCounts } = RULES.livingstone;
  same(unusual("livingstone", { cardCounts: cardCounts.usual }).rules, []);
  const more = { .../** @type {Record<string, number>} */ (cardCounts.usual), vp4: 3 };
  same(unusual("livingstone", { cardCounts: more }).rules, [["cardCounts", more]]);
});

Deno.test("only what was chosen of the rules is sent", () => {
  const sent = (/** @type {Record<string, unknown>} */ own) => settings("just4fun", { ...defaults(), own }).options;
  same([sent({ startSeat: "" }), sent({ startSeat: 0 })], [{}, { startSeat: 0 }]);
});

Deno.test("a link whose settings cannot be read tells none", () => {
  same(
    ["", "{", "null", "[]", '{"seats": "x"}', '{"seats": 2, "rules": 1, "flags": []}'].map(termsIn).filter(Boolean),
    [],
  );
});
