import { isWhole, ranked, same, sum } from '../json.mjs';

const ORIGINAL = [
  1, 14, 30, 24, 19, 8, 33, 11, 9, 16, 35, 21, 6, 27, 31, 20, 3, 12,
  15, 32, 5, 29, 17, 26, 22, 10, 18, 36, 25, 2, 28, 7, 23, 4, 13, 34,
];
const upTo = (count) => Array.from({ length: count }, (_, index) => index + 1);
const ascending = (cards) => [...cards].sort((a, b) => a - b);
const isLayout = (list) => same(ascending(list), upTo(36));

// All lines as places on the board, in the order in which they are tried.
const LINES = [[0, 1], [1, 0], [1, 1], [1, -1]].flatMap(([down, right]) => upTo(36).flatMap((field) => {
  const row = Math.floor((field - 1) / 6);
  const column = (field - 1) % 6;
  const end = column + 3 * right;
  if (row + 3 * down > 5 || end > 5 || end < 0) return [];
  return [[0, 1, 2, 3].map((step) => (row + step * down) * 6 + column + step * right)];
}));

// All combinations of `size` of the places 0 to `count` - 1, in ascending order.
function combinations(count, size, from = 0) {
  if (size === 0) return [[]];
  const all = [];
  for (let place = from; place < count; place++) {
    for (const rest of combinations(count, size - 1, place + 1)) all.push([place, ...rest]);
  }
  return all;
}

export class Just4Fun {
  static seats = [2, 4];

  static optionsAreValid(options, seats) {
    const { layout, customLayout, ownLocked } = options;
    return ['ORIGINAL', 'RANDOM', 'CUSTOM'].includes(layout) && typeof ownLocked === 'boolean'
      && Array.isArray(customLayout) && (layout === 'CUSTOM' ? isLayout(customLayout) : customLayout.length === 0)
      && (!('startSeat' in options) || isWhole(options.startSeat, 0, seats - 1));
  }

  constructor(options, seats, words) {
    this.options = options;
    this.all = upTo(seats).map((number) => number - 1);
    this.starter = options.startSeat ?? words.below(seats);
    this.turn = this.starter;
    this.layout = { ORIGINAL, CUSTOM: options.customLayout }[options.layout] ?? words.shuffle(upTo(36));
    this.deck = words.shuffle(upTo(19).flatMap((card) => Array(card <= 12 ? 4 : 1).fill(card)));
    this.hands = this.all.map(() => ascending(this.deck.splice(-4)));
    this.discards = [];
    this.stones = this.layout.map(() => this.all.map(() => 0));
    this.supply = this.all.map(() => 20);
    this.removed = this.all.map(() => 0);
    this.line = [];
  }

  owner(place) {
    const most = Math.max(...this.stones[place]);
    const seats = this.all.filter((seat) => this.stones[place][seat] === most);
    return most > 0 && seats.length === 1 ? seats[0] : null;
  }

  // How many stones a seat has more than every other seat there.
  lead(place, seat) {
    const others = this.stones[place].filter((_, other) => other !== seat);
    return this.stones[place][seat] - Math.max(...others);
  }

  isLocked(place) {
    const owner = this.owner(place);
    return owner !== null && this.lead(place, owner) >= 2;
  }

  takesStone(place, seat) {
    return this.lead(place, seat) > -2 && (this.options.ownLocked || this.lead(place, seat) < 2);
  }

  canGoOn(seat) {
    return this.supply[seat] > 0
      && (this.options.ownLocked || this.layout.some((_, place) => this.takesStone(place, seat)));
  }

  moves() {
    const hand = this.hands[this.turn];
    const moves = new Map();
    for (const size of [1, 2, 3, 4]) {
      for (const places of combinations(hand.length, size)) {
        const cards = places.map((place) => hand[place]);
        const field = this.layout.indexOf(sum(cards));
        if (field >= 0 && this.takesStone(field, this.turn) && !moves.has(cards.join())) {
          moves.set(cards.join(), { play: { cards } });
        }
      }
    }
    return moves.size ? [...moves.values()] : [{ exchange: {} }];
  }

  // Plays a move of the seat whose turn it is; false if it is not legal.
  play(move, words) {
    if (!this.moves().some((legal) => same(legal, move))) return false;
    const seat = this.turn;
    const cards = move.exchange ? this.hands[seat] : move.play.cards;
    this.discards.push(...cards);
    const hand = [...this.hands[seat]];
    for (const card of cards) hand.splice(hand.indexOf(card), 1);
    this.hands[seat] = hand;
    if (move.play) this.putStone(seat, cards);
    const next = this.all.map((index) => (seat + 1 + index) % this.all.length)
      .find((other) => this.canGoOn(other));
    this.turn = this.line.length ? null : next ?? null;
    if (this.turn !== null) this.fillHand(seat, words);
    return true;
  }

  putStone(seat, cards) {
    const place = this.layout.indexOf(sum(cards));
    const wasLocked = this.isLocked(place);
    this.stones[place][seat] += 1;
    this.supply[seat] -= 1;
    this.lastEvents = [{ cardsPlayed: { seat, cards, field: this.layout[place] } }];
    if (!wasLocked && this.isLocked(place)) {
      const removed = this.stones[place].map((count, other) => (other === seat ? 0 : count));
      removed.forEach((count, other) => {
        this.removed[other] += count;
        this.stones[place][other] -= count;
      });
      this.lastEvents.push({ fieldLocked: { seat, field: this.layout[place], removed } });
    }
    const line = LINES.find((places) => places.includes(place) && places.every((one) => this.owner(one) === seat));
    if (!line) return;
    this.line = line.map((one) => this.layout[one]);
    this.lastEvents.push({ lineCompleted: { seat, fields: this.line } });
  }

  fillHand(seat, words) {
    const hand = this.hands[seat];
    this.shown = hand.length < 4;
    while (hand.length < 4) {
      hand.push(this.deck.pop());
      if (this.deck.length === 0) {
        this.deck = words.shuffle(this.discards);
        this.discards = [];
      }
    }
    this.hands[seat] = ascending(hand);
  }

  fieldsOf(seat) {
    return this.layout.filter((_, place) => this.owner(place) === seat);
  }

  highestField(seat) { return Math.max(0, ...this.fieldsOf(seat)); }

  state(viewer) {
    const scores = this.scores();
    return {
      starter: this.starter, deckSize: this.deck.length, hand: viewer === null ? [] : this.hands[viewer],
      discard: this.discards, line: this.line,
      board: this.layout.map((number, place) => {
        const owner = this.owner(place);
        return {
          number, stones: this.stones[place], locked: this.isLocked(place), ...(owner === null ? {} : { owner }),
        };
      }),
      sides: this.all.map((seat) => ({
        seat, handSize: this.hands[seat].length, supply: this.supply[seat], removed: this.removed[seat],
        score: scores[seat], highestField: this.highestField(seat),
      })),
    };
  }

  // The events of the move that ended the match.
  events() { return this.lastEvents; }

  scores() { return this.all.map((seat) => sum(this.fieldsOf(seat))); }

  ranks() {
    if (this.line.length) {
      const winner = this.owner(this.layout.indexOf(this.line[0]));
      return [[winner], this.all.filter((seat) => seat !== winner)];
    }
    const scores = this.scores();
    return ranked(this.all, (a, b) => scores[b] - scores[a] || this.highestField(b) - this.highestField(a));
  }

  putOut() { return []; }
}
