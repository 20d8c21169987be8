import { noticed } from "./other-tables.js";

/** Where a note leads that a page shows of a match of tournament T; undefined if it shows none. @param {string} path of the page @param {object | null} [tournament] */
async function noteAt(path, tournament = { id: "T", round: 1, table: 1 }) {
  /** @type {string | undefined} */
  let led;
  const [, page, id] = path.split("/");
  const route = page === "m" ? { page: "match", id } : { page: "players" };
  const now = { game: "g", seats: [], yourSeat: 0, tournament };
  const shell = /** @type {any} */ ({
    text: { language: "en", toTable: "To my table" },
    router: { route, path },
    me: { matches: { get: () => Promise.resolve({ now }) } },
    tell: (/** @type {{ path: string }} */ note) => led = note.path,
  });
  await noticed(shell, { event: "matchFinished", matchId: "M", version: 7 });
  return led;
}

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

Deno.test("no note tells of a match that the page shows: its table, or its tournament", async () => {
  same(await noteAt("/m/M"), undefined);
  same(await noteAt("/tournaments/T"), undefined);
  same(await noteAt("/tournaments/U"), "/m/M");
  same(await noteAt("/tournaments/T", null), "/m/M");
  same(await noteAt("/m/N"), "/m/M");
});
