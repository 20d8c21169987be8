import { Refused } from "../../../sdk/javascript/src/errors.js";
import { Follow } from "./follow.js";

/** What a match comes to for which there are these answers, one after the other. @param {unknown[]} answers */
async function followed(answers) {
  const get = () => {
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const shell = /** @type {any} */ ({ me: { matches: { get } }, failed: () => {} });
  const follow = new Follow(shell, "m");
  await new Promise((resolve) => follow.addEventListener("change", resolve, { once: true }));
  follow.stop();
  return follow.status;
}

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

const shown = { now: { version: 1 }, async *follow() {} };

Deno.test("a match is asked for until the service has the time", async () => {
  same(await followed([new Refused(503, {}, 0), new Refused(429, {}, 0), shown]), "shown");
});

Deno.test("a match that is not there is asked for once", async () => {
  same(await followed([new Refused(404, {}), shown]), "missing");
});
