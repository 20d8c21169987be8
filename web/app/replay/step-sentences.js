// The steps of a match in sentences, each made once.

import { historyText } from "../../text/history.js";
import { besides, happened, toldOf, unseen } from "../match/story.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Change} Change */
/** @typedef {import("../../text/index.js").BoardText} BoardText */
/** @typedef {import("../../text/replay.js").ReplayText} ReplayText */
/** @typedef {import("./past-match.js").Eyes} Eyes */

/** What is written at a replay of one game. */
export class StepSentences {
  /** By eyes and versions. @type {Map<Eyes, Map<string, string>>} */
  #told = new Map();

  /**
   * @param {BoardText} board
   * @param {ReplayText} replay
   * @param {ReadonlyMap<number, import("../match/story.js").Entry>} [entries] what the history says, by version
   */
  constructor(board, replay, entries = new Map()) {
    this.board = board;
    this.replay = replay;
    this.entries = entries;
  }

  /**
   * What has led to a version, or through those of a turn, as these eyes have seen it.
   * @param {Change | undefined} before
   * @param {readonly Change[]} turn
   * @param {Eyes} eyes
   * @param {readonly string[]} players
   */
  turn(before, turn, eyes, players) {
    const told = this.#told.get(eyes) ?? new Map();
    this.#told.set(eyes, told);
    const key = `${turn[0].version} ${turn.length}`;
    const known = told.get(key) ?? this.#sentence(before, turn, eyes, players);
    told.set(key, known);
    return known;
  }

  /** @param {Change | undefined} before @param {readonly Change[]} turn @param {Eyes} eyes @param {readonly string[]} players */
  #sentence(before, turn, eyes, players) {
    const [{ match, events, version }] = turn;
    const beside = this.entries.get(version) ?? happened(before?.match, match, events);
    const words = historyText(this.board.language);
    const own = beside?.kind === "played"; // by the server
    const kind = beside && (own ? words.played(players[beside.seat ?? -1]) : besides(words, beside, players));
    const viewer = eyes === "mine" || eyes === "all";
    const who = { players, seat: viewer && !own ? match.yourSeat : null };
    const lines = turn.map(({ version, events }) => ({ version, seat: null, events }));
    const told = toldOf(lines, (events) => this.board.game.told(events, who), players);
    const said = [kind, told].filter(Boolean).join(" ") || this.replay.quiet;
    const cards = unseen(turn.flatMap(({ events }) => events));
    return cards ? `${said} ${this.#hidden(cards, eyes, players)}` : said;
  }

  /** @param {number} cards @param {Eyes} eyes @param {readonly string[]} players */
  #hidden(cards, eyes, players) {
    const { hiddenMine, hiddenTable, hiddenSeat } = this.replay;
    if (eyes === "mine") return hiddenMine(cards);
    return typeof eyes === "number" ? hiddenSeat(cards, players[eyes]) : hiddenTable(cards);
  }
}
