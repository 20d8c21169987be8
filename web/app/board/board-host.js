// The board of a match wherever one is drawn: at a table, in a replay, in the pages of others and on a wall, among rules. How it
// comes, what it gets and what takes its place is decided here alone.

import { render } from "../../vendor/lit.js";
import { sleep } from "../../../sdk/javascript/src/pause.js";
import { guideOf } from "../../boards/guide.js";
import { boardOf } from "../../boards/index.js";

/** @typedef {import("../../text/index.js").Text} Text */
/** @typedef {import("../../text/index.js").BoardText} BoardText */
/** @typedef {import("../../boards/guide.js").Guide} Guide */
/** When the guide of a game is loaded: not at all, beside its board, or once that is there. @typedef {"never" | "beside" | "after"} Guided */
/** What shows a board; none that is a guest, where all is `plain`. @typedef {{ isConnected: boolean, requestUpdate: () => void, plain?: boolean, shell?: { kept: Pick<Storage, "getItem" | "setItem"> } }} Page */

/** @type {never[]} */
const NONE = [];
/** What has not been loaded is tried again after so many seconds. */
const RETRY = 3;

/** The board that a page shows; the page is drawn again when it is there. */
export class BoardHost {
  /** The element of the game. @type {any} */
  board = undefined;
  /** The texts of the page and of the game. @type {BoardText | undefined} */
  words = undefined;
  /** What the game tells besides its board. @type {Guide} */
  guide = {};
  /** The game and the language for which it is loaded. */
  #key = "";
  /** Which table the board has as text, and which one it is to have. @type {unknown} */
  #drawn = undefined;
  /** @type {unknown} */
  #drawing = undefined;
  #page;
  #guided;

  /** @param {Page} page @param {Guided} [guided] */
  constructor(page, guided = "never") {
    this.#page = page;
    this.#guided = guided;
  }

  /** Have no board: another match begins. */
  clear() {
    this.board =
      this.words =
      this.#drawn =
      this.#drawing =
        undefined;
    this.guide = {};
    this.#key = "";
  }

  /**
   * Load the board of a game, which stays the same element in another language. What does not come is asked for again.
   * @template T
   * @param {Text} text
   * @param {string} game
   * @param {() => Promise<T>} [more] what the page needs besides
   * @returns {Promise<{ words: BoardText, more: T | undefined } | undefined>} undefined if it is there, or not wanted any more
   */
  async load(text, game, more) {
    const key = `${game} ${text.language}`;
    if (key === this.#key) return undefined;
    this.#key = key;
    while (this.#key === key) {
      try {
        const [{ board, words }, guide, other] = await Promise.all([
          this.board?.guest ? this.board.speak(text) : boardOf(text, game, !this.#page.plain),
          this.#guided === "beside" && guideOf(game),
          more?.(),
        ]);
        if (this.#key !== key) return undefined;
        this.board ??= board;
        this.words = words;
        if (guide) this.guide = guide;
        board.join?.(this, this.#page, () => this.load(text, game, more));
        this.#page.requestUpdate();
        if (this.#guided === "after") await this.#loadGuide(game, key);
        return { words, more: other };
      } catch {
        await sleep(RETRY); // the line was cut, or dies right now
        if (!this.#page.isConnected) return undefined;
      }
    }
  }

  /**
   * Read something of the words or the guide, once a board that is a guest has told it.
   * @template T
   * @param {() => T} read
   * @param {(value: T) => void} then
   */
  once(read, then) {
    const value = read();
    const settled = this.board?.settled;
    if (settled) settled.then(() => then(read()));
    else then(value);
  }

  /** @param {string} game @param {string} key */
  async #loadGuide(game, key) {
    if (this.board?.guest) return;
    const guide = await guideOf(game);
    if (this.#key !== key) return;
    this.guide = guide;
    this.#page.requestUpdate();
  }

  /**
   * Give the board the match that it shows, what else is given, and the bars of the players.
   * @param {import("../../../sdk/javascript/types/api.js").MatchView} match
   * @param {{ players: readonly string[] } & Record<string, unknown>} given
   * @param {readonly import("./bar.js").Bar[]} bars
   */
  show({ state: view, options, toMove, yourDecision: decision, legalMoves }, given, bars) {
    const { board } = this;
    const choose = legalMoves?.choose ?? NONE;
    // A board may have a method of this name: it is for those that know what is described.
    const described = typeof board.choose === "function" ? {} : { choose };
    const shown = { text: this.words, view, options, toMove, decision, ...described, ...given };
    fill(board, shown, bars.map(({ drawn }) => drawn));
    if (board.guest) board.bars = bars.map(({ told }) => told);
  }

  /**
   * Have the table as text, for a board that draws it.
   * @param {unknown} which what is another one for another table
   * @param {() => Promise<string>} read
   */
  async draw(which, read) {
    const { board } = this;
    if (!("table" in board) || this.#drawing === which) return;
    this.#drawing = which;
    if (this.#drawn === which) return;
    try {
      const table = await read();
      if (this.#drawing !== which) return;
      board.table = table;
      this.#drawn = which;
    } catch {
      if (this.#drawing === which) this.#drawing = undefined; // whatever is drawn next tries again
    }
  }
}

/**
 * Give a board what it shows, and the bars.
 * @param {any} board
 * @param {{ players: readonly string[] } & Record<string, unknown>} given
 * @param {unknown} bars
 */
export function fill(board, { players, ...given }, bars) {
  Object.assign(board, given);
  if (`${board.players}` !== `${players}`) board.players = players;
  render(bars, board);
}
