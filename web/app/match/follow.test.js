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

Deno.test("a table that nobody sees is not come to when it calls, but followed when it is one's turn", async () => {
  same(await followsUnseen("entropyNeeded"), false);
  same(await followsUnseen("roundPaired"), false);
  same(await followsUnseen("yourTurn"), true);
});

Deno.test("a table that has called is come to once it is seen", async () => {
  same(await followsUnseen("entropyNeeded", "visible"), true);
});

/** Whether a hidden page follows a match, and so reveals in it, once it is told of it. @param {string} event @param {string} [then] what becomes of the page */
async function followsUnseen(event, then = "hidden") {
  const page = Object.assign(new EventTarget(), { visibilityState: "hidden" });
  Object.assign(globalThis, { document: page });
  let came = false;
  const match = {
    now: { version: 1 },
    async *follow() {
      came = true;
      yield* [];
    },
  };
  const turns = new EventTarget();
  const shell = /** @type {any} */ ({ failed: () => {}, turns });
  const follow = new Follow(shell, "m", /** @type {any} */ (match));
  await new Promise((resolve) => setTimeout(resolve));
  turns.dispatchEvent(
    new CustomEvent("change", { detail: { event, matchId: "m", version: event === "roundPaired" ? undefined : 2 } }),
  );
  page.visibilityState = then;
  page.dispatchEvent(new Event("visibilitychange"));
  await new Promise((resolve) => setTimeout(resolve));
  follow.stop();
  Reflect.deleteProperty(globalThis, "document");
  return came;
}
