// Livingstone: the deck, what is drawn from it, and the hands.

import { COUNTS, GEMS, gemsOf } from "./livingstone_stones.js";

export const CARDS = COUNTS.map((name) => name.replace(/([A-Z])/g, "_$1").toUpperCase());

export const deckOf = ({ cardCounts }) => COUNTS.flatMap((name, i) => Array(cardCounts[name]).fill(CARDS[i]));

// Whether a card of the hand can be played by its name; `dice` are the values that could be taken.
export function playable(state, card, dice) {
  if (card === "TWO_DICE") return dice > state.owed;
  if (card === "BOAT_BACK") return state.boat > 1;
  return !["NO_COST_TENT", "ANY_ROW_TENT"].includes(card);
}

export function discarded(state, seat, card) {
  state.hands[seat].splice(state.hands[seat].indexOf(card), 1);
  (card === "BOAT_BACK" ? state.outOfGame : state.discard).push(card);
}

export function drawCard(state, seat, chance) {
  const events = [];
  if (!state.deck.length && state.discard.length) {
    events.push({ deckReshuffled: { cards: state.discard.length } });
    state.deck = chance.shuffled(state.discard);
    state.discard = [];
  }
  if (!state.deck.length) return events;
  const card = state.deck.pop();
  if (card === "MINE_CRASH") return [...events, ...crashed(state, seat, chance)];
  state.hands[seat].push(card);
  state.hands[seat].sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b));
  return [...events, { cardDrawn: { seat, card } }];
}

function crashed(state, seat, chance) {
  const lost = state.gems;
  state.gems = lost.map(() => gemsOf({}));
  for (const gems of lost) for (const kind of GEMS) state.bag[kind] += gems[kind];
  state.outOfGame.push("MINE_CRASH");
  const draws = {
    ALL: () => true,
    DRAWER: (each) => each === seat,
    LOSERS: (each) => GEMS.some((kind) => lost[each][kind]),
  }[state.options.mineCrashDraw];
  const clockwise = lost.map((_, step) => (seat + step) % lost.length);
  const events = clockwise.filter(draws).flatMap((each) => drawCard(state, each, chance));
  return [{ mineCrashed: { seat, lost } }, ...events];
}
