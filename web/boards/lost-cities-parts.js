// The parts of the table of Lost Cities, drawn from its board: what is shown comes from the view and the half of a turn.

import { html, nothing, repeat } from "../vendor/lit.js";
import { colorOf, isOver, isWager, placesFor, reasonAgainst } from "../steps/lost-cities.js";
import { back, empty, face } from "./card.js";
import { handPlaces } from "./lost-cities-moving.js";

/**
 * @typedef {import("./lost-cities.js").LostCitiesBoard} Board
 * @typedef {import("../steps/lost-cities.js").View} View
 * @typedef {import("../steps/lost-cities.js").Color} Color
 * @typedef {View["sides"][number]["expeditions"][number]} Expedition
 * @typedef {View["discards"][number]} Discard
 */

/** @param {(string | false | null | undefined)[]} names */
const classes = (...names) => names.filter(Boolean).join(" ");

/** @param {boolean} yes */
const disabled = (yes) => (yes ? "true" : nothing);

// --- Expeditions.

/** @param {Board} board @param {View} view @param {number} seat @param {boolean} above */
export function fans(board, view, seat, above) {
  const name = seat === board.seat ? null : (board.players[seat] ?? "");
  return html`
    <div class="fans ${above ? "theirs" : "mine"}" role="group" aria-label=${board.t.expeditions(name)}
      data-group=${above ? "theirs" : "mine"}>${view.sides[seat].expeditions.map((one) => fan(board, seat, one))}</div>
  `;
}

/** @param {Board} board @param {number} seat @param {Expedition} expedition */
function fan(board, seat, { color, cards, score }) {
  const own = seat === board.seat;
  const laid = own && board.laid?.place === "EXPEDITION" && colorOf(board.laid.card) === color ? board.laid.card : null;
  const lit = own && board.places.includes("EXPEDITION") && colorOf(board.pickedCard) === color;
  const all = laid ? [...cards, laid] : cards;
  const last = !laid && board.laidLast === `side${seat}/${color}`;
  const name = board.t.expedition(color, all, score) + (last ? board.t.laidLast : "") +
    (lit ? board.t.layHere : laid ? board.t.takeBackHere : "");
  return html`
    <button class=${classes(
      "fan",
      lit && "lit",
      laid && "mayback",
      last && "last",
      all.length > 5 && "many",
      all.length > 7 && "long",
      all.length > 9 && "full",
    )} data-at="side${seat}/${color}"
      aria-label=${name} aria-disabled=${disabled(!lit && !laid)} @click=${() => own && board.chooseExpedition(color)}>
        ${all.length
          ? all.map((card, at) => strip(card, at === all.length - 1, `card/side${seat}/${color}`, at >= cards.length))
          : empty(color)}
      </button>
  `;
}

/** @param {string} card @param {boolean} last @param {string} at @param {boolean} pending */
const strip = (card, last, at, pending) =>
  html`<span class=${classes("strip", isWager(card) && "wager")} data-at=${pending ? "laid" : last ? at : nothing}>
    ${face(card, pending ? "pending" : "")}</span>`;

// --- The middle.

/** @param {Board} board @param {View} view @param {number} above @param {number} below */
export const piles = (board, view, above, below) =>
  html`
    <div class="piles" role="group" aria-label=${board.t.piles} data-group="piles">
      <div class="middle">
        ${view.discards.map(
          (discard, at) =>
            html`<div class="slot">
          ${points(board, view.sides[above].expeditions[at])}${pile(board, discard)}${
              points(board, view.sides[below].expeditions[at])
            }
        </div>`,
        )}
      </div>
      ${deck(board, view.deckSize)}
    </div>
  `;

/** @param {Board} board @param {Expedition} expedition */
const points = (board, { cards, score }) =>
  html`
    <span class=${classes(
      "points",
      score < 0 ? "minus" : score > 0 && "plus",
      !cards.length && "none",
    )} aria-hidden="true"
    >${board.t.points(score)}</span>
  `;

/** @param {Board} board @param {Discard} discard */
function pile(board, { color, top, size }) {
  const laid = board.laid?.place === "DISCARD" && colorOf(board.laid.card) === color ? board.laid.card : null;
  const target = board.places.includes("DISCARD") && colorOf(board.pickedCard) === color;
  const drawable = board.piles.includes(color);
  const count = size + (laid ? 1 : 0);
  const { t } = board;
  const last = !laid && board.laidLast === `pile/${color}`;
  const taken = board.drawnLast === color;
  const name = t.discard(color, laid ?? top, count) + (last ? t.laidLast : "") + (taken ? t.drawnLast : "") +
    (target ? t.layHere : drawable ? t.drawHere : laid ? t.takeBackHere : "");
  return html`
    <button class=${classes(
      "pile",
      (target || drawable) && "lit",
      laid && "mayback",
      board.drawn === color && "drawn",
      last && "last",
      taken && "taken",
    )}
      data-at="pile/${color}" aria-label=${name} aria-disabled=${disabled(!target && !drawable && !laid)}
      @click=${() => board.chooseDiscard(color)}>
      <span class=${classes("stack", count > 2 ? "three" : count > 1 && "two")} data-at=${laid
        ? "laid"
        : `card/pile/${color}`}>
          ${count ? face(laid ?? top, laid ? "pending" : "") : empty(color)}
          ${count > 1 ? html`<span class="size" aria-hidden="true">${count}</span>` : nothing}
        </span>
    </button>
  `;
}

/** @param {Board} board @param {number} size */
function deck(board, size) {
  const lit = board.piles.includes("DECK");
  const taken = board.drawnLast === "DECK";
  const name = board.t.deck(size) + (taken ? board.t.drawnLast : "") + (lit ? board.t.drawHere : "");
  return html`
    <button class=${classes(
      "deck",
      lit && "lit",
      board.drawn === "DECK" && "drawn",
      taken && "taken",
    )} data-at="pile/DECK" aria-label=${name}
      aria-disabled=${disabled(!lit)} @click=${() => board.draw("DECK")}>
        ${size ? back() : html`<span class="gone"></span>`}<b aria-hidden="true">${size}</b>
      </button>
  `;
}

// --- Hands.

/** @param {Board} board @param {View} view */
export function hand(board, view) {
  const places = handPlaces(view.hand);
  return html`<div class="hand" role="group" aria-label=${board.t.hand} data-group="hand">
    ${
    repeat(
      view.hand,
      (_, at) => places[at],
      (card, at) => html`<span>${handCard(board, view, card, at, places[at])}</span>`,
    )
  }
  </div>`;
}

/** @param {Board} board @param {View} view @param {string} card @param {number} at @param {string} place */
function handCard(board, view, card, at, place) {
  const laid = board.laid?.at === at;
  const picked = board.picked === at && !laid;
  return html`
    <button class=${classes(picked && "picked", laid && "laid")} data-at=${place} data-slides data-index=${at}
      aria-label=${handName(board, view, card, picked, laid)} aria-pressed=${picked || laid ? "true" : "false"}
      aria-disabled=${disabled(!board.mayAct)} @click=${() => board.pick(at)}>${face(card)}</button>
  `;
}

/** @param {Board} board @param {View} view @param {string} card @param {boolean} picked @param {boolean} laid */
function handName({ t, mayAct, moves, seat }, view, card, picked, laid) {
  if (laid) return t.handCard(card, null) + t.takeBackHere;
  if (picked) return t.picked(card);
  if (!mayAct || seat === null) return t.handCard(card, null);
  return t.handCard(card, { places: placesFor(moves, card), against: reasonAgainst(view, seat, card) });
}

/** What everybody knows of a side: the size of a hidden hand, its known cards, the scores. @param {Board} board @param {View} view @param {number} seat */
export function info(board, view, seat) {
  const { handSize, handKnown } = view.sides[seat];
  const { t } = board;
  const hidden = seat !== board.seat;
  return html`<div class=${classes("info", !hidden && "own")}>
    ${
    hidden
      ? html`<span class="backs" role="img" aria-label=${t.handOf(handSize)} data-at="handof/${seat}">
          ${Array.from({ length: handSize }, () => back())}
        </span>`
      : nothing
  }
    ${
    hidden && handKnown.length
      ? html`<span class="known" role="img" aria-label=${t.known(handKnown)}>${
        handKnown.map((card) => face(card))
      }</span>`
      : nothing
  }
    ${scores(board, view, seat)}
  </div>`;
}

/** @param {Board} board @param {View} view @param {number} seat */
const scores = ({ t }, view, seat) => {
  const { roundScore, total } = view.sides[seat];
  const now = isOver(view) ? nothing : html`<span>${t.roundRow(view.round)} <b>${t.points(roundScore)}</b></span>`;
  return html`<span class="scores">${now}<span>${t.total} <b>${
    t.points(isOver(view) ? total : total + roundScore)
  }</b></span></span>`;
};

// --- What is to do, and what has been.

/** @param {Board} board @param {View} view */
export const say = (board, view) =>
  html`<div class="say">
  <div class="prompt">
    <p>${board.hint || board.prompt || waiting(board) || round(board, view)}</p>
    ${board.hint || !(board.prompt || waiting(board)) ? nothing : html`<small>${round(board, view)}</small>`}
    ${board.buffer ? html`<small>${board.t.typed(board.buffer)}</small>` : nothing}
    ${
    board.seat === null || board.half ? nothing : html`<small class="short">${scores(board, view, board.seat)}</small>`
  }
  </div>
  ${
    board.picked !== null && !board.drawn
      ? html`<button class="act" @click=${() => board.takeBack()}>${board.t.takeBack}</button>`
      : nothing
  }
</div>`;

/** Who is to move, as long as it is not the viewer. @param {Board} board */
const waiting = ({ t, others }) => (others.length ? t.turnOf(others[0]) : "");

/** @param {Board} board @param {View} view */
const round = ({ t }, view) => (isOver(view) ? t.matchOver : t.round(view.round, view.rounds));

/** The result of the round that has just ended. @param {Board} board @param {View} view */
export function result(board, view) {
  const last = view.finishedRounds.at(-1);
  if (!board.result || !last) return nothing;
  const { t } = board;
  return html`<section class="result" aria-label=${t.roundOver(last.round)}>
    <h2>${isOver(view) && view.rounds > 1 ? t.matchOver : t.roundOver(last.round)}</h2>
    ${board.scoring?.roundTable(last, board.players, t) ?? nothing}
    <button class="act" @click=${() => board.closeResult()}>${isOver(view) ? t.close : t.next}</button>
  </section>`;
}
