// The parts of the table of Just4Fun, drawn from its board: what is shown comes from the view and the marked cards.

import { html, nothing } from "../vendor/lit.js";
import { cardsOf, lineOwner, sumOf, waysTo } from "../steps/just4fun.js";
import { ending, stone } from "./just4fun-score.js";

/**
 * @typedef {import("./just4fun.js").Just4FunBoard} Board
 * @typedef {import("../steps/just4fun.js").View} View
 * @typedef {View["board"][number]} Field
 */

/** @param {(string | false | null | undefined)[]} names */
const classes = (...names) => names.filter(Boolean).join(" ");

/** @param {boolean} yes */
const disabled = (yes) => (yes ? "true" : nothing);

// --- The players.

/** All players: the one that is drawn below comes last, the others clockwise before. @param {Board} board @param {View} view */
export function sides(board, view) {
  const all = view.sides.map((_, at) => (board.below + 1 + at) % view.sides.length);
  return html`<div class="others">${all.slice(0, -1).map((seat) => side(board, view, seat))}</div>
    ${side(board, view, board.below)}`;
}

/** @param {Board} board @param {View} view @param {number} seat */
function side(board, view, seat) {
  const { score, supply, removed, handSize } = view.sides[seat];
  const { t } = board;
  return html`
    <div class=${classes("side", `seat-${seat}`, seat === board.below && "own", board.toMove.includes(seat) && "turn")}>
      <span class="supply" data-at="supply/${seat}">${stone(seat)}</span><slot name="seat-${seat}"></slot>
      <span class="info"><b>${t.points(score)}</b> <span>${t.supply(supply)}</span>
        ${removed ? html`<span>${t.removed(removed)}</span>` : nothing}
        ${handSize === 4 ? nothing : html`<span>${t.handOf(handSize)}</span>`}
      </span>
    </div>
  `;
}

// --- The board.

/** @param {Board} board @param {View} view */
export const board = (board, view) =>
  html`
    <div class="field-area">
      <div class="board" role="group" aria-label=${board.t.board} data-group="board" data-columns="6">
        ${view.board.map((one) => field(board, view, one))}
      </div>
    </div>
  `;

/** @param {Board} board @param {View} view @param {Field} one */
function field(board, view, one) {
  const { number, stones, owner, locked } = one;
  const here = board.half && sumOf(board.cards) === number;
  const lit = here && board.ready !== undefined;
  const against = board.against(number);
  const way = board.mayAct && !lit ? waysTo(board.moves, number, board.cards)[0] : undefined;
  const won = view.line.includes(number);
  return html`
    <button class=${classes(
      "field",
      lit && "lit",
      here && !lit && "refused",
      board.within.has(number) && "within",
      against && "closed",
      owner !== undefined && `owned seat-${owner}`,
      locked && "locked",
      won && "won",
      board.fresh.has(number) && "fresh",
    )} data-at="field/${number}" data-field=${number} aria-label=${fieldName(board, one, won) +
      (lit ? board.t.layHere(board.cards) : way ? board.t.markHere(cardsOf(way)) : "")}
      aria-disabled=${disabled(!lit && !way)} @click=${(/** @type {MouseEvent} */ { detail }) =>
        detail !== 2 && board.choose(number)}>
      <span class="number" aria-hidden="true">${number}</span>
      ${locked ? lock : nothing}
      <span class="stones" aria-hidden="true">${stones.map((count, seat) =>
        count
          ? html`<span class=${classes("pile", seat === owner && "most")} data-at="stone/${number}/${seat}">${
            stone(seat)
          }${count > 1 ? html`<b>${count}</b>` : nothing}</span>`
          : nothing
      )}</span>
    </button>
  `;
}

/** A padlock. */
const lock = html`
  <svg class="lock" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2" fill="none" stroke="currentColor" stroke-width="2"></path>
    <rect x="2.5" y="7" width="11" height="7.5" rx="1.5" fill="currentColor"></rect>
  </svg>
`;

/** @param {Board} board @param {Field} field @param {boolean} won */
function fieldName(board, { number, stones, owner, locked }, won) {
  const { t } = board;
  const here = stones.map((count, seat) => ({ name: board.nameOf(seat), count })).filter(({ count }) => count);
  const against = board.against(number);
  const most = owner === undefined ? "" : (locked ? t.locked : t.most)(board.nameOf(owner));
  return t.field(number, here) + most + (against ? t.closed(against, board.nameIn(against)) : "") +
    (won ? t.inLine : "") + (board.fresh.has(number) ? t.fresh : "");
}

// --- The hand, and what is to do.

/** @param {Board} board @param {View} view */
export const hand = (board, view) =>
  html`
    <div class="hand" role="group" aria-label=${board.t.hand} data-group="hand">
      ${view.hand.map((value, at) => card(board, value, at))}
    </div>
  `;

/** @param {Board} board @param {number} value @param {number} at */
function card(board, value, at) {
  const marked = board.marked.includes(at);
  return html`
    <button class=${classes("card", marked && "marked")} data-at="hand/${at}" data-index=${at}
      aria-label=${board.t.card(value, marked)} aria-pressed=${marked ? "true" : "false"}
      aria-disabled=${disabled(!board.mayAct || board.exchange !== undefined)} @click=${() => board.mark(at)}>
      <i aria-hidden="true">${value}</i><b aria-hidden="true">${value}</b><i aria-hidden="true">${value}</i>
    </button>
  `;
}

/** What is to do, or who does it. @param {Board} board @param {View} view */
function prompt(board, view) {
  const { t, toMove } = board;
  if (board.busy || board.sent) return t.sending;
  if (board.half) return marking(board);
  if (board.mayAct) return board.exchange ? t.mustExchange : t.mark;
  if (board.over) return ended(board, view);
  return toMove.length ? t.wait(toMove.map((seat) => board.nameOf(seat))) : t.over;
}

/** What the marked cards add up to, and why that is no move if it is none. @param {Board} board */
export function marking(board) {
  const { cards, t } = board;
  const against = board.ready ? null : board.against(sumOf(cards));
  return against ? t.cannot(cards, against, board.nameIn(against)) : t.sum(cards);
}

/** How the match has ended. @param {Board} board @param {View} view */
function ended(board, view) {
  const winner = lineOwner(view);
  return winner === undefined ? board.t.byCount : board.t.byLine(board.nameOf(winner), view.line);
}

/** @param {Board} board @param {View} view */
export const say = (board, view) =>
  html`
    <div class="say">
      <div class="prompt">
        <p>${board.hint || prompt(board, view)}</p>
        ${board.buffer ? html`<small>${board.t.typed(board.buffer)}</small>` : under(board, view)}
      </div>
      ${buttons(board)}
    </div>
  `;

/** What has happened, or the piles. @param {Board} board @param {View} view */
function under(board, view) {
  const { t, seat, players } = board;
  const told = board.half
    ? ""
    : t.told(board.told.filter((event) => "cardsPlayed" in event || "handExchanged" in event), {
      players,
      seat,
    });
  return html`<small>${told} ${t.piles(view.deckSize, view.discard.length)}</small>`;
}

/** @param {Board} board */
function buttons(board) {
  const { ready, others, exchange, t } = board;
  return html`
    <div class="acts">
      ${ready ? act(t.place(sumOf(board.cards)), "go", () => board.send(ready)) : nothing}
      ${exchange ? act(t.exchange, "go", () => board.send(exchange)) : nothing}
      ${others.length ? act(t.other, "", () => board.turnOver()) : nothing}
      ${board.half && !board.sent ? act(t.takeBack, "", () => board.takeBack()) : nothing}
    </div>
  `;
}

/** @param {string} name @param {string} kind @param {() => void} click */
const act = (name, kind, click) => html`<button class="act ${kind}" @click=${click}>${name}</button>`;

/** The result of the match, once it is over. @param {Board} board @param {View} view */
export function result(board, view) {
  if (!board.result) return nothing;
  const { t } = board;
  return html`
    <section class="result" aria-label=${t.over}>
      <h2>${ended(board, view)}</h2>
      ${ending(view, board.players, t)}
      <button class="act" @click=${() => (board.result = false)}>${t.close}</button>
    </section>
  `;
}
