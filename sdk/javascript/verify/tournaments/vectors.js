// `node vectors.js FILE...`, or `deno run --allow-read vectors.js FILE...`: compare the verifier with files like
// docs/pairing-vectors.json; a line for each disagreement.

import { readFileSync } from "node:fs";
import process from "node:process";
import { standings, verifyTournament } from "./tournaments.js";

let right = 0;
let wrong = 0;

function expect(agrees, line) {
  if (agrees) right += 1;
  else console.log(line, (wrong += 1));
}

for (const file of process.argv.slice(2)) {
  const { honest, forged = [] } = JSON.parse(readFileSync(file, "utf8"));
  for (const { name, lines, standings: rows } of honest) {
    const { finding, tournament } = verifyTournament(lines);
    expect(!finding, `${file}: ${name} is honest, and was refused: ${finding?.line} ${finding?.rule} ${finding?.says}`);
    if (finding || !rows) continue;
    const given = standings(tournament, tournament.key);
    expect(JSON.stringify(given) === JSON.stringify(rows), `${file}: ${name} has other standings: ${JSON.stringify(given)}`);
  }
  for (const { name, of = 0, kept, lines, finding } of forged) {
    const given = verifyTournament([...honest[of].lines.slice(0, kept), ...lines]).finding;
    const found = given && [given.line, given.rule];
    expect(`${found}` === `${finding}`, `${file}: ${name} has ${finding}, and was found ${found} ${given?.says}`);
  }
}
console.log(`${right} as they should be, ${wrong} not`);
process.exit(wrong ? 1 : 0);
