// The games that there are, as the gateway tells them, and what their packages have for the page: docs/adding-a-board.md.

/**
 * @typedef {import("../../sdk/javascript/types/schema.d.ts").components["schemas"]["GameWeb"]} Web
 * @typedef {{ id: string, name: string, seats: { min: number, max: number }, web?: Web | null, early?: string[] }} Listed `early`
 *   are the modules with which its tables begin, on a page that knows the reader's language
 */

/** The version of `board.js`: a board for another one is not for this page. */
const BOARD = 1;
/** What browsers say of a module that has not come. All else is a fault of the module. */
const NOT_COME = /dynamically imported module|module script failed/i;
/** A module that is there, and that still does not come after so many times, is no module. */
const TRIES = 3;
/** Who does not have the reader's language has this one. */
const OTHERWISE = "en";

/** @type {Map<string, Listed & { base: string }>} */
const known = new Map();
/** The games with a file that is wrong. @type {Set<string>} */
const wrong = new Set();
/** How often a file has not come. @type {Map<string, number>} */
const missed = new Map();

/** @param {Listed[]} games @param {string} base */
const learn = (games, base) => games.forEach((each) => known.set(each.id, { ...each, base }));

const { document: page } = /** @type {{ document?: Document }} */ (globalThis);
learn(
  JSON.parse(page?.querySelector("meta[name=croupier-games]")?.getAttribute("content") || "[]"),
  page?.baseURI ?? "",
);

/** Ask the service for its games, unless the page has told them. @param {string} service its address */
export async function learned(service) {
  if (known.size) return;
  const { games } = await (await fetch(`${service}/v1/games`)).json();
  learn(games, `${service}/`);
}

/** The games in the order in which they are shown. @returns {Listed[]} */
export const games = () => [...known.values()];

/** @param {string} game its id */
export const nameOf = (game) => known.get(game)?.name ?? game;

/** How many can play a game. @param {string} game */
export const seatsOf = (game) => known.get(game)?.seats ?? { min: 2, max: 2 };

/** What the package of a game has for this page; undefined if there is none that is right. @param {string} game */
export function webOf(game) {
  const web = known.get(game)?.web;
  return web?.board === BOARD && !wrong.has(game) ? web : undefined;
}

/** Whether the package of a game has something for a page, but not for this one. @param {string} game */
export const isWrong = (game) => Boolean(known.get(game)?.web) && !webOf(game);

/** Whether the code of a game's package runs in this page: the operator has named it as his own. @param {string} game */
export const isOwn = (game) => known.get(game)?.web?.own === true;

/** The address of a file of a game's package. @param {string} game @param {string} name */
export function fileOf(game, name) {
  const { base = "", web } = known.get(game) ?? {};
  return new URL(`${web?.files}${name}`, base).href;
}

/** One of these languages: that of the reader if there is, or else another. @param {string[]} offered @param {string} wanted */
export const languageOf = (offered, wanted) =>
  [wanted, OTHERWISE].find((each) => offered.includes(each)) ?? offered[0] ?? "";

/**
 * A file of a game's package that is data; undefined if there is none.
 * @param {string} game
 * @param {string} name
 * @returns {Promise<Response | undefined>}
 * @throws if it has not come: it may be asked for again
 */
export async function dataOf(game, name) {
  const response = await fetch(fileOf(game, name));
  return response.ok ? response : undefined;
}

/**
 * A module of a game's package; undefined if it does not run in this page, or if it is wrong, as `webOf` says of the game from then on.
 * @param {string} game
 * @param {string} name
 * @returns {Promise<any>}
 * @throws if it has not come: it may be asked for again
 */
export async function moduleOf(game, name) {
  if (!isOwn(game)) return undefined;
  const address = fileOf(game, name);
  try {
    return await import(address);
  } catch (error) {
    if (NOT_COME.test(`${error}`) && !await isThere(address)) throw error;
    return found(game, error);
  }
}

/** Ask for the modules with which tables of a game begin, as `boot.js` does at one. That runs none of them. @param {string} game */
export function hurry(game) {
  for (const name of known.get(game)?.early ?? []) {
    const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href: fileOf(game, name) });
    document.head.append(link);
  }
}

/** Find a game's package to be wrong. @param {string} game @param {unknown} error what is wrong with it */
export function found(game, error) {
  console.error(`The board of ${game} is wrong:`, error);
  wrong.add(game);
}

/** Whether a file has been there each time that a browser could not load it. @param {string} address */
async function isThere(address) {
  const times = (missed.get(address) ?? 0) + Number((await fetch(address)).ok);
  missed.set(address, times);
  return times >= TRIES;
}
