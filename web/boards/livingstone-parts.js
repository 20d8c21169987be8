// The parts of the table of Livingstone besides the board: players, dice, cards, and what is to do.

import { html, nothing } from "../vendor/lit.js";
import { cardReason, CARDS, dieReason, KINDS, listed, stonesIn } from "../steps/livingstone.js";
import { classes, disabled } from "./livingstone-grid.js";
import { die, gems, tent } from "./livingstone-drawings.js";

/**
 * @typedef {import("./livingstone.js").LivingstoneBoard} Board
 * @typedef {import("../steps/livingstone.js").View} View
 * @typedef {import("../steps/livingstone.js").Card} Card
 * @typedef {import("../steps/livingstone.js").Reason} Reason
 */

// --- Round and players.

/** @param {Board} board @param {View} view */
export function head(board, view) {
  const { t } = board;
  return html`
    <div class="head">
      <p>${t.round(view.round, view.round + view.river.length - view.boat, board.players[view.starter] ?? "")}</p>
      <small data-at="bag">${t.deckAndBag(view.deckSize, stonesIn(view.bag))}</small>
      ${board.seat === null || view.final
        ? html`<button class="plain" @click=${() => board.open = "overview"}>${t.overview}</button>`
        : nothing}
    </div>
  `;
}

/** @param {Board} board @param {View} view */
export function players(board, view) {
  const { t, below } = board;
  // The viewer comes first, then the others in the order of play.
  const order = view.sides.map((_, at) => (below + at) % view.sides.length);
  return html`
    <table class="players">
      <caption class="unseen">${t.players}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${t.player}</span></th>
          ${[t.points, t.wealth, t.gems, t.tents, t.handSize, t.die].map((name) =>
            html`<th scope="col" class=${name === t.gems ? "gems" : ""}>${name}</th>`
          )}
        </tr>
      </thead>
      <tbody>${order.map((seat) => side(board, view, seat))}</tbody>
    </table>
  `;
}

/** @param {Board} board @param {View} view @param {number} seat */
function side(board, view, seat) {
  const { t, marks } = board;
  const { score, wealth, coins, chest, gems: held, tents, handSize, lastDie, passed } = view.sides[seat];
  const more = seat === board.seat ? [] : [
    coins !== undefined && t.coinsOf(coins),
    chest !== undefined && t.chestOf(chest),
  ].filter(Boolean);
  return html`
    <tr class=${classes(
      board.toMove.includes(seat) && "moves",
      seat === board.seat && "own",
      marks.seats.includes(seat) && "fresh",
    )}>
      <th
        scope="row"><span class="who"><span class="camp" data-at="camp/${seat}">${tent(
          seat,
        )}</span><slot name="seat-${seat}">${board.players[seat]}</slot></span></th>
      <td><b>${score}</b></td>
      <td title=${t.wealthTold(wealth)}>${wealth}${more.length ? html`<small>${more.join(", ")}</small>` : nothing}</td>
      <td><span class="held" data-at="gems/${seat}">${KINDS.map((kind) =>
        gems(kind, held[kind])
      )}</span><span class="unseen">${t.gemsTold(
        held,
      )}</span></td>
      <td>${tents}</td>
      <td>${handSize}</td>
      <td>${passed
        ? t.sitsOut
        : lastDie
        ? html`<b class="last">${lastDie}</b>`
        : html`<span aria-hidden="true">–</span><span class="unseen">${t.notYet}</span>`}</td>
    </tr>
  `;
}

// --- What is to do, and what has been.

/** @param {Board} board @param {View} view */
export function say(board, view) {
  const { t, seat } = board;
  const own = seat === null ? null : view.sides[seat];
  const told = t.told(board.lastTurn, { players: board.players, seat });
  return html`
    <div class="say">
      ${told
        ? html`<p class="news"><span class="unseen">${seat === null ? t.latest : t.since}: </span>${told}</p>`
        : nothing}
      <p class="prompt ${board.mayAct ? "turn" : ""} ${board.hint ? "hint" : ""}" role="status">${board.hint ||
        prompt(board, view)}</p>
      ${board.buffer ? html`<p class="typed">${t.typed(board.buffer)}</p>` : nothing}
      ${own
        ? html`<p class="purse">${
          t.purse(own.coins ?? 0, own.chest ?? 0, Boolean(board.options?.coinsPublic || view.final))
        }</p>`
        : nothing}
    </div>
  `;
}

/** @param {Board} board @param {View} view */
function prompt(board, view) {
  const { t, seat } = board;
  if (view.final) return t.over;
  if (board.busy || board.sent) return t.sending;
  if (!board.mayAct || seat === null) return waiting(board);
  if (view.die) return t.useDie(view.die);
  if (!view.diceToTake) return t.endTurn;
  return t.take(view.sides[seat].lastDie);
}

/** @param {Board} board */
const waiting = ({ t, toMove, players }) => toMove.length ? t.waitFor(toMove.map((seat) => players[seat])) : "";

// --- Dice.

/** @param {Board} board @param {View} view */
export function dice(board, view) {
  const { t } = board;
  if (view.final) return nothing;
  const values = [...new Set(view.pool)];
  return html`
    <div class="pool">
      <div class="dice" role="group" aria-label=${t.dice} data-group="dice">
        ${values.map((value) => dieButton(board, view, value))}
        ${values.length ? nothing : html`<span class="soft">${t.noDice}</span>`}
        ${view.die ? inHand(board, view.die) : nothing}
      </div>
      ${board.seat === null ? nothing : html`<p class="why">${whyNot(board, view, board.seat)}</p>`}
    </div>
  `;
}

/** The die that the mover has taken. @param {Board} board @param {number} value */
const inHand = ({ t, toMove, seat, players }, value) =>
  html`<span class="inhand" role="img" aria-label=${
    t.inHand(value, toMove.includes(seat ?? -1) ? "" : players[toMove[0]])
  }>${die(value)}</span>`;

/** All dice of the pool that show the same. @param {Board} board @param {View} view @param {number} value */
function dieButton(board, view, value) {
  const { t, seat, legal } = board;
  const count = view.pool.filter((one) => one === value).length;
  const drawn = html`${die(value)}${
    count > 1 ? html`<span class="times" aria-hidden="true">×${count}</span>` : nothing
  }`;
  if (seat === null) return html`<span class="shown" role="img" aria-label=${t.dieOf(value, count)}>${drawn}</span>`;
  const reason = dieReason(view, seat, legal, value);
  const name = reason ? `${t.dieOf(value, count)}: ${t.reason(reason)}` : t.takeDie(value, count);
  return html`
    <button class=${classes("take", reason ? "dim" : "lit")} data-at="die/${value}" aria-label=${name} title=${name}
      aria-disabled=${disabled(Boolean(reason))}
      @click=${() => board.decide(listed(legal, `die ${value}`), reason, t.dieOf(value, 1))}>${drawn}</button>
  `;
}

/** Why some dice are dim, where others are not or it is not plain. @param {Board} board @param {View} view @param {number} seat */
function whyNot({ t, legal }, view, seat) {
  /** @type {Map<string, number[]>} */
  const why = new Map();
  for (const value of new Set(view.pool)) {
    const reason = dieReason(view, seat, legal, value);
    if (!reason || !["low", "chain", "passed"].includes(reason.code)) continue;
    why.set(t.reason(reason), [...(why.get(t.reason(reason)) ?? []), value]);
  }
  return [...why].map(([reason, values]) => t.diceNot(values, reason)).join(" ");
}

// --- Cards.

/** @param {Board} board @param {View} view */
export function hand(board, view) {
  if (!view.hand.length || board.seat === null) return nothing;
  const faces = CARDS.filter((card) => view.hand.includes(card));
  return html`<div class="hand" role="group" aria-label=${board.t.hand} data-group="hand">
    ${faces.map((card) => handCard(board, view, card))}
  </div>`;
}

/** @param {Board} board @param {View} view @param {Card} card */
function handCard(board, view, card) {
  const { t, step } = board;
  const count = view.hand.filter((one) => one === card).length;
  const reason = cardReason(view, /** @type {number} */ (board.seat), board.legal, card);
  const open = step?.name === "card" && step.card === card;
  return html`
    <button class=${classes(
      "face",
      reason ? "dim" : "ready",
      open && "picked",
    )} data-at="card/${card}" aria-expanded=${open ? "true" : "false"}
      title=${t.effects[card]} aria-label="${t.held(t.cards[card], count)}: ${t.effects[card]}"
      @click=${() => board.chooseCard(card)}>${t.cards[card]}${count > 1
        ? html`
          <b>×${count}</b>
        `
        : nothing}</button>
  `;
}
