// What can be done on the table of Livingstone: the actions of the die in hand, what is free, and the choices that they need.

import { classes, disabled, html, nothing } from "../../../web/board.js";
import {
  cardReason,
  donation,
  fieldAt,
  KINDS,
  listed,
  mostCoins,
  mostGems,
  originsFor,
  plainReason,
  planOf,
  priceOf,
  ROWS,
  sale,
  tentReason,
  whiteOdds,
  worth,
} from "./steps.js";
import { amount } from "./amount.js";
import { drawing, gems } from "./drawings.js";

/**
 * @typedef {import("./board.js").LivingstoneBoard} Board
 * @typedef {import("./board.js").Step} Step
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Card} Card
 * @typedef {import("./steps.js").Plan} Plan
 * @typedef {import("./steps.js").Kind} Kind
 * @typedef {import("./steps.js").Reason} Reason
 * @typedef {{ at: string, name: string, note?: string, told?: string, icon?: string, reason: Reason | null, act: () => void, primary?: boolean, main?: boolean }} Action
 */

/** @param {Board} board @param {View} view */
export function tray(board, view) {
  return board.step ? choice(board, view, board.step) : actions(board, view);
}

// --- Actions.

/** @param {Board} board @param {View} view */
function actions(board, view) {
  const main = [tentAction(board, view), dig(board, view), takeCoins(board, view), drawCard(board, view)]
    .map((each) => ({ ...each, main: true }));
  return html`
    <div class="tray" role="group" aria-label=${board.t.tray} data-group="tray">
      ${[...main, ...freeActions(board, view)].map((each) => action(board, each))}
    </div>
  `;
}

/** A button that says why when it cannot be used. @param {Board} board @param {Action} action */
function action(board, { at, name, note, told, icon, reason, act, primary, main }) {
  const why = reason ? board.t.reason(reason) : "";
  return html`
    <button class=${classes("action", main && "main", primary && !reason && "primary")} data-at=${at} title=${why ||
      told ||
      nothing}
      aria-label=${[name, told ?? note, why].filter(Boolean).join(": ")} aria-disabled=${disabled(Boolean(reason))}
      @click=${() => reason ? board.explain(name, reason) : act()}>${icon
        ? html`<span class="icon seat-${board.seat}">${drawing(icon)}</span>`
        : nothing}<span class="words"><span>${name}</span> ${note
        ? html`<small>${note}</small>`
        : nothing}</span></button>
  `;
}

/** The tent of the die alone. @param {Board} board @param {View} view @returns {Action} */
function tentAction(board, view) {
  const { t, legal, plan } = board;
  const seat = /** @type {number} */ (board.seat);
  const { die } = board;
  const reason = tentReason(view, seat, legal, plan, die);
  const name = die ? t.tentAt(fieldAt(view, die)) : t.tent;
  const price = die ? priceOf(view, die, false) : 0;
  return {
    at: "action/tent",
    name,
    note: die ? t.tentNote(price, die) : undefined,
    told: die ? t.tentTold(price, die) : undefined,
    icon: `tent-${seat}`,
    reason,
    act: () => board.chooseRow(die),
    primary: true,
  };
}

/** @param {Board} board @param {View} view @returns {Action} */
function dig(board, view) {
  const { t, die } = board;
  const risk = die ? t.digRisk(whiteOdds(view, die)) : undefined;
  return { ...plain(board, view, "dig", t.dig(die), risk), told: risk && `${risk}. ${t.white}`, icon: "pick" };
}

/** @param {Board} board @param {View} view @returns {Action} */
const takeCoins = (board, view) => ({
  ...plain(board, view, "coins", board.t.takeCoins(board.die), board.die ? board.t.coinsNote : undefined),
  icon: "coins",
});

/** @param {Board} board @param {View} view @returns {Action} */
const drawCard = (board, view) => ({
  ...plain(board, view, "card", board.t.drawCard, board.t.deckLeft(view.deckSize)),
  icon: "leaf",
});

/**
 * @param {Board} board @param {View} view @param {import("./steps.js").Plain} word @param {string} name
 * @param {string} [note] @returns {Action}
 */
function plain(board, view, word, name, note) {
  const reason = plainReason(view, board.legal, word);
  return {
    at: `action/${word}`,
    name,
    note,
    reason,
    act: () => board.decide(listed(board.legal, word)),
    primary: true,
  };
}

/** @param {Board} board @param {View} view @returns {Action[]} */
function freeActions(board, view) {
  const { t, legal } = board;
  const turn = legal.length ? null : { code: "turn" };
  const some = KINDS.some((kind) => mostGems(legal, "sell")[kind]);
  const sell = {
    at: "action/sell",
    name: t.sell,
    icon: "trade",
    reason: turn ?? (some ? null : { code: "noGems" }),
    act: () => board.go({ name: "gems", trade: "sell", gems: { clear: 0, blue: 0, red: 0 } }),
  };
  const pass = { ...plain(board, view, "pass", t.pass), icon: "moon", primary: false };
  const end = { ...plain(board, view, "end", t.end), icon: "done" };
  return [sell, board.options?.allowPass && end.reason && !pass.reason ? pass : end];
}

// --- Choices.

/** What is chosen lies over what is not needed for it; its title is what is to do now. @param {Board} board @param {View} view @param {Step} step */
const choice = (board, view, step) =>
  html`
    <div class="choice" role="group" aria-label=${titleOf(board, view, step)} data-group="step">
      <button class="action back" data-at="step/back" @click=${() => board.go(null)}>${board.t.back}</button>
      <div class="step">${stepOf(board, view, step)}</div>
    </div>
  `;

/** @param {Board} board @param {View} view @param {Step} step @returns {string} */
export function titleOf({ t }, view, step) {
  if (step.name === "card") return t.cards[step.card];
  if (step.name === "rows") return t.whichRow;
  if (step.name === "origin") return t.whichTent(fieldAt(view, step.row));
  if (step.name === "coins") return t.donateTitle;
  return step.trade === "sell" ? t.sellTitle : t.marketTitle;
}

/** @param {Board} board @param {View} view @param {Step} step */
function stepOf(board, view, step) {
  if (step.name === "card") return cardStep(board, view, step.card);
  if (step.name === "rows") return rowsStep(board, view, step.plan);
  if (step.name === "origin") return fromStep(board, view, step);
  return step.name === "coins" ? coinsStep(board, step.amount) : gemsStep(board, step);
}

/** What a card does, and the button that uses it. @param {Board} board @param {View} view @param {Card} card */
function cardStep(board, view, card) {
  const { t, legal } = board;
  const reason = cardReason(view, /** @type {number} */ (board.seat), legal, card);
  const plan = planOf(card);
  const act = () => {
    if (plan) return board.go({ name: "rows", plan });
    if (card === "MARKET") return board.go({ name: "gems", trade: "market", gems: { clear: 0, blue: 0, red: 0 } });
    board.decide(listed(legal, `play ${card}`));
  };
  return html`<p>${t.effects[card]}</p>${
    reason ? html`<p class="why">${t.cannot(t.cards[card], t.reason(reason))}</p>` : nothing
  }
    ${action(board, { at: "step/play", name: t.use, reason, act, primary: true })}`;
}

/** @param {Board} board @param {View} view @param {Plan} plan */
function rowsStep(board, view, plan) {
  return html`${plan.kind === "tent" ? withCards(board, view, plan) : nothing}
    <div class="chips">${ROWS.map((row) => rowChip(board, view, plan, row))}</div>`;
}

/** @param {Board} board @param {View} view @param {Plan} plan @param {number} row */
function rowChip(board, view, plan, row) {
  const { t } = board;
  const reason = tentReason(view, /** @type {number} */ (board.seat), board.legal, plan, row);
  const field = fieldAt(view, row);
  const name = reason ? field : t.rowFor(field, priceOf(view, row, plan.free || plan.kind === "scored"));
  return action(board, { at: `step/${row}`, name, reason, act: () => board.chooseRow(row) });
}

/** The cards that may go with the tent of a die, one or both. @param {Board} board @param {View} view @param {Plan} plan */
function withCards(board, view, plan) {
  const { t } = board;
  const toggle = (/** @type {Card} */ card, /** @type {Plan} */ next, /** @type {boolean} */ on) =>
    html`
      <button class="toggle" data-at="step/${card}" aria-pressed=${on ? "true" : "false"}
        @click=${() => next.free || next.any ? board.go({ name: "rows", plan: next }) : board.go(null)}>${t
          .cards[card]}</button>
    `;
  return html`<div class="toggles">
    ${view.hand.includes("NO_COST_TENT") ? toggle("NO_COST_TENT", { ...plan, free: !plan.free }, plan.free) : nothing}
    ${view.hand.includes("ANY_ROW_TENT") ? toggle("ANY_ROW_TENT", { ...plan, any: !plan.any }, plan.any) : nothing}
  </div>`;
}

/** @param {Board} board @param {View} view @param {Extract<Step, { name: "origin" }>} step */
const fromStep = (board, view, { plan, row }) =>
  html`<div class="chips">${
    originsFor(view, board.legal, plan, row).map((field) =>
      action(board, {
        at: `step/${field}`,
        name: board.t.from(field),
        reason: null,
        act: () => board.chooseOrigin(field),
      })
    )
  }</div>`;

// --- Amounts.

/** @param {Board} board @param {number} given */
function coinsStep(board, given) {
  const { t, legal, options, players } = board;
  const most = mostCoins(legal);
  const set = (/** @type {number} */ next) => board.step = { name: "coins", amount: next };
  return html`<p class="why">${t.chestRule(players.length)}</p>
    ${amount(board, { at: "step/coins", name: t.coinsRange(most), value: given, least: 1, most, set })}
    ${
    action(board, {
      at: "step/donate",
      name: t.donateNow(given),
      note: options?.coinsPublic ? t.forGood : t.nobodySees,
      reason: null,
      act: () => board.decide(donation(legal, given)),
      primary: true,
    })
  }`;
}

/** @param {Board} board @param {Extract<Step, { name: "gems" }>} step */
function gemsStep(board, { trade, gems: chosen }) {
  const { t, legal } = board;
  const most = mostGems(legal, trade);
  const set = (/** @type {Kind} */ kind) => (/** @type {number} */ next) => {
    board.step = { name: "gems", trade, gems: { ...chosen, [kind]: next } };
  };
  const kinds = KINDS.filter((kind) => most[kind]);
  const move = sale(legal, trade, chosen);
  return html`<p class="why">${t.prices(trade)}</p>${
    kinds.map((kind) =>
      amount(board, {
        at: `step/${kind}`,
        name: t.amountOf(t.stones[kind], most[kind]),
        value: chosen[kind],
        least: 0,
        most: most[kind],
        set: set(kind),
        sign: gems(kind, most[kind]),
      })
    )
  }${
    action(board, {
      at: "step/sell",
      name: t.sellNow(trade, chosen, worth(trade, chosen)),
      reason: move ? null : { code: "noneChosen" },
      act: () => board.decide(move),
      primary: true,
    })
  }`;
}
