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

Deno.test("a move stays on its way while another seat chooses, until its own version comes", async () => {
  const [others, made, own] = [1, 2, 3].map(() => Promise.withResolvers());
  /** @param {number} version @param {number | null} yourDecision */
  const change = (version, yourDecision) => ({ event: "change", version, match: { version, yourDecision } });
  /** @type {unknown[]} */
  const sent = [];
  const match = {
    now: { version: 4, yourDecision: 4 },
    async *follow() {
      await others.promise;
      yield change(5, 4);
      await own.promise;
      yield change(6, null);
    },
    /** @param {unknown} _move @param {unknown} expected */
    move(_move, expected) {
      sent.push(expected);
      return made.promise;
    },
  };
  globalThis.requestAnimationFrame ??= (draw) => setTimeout(draw);
  const shell = /** @type {any} */ ({ failed: () => {}, ready: () => true });
  const follow = new Follow(shell, "m", /** @type {any} */ (match));
  const shown = () => new Promise((resolve) => follow.addEventListener("version", resolve, { once: true }));
  const moved = follow.move({ notation: "3" });
  same(JSON.stringify(sent), '[{"expectedDecision":4,"view":"none"}]');
  others.resolve(0);
  await shown();
  same(follow.busy, true);
  made.resolve({ version: 6 });
  await moved;
  same(follow.busy, true);
  own.resolve(0);
  await shown();
  same(follow.busy, false);
  follow.stop();
});
