// The steps of a match in sentences, each made once.

import { historyText } from "../text/history.js";
import { happened, unseen } from "./story.js";

/** @typedef {import("../../sdk/javascript/types/api.js").Change} Change */
/** @typedef {import("../text/index.js").BoardText} BoardText */
/** @typedef {import("../text/replay.js").ReplayText} ReplayText */
/** @typedef {import("./past.js").Eyes} Eyes */

/** What is written at a replay of one game. */
export class Telling {
  /** By eyes and version. @type {Map<Eyes, Map<number, string>>} */
  #told = new Map();

  /** @param {BoardText} board @param {ReplayText} replay */
  constructor(board, replay) {
    this.board = board;
    this.replay = replay;
  }

  /**
   * What has led to a version, as these eyes have seen it.
   * @param {Change | undefined} before
   * @param {Change} now
   * @param {Eyes} eyes
   * @param {readonly string[]} players
   */
  step(before, now, eyes, players) {
    const told = this.#told.get(eyes) ?? new Map();
    this.#told.set(eyes, told);
    const known = told.get(now.version) ?? this.#sentence(before, now, eyes, players);
    told.set(now.version, known);
    return known;
  }

  /** @param {Change | undefined} before @param {Change} now @param {Eyes} eyes @param {readonly string[]} players */
  #sentence(before, { match, events }, eyes, players) {
    const beside = happened(before?.match, match, events);
    const { entries, played } = historyText(this.board.language);
    const own = beside?.kind === "played"; // by the server
    const kind = beside && (own ? played : entries[beside.kind])?.(players[beside.seat]);
    const told = this.board.game.told(events, { players, seat: eyes === "mine" && !own ? match.yourSeat : null });
    const said = [kind, told].filter(Boolean).join(" ") || this.replay.quiet;
    const cards = unseen(events);
    return cards ? `${said} ${this.#hidden(cards, eyes, players)}` : said;
  }

  /** @param {number} cards @param {Eyes} eyes @param {readonly string[]} players */
  #hidden(cards, eyes, players) {
    const { hiddenMine, hiddenTable, hiddenSeat } = this.replay;
    if (eyes === "mine") return hiddenMine(cards);
    return eyes === "table" ? hiddenTable(cards) : hiddenSeat(cards, players[eyes]);
  }
}
