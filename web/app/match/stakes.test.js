import { byDraw, byPlace, NEWCOMER } from "./stakes.js";

/** @param {boolean} holds @param {unknown} shown */
function assert(holds, shown) {
  if (!holds) throw new Error(JSON.stringify(shown));
}

Deno.test("Of two newcomers, one rises by what the other falls, and a draw changes nothing.", () => {
  const players = [NEWCOMER, NEWCOMER];
  const [won, lost] = byPlace(players, 0);
  assert(won > 0 && won === -lost, [won, lost]);
  assert(byDraw(players, 0) === 0, byDraw(players, 0));
});

Deno.test("Who beats somebody stronger gains more than the stronger one would, and a draw is a gain.", () => {
  const players = [{ rating: 1400, deviation: 90 }, { rating: 1700, deviation: 90 }];
  const [weak, strong] = [byPlace(players, 0), byPlace(players, 1)];
  assert(weak[0] > strong[0] && weak[0] > -weak[1], [weak, strong]);
  assert(byDraw(players, 0) > 0 && byDraw(players, 1) < 0, players);
});

Deno.test("Half the weight is half of the change, to the rounding.", () => {
  const players = [{ rating: 1510, deviation: 120 }, { rating: 1490, deviation: 200 }];
  const [full, half] = [byPlace(players, 1), byPlace(players, 1, 50)];
  assert(full.every((each, at) => Math.abs(each - 2 * half[at]) <= 1), [full, half]);
});

Deno.test("Of four, each place is worth less than the one before it.", () => {
  const players = [1600, 1500, 1450, 1550].map((rating) => ({ rating, deviation: 150 }));
  const places = byPlace(players, 2);
  assert(places.length === 4 && places.every((each, at) => !at || each < places[at - 1]), places);
});
