// `node verdicts.js FILE [GAME=MODULE...]`: what the verifier says of each replay of a file, of which every line is one: a JSON
// text for each, "" for a true one.

import { readFileSync } from "node:fs";
import process from "node:process";
import { gameOf, verify } from "../../sdk/javascript/verify/index.js";

const [file, ...games] = process.argv.slice(2);
const more = Object.fromEntries(
  await Promise.all(games.map((each) => each.split("=")).map(async ([id, module]) => [id, await import(module)])),
);

for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
  const replay = JSON.parse(line);
  console.log(JSON.stringify(verify(replay, more[replay?.match?.game] ?? (await gameOf(replay)))));
}
