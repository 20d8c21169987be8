import { defaults, findSomebody, linkTo, playNow, settings } from "./new-table.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("a table with bots has a day a move and a sealed deal, and is shown although one of them does not come", async () => {
  /** @type {unknown[]} */
  const seen = [];
  const match = {
    id: "m",
    now: { id: "m", version: 1, status: "waiting" },
    async *follow() {},
    invite: async (/** @type {string} */ id) => await (id === "b" ? Promise.reject("no room") : seen.push(id)),
  };
  const create = (/** @type {any} */ { clock, deal }) => Promise.resolve(seen.push(clock, deal) && match);
  const shell = /** @type {any} */ ({
    player: () => Promise.resolve({ matches: { create } }),
    failed: (/** @type {unknown} */ error) => seen.push(error),
    router: { go: (/** @type {string} */ path) => seen.push(path) },
  });
  const bots = /** @type {any} */ ([{ id: "a" }, { id: "b" }]);
  await playNow(shell, "just4fun", defaults(3), bots);
  same(seen, [{ perMove: "86400s" }, "sealed", "a", "no room", "/m/m"]);
});

Deno.test("a table with somebody who is found has a clock, unless none was chosen, and a bound for absences", async () => {
  /** @type {unknown[]} */
  const times = [];
  const shell = /** @type {any} */ ({
    player: () => Promise.resolve({}),
    say: () => {},
    text: { seek: { title: String } },
    search: {
      start: (/** @type {unknown} */ _, /** @type {any} */ { clock, goneAfter }) => times.push([clock, goneAfter]),
    },
  });
  for (const clock of /** @type {const} */ (["usual", "move", "day", "none"])) {
    await findSomebody(shell, "just4fun", { ...defaults(2), clock });
  }
  same(times, [
    [{ bank: "900s", increment: "10s" }, "120s"],
    [{ perMove: "60s" }, "120s"],
    [{ perMove: "86400s" }, null],
    [undefined, "600s"],
  ]);
});

Deno.test("a link has the code behind a hash, and the match only if it is public", () => {
  globalThis.location = /** @type {any} */ ({ origin: "https://example.org" });
  const link = (/** @type {object} */ match) => linkTo(/** @type {any} */ (match));
  same(link({ id: "m", inviteCode: "K7QF2-M9PTX" }), "https://example.org/j#K7QF2-M9PTX");
  same(link({ id: "m" }), "https://example.org/m/m");
});

Deno.test("only what was chosen of the rules is sent", () => {
  const sent = (/** @type {Record<string, unknown>} */ own) => settings("just4fun", { ...defaults(2), own }).options;
  same([sent({ startSeat: "" }), sent({ startSeat: 0 })], [{}, { startSeat: 0 }]);
});

Deno.test("what was chosen for a table are settings of the service", () => {
  const chosen = { seats: 3, clock: /** @type {const} */ ("quick"), open: false, own: { allowPass: true } };
  same(settings("livingstone", chosen), {
    game: "livingstone",
    options: { allowPass: true },
    seats: 3,
    deal: "sealed",
    clock: { bank: "300s", increment: "3s" },
  });
  same(settings("lost-cities", { ...chosen, seats: 2, clock: "none", own: { rounds: 1, startSeat: "" } }), {
    game: "lost-cities",
    options: { rounds: 1 },
    seats: 2,
    deal: "sealed",
  });
});
