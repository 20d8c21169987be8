// Just4Fun, for those who recompute its matches: see sdk/javascript/verify/README.md.

export const VERSION = 1;
export const SEATS = [2, 4];
const FIELDS = 36;
const SIDE = 6;
const FULL = 4;
const LEAD = 2;
const NUMBERS = Array.from({ length: FIELDS }, (_, i) => i + 1);
const DECK = Array.from({ length: 19 }, (_, i) => Array(i < 12 ? 4 : 1).fill(i + 1)).flat();
const ORIGINAL = [
  [1, 14, 30, 24, 19, 8],
  [33, 11, 9, 16, 35, 21],
  [6, 27, 31, 20, 3, 12],
  [15, 32, 5, 29, 17, 26],
  [22, 10, 18, 36, 25, 2],
  [28, 7, 23, 4, 13, 34],
].flat();

const ascending = (numbers) => [...numbers].sort((a, b) => a - b);
const total = (numbers) => numbers.reduce((all, each) => all + each, 0);

export function checkOptions(options, seats, { must, same }) {
  const { startSeat, ...others } = options;
  must(same(Object.keys(others).sort(), ["customLayout", "layout", "ownLocked"]), "options: others are due.");
  must(["ORIGINAL", "RANDOM", "CUSTOM"].includes(options.layout), "options: layout.");
  must([true, false].includes(options.ownLocked), "options: ownLocked.");
  must(startSeat === undefined || (Number.isSafeInteger(startSeat) && 0 <= startSeat && startSeat < seats), "options: startSeat.");
  const due = options.layout === "CUSTOM" ? NUMBERS : [];
  must(Array.isArray(options.customLayout) && same(ascending(options.customLayout), due), "options: customLayout.");
}

export function newGame(options, seats, chance) {
  const starter = options.startSeat ?? chance.below(seats);
  const layout = boards(options, chance);
  const deck = chance.shuffled(DECK);
  const each = Array.from({ length: seats }, (_, seat) => seat);
  const hands = each.map(() => ascending(deck.splice(-FULL)));
  const state = {
    options,
    starter,
    turn: starter,
    layout,
    deck,
    hands,
    discard: [],
    stones: NUMBERS.map(() => each.map(() => 0)),
    supplies: each.map(() => 20),
    removed: each.map(() => 0),
    line: [],
  };
  return [state, [{ matchStarted: { starter, layout, hands: hands.map((hand) => [...hand]) } }]];
}

function boards(options, chance) {
  if (options.layout === "RANDOM") return chance.shuffled(NUMBERS);
  return options.layout === "CUSTOM" ? options.customLayout : ORIGINAL;
}

export const toMove = (state) => (over(state) ? [] : [state.turn]);

export function over(state) {
  return state.line.length > 0 || !state.hands.some((_, seat) => goesOn(state, seat));
}

// With locked fields of one's own open, there always is a field for a stone.
function goesOn(state, seat) {
  if (!state.supplies[seat]) return false;
  return state.options.ownLocked || NUMBERS.some((field) => takes(state, seat, field));
}

function takes(state, seat, field) {
  const stones = state.stones[field - 1];
  if (Math.max(...stones) - stones[seat] >= LEAD) return false;
  return state.options.ownLocked || !locked(stones);
}

function locked(stones) {
  const [most, second] = ascending(stones).reverse();
  return most - second >= LEAD;
}

function owner(stones) {
  const most = Math.max(...stones);
  return most && stones.filter((count) => count === most).length === 1 ? stones.indexOf(most) : undefined;
}

const owned = (state, seat) => NUMBERS.filter((field) => owner(state.stones[field - 1]) === seat);

export function legalMoves(state, seat) {
  const plays = new Map();
  for (let size = 1; size <= state.hands[seat].length; size++) {
    for (const cards of combinations(state.hands[seat], size)) {
      const field = total(cards);
      if (field <= FIELDS && takes(state, seat, field)) plays.set(String(cards), { play: { cards } });
    }
  }
  return plays.size ? [...plays.values()] : [{ exchange: {} }];
}

function combinations(cards, size) {
  if (size === 0) return [[]];
  return cards.flatMap((card, i) => combinations(cards.slice(i + 1), size - 1).map((rest) => [card, ...rest]));
}

export function apply(state, seat, move, chance) {
  const cards = move.play ? move.play.cards : [...state.hands[seat]];
  for (const card of cards) state.hands[seat].splice(state.hands[seat].indexOf(card), 1);
  state.discard.push(...cards);
  if (!move.play) return [{ handExchanged: { seat, cards } }, ...filled(state, seat, chance)];
  const field = total(cards);
  const events = [{ cardsPlayed: { seat, cards, field } }, ...placed(state, seat, field)];
  state.line = lineOf(state, seat, field);
  if (state.line.length) return [...events, { lineCompleted: { seat, fields: state.line } }];
  return over(state) ? events : [...events, ...filled(state, seat, chance)];
}

function placed(state, seat, field) {
  const stones = state.stones[field - 1];
  stones[seat] += 1;
  state.supplies[seat] -= 1;
  const others = stones.map((count, each) => (each === seat ? 0 : count));
  if (stones[seat] - Math.max(...others) !== LEAD) return [];
  others.forEach((count, each) => {
    stones[each] -= count;
    state.removed[each] += count;
  });
  return [{ fieldLocked: { seat, field, removed: others } }];
}

function lineOf(state, seat, field) {
  const fields = LINES.map((line) => line.map((place) => state.layout[place])).filter((line) => line.includes(field));
  return fields.find((line) => line.every((each) => owner(state.stones[each - 1]) === seat)) ?? [];
}

const LINES = [[0, 1], [1, 0], [1, 1], [1, -1]].flatMap(([down, right]) =>
  Array.from({ length: FIELDS }, (_, place) => [Math.floor(place / SIDE), place % SIDE])
    .filter(([row, column]) => row + 3 * down < SIDE && column + 3 * right >= 0 && column + 3 * right < SIDE)
    .map(([row, column]) => [0, 1, 2, 3].map((n) => (row + n * down) * SIDE + column + n * right)),
);

function filled(state, seat, chance) {
  const drawn = [];
  const events = [];
  while (state.hands[seat].length + drawn.length < FULL) {
    drawn.push(state.deck.pop());
    if (state.deck.length) continue;
    events.push({ deckReshuffled: { cards: state.discard.length } });
    state.deck = chance.shuffled(state.discard);
    state.discard = [];
  }
  state.hands[seat] = ascending([...state.hands[seat], ...drawn]);
  do state.turn = (state.turn + 1) % state.hands.length;
  while (!goesOn(state, state.turn));
  return [{ cardsDrawn: { seat, count: drawn.length, cards: ascending(drawn) } }, ...events];
}

export const scores = (state) => state.hands.map((_, seat) => total(owned(state, seat)));

export function ranking(state) {
  const seats = state.hands.map((_, seat) => seat);
  if (state.line.length) {
    const winner = owner(state.stones[state.line[0] - 1]);
    return [[winner], seats.filter((seat) => seat !== winner)];
  }
  const points = seats.map((seat) => total(owned(state, seat)) * 100 + Math.max(0, ...owned(state, seat)));
  const distinct = ascending(new Set(points)).reverse();
  return distinct.map((each) => seats.filter((seat) => points[seat] === each));
}

export function view(state, seat) {
  return {
    starter: state.starter,
    deckSize: state.deck.length,
    hand: seat === null ? [] : state.hands[seat],
    discard: state.discard,
    board: state.layout.map((number) => {
      const stones = state.stones[number - 1];
      const owns = owner(stones) === undefined ? {} : { owner: owner(stones) };
      return { number, stones, ...owns, locked: locked(stones) };
    }),
    sides: state.hands.map((hand, side) => ({
      seat: side,
      handSize: hand.length,
      supply: state.supplies[side],
      removed: state.removed[side],
      score: total(owned(state, side)),
      highestField: Math.max(0, ...owned(state, side)),
    })),
    line: state.line,
  };
}

export function eventView(event, seat) {
  if (event.matchStarted) {
    const { starter, layout, hands } = event.matchStarted;
    return { matchStarted: { starter, layout, hand: hands[seat] ?? [] } };
  }
  if (event.cardsDrawn && event.cardsDrawn.seat !== seat) return { cardsDrawn: { ...event.cardsDrawn, cards: [] } };
  return event;
}

// Whether events have shown somebody what was hidden.
export const tells = (events) => events.some(({ cardsDrawn }) => cardsDrawn?.count > 0);
