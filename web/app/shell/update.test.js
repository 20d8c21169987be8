import { Update } from "./update.js";

const OLD = "0123456789abcdef";
const MINUTE = 60_000;

/** @param {{ newest?: string, status?: number }} service @param {object} [more] */
function opened(service, more = {}) {
  const told = { reloads: 0, asked: 0, idle: true, time: 0 };
  globalThis.document = /** @type {any} */ ({ hidden: false });
  const update = new Update({
    idle: () => told.idle,
    own: OLD,
    reload: () => told.reloads++,
    ask: () => {
      told.asked++;
      if (!service.newest) return Promise.reject(new TypeError("no line"));
      return Promise.resolve(Response.json({ version: service.newest }, { status: service.status ?? 200 }));
    },
    now: () => told.time,
    ...more,
  });
  return { update, told };
}

/** @param {unknown} found @param {unknown} expected */
function same(found, expected) {
  if (found !== expected) throw new Error(`${found} is not ${expected}`);
}

Deno.test("another version is taken over when nobody has done anything for a minute", async () => {
  const { update, told } = opened({ newest: "fedcba9876543210" });
  await update.look();
  told.time = MINUTE - 1;
  update.take();
  same(told.reloads, 0);
  told.time = MINUTE;
  update.take();
  same(told.reloads, 1);
});

Deno.test("or at once when the page is not seen", async () => {
  const { update, told } = opened({ newest: "fedcba9876543210" });
  await update.look();
  document.hidden = true;
  update.take();
  same(told.reloads, 1);
});

Deno.test("never while something would be lost, seen or not", async () => {
  const { update, told } = opened({ newest: "fedcba9876543210" });
  await update.look();
  told.idle = false;
  told.time = 10 * MINUTE;
  update.take();
  document.hidden = true;
  update.take();
  same(told.reloads, 0);
  told.idle = true;
  update.take();
  same(told.reloads, 1);
});

Deno.test("whoever does something has another minute", async () => {
  const { update, told } = opened({ newest: "fedcba9876543210" });
  await update.look();
  told.time = MINUTE - 1;
  update.touched();
  told.time = MINUTE;
  update.take();
  same(told.reloads, 0);
});

for (
  const [name, service] of Object.entries({ same: { newest: OLD }, none: {}, error: { newest: "f", status: 503 } })
) {
  Deno.test(`nothing is taken over if the answer is: ${name}`, async () => {
    const { update, told } = opened(service);
    await update.look();
    told.time = 10 * MINUTE;
    update.take();
    same(update.waits, false);
    same(told.reloads, 0);
  });
}

Deno.test("a version that was taken back is waited for no more", async () => {
  const service = { newest: "fedcba9876543210" };
  const { update } = opened(service);
  await update.look();
  same(update.waits, true);
  service.newest = OLD;
  await update.look();
  same(update.waits, false);
});

Deno.test("who comes back asks, but not again and again", () => {
  const { update, told } = opened({ newest: OLD });
  update.seen();
  same(told.asked, 0);
  told.time = MINUTE;
  update.seen();
  update.seen();
  same(told.asked, 1);
});

Deno.test("a page of no gateway asks nobody", () => {
  const { update, told } = opened({ newest: OLD }, { own: "" });
  update.begin();
  same(told.asked, 0);
});
