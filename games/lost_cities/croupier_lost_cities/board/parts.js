// The parts of the table of Lost Cities, drawn from its board: what is shown comes from the view and the half of a turn.

import { classes, disabled, html, nothing, repeat } from "../../../web/board.js";
import { capital, colorOf, handPlaces, isOver, isSingle, isWager, placesFor, reasonAgainst } from "./steps.js";
import { back, empty, face, symbol } from "./card.js";
import { route } from "./map.js";

/**
 * @typedef {import("./board.js").LostCitiesBoard} Board
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Color} Color
 * @typedef {View["sides"][number]["expeditions"][number]} Expedition
 * @typedef {View["discards"][number]} Discard
 */

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
  const counts = cards.length > 0 && !lit && !laid;
  const counted = board.sum?.seat === seat && [null, color].includes(board.sum.color);
  return html`
    <button class=${classes(
      "fan",
      lit && "lit",
      laid && "mayback",
      last && "last",
      counted && "counted",
      all.length > 5 && "many",
      all.length > 7 && "long",
      all.length > 9 && "full",
    )} data-at="side${seat}/${color}" title=${lastTurn(board, false, last)}
      aria-label=${name} aria-disabled=${disabled(!lit && !laid && !counts)}
      aria-expanded=${counts ? isCounted(board, seat, color) : nothing}
      @click=${(/** @type {MouseEvent} */ press) => board.chooseExpedition(seat, color, press)}>
        <span class="way ${color}" aria-hidden="true">${route}${symbol(color)}</span>
        ${all.length
          ? all.map((card, at) =>
            strip(card, {
              last: at === all.length - 1,
              at: `card/side${seat}/${color}`,
              pending: at >= cards.length,
              marked: board.markedPlaces.has(`side${seat}/${color}/${card}`),
            })
          )
          : empty(color, placeName(board, seat))}
      </button>
  `;
}

/** What is written where cards of an expedition will lie. @param {Board} board @param {number} seat */
const placeName = ({ t, seat: own, players }, seat) => t.expeditionPlace(seat === own ? null : players[seat] ?? "");

/** @param {string} card @param {{ last: boolean, at: string, pending: boolean, marked: boolean }} how */
const strip = (card, { last, at, pending, marked }) =>
  html`<span class=${classes("strip", isWager(card) && "wager")} data-at=${pending ? "laid" : last ? at : nothing}>
    ${face(card, classes(pending && "pending", marked && "marked"))}</span>`;

/** Whether it is shown how these points are counted. @param {Board} board @param {number} seat @param {Color | null} color */
const isCounted = ({ sum }, seat, color) => (sum?.seat === seat && sum.color === color ? "true" : "false");

// --- The middle.

/** @param {Board} board @param {View} view @param {number} above @param {number} below */
export const piles = (board, view, above, below) =>
  html`
    <div class="piles" role="group" aria-label=${board.t.piles} data-group="piles">
      <div class="middle">
        ${view.discards.map(
          (discard, at) =>
            html`<div class="slot">
          ${points(board, above, view.sides[above].expeditions[at])}${pile(board, discard)}${
              points(board, below, view.sides[below].expeditions[at])
            }
        </div>`,
        )}
      </div>
      ${deck(board, view.deckSize)}
    </div>
  `;

/** The points of an expedition. A tap on them is one on the expedition, which is the button. @param {Board} board @param {number} seat @param {Expedition} expedition */
const points = (board, seat, { color, cards, score }) =>
  html`
    <span class=${classes(
      "points",
      score < 0 ? "minus" : score > 0 && "plus",
      !cards.length && "none",
    )} aria-hidden="true" @click=${(/** @type {MouseEvent} */ press) => board.count({ seat, color }, press)}
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
      board.markedPlaces.has(`pile/${color}`) && "pointed",
    )}
      data-at="pile/${color}" aria-label=${name} title=${lastTurn(board, taken, last)} aria-disabled=${disabled(
        !target && !drawable && !laid,
      )}
      @click=${() => board.chooseDiscard(color)}>
      <span class=${classes("stack", count > 2 ? "three" : count > 1 && "two")} data-at=${laid
        ? "laid"
        : `card/pile/${color}`}>
          ${count ? face(laid ?? top, laid ? "pending" : "") : empty(color, t.discardPlace)}
          ${count > 1 ? html`<span class="size" aria-hidden="true">${count}</span>` : nothing}
        </span>
    </button>
  `;
}

/** What the signs of the last turn say at a place. @param {Board} board @param {boolean} taken @param {boolean} laid */
const lastTurn = ({ t }, taken, laid) =>
  [taken && t.legend.drawn, laid && t.legend.laid].filter((one) => typeof one === "string").map(capital).join("\n") ||
  nothing;

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
      board.markedPlaces.has("pile/DECK") && "pointed",
    )} data-at="pile/DECK" aria-label=${name} title=${lastTurn(board, taken, false)}
      aria-disabled=${disabled(!lit)} @click=${() => board.chooseDeck()}>
        ${size ? back() : html`<span class="gone"></span>`}<b aria-hidden="true">${size}</b>
      </button>
  `;
}

// --- Hands.

/** @param {Board} board @param {View} view */
export function hand(board, view) {
  const places = handPlaces(view.hand);
  const known = [...view.sides[/** @type {number} */ (board.seat)].handKnown];
  const seen = view.hand.map((card) => known.includes(card) && known.splice(known.indexOf(card), 1).length > 0);
  return html`<div class="hand" role="group" aria-label=${board.t.hand} data-group="hand">
    ${
    repeat(
      view.hand,
      (_, at) => places[at],
      (card, at) => html`<span>${handCard(board, view, card, at, places[at], seen[at])}</span>`,
    )
  }
  </div>`;
}

/**
 * @param {Board} board @param {View} view @param {string} card @param {number} at @param {string} place
 * @param {boolean} seen whether the others know of it
 */
function handCard(board, view, card, at, place, seen) {
  const { t } = board;
  const laid = board.laid?.at === at;
  const picked = board.picked === at && !laid;
  const against = board.seat === null || isOver(view) ? null : reasonAgainst(view, board.seat, card);
  const late = against !== null;
  const signs = [late && t.cannot(card, against), seen && capital(t.legend.seen)].filter(Boolean);
  const marked = board.markedPlaces.has(`hand${board.seat}/${card}`) ? "marked" : "";
  return html`
    <button class=${classes(
      picked && "picked",
      laid && "laid",
      late && "late",
    )} data-at=${place} data-slides data-index=${at}
      aria-label=${handName(board, view, card, picked, laid)} title=${signs.length
        ? signs.join("\n")
        : nothing} aria-pressed=${picked || laid ? "true" : "false"}
      aria-disabled=${disabled(!board.mayAct)} @click=${() => board.pick(at)}>${face(
        card,
        marked,
      )}${signs.length && !laid
        ? html`<span class="only" aria-hidden="true">${late ? symbol("discard") : nothing}${
          seen ? symbol("eye") : nothing
        }${late ? html`<i>${t.only}</i>` : nothing}</span>`
        : nothing}</button>
  `;
}

/** @param {Board} board @param {View} view @param {string} card @param {boolean} picked @param {boolean} laid */
function handName({ t, mayAct, moves, seat }, view, card, picked, laid) {
  if (laid) return t.handCard(card, null) + t.takeBackHere;
  if (picked) return t.picked(card);
  const against = seat === null || isOver(view) ? null : reasonAgainst(view, seat, card);
  if (!mayAct && !against) return t.handCard(card, null);
  return t.handCard(card, { places: mayAct ? placesFor(moves, card) : [], against });
}

/** What everybody knows of a side: the size of a hidden hand, its known cards, the scores. @param {Board} board @param {View} view @param {number} seat */
export const info = (board, view, seat) =>
  html`${seat === board.seat ? nothing : held(board, view, seat)}${scores(board, view, seat)}`;

/** A hand that is hidden, and what is known of it. @param {Board} board @param {View} view @param {number} seat */
function held({ t, hands }, view, seat) {
  const { handSize, handKnown } = view.sides[seat];
  const open = hands[seat];
  const seen = open ?? handKnown;
  return html`<div class="held">
    ${
    open ? nothing : html`<span class="backs" role="img" aria-label=${t.handOf(handSize)} data-at="handof/${seat}">
      ${Array.from({ length: handSize }, () => back())}
    </span>`
  }
    ${
    seen.length
      ? html`
        <span class="known" role="img" data-at=${open ? `handof/${seat}` : nothing} title=${open
          ? nothing
          : capital(t.legend.seen)}
          aria-label=${open ? `${t.handOf(handSize)}, ${t.known(open)}` : t.known(handKnown)}>${open
            ? nothing
            : symbol("eye")}${seen.map((card) => face(card))}</span>
      `
      : nothing
  }
  </div>`;
}

/** The points of a side, which show how they are counted. @param {Board} board @param {View} view @param {number} seat */
function scores(board, view, seat) {
  const { t } = board;
  const { roundScore, total } = view.sides[seat];
  const over = isOver(view);
  return html`
    <button class="scores" aria-expanded=${isCounted(board, seat, null)}
      @click=${(/** @type {MouseEvent} */ press) => board.count({ seat, color: null }, press)}>
      <span class="unseen">${t.pointsOf(seat === board.seat ? null : board.players[seat])}</span>
      ${isSingle(view) ? nothing : html`<span>${t.roundRow(view.round)} <b>${t.points(roundScore)}</b></span>`}
      <span>${t.total} <b>${t.points(over ? total : total + roundScore)}</b></span>
    </button>
  `;
}

// --- What is to do, and what has been.

/** @param {Board} board @param {View} view */
export const say = (board, view) =>
  html`<div class="say">
  <div class="prompt">
    <p>${board.prompt || waiting(board) || round(board, view)}</p>
    ${board.prompt || waiting(board) ? html`<small class="round">${round(board, view)}</small>` : nothing}
    ${board.buffer ? html`<small>${board.t.typed(board.buffer)}</small>` : nothing}
    ${board.hint ? html`<p class="hint">${board.hint}</p>` : nothing}
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

/** The result of the round that has just ended, over the table until it is put away. @param {Board} board @param {View} view */
export function result(board, view) {
  const last = view.finishedRounds.at(-1);
  if (!board.result || !last) return nothing;
  const { t, players } = board;
  const close = () => board.closeResult();
  return html`
    <div class="scrim" @click=${close}></div>
    <section class="result" aria-label=${t.roundOver(last.round)}>
        <h2>${t.roundOver(last.round)}</h2>
        ${board.scoring?.roundTable(last, players, t) ?? nothing}
        <p>${t.begins(view.starter === board.seat ? null : players[view.starter] ?? "", view.round)}</p>
        <button class="act main" @click=${close}>${t.next}</button>
      </section>
  `;
}
