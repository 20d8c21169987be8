import { Rematch, sameAs } from "./rematch.js";

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

Deno.test("a sealed deal is followed by a sealed one, and an open one by an open one", () => {
  const match = { ...BOTS, game: "lost-cities", options: {}, clock: null };
  for (const deal of ["sealed", "open"]) {
    same(sameAs({ ...match, deal }, { keepScore: false }).deal, deal);
  }
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

Deno.test("who asks is told by the service, and what is under way here is newer", async () => {
  const { rematch, answers } = wished();
  rematch.told([1, 2], 0);
  same([rematch.offers, rematch.wish, rematch.open], [[1, 2], undefined, true]);
  const asked = rematch.ask(WISH);
  rematch.told([1, 2], 0);
  same(rematch.wish, WISH);
  answers[0](true);
  await asked;
  rematch.told([0, 1, 2], 0);
  same([rematch.offers, rematch.wish], [[1, 2], WISH]);
  rematch.told([1, 2], 0);
  same(rematch.wish, undefined);
  rematch.told([0], 0);
  same([rematch.wish, rematch.ended], [{ keepScore: false }, { seat: 1, declined: false }]);
});

Deno.test("who declines ends all wishes, who withdraws the own one, and a new one is another story", () => {
  const { rematch } = wished();
  rematch.told([0, 1], 0);
  rematch.over({ seat: 1, declined: false });
  same([rematch.offers, rematch.open], [[], true]);
  rematch.over({ seat: 1, declined: true });
  same([rematch.open, rematch.ended], [false, { seat: 1, declined: true }]);
  rematch.told([1], 0);
  same([rematch.offers, rematch.ended], [[1], undefined]);
});
