import { analysisText } from "../../text/analysis.js";
import { beside, coming, course, lookedAt, numbered, said, sign, sums, turnings } from "./move-worth.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** @param {number} seat @param {number} expected @param {number | null} loss @param {number | null} luck @param {number} [part] */
const move = (seat, expected, loss, luck, part = 0) => ({
  version: 3,
  seat,
  part,
  played: { notation: "Y7+*", expected, error: 1 },
  best: { notation: "B2+*", expected: expected + (loss ?? 1), error: 1 },
  loss,
  low: 0,
  high: 9,
  luck,
});

Deno.test("of a move is said what it cost, that it was good, or that this cannot be told", () => {
  for (
    const [language, one, four, little] of [
      ["en", "about 1 point.", "about 4 points.", "less than a point."],
      ["de", "etwa 1 Punkt.", "etwa 4 Punkte.", "weniger als einen Punkt."],
    ]
  ) {
    const text = analysisText(language, "points");
    for (const [loss, words] of /** @type {const} */ ([[1.3, one], [4.2, four], [.3, little]])) {
      const told = said(move(0, 1, loss, 0), text);
      if (!told.endsWith(` ${words}`)) throw new Error(told);
    }
    same(said(move(0, 1, null, 0), text), text.unsure);
    same(said(move(0, 1, 0, 0), text), text.good);
  }
  same([14.4, .3, 0, null].map((loss) => sign(move(0, 1, loss, 0))), ["−14", "−½", "✓", "≈"]);
});

Deno.test("what luck did is said in words", () => {
  same(analysisText("en", "points").sum(50, -5), "Mistakes cost about 50 points in all; luck cost about 5 points.");
  same(analysisText("en", "points").sum(0, 1), "There was no clear mistake; luck brought about 1 point.");
  same(analysisText("de", "points").sum(50, 0), "Fehler kosteten zusammen etwa 50 Punkte; das Glück änderte nichts.");
});

Deno.test("the place in the line and the time until the end are said in words", () => {
  const [en, de] = ["en", "de"].map((language) => analysisText(language, "points"));
  same(en.queued(3, 250), "Place 3 in the line, done in about 4 minutes");
  same(en.queued(1, null), "Next in line");
  same(en.running(31, 92, 20), "31 of 92 moves, done in about a minute");
  same(en.running(31, 92), "31 of 92 moves");
  same(de.queued(3, 7300), "Platz 3 in der Warteschlange, fertig in etwa 2 Stunden");
  same(de.running(31, 92, 59), "31 von 92 Zügen, fertig in etwa einer Minute");
});

Deno.test("shares of the victory become hundredths above an even chance", () => {
  /** @type {any} */
  const found = { unit: "victory", moves: [move(0, .75, .08, null)] };
  const [only] = numbered(found, 4);
  same([only.played.expected, only.loss, only.luck], [50, 8, null]);
  same(said(only, analysisText("en", "victory")), "This lowered the chance to win from 83 % to 75 %.");
  const little = "Das senkte die Siegchance um weniger als 1 Prozentpunkt.";
  same(said({ ...only, loss: .3 }, analysisText("de", "victory")), little);
  const { cost, luck } = sums([only], 0);
  same(analysisText("de", "victory").sum(cost, luck), "Fehler kosteten zusammen 8 Prozentpunkte.");
  same(numbered({ ...found, unit: "points" }, 4), found.moves);
  same(analysisText("de", "victory").level(50, 25), "75 %");
  same([7.4, -3].map((points) => analysisText("en", "points").level(points, 50)), ["+7", "−3"]);
});

Deno.test("mistakes of a seat are gone through both ways, each at the table before it", () => {
  const costs = [4, 2, 0, null, 3, 1];
  const moves = costs.map((loss, at) => ({ ...move(at % 2, 1, loss, 0), version: at + 3 }));
  same(beside(moves, 0, 5), { previous: 2, next: 6 });
  same(beside(moves, 0, 2), { next: 6 });
  same(beside(moves, 0, 6), { previous: 2 });
  same([2, 3, 4, 6].map((version) => coming(moves, 0, version)?.version), [3, undefined, undefined, 7]);
  same(moves.map(lookedAt), [2, 3, 5, 6, 6, 7]);
  same(turnings([...moves, { ...moves[4], loss: 5 }, { ...moves[4], loss: 1 }], 0).map(({ loss }) => loss), [5, 4, 3]);
  same(turnings(moves, 2), []);
});

Deno.test("without luck, only what moves cost changes the curve", () => {
  // The deal is worth 3 to seat 0. Its move costs 4, the other's 5, a card brings it 2; then all is played out.
  const moves = [move(0, -1, 4, 2), move(1, -9, 5, 1), move(0, 6, 0, null), move(0, 8, 1, null, 1)];
  const points = course(moves, 0);
  same(points.map(({ whole }) => whole), [3, -1, 6, 6, 15, 14, 14]);
  same(points.map(({ skill }) => skill), [0, -4, 1, 1, 1, 0, 0]);
  same(points.map(({ version }) => version), [2, 3, 2, 3, 2, 3, 3]);
  same(sums(moves, 0), { cost: 5, luck: 2 });
  same(course(moves, 2), []);
});

Deno.test("a chance to win stays between none and all, however much mistakes cost in all", () => {
  const moves = [move(0, 0, 30, 30), move(0, 0, 30, 60), move(0, 60, 0, 0)];
  same(course(moves, 0).map(({ skill }) => skill), [0, -30, -30, -60, -60, -60, -60]);
  const chances = course(moves, 0, 50);
  same(chances.map(({ skill }) => skill), [0, -30, -30, -50, -50, -50, -50]);
  same(chances.map(({ whole }) => whole), [30, 0, 30, 0, 50, 50, 50]);
});
