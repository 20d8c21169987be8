// `node vectors.js FILE...`, or `deno run --allow-read vectors.js FILE...`: compare the verifier with files of docs/vectors; a line for each disagreement.

import { readFileSync } from "node:fs";
import process from "node:process";
import { gameOf, verify } from "./index.js";

function patched(replay, changes) {
  const copy = structuredClone(replay);
  for (const { path, ...change } of changes) {
    const last = path.at(-1);
    const place = path.slice(0, -1).reduce((value, part) => value[part], copy);
    if ("value" in change) place[last] = change.value;
    else delete place[last];
  }
  return copy;
}

let wrong = 0;
let right = 0;

function expect(agrees, line) {
  if (agrees) right += 1;
  else console.log(line, (wrong += 1));
}

for (const file of process.argv.slice(2)) {
  const { honest, forged } = JSON.parse(readFileSync(file, "utf8"));
  const replays = new Map(honest.map(({ name, replay }) => [name, replay]));
  for (const [name, replay] of replays) {
    const says = verify(replay, await gameOf(replay));
    expect(says === "", `${file}: ${name} is honest, and was refused: ${says}`);
  }
  for (const { name, of, changes, says } of forged) {
    const replay = patched(replays.get(of), changes);
    const found = verify(replay, await gameOf(replay));
    expect(found !== "", `${file}: ${name} is forged, and was accepted: ${says}`);
  }
}
console.log(`${right} as they should be, ${wrong} not`);
process.exit(wrong ? 1 : 0);
