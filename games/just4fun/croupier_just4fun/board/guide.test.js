// What the page asks about Just4Fun, and the pictures of its rules: `deno test web/text`.

import de from "./de.js";
import en from "./en.js";
import guide from "./guide.js";
import pictures from "./pictures.js";

/** @typedef {import("./steps.js").View} View */
/** @typedef {import("./steps.js").Entry} Entry */

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** @param {number} card @returns {Entry} */
const play = (card) => ({ move: { play: { cards: [card] } }, notation: `${card}` });

/** The first seat to move, with the fields 1 to 36 row by row. @param {Record<number, number[]>} stones @param {number[]} hand @param {number} [supply] @param {number} [seats] */
function position(stones, hand, supply = 20, seats = 2) {
  const board = Array.from({ length: 36 }, (_, at) => {
    const here = stones[at + 1] ?? Array(seats).fill(0);
    const [most, second] = [...here].sort((one, other) => other - one);
    return {
      number: at + 1,
      stones: here,
      locked: most - second > 1,
      ...(most > second && { owner: here.indexOf(most) }),
    };
  });
  const sides = Array.from(
    { length: seats },
    (_, seat) => ({ seat, handSize: 4, supply, removed: 0, score: 0, highestField: 0 }),
  );
  const view = { starter: 0, deckSize: 40, hand, discard: [], board, sides, line: [] };
  return { view: /** @type {View} */ (view), seat: 0, moves: hand.map(play), options: {}, toMove: [0] };
}

const OWN = { 1: [1, 0], 2: [1, 0], 3: [2, 1] };
const THEIRS = { 7: [0, 1], 13: [0, 1], 19: [0, 2] };

Deno.test("hints name what the position has, the most useful first, each in a short line", () => {
  equal(guide.hints(position({}, [5])), ["pick", "points"]);
  equal(guide.hints(position({ ...OWN, ...THEIRS }, [1, 4], 10)), ["win", "lock", "pick", "points"]);
  equal(guide.hints(position(THEIRS, [1, 2])), ["stop", "lock", "pick", "points"]);
  equal(guide.hints({ ...position({ ...OWN, ...THEIRS }, [1, 4], 10), people: true }), ["lock", "pick", "points"]);
  equal(guide.hints({ ...position({}, [5]), seat: null }), []);
  equal(guide.hints({ ...position({}, [5]), moves: [{ move: { exchange: {} }, notation: "exchange" }] }), []);
  for (const text of [en, de]) {
    for (const hint of Object.values(text.hints)) {
      const line = typeof hint === "string" ? hint : hint(position({ ...OWN, ...THEIRS }, [1, 4, 25]));
      equal([line, line.length <= 80 && !line.includes("undefined")], [line, true]);
    }
  }
});

Deno.test("a hint that a stone stops three in a row is given only where it does", () => {
  const three = { 7: [0, 1, 0], 13: [0, 1, 0], 19: [0, 1, 0] };
  const given = (/** @type {number[]} */ gap) =>
    guide.hints(position({ ...three, 25: gap }, [25], 20, 3)).includes("stop");
  equal(given([0, 0, 0]), true);
  equal(given([1, 1, 0]), true);
  equal(given([0, 1, 1]), false); // after the next stone, the second has more than both
  equal(given([0, 0, 1]), false); // that is not enough for the second to win, so nothing is to be stopped
  equal(given([1, 0, 0]), false);
  const closed = position({ ...three, 25: [0, 0, 2] }, [26], 20, 3);
  equal(guide.hints(closed).includes("stop"), false); // the row is shut by the third
});

Deno.test("a hint that a stone locks a field, or wins, is given only where it does", () => {
  const lock = (/** @type {number[]} */ here) => guide.hints(position({ 5: here }, [5], 20, 3)).includes("lock");
  equal([[1, 0, 0], [2, 1, 1], [0, 0, 0], [1, 1, 0], [2, 1, 2], [2, 0, 0]].map(lock), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  const own = { 1: [1, 0, 0], 2: [1, 0, 0], 3: [2, 1, 0] };
  const win = (/** @type {number[]} */ gap) => guide.hints(position({ ...own, 4: gap }, [4], 20, 3)).includes("win");
  equal([[0, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [1, 1, 1]].map(win), [true, true, false, false, true]);
  equal(guide.hints(position({ ...own, 3: [1, 1, 0] }, [4], 20, 3)).includes("win"), false); // 3 is nobody's
});

Deno.test("who leaves out a win, lets another win, or plays to a field that is won already, is asked", () => {
  const three = position(OWN, [4, 9]);
  equal(guide.warning(three, play(9)), { name: "win", field: 4 });
  equal(guide.warning(three, play(4)), null);
  equal(guide.warning({ ...three, people: true }, play(9)), null);
  const theirs = position(THEIRS, [1, 2, 13]);
  equal(guide.warning(theirs, play(2)), { name: "stop", field: 1 });
  equal([1, 13].map((card) => guide.warning(theirs, play(card))), [null, null]); // at an end, or a tie on one of the three
  equal(guide.warning({ ...theirs, people: true }, play(2)), null);
  equal(guide.warning(position({ ...OWN, ...THEIRS }, [1, 4, 9], 10), play(4)), null); // that wins
  const safe = position({ 5: [2, 0] }, [5, 9]);
  equal(guide.warning(safe, play(5)), { name: "safe", field: 5 });
  equal(guide.warning(safe, play(9)), null);
  equal(guide.warning({ ...safe, moves: [play(5)] }, play(5)), null); // there is no other
  equal(guide.warning(position({ ...OWN, 4: [0, 1] }, [4, 9]), play(9)), null); // one stone is not enough
});

Deno.test("the points of all sources are those of the seats", () => {
  for (const { view } of Object.values(pictures)) {
    const { parts } = guide.summary(view);
    equal(view.sides.map((_, seat) => parts.reduce((sum, { points }) => sum + points[seat], 0)), guide.points(view));
  }
  equal(guide.summary(pictures.line.view).best, { name: "line", seat: 0, fields: pictures.line.view.line });
  equal(guide.summary(pictures.line.view).row, { seat: 0, pieces: ["6", "27", "31", "20"] });
  equal(guide.summary(pictures.fields.view).best, { name: "field", seat: 0, field: 30 });
});

Deno.test("cards and stones are heard, and not the same event twice", () => {
  const events = /** @type {any[]} */ ([{ cardsPlayed: {} }, { cardsDrawn: {} }, { deckReshuffled: {} }]);
  equal(guide.sounds(events), ["card", "stone", "card", "shuffle"]);
});

Deno.test("the rules show each picture once, in both languages", () => {
  for (const language of ["en", "de"]) {
    const rules = Deno.readTextFileSync(new URL(`rules.${language}.md`, import.meta.url));
    equal(
      [...rules.matchAll(/!\[[^\]]+\]\(board:(\w+)\)/g)].map(([, name]) => name).sort(),
      Object.keys(pictures).sort(),
    );
  }
});

Deno.test("a move is told as places of the board: the cards, and the field that is their sum", () => {
  const { view } = position({}, [5, 8, 5, 2]);
  const at = (/** @type {string} */ notation, seat = 0) => guide.ways(notation, { view, seat, own: seat === 0 });
  equal(at("5+5"), [["hand/5.0", "field/10"], ["hand/5.1", "field/10"]]);
  equal(at("2+8", 1), [["handof/1", "field/10"]]);
  equal(at("exchange"), [["deck"]]);
});
