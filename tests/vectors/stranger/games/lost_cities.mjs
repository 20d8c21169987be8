import { isWhole, ranked, same, sum } from '../json.mjs';

const COLORS = ['RED', 'WHITE', 'YELLOW', 'BLUE', 'GREEN', 'PURPLE'];
const RANKS = ['x', '2', '3', '4', '5', '6', '7', '8', '9', '10'];
const colorOf = (card) => COLORS.findIndex((color) => color[0] === card[0]);
const rankOf = (card) => RANKS.indexOf(card.slice(1));
const sorted = (cards) => [...cards].sort((a, b) => colorOf(a) - colorOf(b) || rankOf(a) - rankOf(b));
const removeOne = (cards, card) => {
  const place = cards.indexOf(card);
  if (place >= 0) cards.splice(place, 1);
};

function expedition(color, cards) {
  const wagers = cards.filter((card) => rankOf(card) === 0).length;
  const points = sum(cards.filter((card) => rankOf(card) > 0).map((card) => Number(card.slice(1))));
  const bonus = cards.length >= 8 ? 20 : 0;
  const score = cards.length ? (points - 20) * (1 + wagers) + bonus : 0;
  return { color, cards: [...cards], wagers, sum: points, bonus, score };
}

export class LostCities {
  static seats = [2, 2];

  static optionsAreValid(options) {
    return isWhole(options.rounds, 1, 9) && isWhole(options.colors, 5, 6)
      && isWhole(options.maxTurnsWithoutDeckDraw, 0, 1000)
      && (!('startSeat' in options) || isWhole(options.startSeat, 0, 1))
      && Array.isArray(options.carriedScores) && [0, 2].includes(options.carriedScores.length)
      && options.carriedScores.every((points) => isWhole(points, -1_000_000, 1_000_000));
  }

  constructor(options, seats, words) {
    this.options = options;
    this.colors = COLORS.slice(0, options.colors);
    this.totals = options.carriedScores.length ? [...options.carriedScores] : [0, 0];
    this.round = 0;
    this.finished = [];
    this.deal(options.startSeat ?? words.below(2), words);
  }

  deal(starter, words) {
    this.round += 1;
    this.starter = starter;
    this.turn = starter;
    this.idle = 0;
    this.deck = words.shuffle(this.colors.flatMap((color) => (
      ['x', 'x', ...RANKS].map((rank) => color[0] + rank))));
    this.hands = [0, 1].map(() => sorted(this.deck.splice(-8)));
    this.known = [[], []];
    this.piles = this.colors.map(() => []);
    this.laid = [0, 1].map(() => this.colors.map(() => []));
  }

  moves() {
    const moves = [];
    for (const card of new Set(this.hands[this.turn])) {
      const color = colorOf(card);
      const open = this.colors.filter((_, index) => this.piles[index].length > 0);
      const last = this.laid[this.turn][color].at(-1);
      if (last === undefined || rankOf(card) > rankOf(last) || rankOf(last) === 0) {
        for (const draw of ['DECK', ...open]) moves.push({ card, place: 'EXPEDITION', draw });
      }
      for (const draw of ['DECK', ...open]) {
        if (draw !== COLORS[color]) moves.push({ card, place: 'DISCARD', draw });
      }
    }
    return moves;
  }

  // Plays a move of the seat whose turn it is; false if it is not legal.
  play(move, words) {
    if (!this.moves().some((legal) => same(legal, move))) return false;
    const { card, place, draw } = move;
    const seat = this.turn;
    removeOne(this.hands[seat], card);
    removeOne(this.known[seat], card);
    (place === 'DISCARD' ? this.piles : this.laid[seat])[colorOf(card)].push(card);
    const drawn = (draw === 'DECK' ? this.deck : this.piles[COLORS.indexOf(draw)]).pop();
    this.hands[seat] = sorted([...this.hands[seat], drawn]);
    if (draw !== 'DECK') this.known[seat] = sorted([...this.known[seat], drawn]);
    this.shown = draw === 'DECK';
    this.idle = draw === 'DECK' ? 0 : this.idle + 1;
    this.turn = 1 - seat;
    this.last = { seat, card, place, draw, drawn, roundEnded: null };
    const limit = this.options.maxTurnsWithoutDeckDraw;
    if (this.deck.length === 0 || (limit > 0 && this.idle >= limit)) this.endRound(words);
    return true;
  }

  endRound(words) {
    const sides = this.sides().map(({ seat, expeditions, roundScore }) => {
      this.totals[seat] += roundScore;
      return { seat, expeditions, score: roundScore, total: this.totals[seat] };
    });
    this.last.roundEnded = { round: this.round, starter: this.starter, sides };
    this.finished.push(this.last.roundEnded);
    this.turn = null;
    if (this.round === this.options.rounds) return;
    const [first, second] = this.totals;
    this.deal(first === second ? 1 - this.starter : Number(second > first), words);
  }

  sides() {
    return [0, 1].map((seat) => {
      const expeditions = this.colors.map((color, index) => expedition(color, this.laid[seat][index]));
      return {
        seat, handSize: this.hands[seat].length, handKnown: this.known[seat], expeditions,
        roundScore: sum(expeditions.map(({ score }) => score)), total: this.totals[seat],
      };
    });
  }

  state(viewer) {
    return {
      round: this.round, rounds: this.options.rounds, starter: this.starter,
      hand: viewer === null ? [] : this.hands[viewer], deckSize: this.deck.length,
      discards: this.colors.map((color, index) => (
        { color, top: this.piles[index].at(-1) ?? '', size: this.piles[index].length })),
      sides: this.sides(), turnsWithoutDeckDraw: this.idle, finishedRounds: this.finished,
    };
  }

  // The events of the move that ended the match.
  events(viewer) {
    const { seat, card, place, draw, drawn, roundEnded } = this.last;
    const hidden = draw === 'DECK' && viewer !== seat;
    return [
      { cardPlayed: { seat, card, place } },
      { cardDrawn: { seat, pile: draw, card: hidden ? '' : drawn } },
      { roundEnded },
    ];
  }

  scores() { return this.totals; }
  ranks() { return ranked([0, 1], (a, b) => this.totals[b] - this.totals[a]); }
  putOut() { return []; }
}
