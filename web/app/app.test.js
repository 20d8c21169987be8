import { clockText, warningAt } from "./time.js";
import { settings } from "./opening.js";
import { sameAs } from "./rematch.js";
import { routeOf } from "./router.js";
import { bounded } from "./storage.js";

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

Deno.test("a warning comes in the last fifth, at 30 seconds at most", () => {
  const clock = { onTimeout: "forfeit", deadline: null, banks: null, perMove: null, bank: null, increment: null };
  same(warningAt(/** @type {any} */ ({ ...clock, perMove: "60s" })), 20);
  same(warningAt(/** @type {any} */ ({ ...clock, bank: "900s" })), 60);
});

Deno.test("addresses are routes, with the code of an invitation from the fragment", () => {
  same(routeOf({ pathname: "/", hash: "" }), { page: "home" });
  same(routeOf({ pathname: "/lobby/", hash: "" }), { page: "lobby" });
  same(routeOf({ pathname: "/m/d5LFDyEcnLoO6VlhyUnknQ", hash: "#invite=a-_b" }), {
    page: "match",
    id: "d5LFDyEcnLoO6VlhyUnknQ",
    invite: "a-_b",
    told: { game: "", from: "", terms: "" },
  });
  same(routeOf({ pathname: "/m/a", hash: `#invite=b&game=x&from=${"A+%3Cb%3E"}` }), {
    page: "match",
    id: "a",
    invite: "b",
    told: { game: "x", from: "A <b>", terms: "" },
  });
  same(routeOf({ pathname: "/m/../x", hash: "" }), { page: "missing" });
});

Deno.test("the storage keeps the notes of the newest matches only", () => {
  const items = new Map();
  const kept = bounded({
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, item) => void items.set(name, item),
    removeItem: (name) => void items.delete(name),
  }, 2);
  for (const id of ["a", "b", "a", "c"]) kept.setItem(`croupier:match:${id}`, id);
  kept.setItem("croupier:account", "x");
  same([...items.keys()].filter((name) => name !== "croupier:matches"), [
    "croupier:match:a",
    "croupier:match:c",
    "croupier:account",
  ]);
});

Deno.test("what was chosen for a table are settings of the service", () => {
  const chosen = {
    seats: 3,
    clock: /** @type {const} */ ("quick"),
    rounds: 1,
    colors: 6,
    flags: ["allowPass"],
    open: false,
    own: {},
  };
  same(settings("livingstone", chosen), {
    game: "livingstone",
    options: { allowPass: true },
    seats: 3,
    deal: "sealed",
    clock: { bank: "300s", increment: "3s" },
  });
  same(settings("lost-cities", { ...chosen, seats: 2, clock: "none", flags: [] }), {
    game: "lost-cities",
    options: { rounds: 1, colors: 6 },
    seats: 2,
    deal: "sealed",
  });
});

Deno.test("points that are carried on follow their players to their new seats", () => {
  const match = /** @type {any} */ ({
    game: "lost-cities",
    options: { rounds: 3, startSeat: 1, carriedScores: [] },
    seats: [{ index: 0 }, { index: 1 }],
    clock: null,
    yourSeat: 1,
    outcome: { scores: [10, 20] },
  });
  same(sameAs(match, { keepScore: true }).options, { rounds: 3, carriedScores: [20, 10] });
  same(sameAs(match, { keepScore: false }).options, { rounds: 3 });
});
