// Inside the frame of a foreign board: takes what the page sends, gives it to the board as properties, and sends back what the
// board says. It runs beside the board, which may have changed anything in here: nothing that it sends is believed.

// What the board imports of the page is this module, so that both have the same Lit: services/gateway/web/bundle.py.
export * from "../board.js";

/** @typedef {{ game: string, language: string, load: (name: string) => Promise<any> }} Guest `load` runs "board.js", "guide.js" or
 *   "score.js" of the game; "text" are the game's texts, "page" those of the page; undefined if the game has none */

/** @param {Guest} guest */
export default async function begin({ game, load }) {
  await load("board.js");
  document.body.append(document.createElement(`${game}-board`));
}
