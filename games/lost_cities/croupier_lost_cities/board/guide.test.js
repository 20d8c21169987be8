// What the page asks about Lost Cities: `deno test` in this folder.

import de from "./de.js";
import en from "./en.js";
import guide from "./guide.js";

/** @typedef {import("./steps.js").View} View */
/** @typedef {import("./steps.js").Entry} Entry */
/** @typedef {import("./steps.js").Event} Event */

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one}\nis not\n${other}`);
}

const COLORS = ["RED", "WHITE", "YELLOW", "BLUE", "GREEN"];

/** A side with these expeditions, such as "W4 W9". @param {number} seat @param {string} laid */
const side = (seat, laid) => ({
  seat,
  total: 0,
  roundScore: 0,
  expeditions: COLORS.map((color) => ({ color, cards: laid.split(" ").filter((card) => card[0] === color[0]) })),
});

/**
 * The position of seat 0. @param {string} hand @param {{ mine?: string, theirs?: string, deck?: number }} [table]
 */
const position = (hand, { mine = "", theirs = "", deck = 30 } = {}) => ({
  view: /** @type {View} */ (/** @type {unknown} */ ({
    hand: hand.split(" "),
    deckSize: deck,
    rounds: 3,
    sides: [side(0, mine), side(1, theirs)],
    discards: COLORS.map((color) => ({ color, top: "", size: 0 })),
    finishedRounds: [],
  })),
  seat: 0,
  moves: [],
  options: {},
  toMove: [0],
});

/** @param {string} card @param {string} [place] @param {string} [draw] */
const entry = (
  card,
  place = "EXPEDITION",
  draw = "DECK",
) => /** @type {Entry} */ (/** @type {unknown} */ ({ move: { card, place, draw } }));

Deno.test("a card that leaves out others of the hand is warned of", () => {
  const now = position("W5 W6 W9 Y3", { mine: "W4" });
  const warning = guide.warning(now, entry("W9"));
  equal(warning, { name: "skip", cards: ["W5", "W6"] });
  equal(en.warnings.skip(/** @type {any} */ (warning)), "This leaves out your white 5 and 6.");
  equal(de.warnings.skip(/** @type {any} */ (warning)), "Damit überspringst du deine weiße 5 und 6.");
  for (const fine of [entry("W5"), entry("Y3"), entry("W9", "DISCARD")]) equal(guide.warning(now, fine), null);
  equal(guide.warning(position("W3 W9", { mine: "W4" }), entry("W9")), null);
  equal(guide.warning(position("W5 W9", { mine: "W4", deck: 2 }), entry("W9")), null);
  const two = position("W5 W8 W9", { mine: "W4", deck: 3 });
  equal([entry("W8"), entry("W9")].map((each) => guide.warning(two, each)?.cards), [undefined, ["W5", "W8"]]);
});

Deno.test("a wager is left out only where it would multiply a gain", () => {
  const wagers = guide.warning(position("Wx Wx W3 W7 W8 W9"), entry("W7"));
  equal(wagers, { name: "skip", cards: ["Wx", "W3"] });
  equal(en.warnings.skip(/** @type {any} */ (wagers)), "This leaves out your white wager and 3.");
});

Deno.test("a number that bars a wager of the hand is warned of, but near the end of a round", () => {
  const barred = guide.warning(position("Wx W7 W8"), entry("W7"));
  equal(barred, { name: "wager", color: "WHITE" });
  equal(en.warnings.wager(/** @type {any} */ (barred)), "After a number, your white wager can no longer be laid.");
  equal(
    de.warnings.wager(/** @type {any} */ (barred)),
    "Nach einer Zahl kannst du deine weiße Wettkarte nicht mehr anlegen.",
  );
  equal(guide.warning(position("Wx W7 W8", { mine: "Wx" }), entry("W7")), barred); // one lies there, one is in the hand
  const free = [
    guide.warning(position("Wx W7 W8", { mine: "W4" }), entry("W7")), // it was barred before
    guide.warning(position("Wx Wx W7"), entry("Wx")),
    guide.warning(position("Yx W7 W8"), entry("W7")),
    guide.warning(position("Wx W7 W8"), entry("W7", "DISCARD")),
    guide.warning(position("Wx W7 W8", { deck: 8 }), entry("W7")),
  ];
  equal(free, [null, null, null, null, null]);
});

Deno.test("an expedition that cannot pay back its cost is warned of, if that is certain", () => {
  equal(guide.warning(position("W9 R2"), entry("W9")), { name: "loss", color: "WHITE", most: 19 });
  equal(guide.warning(position("W8 R2"), entry("W8")), null);
  equal(guide.warning(position("W8 R2", { theirs: "W9" }), entry("W8")), { name: "loss", color: "WHITE", most: 18 });
  equal(guide.warning(position("W9 R2", { mine: "W2" }), entry("W9")), null);
  const last = position("Y7 R2", { deck: 1 });
  equal(guide.warning(last, entry("Y7")), { name: "loss", color: "YELLOW", most: 7 });
  equal(guide.warning(last, entry("Y7", "EXPEDITION", "RED")), null);
});

Deno.test("hints come from the position, and are short", () => {
  equal(guide.hints(position("R2 W9")), ["start", "cost"]);
  const second = position("R2 W9");
  second.view.discards[3].size = 1; // the other has begun
  equal(guide.hints(second), ["start", "cost", "discards"]);
  second.view.discards[1].size = 1;
  equal(guide.hints(second), ["cost", "discards"]);
  equal(guide.hints(position("W8 W9 W10", { mine: "Y4", deck: 8 })), ["end"]);
  equal(guide.hints(position("Wx W5", { mine: "Y4 W6" })), ["rise"]);
  equal(guide.hints(position("Wx R5", { mine: "Y4", deck: 7 })), ["end", "wagers"]);
  equal(guide.hints({ ...position("R2"), seat: null }), []);
  for (const { hints } of [en, de]) {
    for (const hint of Object.values(hints)) {
      const said = typeof hint === "string" ? hint : hint(position("W8 W9 W10", { deck: 10 }));
      if (said.length > 80) throw new Error(`${said.length} characters: ${said}`);
    }
  }
});

Deno.test("sounds are those of cards", () => {
  const turn = [{ cardPlayed: {} }, { cardDrawn: {} }, { roundEnded: {} }, { roundStarted: {} }];
  equal(guide.sounds(/** @type {Event[]} */ (/** @type {unknown} */ (turn))), ["card", "card", "shuffle"]);
});

/** The view of an ended match: by round, by seat, the points of white and red; `carried` by seat. @param {number[][][]} rounds @param {number[]} [carried] */
function ended(rounds, carried = [0, 0]) {
  const totals = [...carried];
  const finishedRounds = rounds.map((sides, at) => ({
    round: at + 1,
    sides: sides.map(([white, red], seat) => {
      const score = white + red;
      const expeditions = [{ color: "WHITE", score: white }, { color: "RED", score: red }];
      return { seat, score, total: totals[seat] += score, expeditions };
    }),
  }));
  const now = position("R2").view;
  const sides = now.sides.map((side, seat) => ({ ...side, total: totals[seat] }));
  return /** @type {View} */ (/** @type {unknown} */ ({ ...now, rounds: rounds.length, sides, finishedRounds }));
}

/** What has decided, in both languages. @param {View} view */
const whyOf = (view) => {
  const { why } = guide.summary(view);
  const told = (/** @type {any} */ { why: words }) => why && words[why.name](why, ["Ann", "Bob"]);
  return [told(en), told(de)];
};

Deno.test("the parts add up to the points, and the best expedition is named", () => {
  const view = ended([[[-9, 0], [12, 0]], [[30, 0], [-20, 0]]], [20, 5]);
  const { parts, best } = guide.summary(view);
  equal(parts.map(({ name, points }) => [name, ...points]), [["carried", 20, 5], ["round", -9, 12], [
    "round",
    30,
    -20,
  ]]);
  equal([0, 1].map((seat) => parts.reduce((sum, { points }) => sum + points[seat], 0)), guide.points(view));
  equal(
    en.best.expedition(/** @type {any} */ (best), ["Ann", "Bob"]),
    "Best expedition: Ann, white in round 2, 30 points",
  );
});

Deno.test("the points of a single round are those of its colours", () => {
  const { parts, best } = guide.summary(ended([[[30, -8], [0, 12]]]));
  equal(parts.map((part) => [en.parts.color(/** @type {any} */ (part)), ...part.points]), [["White", 30, 0], [
    "Red",
    -8,
    12,
  ]]);
  equal(en.best.expedition(/** @type {any} */ (best), ["Ann", "Bob"]), "Best expedition: Ann, white, 30 points");
});

Deno.test("what has decided a match is a loss or a round without which it would have ended otherwise", () => {
  equal(whyOf(ended([[[30, 0], [40, -20]]])), [
    "Without the red expedition (−20), Bob would have won.",
    "Ohne die rote Expedition (−20) hätte Bob gewonnen.",
  ]);
  equal(whyOf(ended([[[0, 0], [9, 0]], [[50, 0], [0, -9]]]))[0], "Round 2 decided it: Ann was 59 points ahead.");
  equal(whyOf(ended([[[20, 0], [9, -1]], [[50, 0], [0, -9]]]))[0], "Ann was ahead in both rounds.");
  equal(whyOf(ended([[[9, 0], [40, 0]], [[0, 0], [20, -40]]]))[0], "Round 1 decided it: Bob was 31 points ahead.");
  equal(whyOf(ended([[[30, 0], [0, -20]]])), [null, null]);
  equal(whyOf(ended([[[30, 0], [50, -20]]])), [null, null]);
});

Deno.test("a move is told as places of the board: where the card goes, and the pile that is drawn from", () => {
  const { view } = position("W5 Yx Yx Y3", { mine: "W4" });
  const at = (/** @type {string} */ notation, seat = 0) => guide.ways(notation, { view, seat, own: seat === 0 });
  equal(at("Yx+*"), [["hand/Yx.0", "side0/YELLOW"], ["pile/DECK"]]);
  equal(at("W5-R"), [["hand/W5.0", "pile/WHITE"], ["pile/RED"]]);
  equal(at("W5+*"), [["hand/W5.0", "card/side0/WHITE"], ["pile/DECK"]]);
  equal(at("W5+*", 1), [["handof/1", "side1/WHITE"], ["pile/DECK"]]);
  equal(at("nonsense"), []);
});
