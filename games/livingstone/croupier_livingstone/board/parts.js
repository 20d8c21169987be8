// The parts of the table of Livingstone besides the board: players, dice, cards, and what is to do.

import { classes, disabled, html, nothing, seatMark } from "../../../web/board.js";
import {
  bonusOf,
  cardReason,
  CARDS,
  dieReason,
  KINDS,
  listed,
  mostIn,
  prospects,
  ROWS,
  stonesIn,
  tentsIn,
} from "./steps.js";
import { counted, die, drawing, gems, tent } from "./drawings.js";
import { joined } from "./news.js";
import { titleOf } from "./tray.js";

/**
 * @typedef {import("./board.js").LivingstoneBoard} Board
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Card} Card
 * @typedef {import("./steps.js").Reason} Reason
 */

const VALUES = [1, 2, 3, 4, 5, 6];

// --- Players.

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
    ${ROWS.filter((row) => open === `row/${row}`).map((row) => counting(board, view, row))}
    ${open === "news" ? html`<p class="reckoning below" role="status">${told(board, board.news)}</p>` : nothing}
  `;
}

/** What matters most of what a player has; a tap anywhere tells the rest in words. @param {Board} board @param {View} view @param {number} seat */
function plate(board, view, seat) {
  const { t, marks, open } = board;
  const { score, gems: held, tents, handSize, lastDie, passed } = view.sides[seat];
  const shown = open === `sum/${seat}`;
  return html`
    <li class=${classes(
      "plate",
      `seat-${seat}`,
      board.toMove.includes(seat) && "moves",
      seat === board.seat && "own",
      marks.seats.includes(seat) && "fresh",
      view.final?.eliminated.includes(seat) && "gone",
      shown && "asked",
    )}>
      <button class="sum" data-at="sum/${seat}" aria-expanded=${shown ? "true" : "false"} title=${t.sumTitle}
        aria-label="${t.pointsOf(board.players[seat], score)}: ${t.sumTitle}"
        @click=${() => board.open = shown ? "" : `sum/${seat}`}></button>
      <div class="facts">
        <span class="who">${seatMark(seat, board.letters[seat])}<slot name="seat-${seat}">${board
          .players[seat]}</slot></span>
        <span class="score" aria-hidden="true">${counted("star", html`<b>${score}</b>`)}</span>
        <span class="wealth" data-at="coins/${seat}"
          title=${wealthOf(t, view, seat)}>${counted(
            "coin",
            html`<b>${view.sides[seat].coins ?? view.sides[seat].wealth}</b>`,
          )}${view.sides[seat].coins === undefined
            ? html`<i class="with">+${drawing("chest")}</i>`
            : nothing}<span class="unseen">${wealthOf(t, view, seat)}</span></span>
        <span class="left"
          title=${t.tents}><span class="camp" data-at="camp/${seat}">${tent(
            seat,
            board.letters[seat],
          )}</span><b aria-hidden="true">${tents}</b><span class="unseen">${t.tentsLeft(tents)}</span></span>
        <span class="held" data-at="gems/${seat}"
          title=${t.gems}>${KINDS.filter((kind) => held[kind]).map((kind) =>
            gems(kind, held[kind])
          )}<span class="unseen">${t.gemsTold(held)}</span></span>
        <span class="cards" title=${t.handSize}>${handSize
          ? counted("leaf", handSize)
          : nothing}<span class="unseen">${t.cardsHeld(handSize)}</span></span>
        <span class="last" title=${t.die}>${passed
          ? html`<span class="out" title=${t.sitsOut}>${drawing("moon")}</span>`
          : lastDie
          ? die(lastDie)
          : html`<span class="nodie"></span>`}<span class="unseen">${passed
          ? t.sitsOut
          : t.lastDie(lastDie)}</span></span>
      </div>
    </li>
  `;
}

/** Coins and chest together, as all see them; apart where the viewer may see that. @param {Board["t"]} t @param {View} view @param {number} seat */
function wealthOf(t, view, seat) {
  const { wealth, coins, chest } = view.sides[seat];
  return coins !== undefined && chest !== undefined ? `${t.coins(coins)}, ${t.chestOf(chest)}` : t.wealthTold(wealth);
}

/** How the points of a player come about, what the end would add now, and all that the player has. @param {Board} board @param {View} view @param {number} seat */
function reckoning(board, view, seat) {
  const { t } = board;
  const { gems: held, tents, handSize, lastDie, passed } = view.sides[seat];
  const sum = prospects(view, seat, seat === board.seat, board.options?.rowBonus);
  const facts = [
    ["coin", wealthOf(t, view, seat)],
    [`tent-${seat}`, t.tentsLeft(tents)],
    ["gem-blue", `${t.gems}: ${t.gemsTold(held)}`],
    ["leaf", t.cardsHeld(handSize)],
    ["dice", passed ? t.sitsOut : t.lastDie(lastDie)],
  ];
  return html`
    <div class="reckoning seat-${seat}" role="status">
      <p>${seatMark(seat, board.letters[seat])} <b>${board.players[seat]}</b> ${view.final
        ? t.sumOfEnd(view.sides[seat].score, view.final, seat)
        : t.sumOf(sum)}</p>
      <ul role="list">${facts.map(([icon, words]) =>
        html`<li><span class="icon">${drawing(icon)}</span>${words}</li>`
      )}</ul>
    </div>
  `;
}

/** How many tents each player has in a row, and what that earns at the end: told beside the row. @param {Board} board @param {View} view @param {number} row */
function counting({ t, players, options }, view, row) {
  const counts = players.map((player, seat) => ({ player, tents: tentsIn(view, row, seat) }));
  const told = t.tentsInRow(
    row,
    counts.filter(({ tents }) => tents),
    bonusOf(row, options?.rowBonus),
    mostIn(view, row).length,
  );
  return html`<p class=${classes("reckoning", row > 3 && "below")} role="status">${told}</p>`;
}

// --- What is to do, and what has been.

/**
 * A slot of one height: what is to do, and below it the news, unless something has to be explained or chosen.
 * @param {Board} board @param {View} view
 */
export function say(board, view) {
  const { t, seat, open, step } = board;
  const rounds = view.round + view.river.length - view.boat;
  const last = told(board, board.lastTurn);
  const prompted = board.hint || (step ? titleOf(board, view, step) : prompt(board, view));
  const alone = board.hint || step || board.buffer;
  return html`
    <div class="say" role="group" aria-label=${t.sayTitle} data-group="say">
      <p class=${classes("prompt", board.mayAct && "turn", board.hint !== "" && "hint")} role="status">${prompted}</p>
      ${board.buffer ? html`<p class="typed">${t.typed(board.buffer)}</p>` : nothing}
      ${alone
        ? nothing
        : html`<p class="news"><b class="round">${t.round(view.round, rounds)}</b>${
          last
            ? html`<span class="unseen">${seat === null ? t.latest : t.since}: </span> · ${last}`
            : html`<span class="begun">${t.begun(board.players[view.starter] ?? "")}</span>`
        }</p>`}
      ${last && !alone
        ? html`
          <button class="whole" data-at="news" aria-expanded=${open === "news" ? "true" : "false"} title=${t.newsTitle}
            aria-label=${t.newsTitle} @click=${() => board.open = open === "news" ? "" : "news"}></button>
        `
        : nothing}
    </div>
  `;
}

/** These events in words. @param {Board} board @param {readonly import("./news.js").Event[]} events */
const told = ({ t, players, seat }, events) =>
  joined(events.map((event) => t.told([event], { players, seat })).filter(Boolean), players);

/** @param {Board} board @param {View} view */
function prompt(board, view) {
  const { t, seat } = board;
  if (board.asked) return t.asked;
  if (board.busy || board.sent) return t.sending;
  if (!board.mayAct || seat === null) return waiting(board);
  if (view.die) return t.useDie(view.die);
  if (!view.diceToTake) return t.endTurn;
  return t.take(view.sides[seat].lastDie);
}

/** @param {Board} board */
const waiting = ({ t, toMove, players }) => toMove.length ? t.waitFor(toMove.map((seat) => players[seat])) : "";

// --- Dice, the bag, the deck.

/** The dice, each value in a place of its own, and behind them the die that was taken. @param {Board} board @param {View} view */
export function dice(board, view) {
  const { t } = board;
  const none = !view.pool.length && !view.die;
  return html`
    <div class=${classes("dice", board.isPointedAt("dice") && "fresh")} role="group" aria-label=${t
      .dice} data-group="dice">
      ${none ? html`<span class="soft">${t.noDice}</span>` : VALUES.map((value) => dieButton(board, view, value))}
      ${view.die ? inHand(board, view.die) : nothing}
    </div>
  `;
}

/** The die that the mover has taken. @param {Board} board @param {number} value */
const inHand = (board, value) => {
  const { t, toMove, seat, players } = board;
  return html`<span class=${
    classes("inhand", board.isPointedAt("die/hand") && "fresh")
  } role="img" data-at="die/hand" aria-label=${
    t.inHand(value, toMove.includes(seat ?? -1) ? "" : players[toMove[0]])
  }>${die(value)}</span>`;
};

/** All dice of the pool that show the same. @param {Board} board @param {View} view @param {number} value */
function dieButton(board, view, value) {
  const { t, seat, legal } = board;
  const count = view.pool.filter((one) => one === value).length;
  if (!count) return html`<span class="none"></span>`;
  const drawn = html`${Array.from({ length: Math.min(count, 3) }, () => die(value))}${
    count > 1 ? html`<span class="times" aria-hidden="true">×${count}</span>` : nothing
  }`;
  const fresh = board.isPointedAt(`die/${value}`) && "fresh";
  if (seat === null || board.still) {
    return html`<span class=${classes("shown", fresh)} role="img" aria-label=${t.dieOf(value, count)}>${drawn}</span>`;
  }
  const reason = dieReason(view, seat, legal, value);
  const name = reason ? `${t.dieOf(value, count)}: ${t.reason(reason)}` : t.takeDie(value, count);
  return html`
    <button class=${classes(
      "take",
      !reason ? "lit" : board.mayAct && "dim",
      fresh,
    )} data-at="die/${value}" aria-label=${name} title=${name}
      aria-disabled=${disabled(Boolean(reason))}
      @click=${() => board.decide(listed(legal, `die ${value}`), reason, t.dieOf(value, 1))}>${drawn}</button>
  `;
}

/** The bag, which tells what is in it and in the cards, and the deck. @param {Board} board @param {View} view */
export function store(board, view) {
  const { t } = board;
  const stones = stonesIn(view.bag);
  return html`
    <div class="store" role="group" aria-label=${t.theBag} data-group="bag">
      <button class=${classes("sack", board.isPointedAt("bag") && "fresh")} data-at="action/overview" aria-label="${t
        .bagWord}: ${t
        .overview}, ${t.deckAndBag(
          view.deckSize,
          stones,
        )}"
        title=${t.overview}
        @click=${() => board.open = "overview"}><span class="bag" data-at="bag">${drawing(
          "bag",
        )}<b class="count" aria-hidden="true">${stones}</b></span><span class="word" aria-hidden="true">${t
          .bagWord}</span></button>
      <span class=${classes("deck", board.isPointedAt("deck") && "fresh")} data-at="deck" aria-hidden="true" title=${t
        .deckAndBag(view.deckSize, stones)}><span
        class="pile">${drawing("star")}</span><b class="count">${view.deckSize}</b><span class="word">${t
          .deckWord}</span></span>
    </div>
  `;
}

// --- Cards.

/** @param {Board} board @param {View} view */
export function hand(board, view) {
  if (board.seat === null) return nothing;
  if (!view.hand.length) return html`<p class="hand none">${board.t.noCards}</p>`;
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
      !reason ? "ready" : board.mayAct && "dim",
      open && "picked",
    )} data-at="card/${card}" aria-expanded=${open ? "true" : "false"}
      title=${t.effects[card]} aria-label="${t.held(t.cards[card], count)}: ${t.effects[card]}"
      @click=${() => board.chooseCard(card)}><span class="icon seat-${board.seat}">${drawing(
        iconOf(card, board.seat),
      )}</span><span>${t.cards[card]}${count > 1
        ? html`
          <b>×${count}</b>
        `
        : nothing}</span></button>
  `;
}

/** What is drawn on a card. @param {Card} card @param {number | null} seat */
function iconOf(card, seat) {
  if (card.endsWith("_TENT")) return `tent-${seat ?? 0}`;
  if (card.startsWith("VP")) return "star";
  return /** @type {Record<string, string>} */ ({
    TWO_DICE: "dice",
    MARKET: "trade",
    THREE_STONES: "gem-black",
    FOUR_COINS: "coins",
    BOAT_BACK: "boat",
  })[card] ?? "leaf";
}
