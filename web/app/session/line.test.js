import { Line } from "./line.js";

/** Two seconds in the gateway's line, and as many for Redis and an engine; in milliseconds. */
const SLOWEST = 4000;

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/**
 * A line on which `ask` sends a request and returns what to answer it with, and `late` lets so much time go by, in milliseconds.
 * @param {(parts: { line: Line, ask: (() => (answer: Response | Error) => Promise<void>), late: (after: number) => void }) => Promise<void>} story
 */
async function told(story) {
  const { fetch, setTimeout } = globalThis;
  /** @type {{ timer: () => void, due: number }[]} */
  const timers = [];
  Object.assign(globalThis, {
    setTimeout: (/** @type {() => void} */ timer, /** @type {number} */ due) => timers.push({ timer, due }),
  });
  const line = new Line();
  const ask = () => {
    /** @type {PromiseWithResolvers<Response>} */
    const { promise, resolve, reject } = Promise.withResolvers();
    Object.assign(globalThis, { fetch: () => promise });
    const done = line.fetch(new Request("http://nowhere")).catch(() => {});
    return async (/** @type {Response | Error} */ answer) => {
      if (answer instanceof Error) reject(answer);
      else resolve(answer);
      await done;
    };
  };
  try {
    await story({ line, ask, late: (after) => timers.forEach(({ timer, due }) => due <= after && timer()) });
  } finally {
    Object.assign(globalThis, { fetch, setTimeout });
  }
}

Deno.test("a slow answer says that the line lives after all", () =>
  told(async ({ line, ask, late }) => {
    const answer = ask();
    late(10_000);
    same(line.alive, false);
    await answer(new Response());
    same(line.alive, true);
  }));

Deno.test("a service that takes its time is there", () =>
  told(async ({ line, ask, late }) => {
    const answer = ask();
    late(SLOWEST);
    same(line.alive, true);
    await answer(new Response());
  }));

Deno.test("what was under way when the line died says nothing", () =>
  told(async ({ line, ask }) => {
    const early = ask();
    const start = performance.now();
    while (performance.now() === start); // a clock of browsers is coarse
    await ask()(new TypeError("no line"));
    await early(new Response());
    same(line.alive, false);
    await ask()(new Response());
    same(line.alive, true);
  }));

Deno.test("a service that refuses is there, and one that a proxy misses is not", () =>
  told(async ({ line, ask }) => {
    for (const [status, alive] of /** @type {[number, boolean][]} */ ([[503, true], [502, false], [500, true]])) {
      await ask()(new Response("", { status }));
      same(line.alive, alive);
      same(line.busy, status === 503);
    }
  }));
