// Lost Cities, for those who recompute its matches: see sdk/javascript/verify/README.md.

export const VERSION = 1;
export const SEATS = [2, 2];
const COLORS = ["R", "W", "Y", "B", "G", "P"];
const NAMES = ["RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"];
const RANKS = ["x", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
const HAND = 8;

const color = (card) => COLORS.indexOf(card[0]);
const rank = (card) => RANKS.indexOf(card.slice(1));
const value = (card) => (card.slice(1) === "x" ? 0 : Number(card.slice(1)));
const sorted = (cards) => [...cards].sort((a, b) => color(a) - color(b) || rank(a) - rank(b));
const between = (n, least, most) => Number.isSafeInteger(n) && least <= n && n <= most;

export function checkOptions(options, seats, { must, same }) {
  const { startSeat, carriedScores, ...others } = options;
  must(same(Object.keys(others).sort(), ["colors", "maxTurnsWithoutDeckDraw", "rounds"]), "options: others are due.");
  must(between(options.rounds, 1, 9) && between(options.colors, 5, 6), "options: rounds or colors.");
  must(between(options.maxTurnsWithoutDeckDraw, 0, 1000), "options: maxTurnsWithoutDeckDraw.");
  must(startSeat === undefined || between(startSeat, 0, seats - 1), "options: startSeat.");
  const scores = Array.isArray(carriedScores) && carriedScores.every((each) => between(each, -1e6, 1e6));
  must(scores && [0, seats].includes(carriedScores.length), "options: carriedScores.");
}

export function newGame(options, _seats, chance) {
  const starter = options.startSeat ?? chance.below(2);
  const state = { options, finished: [] };
  return [state, deal(state, starter, chance)];
}

function deal(state, starter, chance) {
  const colors = COLORS.slice(0, state.options.colors);
  const deck = chance.shuffled(colors.flatMap((each) => ["x", "x", ...RANKS].map((name) => each + name)));
  const empty = () => colors.map(() => []);
  Object.assign(state, { starter, turn: starter, idle: 0, known: [[], []] });
  state.hands = [sorted(deck.splice(-HAND)), sorted(deck.splice(-HAND))];
  Object.assign(state, { deck, expeditions: [empty(), empty()], discards: empty() });
  return [{ roundStarted: { round: state.finished.length + 1, starter, hands: state.hands.map((hand) => [...hand]) } }];
}

export const toMove = (state) => (over(state) ? [] : [state.turn]);
export const over = (state) => state.finished.length === state.options.rounds;

export function legalMoves(state, seat) {
  const piles = ["DECK", ...NAMES.filter((_, i) => state.discards[i]?.length)];
  return [...new Set(state.hands[seat])].flatMap((card) => [
    ...(fits(state, seat, card) ? piles.map((draw) => ({ card, place: "EXPEDITION", draw })) : []),
    ...piles.filter((draw) => draw !== NAMES[color(card)]).map((draw) => ({ card, place: "DISCARD", draw })),
  ]);
}

function fits(state, seat, card) {
  const top = state.expeditions[seat][color(card)].at(-1);
  return top === undefined || rank(card) > rank(top) || rank(card) + rank(top) === 0;
}

export function apply(state, seat, { card, place, draw }, chance) {
  remove(state.hands[seat], card);
  if (state.known[seat].includes(card)) remove(state.known[seat], card);
  (place === "DISCARD" ? state.discards : state.expeditions[seat])[color(card)].push(card);
  const drawn = (draw === "DECK" ? state.deck : state.discards[NAMES.indexOf(draw)]).pop();
  state.hands[seat] = sorted([...state.hands[seat], drawn]);
  if (draw !== "DECK") state.known[seat] = sorted([...state.known[seat], drawn]);
  state.idle = draw === "DECK" ? 0 : state.idle + 1;
  state.turn = 1 - seat;
  const events = [{ cardPlayed: { seat, card, place } }, { cardDrawn: { seat, pile: draw, card: drawn } }];
  const stalled = state.idle > 0 && state.idle === state.options.maxTurnsWithoutDeckDraw;
  return state.deck.length && !stalled ? events : [...events, ...endRound(state, chance)];
}

const remove = (cards, card) => cards.splice(cards.indexOf(card), 1);

function endRound(state, chance) {
  const before = scores(state);
  const expeditions = state.expeditions.map((cards) => cards.map((each, i) => scored(each, i)));
  const sides = expeditions.map((own, seat) => {
    const score = sum(own);
    return { seat, expeditions: own, score, total: before[seat] + score };
  });
  const round = { round: state.finished.length + 1, starter: state.starter, sides };
  state.finished.push(round);
  if (over(state)) return [{ roundEnded: round }];
  const [one, other] = scores(state);
  const starter = one === other ? 1 - state.starter : Number(other > one);
  return [{ roundEnded: round }, ...deal(state, starter, chance)];
}

function scored(cards, i) {
  const wagers = cards.filter((card) => value(card) === 0).length;
  const total = cards.reduce((all, card) => all + value(card), 0);
  const bonus = cards.length >= 8 ? 20 : 0;
  const score = cards.length ? (total - 20) * (1 + wagers) + bonus : 0;
  return { color: NAMES[i], cards: [...cards], wagers, sum: total, bonus, score };
}

const sum = (expeditions) => expeditions.reduce((all, each) => all + each.score, 0);

export function scores(state) {
  const carried = state.options.carriedScores;
  return [0, 1].map((seat) => state.finished.at(-1)?.sides[seat].total ?? carried[seat] ?? 0);
}

export function ranking(state) {
  const [one, other] = scores(state);
  if (one === other) return [[0, 1]];
  return one > other ? [[0], [1]] : [[1], [0]];
}

export function view(state, seat) {
  const totals = scores(state);
  return {
    round: Math.min(state.finished.length + 1, state.options.rounds),
    rounds: state.options.rounds,
    starter: state.starter,
    deckSize: state.deck.length,
    turnsWithoutDeckDraw: state.idle,
    hand: seat === null ? [] : state.hands[seat],
    discards: state.discards.map((pile, i) => ({ color: NAMES[i], top: pile.at(-1) ?? "", size: pile.length })),
    sides: state.hands.map((hand, side) => {
      const expeditions = state.expeditions[side].map(scored);
      const roundScore = sum(expeditions);
      const handKnown = state.known[side];
      return { seat: side, handSize: hand.length, handKnown, expeditions, roundScore, total: totals[side] };
    }),
    finishedRounds: state.finished,
  };
}

export function eventView(event, seat) {
  if (event.roundStarted) {
    const { round, starter, hands } = event.roundStarted;
    return { roundStarted: { round, starter, hand: hands[seat] ?? [] } };
  }
  if (event.cardDrawn) {
    const { pile, card, seat: drawer } = event.cardDrawn;
    return { cardDrawn: { seat: drawer, pile, card: pile !== "DECK" || drawer === seat ? card : "" } };
  }
  return event;
}

// Whether events have shown somebody what was hidden.
export const tells = (events) => events.some(({ cardDrawn }) => cardDrawn?.pile === "DECK");
