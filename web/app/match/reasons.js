// What the points of an ended match do not say of its ranking, and why it is so: in the words of the game, or else as it is.

import { playersOf } from "./players.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../boards/guide.js").Guide} Guide */
/** @typedef {import("../../boards/guide.js").Named} Named */
/** @typedef {import("../../boards/guide.js").Summary} Summary */
/** @typedef {import("../../text/ending.js").EndingText} EndingText */
/** @typedef {import("../../text/game.js").GameText} GameText */
/** @typedef {import("../../boards/guide.js").Question} Question */
/** @typedef {Summary & { reasons: (Named | null | undefined)[] }} Summed `reasons` are the answers to the questions, in order */

/**
 * The questions that a reader of the ranking and the points has, from the first place down: who shares a place, and who
 * stands behind somebody without having fewer points. Those who left before the end are in none.
 * @param {Pick<MatchView, "seats" | "outcome">} match
 * @returns {Question[]}
 */
export function questionsOf({ seats, outcome }) {
  if (outcome?.reason !== "completed") return [];
  const { ranking, scores } = outcome;
  let next = 1;
  const ranks = ranking.map((all) => ({ all, place: (next += all.length) - all.length }))
    .filter(({ all }) => !all.some((seat) => seats[seat].resigned));
  return ranks.flatMap(({ all, place }, at) => {
    const least = Math.min(...all.map((seat) => scores[seat]));
    const behind = ranks[at + 1]?.all.filter((seat) => scores[seat] >= least) ?? [];
    return [
      ...(all.length > 1 ? [{ place, seats: all, behind: [] }] : []),
      ...(behind.length ? [{ place, seats: all, behind }] : []),
    ];
  });
}

/**
 * What a game says of an ended match: where its points come from, and what they do not say.
 * @param {Guide} guide
 * @param {MatchView | undefined} match
 * @returns {Summed | undefined} undefined where it was not played to its end
 */
export function summed(guide, match) {
  if (match?.outcome?.reason !== "completed") return undefined;
  const { state, options } = match;
  const reasons = questionsOf(match).map((question) => guide.reason?.(question, state, options));
  return { parts: [], best: null, ...guide.summary?.(state, options), reasons };
}

/**
 * The answers to all questions, each once.
 * @param {MatchView} match
 * @param {EndingText} words
 * @param {GameText | undefined} game
 * @param {Summed | undefined} summary
 * @returns {string[]}
 */
export function answers(match, words, game, summary) {
  const players = playersOf(match);
  const said = (/** @type {Named | null | undefined} */ named) =>
    (named && game?.why?.[named.name]?.(named, players)) ?? undefined;
  const decided = said(summary?.why);
  const all = questionsOf(match).map((question, at) =>
    said(summary?.reasons[at]) ?? (question.behind.length ? decided : undefined) ?? plain(match, question, words)
  );
  return [...new Set([decided ?? "", ...all, left(match, words)])].filter(Boolean);
}

/** The fact itself, where the game says nothing. @param {MatchView} match @param {Question} question @param {EndingText} words */
function plain(match, { place, seats, behind }, words) {
  const { scores = [] } = match.outcome ?? {};
  const players = playersOf(match);
  const names = (/** @type {number[]} */ all) => all.map((seat) => players[seat]);
  if (!behind.length) {
    const equal = seats.every((seat) => scores[seat] === scores[seats[0]]);
    return equal ? words.equal(names(seats), place) : words.together(names(seats), place);
  }
  const most = Math.max(...seats.map((seat) => scores[seat]));
  const better = behind.filter((seat) => scores[seat] > most);
  return better.length ? words.notByPoints(names(better)) : words.before(names(seats), names(behind));
}

/**
 * Who left before the end, if the points do not say that they are last.
 * @param {MatchView} match @param {EndingText} words
 */
function left({ seats, outcome }, words) {
  const { scores = [] } = outcome ?? {};
  const gone = seats.filter(({ resigned }) => resigned);
  const least = Math.min(...seats.filter(({ resigned }) => !resigned).map(({ index }) => scores[index]));
  const told = gone.length > 1 || gone.some(({ index }) => scores[index] >= least);
  return told ? words.gaveUp(gone.map(({ index }) => playersOf({ seats })[index])) : "";
}
