// What the page asks about Livingstone: `deno test web/text`.

import de from "./de.js";
import en from "./en.js";
import guide from "./guide.js";

/** @typedef {import("./guide.js").View} View */
/** @typedef {import("./guide.js").Entry} Entry */

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** @param {object} [members] @returns {any} */
const side = (members) => ({ score: 0, wealth: 3, lastDie: 0, ...members });

/** A position of the first seat. @param {object} view @param {object[]} sides @returns {any} */
const position = (view, sides) => ({
  view: {
    round: 1,
    boat: 1,
    river: [1, 2, 2, 3, 3, 4, 4, 5, 5, 6],
    pool: [2, 4, 4, 6],
    die: 0,
    diceToTake: 1,
    hand: [],
    final: null,
    sides: sides.map((members, seat) => side({ seat, ...(seat ? {} : { coins: 3, chest: 0 }), ...members })),
    ...view,
  },
  seat: 0,
  moves: [2, 4, 6].map((value) => ({ notation: `die ${value}`, move: { takeDie: { value } } })),
  options: {},
  toMove: [0],
});

/** @param {string} notation */
const entry = (notation) => /** @type {Entry} */ (/** @type {unknown} */ ({ notation }));

const LAST = { round: 10, boat: 10, pool: [1] };

Deno.test("hints come with what they are about, and each is a short line in both languages", () => {
  equal(guide.hints(position({}, [{}, {}])), ["dice"]);
  equal(guide.hints(position({ die: 3 }, [{}, {}])), ["use"]);
  equal(guide.hints(position({ diceToTake: 0 }, [{}, {}])), ["queen"]); // in the first turn already
  equal(guide.hints(position({ round: 2, die: 3, hand: ["VP2"] }, [{}, {}])), ["use", "queen", "cards", "dig"]);
  equal(guide.hints({ ...position({}, [{}, {}]), seat: null }), []);
  for (const text of [en, de]) {
    for (const seats of [2, 4]) {
      for (const hint of Object.values(text.hints)) {
        const line = typeof hint === "string" ? hint : hint(position({ die: 6 }, Array(seats).fill({})));
        equal([line, line.length <= 80 && line.length > 20], [line, true]);
      }
    }
  }
});

Deno.test("who ends what may be the last turn with coins and too small a gift is asked", () => {
  const poor = position(LAST, [{ coins: 5, chest: 3, lastDie: 2 }, { wealth: 8 }, { wealth: 4 }]);
  equal(guide.warning(poor, entry("end")), { name: "gift", coins: 5, chest: 3, last: true, chance: null });
  const before = position({ ...LAST, round: 9, boat: 9 }, poor.view.sides);
  equal(guide.warning(before, entry("end")), { name: "gift", coins: 5, chest: 3, last: false, chance: null });
  equal(guide.warning(position({ ...LAST, pool: [3, 4] }, poor.view.sides), entry("end"))?.name, "gift"); // others take them
  const free = [
    position(LAST, [{ coins: 0, chest: 3 }, { wealth: 8 }, { wealth: 4 }]), // there is nothing to give
    position(LAST, [{ coins: 5, chest: 5 }, { wealth: 8 }, { wealth: 4 }]), // it is enough
    position({ ...LAST, boat: 8 }, [{ coins: 5, chest: 3 }, { wealth: 8 }, { wealth: 4 }]), // two rounds are left
    position({ ...LAST, pool: [3, 4, 5] }, [{ coins: 5, lastDie: 2 }, { wealth: 8 }, { wealth: 4 }]), // a die will be
  ];
  equal(free.map((each) => guide.warning(each, entry("end"))), [null, null, null, null]);
  const told = [9, 5, 3].map((chest) => {
    const warning = guide.warning(position(LAST, [{ coins: 6, chest, lastDie: 2 }, { wealth: 8 }]), entry("end"));
    return [en, de].map(({ warnings }) => warnings.gift(warning).replace(/^.*?: /, ""));
  });
  equal(told, [
    ["the risk of being out is 91\u00a0%.", "Das Risiko auszuscheiden ist 91\u00a0%."],
    ["the risk of being out is over 99\u00a0%.", "Das Risiko auszuscheiden ist über 99\u00a0%."],
    ["that is always too little: you would be out.", "Das ist immer zu wenig, du wärst raus."],
  ]);
});

Deno.test("who sits out though there are dice, or gives more than can be asked for, is asked", () => {
  equal(guide.warning(position({}, [{}, {}]), entry("pass")), { name: "pass", dice: [2, 4, 6] });
  const rich = [{ coins: 20, chest: 20 }, {}];
  equal(guide.warning(position({}, rich), entry("donate 5")), { name: "beyond", given: 25, most: 24 });
  equal(guide.warning(position({}, rich), entry("donate 4")), null);
  equal(guide.warning(position({}, [...rich, {}]), entry("donate 5")), null);
  for (const text of [en, de]) {
    equal(/5.*3/.test(text.warnings.gift({ coins: 5, chest: 3, chance: null })), true);
    equal(/2, 4.*6/.test(text.warnings.pass({ dice: [2, 4, 6] })), true);
    equal(/24/.test(text.warnings.beyond({ given: 25, most: 24 })), true);
  }
});

Deno.test("the parts of the points are all of them, and who is out is named", () => {
  const final = { rows: [22, 12], gems: [1, 0], cards: [0, 2], dice: [1, 2, 3, 4], eliminated: [0] };
  const { view } = position({ final }, [{ score: 51, chest: 7 }, { score: 30, chest: 12 }]);
  const { parts, best, why, out } = guide.summary(view);
  equal(parts.map(({ name }) => name), ["rounds", "rows", "gems", "cards"]);
  equal([0, 1].map((seat) => parts.reduce((all, { points }) => all + points[seat], 0)), guide.points(view));
  equal(best, { name: "rows", seat: 0, seats: [0], points: 22 }); // though out
  const tie = guide.summary({ ...view, final: { ...view.final, rows: [12, 12], eliminated: [] } });
  equal(tie.best, { name: "rows", seat: 0, seats: [0, 1], points: 12 });
  equal(why, { name: "gift", lost: [{ seat: 0, points: 51, chest: 7 }], dice: 10 });
  equal(out, [0]);
  for (const text of [en, de]) {
    equal(parts.every(({ name }) => text.parts[name]), true);
    equal(/Ann.*22/.test(text.best.rows(best, ["Ann", "Bob"])), true);
    equal(/Ann (and|und) Bob.*12/.test(text.best.rows(tie.best, ["Ann", "Bob"])), true);
    equal(/Ann.* 7, .*10.*51/.test(text.why.gift(why, ["Ann", "Bob"])), true);
    equal(/(least|wenigsten), 7/.test(text.why.gift({ ...why, dice: 0 }, ["Ann", "Bob"])), true);
  }
});

Deno.test("events sound like what is moved", () => {
  const events = [{ dieTaken: { seat: 0, value: 2 } }, { donated: { seat: 0 } }, { turnEnded: { seat: 0 } }];
  equal(guide.sounds(/** @type {any} */ (events)), ["dice", "coin"]);
});

Deno.test("each kind of move names where it leads", () => {
  const ways = (/** @type {string} */ notation) => guide.ways(notation, { seat: 1 });
  equal(ways("die 4"), [["die/4"]]);
  equal(ways("card"), [["deck"]]);
  equal(ways("coins"), [["die/hand", "coins/1"]]);
  equal(ways("dig"), [["die/hand", "bag"]]);
  equal(ways("tent 6 free any"), [["camp/1", "field/6"]]);
  equal(ways("play SCORED_ROW_TENT 4 from c2"), [["tent/c2/1", "field/4"]]);
  equal(ways("sell 2c 1r"), [["gems/1", "coins/1"]]);
  equal(ways("play MARKET 2c"), [["gems/1", "coins/1"]]);
  equal(ways("donate 5"), [["coins/1"]]);
  equal(ways("play VP2"), [["card/VP2"]]);
  equal([ways("end"), ways("pass")], [[], []]);
});
