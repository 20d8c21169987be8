// `node vectors.js FILE...`, or `deno run --allow-read vectors.js FILE...`: compare recipe and verifier with files like
// docs/rating-vectors.json; a line for each disagreement.

import { readFileSync } from "node:fs";
import process from "node:process";
import { verifyRatings } from "./ratings.js";
import { carried, idle, rated } from "./recipe.js";
import { deviation, lapse, points, provisional, rating } from "./shown.js";

let right = 0;
let wrong = 0;
let most = 0;
let unequal = 0;

function expect(agrees, line) {
  if (agrees) right += 1;
  else console.log(line, (wrong += 1));
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function near(given, due) {
  const off = given.flat().map((each, i) => Math.abs(each - due.flat()[i]));
  most = Math.max(most, ...off);
  unequal += off.filter(Boolean).length;
  return off.every((each) => each <= 1);
}

for (const file of process.argv.slice(2)) {
  const { rated: matches = [], strengths = [], honest = [], forged = [] } = JSON.parse(readFileSync(file, "utf8"));
  for (const { before, ranks, weight, after } of matches) {
    const given = rated(before, ranks, weight);
    expect(near(given, after), `${file}: ${JSON.stringify({ before, ranks, weight, after, given })}`);
  }
  for (const { strength, afterIdleWeeks, nextSeason, lapseOfDay20000, ...shown } of strengths) {
    const given = { rating: rating(strength), deviation: deviation(strength), points: points(strength), provisional: provisional(strength) };
    const idled = Object.entries(afterIdleWeeks).every(([weeks, due]) => same(idle(strength, Number(weeks)), due));
    const held = same(given, shown) && same(carried(strength, 1), nextSeason) && lapse(strength, 20000) === lapseOfDay20000;
    expect(idled && held, `${file}: ${strength} is shown as ${JSON.stringify(given)}`);
  }
  for (const { name, lines } of honest) {
    const [found] = verifyRatings(lines).findings;
    expect(!found, `${file}: ${name} is honest, and was refused: ${found?.rule} ${found?.says}`);
  }
  for (const { name, of = 0, kept, lines, findings } of forged) {
    const given = verifyRatings([...honest[of].lines.slice(0, kept), ...lines]).findings;
    const listed = given.map(({ line, seq, rule }) => [line, seq, rule]);
    expect(same(listed, findings), `${file}: ${name} has ${JSON.stringify(findings)}, and was found ${JSON.stringify(listed)}`);
  }
}
console.log(`${right} as they should be, ${wrong} not; ${unequal} numbers differ, by at most ${most} millionths`);
process.exit(wrong ? 1 : 0);
