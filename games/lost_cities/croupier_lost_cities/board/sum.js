// How points are counted: the sum behind a score, in a small card beside it.

import { html, nothing } from "../../../web/board.js";
import { carriedOf, COST, formula, isOver, isSingle, points } from "./steps.js";
import { symbol } from "./card.js";

/**
 * @typedef {import("./board.js").LostCitiesBoard} Board
 * @typedef {import("./board.js").Text} Text
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Color} Color
 * @typedef {{ seat: number, color: Color | null }} Counted whose points: those of an expedition, or of the player
 * @typedef {[value: string, what: unknown]} Term
 * @typedef {{ title: string, terms: Term[], why?: string }} Sum `why`: the same in words
 */

/** Between a sum and the cards that it counts, their points are seen. */
const LINE = 26;

/** Whether there is anything to count. @param {View} view @param {Counted} counted */
export const hasSum = (view, { seat, color }) => color === null || expedition(view, seat, color).cards.length > 0;

/** The sum that was asked for. @param {Board} board @param {View} view */
export const shownSum = (board, view) =>
  board.sum
    ? html`<div class="sum">${
      sumsOf(board, view, board.sum).map(({ title, terms, why }) =>
        html`
          <h3>${title}</h3>
          <p>${terms.map(([value, what]) => html`<span><b>${value}</b><small>${what}</small></span>`)}</p>
          ${why ? html`<p class="why">${why}</p>` : nothing}
        `
      )
    }</div>`
    : nothing;

/** The same as it is spoken. @param {Board} board @param {View} view @param {Counted} counted */
export const spoken = (board, view, counted) =>
  sumsOf(board, view, counted).map(({ title, terms, why = "" }) =>
    `${title}: ${terms.map(([value]) => value).join(" ")}. ${why}`.trim()
  ).join(" ");

/** Puts the sum under or over what was pressed, where it covers none of the cards that it counts: on the sea. @param {ParentNode} root */
export function placeSum(root) {
  const sum = /** @type {HTMLElement | null} */ (root.querySelector(".sum"));
  const pressed = root.querySelector("[aria-expanded=true]");
  const table = root.querySelector(".table");
  const mine = root.querySelector(".mine");
  const theirs = root.querySelector(".theirs");
  if (!sum || !pressed || !table || !mine || !theirs) return;
  const [own, at, all, low, high] = [sum, pressed, table, mine, theirs].map((one) => one.getBoundingClientRect());
  const left = at.left + at.width / 2 - own.width / 2 - all.left;
  const below = at.top + at.height / 2 > all.top + all.height / 2;
  const top = (below ? low.top - LINE - own.height : high.bottom + LINE) - all.top;
  sum.style.left = `${Math.max(8, Math.min(left, all.width - own.width - 8))}px`;
  sum.style.top = `${Math.max(8, Math.min(top, all.height - own.height - 8))}px`;
}

/** @param {Board} board @param {View} view @param {Counted} counted @returns {Sum[]} */
function sumsOf({ t, players, seat: own }, view, { seat, color }) {
  const name = seat === own ? null : players[seat];
  if (color) {
    const counted = expedition(view, seat, color);
    return [{ title: t.expeditionOf(color, name), terms: ofExpedition(counted, t), why: t.counted(counted) }];
  }
  if (isSingle(view)) return [{ title: t.total, terms: ofRound(view, seat, t) }];
  const total = { title: t.total, terms: ofMatch(view, seat, t) };
  if (isOver(view)) return [total];
  const round = { title: t.roundRow(view.round), terms: ofRound(view, seat, t) };
  const begins = !view.finishedRounds.length && !carriedOf(view)[seat];
  return begins ? [round] : [round, total]; // where nothing was before, the total is the round
}

/** @param {View} view @param {number} seat @param {Color} color */
const expedition = (
  view,
  seat,
  color,
) => /** @type {View["sides"][number]["expeditions"][number]} */ (view.sides[seat].expeditions.find((one) =>
  one.color === color
));

/** @param {ReturnType<typeof expedition>} expedition @param {Text} t @returns {Term[]} */
const ofExpedition = ({ sum, wagers, bonus, score }, t) => [
  [wagers ? `(${sum}` : `${sum}`, t.terms.cards],
  [wagers ? `− ${COST})` : `− ${COST}`, t.terms.cost],
  .../** @type {Term[]} */ (wagers ? [[`× ${wagers + 1}`, t.terms.wagers(wagers)]] : []),
  .../** @type {Term[]} */ (bonus ? [[`+ ${bonus}`, t.terms.bonus]] : []),
  [`= ${points(score)}`, t.terms.points],
];

/** The sum of a round, by expeditions; of one alone, as it is counted itself. @param {View} view @param {number} seat @param {Text} t */
function ofRound(view, seat, t) {
  const begun = view.sides[seat].expeditions.filter(({ cards }) => cards.length);
  if (begun.length === 1) return ofExpedition(begun[0], t);
  return added(
    begun.map((one) => [one.score, html`<span class=${one.color}>${symbol(one.color)}</span> ${formula(one)}`]),
    view.sides[seat].roundScore,
  );
}

/** @param {View} view @param {number} seat @param {Text} t */
function ofMatch(view, seat, t) {
  const { total, roundScore } = view.sides[seat];
  const carried = carriedOf(view)[seat];
  const rounds = view.finishedRounds.map(({ round, sides }) => [sides[seat].score, t.roundRow(round)]);
  const now = isOver(view) ? [] : [[roundScore, t.roundRow(view.round)]];
  const before = carried ? [[carried, t.carried]] : [];
  return added(
    /** @type {[number, unknown][]} */ ([...before, ...rounds, ...now]),
    isOver(view) ? total : total + roundScore,
  );
}

/** @param {[number, unknown][]} parts @param {number} sum @returns {Term[]} */
const added = (parts, sum) => [
  ...parts.map(([value, what], at) => /** @type {Term} */ ([at ? signed(value) : points(value), what])),
  [`= ${points(sum)}`, ""],
];

/** A number that is added. @param {number} value */
const signed = (value) => (value < 0 ? `− ${-value}` : `+ ${value}`);
