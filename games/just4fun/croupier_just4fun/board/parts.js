// The parts of the table of Just4Fun, drawn from its board: what is shown comes from the view and the picked cards.

import { classes, disabled, html, nothing, repeat, svg } from "../../../web/board.js";
import { cardsOf, fieldsOf, handPlaces, lineOwner, placesOf, sumOf, waysTo } from "./steps.js";
import { back, face } from "./card.js";
import { pile, stone } from "./stone.js";

/**
 * @typedef {import("./board.js").Just4FunBoard} Board
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Field} Field
 */

// --- The players.

/** @param {Board} board @param {View} view */
export function players(board, view) {
  const { t, below, open } = board;
  // The viewer comes first, then the others in the order of play.
  const order = view.sides.map((_, at) => (below + at) % view.sides.length);
  return html`
    <ul class="players" role="list" aria-label=${t.players} data-group="players">${order.map((seat) =>
      plate(board, view, seat)
    )}</ul>
    ${order.filter((seat) => open === `sum/${seat}`).map((seat) => reckoning(board, view, seat))}
  `;
}

/** What a player has; a tap anywhere tells how the points come about. @param {Board} board @param {View} view @param {number} seat */
function plate(board, view, seat) {
  const { t, open, letters } = board;
  const hand = seat === board.seat ? null : board.hands[seat];
  const { score, supply, removed, handSize } = view.sides[seat];
  const shown = open === `sum/${seat}`;
  const told = [t.supply(supply), ...(removed ? [t.removed(removed)] : []), t.handOf(handSize)];
  return html`
    <li class=${classes(
      "plate",
      `seat-${seat}`,
      seat === board.below && "own",
      board.toMove.includes(seat) && "moves",
      board.marks.seats.includes(seat) && "marked",
    )}>
      <button class="sum" data-at="sum/${seat}" aria-expanded=${shown ? "true" : "false"} title=${t.sumTitle}
        aria-label="${t.pointsOf(board.nameOf(seat), score)}: ${t.sumTitle}"
        @click=${(/** @type {MouseEvent} */ press) => board.count(seat, press)}></button>
      <span class="camp" data-at="supply/${seat}">${stone(seat, letters[seat])}</span>
      <slot name="seat-${seat}">${board.players[seat]}</slot>
      <span class="score" aria-hidden="true">${points}<b>${score}</b><span class="word">${t.pointsWord(
        score,
      )}</span></span>
      <span class="left" aria-hidden="true"
        title=${told.join(", ")}>${stone(
          seat,
          "",
        )}<b>${supply}</b><span class="word">${t
          .supplyWord(supply)}</span></span>
      <span class="unseen">${told.join(", ")}</span>
      ${hand
        ? html`<span class="held" role="img" data-at="handof/${seat}" aria-label=${t.held(hand)}>${
          hand.map((card) => face(card))
        }</span>`
        : nothing}
    </li>
  `;
}

/** Points. */
const points = svg`
  <svg class="points" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d="m10 1 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L10 15l-5.6 3.2 1.3-6.3L1 7.6l6.3-.7z"></path>
  </svg>
`;

/** What the points of a player add up of. @param {Board} board @param {View} view @param {number} seat */
const reckoning = (board, view, seat) =>
  html`<p class="reckoning" role="status">${stone(seat, board.letters[seat])}<span><b>${board.nameOf(seat)}</b>
    ${board.t.sumOf(fieldsOf(view, seat), view.sides[seat].score)}</span></p>`;

// --- The board.

/** The place of the last field in a line of four. */
const LAST = 3;

/** @param {Board} board @param {View} view */
export const board = (board, view) =>
  html`
    <div class="field-area">
      <div class="frame">
        <div class="board" role="group" aria-label=${board.t.board} data-group="board" data-columns="6">
          ${lines(board, view)} ${view.board.map((one) => field(board, view, one))}
        </div>
      </div>
    </div>
  `;

/** Three in a row, which glow, or the four that have won: from the middle of the first field to that of the last. @param {Board} board @param {View} view */
function lines(board, view) {
  const winner = lineOwner(view);
  return svg`
    <svg class="lines" viewBox="0 0 60 60" aria-hidden="true" focusable="false">
      ${board.threes.map(({ seat, fields, gap }) => {
        const places = placesOf(view, fields).map(middle);
        const owned = places.filter((_, at) => fields[at] !== gap);
        const end = [0, LAST].find((at) => fields[at] === gap);
        return svg`<g class="three seat-${seat}">${row(owned)}${
          end === undefined ? nothing : stroke(wayTo(places, end), "way")
        }</g>`;
      })}
      ${winner === undefined ? nothing : svg`<g class="four">${row(placesOf(view, view.line).map(middle))}</g>`}
    </svg>
  `;
}

/** @typedef {{ x: number, y: number }} Point */

/** The middle of a field, by its place. @param {number} at @returns {Point} */
const middle = (at) => ({ x: 10 * (at % 6) + 5, y: 10 * Math.floor(at / 6) + 5 });

/** From a row to the number of the field that it lacks at an end. @param {Point[]} places @param {number} end @returns {Point[]} */
function wayTo(places, end) {
  const [from, to] = [places[end ? LAST - 1 : 1], places[end]];
  return [from, { x: from.x + (to.x - from.x) * 0.62, y: from.y + (to.y - from.y) * 0.62 }];
}

/** A line that glows: wide and faint ones below. @param {Point[]} points */
const row = (points) => ["halo far", "halo", "row", "core"].map((kind) => stroke(points, kind));

/** @param {Point[]} points @param {string} kind */
function stroke(points, kind) {
  const [one, other] = [points[0], /** @type {Point} */ (points.at(-1))];
  return svg`<line class=${kind} x1=${one.x} y1=${one.y} x2=${other.x} y2=${other.y}></line>`;
}

/** @param {Board} board @param {View} view @param {Field} one */
function field(board, view, one) {
  const { number, stones, owner, locked } = one;
  const here = board.half && sumOf(board.cards) === number;
  const lit = here && board.ready !== undefined;
  const against = board.against(number);
  const way = board.mayAct && !lit ? waysTo(board.moves, number, board.cards)[0] : undefined;
  const won = view.line.includes(number);
  const soon = board.threes.some(({ gap, soon }) => gap === number && soon);
  const glows = board.threes.some(({ fields, gap }) => gap !== number && fields.includes(number));
  const maybe = lit && board.seat !== null && !stones[board.seat] ? board.seat : null;
  const there = stones.filter(Boolean).length + (maybe === null ? 0 : 1);
  return html`
    <button class=${classes(
      "field",
      there ? `with holds${there}` : "free",
      lit && "lit",
      here && !lit && "refused",
      board.within.has(number) && "within",
      against && "closed",
      owner !== undefined && `owned seat-${owner}`,
      locked && "locked",
      glows && "glows",
      view.line.length > 0 && (won ? "won" : "past"),
      soon && "gap",
      board.fresh.has(number) && "fresh",
      board.marks.fields.includes(number) && "marked",
    )} data-at="field/${number}" data-field=${number} aria-label=${fieldName(board, one, won) +
      (lit ? board.t.layHere(board.cards) : way ? board.t.markHere(cardsOf(way)) : "")}
      title=${locked || against ? fieldName(board, one, won) : nothing}
      aria-disabled=${disabled(!lit && !way)} @click=${(/** @type {MouseEvent} */ { detail }) =>
        detail !== 2 && board.choose(number)}>
      <span class="number" aria-hidden="true">${number}</span>
      ${locked ? lock : against ? bar : nothing}
      ${rings(board, number)}
      <span class="stones" aria-hidden="true">${stones.map((count, seat) =>
        count
          ? html`<span class=${classes("pile", seat === owner && "most")} data-at="stone/${number}/${seat}">${
            pile(
              seat,
              board.letters[seat],
              count,
            )
          }</span>`
          : nothing
      )}${maybe === null ? nothing : html`<span class="pile maybe">${stone(maybe, board.letters[maybe])}</span>`}</span>
    </button>
  `;
}

/** The seats that have three in a row and lack this field. @param {Board} board @param {number} number */
const lacking = ({ threes }, number) => [
  ...new Set(threes.filter(({ gap }) => gap === number).map(({ seat }) => seat)),
];

/** An edge in the colour of each seat that lacks a field. @param {Board} board @param {number} number */
function rings(board, number) {
  const seats = lacking(board, number);
  if (!seats.length) return nothing;
  return html`<span class="rings" aria-hidden="true">${seats.map((seat) => html`<i class="seat-${seat}"></i>`)}</span>`;
}

/** A padlock: the field belongs to somebody for good. */
const lock = svg`
  <svg class="sign lock" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d="M4.5 7.5V5a3.5 3.5 0 0 1 7 0v2.5"></path>
    <rect x="2.5" y="7" width="11" height="7.5" rx="1.6"></rect>
  </svg>
`;

/** No way in, though nobody has locked it. */
const bar = svg`
  <svg class="sign bar" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <circle cx="8" cy="8" r="6.5"></circle>
    <path d="M4.5 8h7"></path>
  </svg>
`;

/** @param {Board} board @param {Field} field @param {boolean} won */
function fieldName(board, { number, stones, owner, locked }, won) {
  const { t } = board;
  const here = stones.map((count, seat) => ({ name: board.nameOf(seat), count })).filter(({ count }) => count);
  const against = board.against(number);
  const most = owner === undefined ? "" : (locked ? t.locked : t.most)(board.nameOf(owner));
  return t.field(number, here) + most + (against ? t.closed(against, board.nameIn(against)) : "") +
    lacking(board, number).map((seat) => t.gap(board.nameOf(seat))).join("") + (won ? t.inLine : "") +
    (board.fresh.has(number) ? t.fresh : "");
}

// --- The hand, and the piles.

/** @param {Board} board @param {View} view */
export function hand(board, view) {
  const places = handPlaces(view.hand);
  return html`
    <div class="hand" role="group" aria-label=${board.t.hand} data-group="hand">
      ${repeat(view.hand, (_, at) => places[at], (value, at) => card(board, value, at, places[at]))}
    </div>
  `;
}

/** @param {Board} board @param {number} value @param {number} at @param {string} place */
function card(board, value, at, place) {
  const picked = board.picked.includes(at);
  return html`
    <button class=${classes("card", picked && "picked")} data-at=${place} data-slides data-index=${at}
      aria-label=${board.t.card(value, picked)} aria-pressed=${picked ? "true" : "false"}
      aria-disabled=${disabled(!board.mayAct || board.exchange !== undefined)} @click=${() => board.pick(at)}>${face(
        value,
      )}</button>
  `;
}

/** The deck, and what was laid last. @param {Board} board @param {View} view */
export function piles({ t, marks }, { deckSize, discard }) {
  const last = discard.at(-1);
  return html`
    <div class="piles" role="img" aria-label=${t.piles(deckSize, discard.length)} title=${t.piles(
      deckSize,
      discard.length,
    )}>
      <span class=${classes("stack", discard.length > 2 && "high")} data-at="discard">${last === undefined
        ? html`<span class="none"></span>`
        : face(last)}</span>
      <span class=${classes("stack", deckSize > 2 && "high", marks.deck && "marked")} data-at="deck">${deckSize
        ? back()
        : html`<span class="none"></span>`}<b>${deckSize}</b></span>
    </div>
  `;
}

// --- What is to do, and what has been.

/** @param {Board} board @param {View} view */
function prompt(board, view) {
  const { t, toMove } = board;
  if (board.asked) return t.asked;
  if (board.busy || board.sent) return t.sending;
  if (board.half) return picking(board);
  if (board.mayAct) return board.exchange ? t.mustExchange : t.pick;
  if (board.over) return ended(board, view);
  return toMove.length ? t.wait(toMove.map((seat) => board.nameOf(seat))) : t.over;
}

/** What the picked cards add up to, and why that is no move if it is none. @param {Board} board */
export function picking(board) {
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
        <p class=${classes(board.mayAct && "turn", board.hint !== "" && "hint")}>${board.hint ||
          prompt(board, view)}</p>
        ${board.buffer ? html`<small>${board.t.typed(board.buffer)}</small>` : news(board)}
      </div>
    </div>
  `;

/** What has happened; or, once cards are picked, what else can be done with them. @param {Board} board */
function news({ half, cards, ready, within, told, seat, players, t }) {
  const more = ready && [...within].some((field) => field > sumOf(cards));
  const events = told.filter((event) => "cardsPlayed" in event || "handExchanged" in event);
  const words = half ? more ? t.more : "" : t.told(events, { players, seat });
  return html`<small title=${words || nothing}>${words}</small>`;
}

/** What can be done with the picked cards: always the same buttons in the same places. @param {Board} board */
export function acts(board) {
  const { ready, others, exchange, t } = board;
  const back = board.half && !board.sent;
  return html`
    <div class="acts">
      ${exchange
        ? act(t.exchange, "go", () => board.send(exchange))
        : act(t.place(ready ? sumOf(board.cards) : undefined), "go", ready && (() => board.send(ready)))}
      ${act(t.other, "other", others.length > 0 && (() => board.turnOver()))}
      ${act(t.takeBack, "back", back && (() => board.takeBack()))}
    </div>
  `;
}

/** @param {string} name @param {string} kind @param {false | undefined | (() => void)} click what it does now, if it does anything */
const act = (name, kind, click) =>
  html`<button class="act ${kind}" aria-disabled=${disabled(!click)} @click=${() => click && click()}>${name}</button>`;
