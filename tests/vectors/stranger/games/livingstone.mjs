import { isRecord, isWhole, ranked, same, sum } from '../json.mjs';

const CARDS = [
  'NO_COST_TENT', 'ANY_ROW_TENT', 'SCORED_ROW_TENT', 'TWO_DICE', 'MARKET', 'THREE_STONES', 'FOUR_COINS',
  'VP2', 'VP3', 'VP4', 'BOAT_BACK', 'MINE_CRASH',
];
const COUNTS = [
  'noCostTent', 'anyRowTent', 'scoredRowTent', 'twoDice', 'market', 'threeStones', 'fourCoins',
  'vp2', 'vp3', 'vp4', 'boatBack', 'mineCrash',
];
const POINTS = { VP2: 2, VP3: 3, VP4: 4 };
const GEMS = ['clear', 'blue', 'red'];
const STONES = ['black', ...GEMS, 'white'];
const PRICES = { clear: 1, blue: 3, red: 5 };
const MARKET_PRICES = { clear: 1, blue: 2, red: 3 };
const ROWS = [1, 2, 3, 4, 5, 6];
const gemsOf = (count) => Object.fromEntries(GEMS.map((gem) => [gem, count(gem)]));
const worth = (gems, prices) => sum(GEMS.map((gem) => gems[gem] * prices[gem]));
const fieldName = (column, row) => 'abcdefghij'[column - 1] + row;

export class Livingstone {
  static seats = [2, 5];

  static optionsAreValid(options, seats) {
    const areNumbers = (list, length, most) => Array.isArray(list) && list.length === length
      && list.every((number) => isWhole(number, 0, most));
    return areNumbers(options.river, 10, 100) && areNumbers(options.rowBonus, 6, 100)
      && isRecord(options.cardCounts) && areNumbers(COUNTS.map((name) => options.cardCounts[name]), 12, 30)
      && ['ALL', 'DRAWER', 'LOSERS'].includes(options.mineCrashDraw)
      && typeof options.allowPass === 'boolean' && typeof options.coinsPublic === 'boolean'
      && (!('startSeat' in options) || isWhole(options.startSeat, 0, seats - 1));
  }

  constructor(options, seats, words) {
    this.options = options;
    this.all = Array.from({ length: seats }, (_, seat) => seat);
    this.starter = options.startSeat ?? words.below(seats);
    this.deck = words.shuffle(
      CARDS.flatMap((card, index) => Array(options.cardCounts[COUNTS[index]]).fill(card)));
    this.discards = [];
    this.outOfGame = [];
    this.bag = { black: 29, clear: 15, blue: 10, red: 5, white: 1 };
    this.aside = { black: 0, clear: 0, blue: 0, red: 0, white: 0 };
    this.board = new Map();
    this.sides = this.all.map(() => (
      { score: 0, coins: 3, chest: 0, gems: gemsOf(() => 0), tents: 11, hand: [], scoredRows: [] }));
    this.round = 0;
    this.boat = 1;
    this.final = null;
    this.startRound(words);
  }

  startRound(words) {
    this.round += 1;
    this.pool = words.dice(2 * this.all.length);
    for (const side of this.sides) Object.assign(side, { lastDie: 0, passed: false });
    this.startTurn(this.starter);
  }

  startTurn(seat) {
    this.turn = seat;
    this.die = 0;
    this.diceToTake = 1;
    this.hasTaken = false;
  }

  tentsAt(column, row) {
    const none = () => this.all.map(() => 0);
    return this.board.get(fieldName(column, row)) ?? { column, row, tents: none(), unscored: none() };
  }

  fields() {
    return [...this.board.entries()]
      .map(([field, { column, row, tents, unscored }]) => ({ field, column, row, tents, unscored }))
      .sort((a, b) => a.column - b.column || a.row - b.row);
  }

  higherDice() {
    return [...new Set(this.pool)].filter((value) => value > this.sides[this.turn].lastDie);
  }

  // The legal moves in canonical order; with `everyPair`, every pair of a place and a field to move a tent from.
  moves(everyPair = false) {
    const side = this.sides[this.turn];
    const moves = [];
    if (!this.die && this.diceToTake) {
      const values = this.higherDice();
      const count = Math.max(0, values.length - (this.diceToTake - 1));
      moves.push(...values.slice(0, count).map((value) => ({ takeDie: { value } })));
    }
    if (!this.die && !this.diceToTake) moves.push({ endTurn: {} });
    if (this.options.allowPass && !this.hasTaken) moves.push({ passRound: {} });
    if (this.die) {
      if (this.deck.length || this.discards.length) moves.push({ drawCard: {} });
      moves.push({ takeCoins: {} }, { dig: {} });
      const places = [false, true].flatMap((anyRow) => [false, true].flatMap((noCost) => {
        if (anyRow && !side.hand.includes('ANY_ROW_TENT')) return [];
        if (noCost && !side.hand.includes('NO_COST_TENT')) return [];
        return (anyRow ? ROWS : [this.die]).map((row) => ({ row, noCost, anyRow }));
      }));
      moves.push(...this.withTents(places, everyPair).map((placeTent) => ({ placeTent })));
    }
    moves.push(...this.sales().map((sellGems) => ({ sellGems })));
    moves.push(...[...new Set([1, side.coins])].filter((amount) => amount <= side.coins && amount > 0)
      .map((amount) => ({ donate: { amount } })));
    for (const card of new Set(side.hand)) moves.push(...this.cardMoves(card, everyPair));
    return moves;
  }

  price({ row, noCost }) {
    const river = noCost ? 0 : this.options.river[this.boat - 1];
    return river + sum(this.tentsAt(this.boat, row).tents);
  }

  // The places that the seat can pay for, each with the field that the tent comes from.
  withTents(places, everyPair) {
    const side = this.sides[this.turn];
    const paid = places.filter((place) => this.price({ noCost: true, ...place }) <= side.coins);
    if (side.tents) return paid.map((place) => ({ ...place, fromField: '' }));
    if (this.all.length > 2) return [];
    const own = this.fields().filter(({ tents }) => tents[this.turn] > 0).map(({ field }) => field);
    const seen = new Set();
    return paid.flatMap((place) => own.flatMap((fromField) => {
      if (fieldName(this.boat, place.row) === fromField) return [];
      if (!everyPair && seen.has(place) && seen.has(fromField)) return [];
      seen.add(place).add(fromField);
      return [{ ...place, fromField }];
    }));
  }

  sales() {
    const { gems } = this.sides[this.turn];
    const sales = GEMS.flatMap((gem) => [1, gems[gem]].filter((count) => count <= gems[gem])
      .map((count) => gemsOf((other) => (other === gem ? count : 0))));
    const different = new Map([...sales, { ...gems }].map((sale) => [Object.values(sale).join(), sale]));
    return [...different.values()].filter((sale) => sum(Object.values(sale)) > 0);
  }

  cardMoves(card, everyPair) {
    switch (card) {
      case 'NO_COST_TENT': case 'ANY_ROW_TENT': return [];
      case 'MARKET': return this.sales().map((playMarket) => ({ playMarket }));
      case 'SCORED_ROW_TENT':
        return this.withTents(this.sides[this.turn].scoredRows.map((row) => ({ row })), everyPair)
          .map((playScoredRowTent) => ({ playScoredRowTent }));
      case 'TWO_DICE': if (this.higherDice().length <= this.diceToTake) return []; break;
      case 'BOAT_BACK': if (this.boat === 1) return []; break;
    }
    return [{ playCard: { card } }];
  }

  isLegal(move) {
    const { gems, coins, hand } = this.sides[this.turn];
    const [kind] = Object.keys(move);
    const given = move[kind];
    if (!isRecord(given)) return false;
    if (kind === 'donate') {
      return isWhole(given.amount, 1, coins) && same(move, { donate: { amount: given.amount } });
    }
    if (kind === 'sellGems' || kind === 'playMarket') {
      return GEMS.every((gem) => isWhole(given[gem], 0, gems[gem])) && GEMS.some((gem) => given[gem] > 0)
        && same(move, { [kind]: gemsOf((gem) => given[gem]) }) && (kind === 'sellGems' || hand.includes('MARKET'));
    }
    return this.moves(true).some((legal) => same(legal, move));
  }

  // Plays a move of the seat whose turn it is; false if it is not legal.
  play(move, words) {
    if (!this.isLegal(move)) return false;
    this.shown = false;
    const [[kind, given]] = Object.entries(move);
    const side = this.sides[this.turn];
    const { die } = this;
    if (['drawCard', 'takeCoins', 'dig', 'placeTent'].includes(kind)) this.die = 0;
    switch (kind) {
      case 'takeDie':
        this.pool.splice(this.pool.indexOf(given.value), 1);
        this.die = given.value;
        side.lastDie = given.value;
        this.diceToTake -= 1;
        this.hasTaken = true;
        break;
      case 'drawCard': this.drawCard(this.turn, words); break;
      case 'takeCoins': side.coins += die; break;
      case 'dig': this.dig(die, words); break;
      case 'placeTent': this.placeTent(given); break;
      case 'sellGems': this.sell(given, PRICES); break;
      case 'donate':
        side.coins -= given.amount;
        side.chest += given.amount;
        break;
      case 'playMarket':
        this.discard('MARKET');
        side.score += worth(given, MARKET_PRICES);
        this.sell(given, MARKET_PRICES);
        break;
      case 'playScoredRowTent':
        this.discard('SCORED_ROW_TENT');
        this.placeTent({ ...given, noCost: true, unscored: true });
        break;
      case 'playCard': this.playCard(given.card, words); break;
      case 'passRound':
        side.passed = true;
        this.endTurn({ passed: { seat: this.turn } }, words);
        break;
      case 'endTurn': this.endTurn({ turnEnded: { seat: this.turn } }, words); break;
    }
    return true;
  }

  discard(card, pile = this.discards) {
    const { hand } = this.sides[this.turn];
    hand.splice(hand.indexOf(card), 1);
    pile.push(card);
  }

  playCard(card, words) {
    const side = this.sides[this.turn];
    this.discard(card, card === 'BOAT_BACK' ? this.outOfGame : this.discards);
    if (card === 'TWO_DICE') this.diceToTake += 1;
    if (card === 'THREE_STONES') this.dig(3, words);
    if (card === 'FOUR_COINS') side.coins += 4;
    if (card === 'BOAT_BACK') this.boat -= 1;
    side.score += POINTS[card] ?? 0;
  }

  sell(gems, prices) {
    const side = this.sides[this.turn];
    side.coins += worth(gems, prices);
    for (const gem of GEMS) {
      side.gems[gem] -= gems[gem];
      this.aside[gem] += gems[gem];
    }
  }

  dig(count, words) {
    const drawn = [];
    while (drawn.length < count && sum(Object.values(this.bag)) > 0) {
      let number = words.below(sum(Object.values(this.bag)));
      const stone = STONES.find((kind) => {
        number -= this.bag[kind];
        return number < 0;
      });
      this.bag[stone] -= 1;
      drawn.push(stone);
    }
    if (drawn.includes('white')) {
      for (const stone of drawn) this.bag[stone] += 1;
      for (const stone of STONES) {
        this.bag[stone] += this.aside[stone];
        this.aside[stone] = 0;
      }
    } else {
      for (const stone of drawn) (stone === 'black' ? this.aside : this.sides[this.turn].gems)[stone] += 1;
    }
  }

  drawCard(seat, words) {
    if (!this.deck.length) this.deck = words.shuffle(this.discards.splice(0));
    const card = this.deck.pop();
    if (card === undefined) return;
    this.shown = true;
    if (card !== 'MINE_CRASH') {
      const { hand } = this.sides[seat];
      hand.push(card);
      hand.sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b));
      return;
    }
    this.outOfGame.push(card);
    const losers = this.all.filter((other) => sum(Object.values(this.sides[other].gems)) > 0);
    for (const { gems } of this.sides) {
      for (const gem of GEMS) {
        this.bag[gem] += gems[gem];
        gems[gem] = 0;
      }
    }
    const drawing = { ALL: this.all, DRAWER: [seat], LOSERS: losers }[this.options.mineCrashDraw];
    for (const step of this.all) {
      const other = (seat + step) % this.all.length;
      if (drawing.includes(other)) this.drawCard(other, words);
    }
  }

  placeTent({ row, noCost, anyRow, fromField, unscored = false }) {
    const seat = this.turn;
    const side = this.sides[seat];
    side.coins -= this.price({ row, noCost });
    if (fromField) {
      const from = this.board.get(fromField);
      from.tents[seat] -= 1;
      if (from.unscored[seat]) from.unscored[seat] -= 1;
      if (sum(from.tents) === 0) this.board.delete(fromField);
    } else {
      side.tents -= 1;
    }
    const field = this.tentsAt(this.boat, row);
    field.tents[seat] += 1;
    if (unscored) field.unscored[seat] += 1;
    this.board.set(fieldName(this.boat, row), field);
    if (noCost && !unscored) this.discard('NO_COST_TENT');
    if (anyRow) this.discard('ANY_ROW_TENT');
  }

  endTurn(event, words) {
    this.lastEvents = [event];
    const seats = this.all.length;
    const next = this.all.map((index) => (this.turn + 1 + index) % seats)
      .find((seat) => !this.sides[seat].passed && this.pool.some((value) => value > this.sides[seat].lastDie));
    if (next !== undefined) this.startTurn(next);
    else this.endRound(words);
  }

  endRound(words) {
    const points = this.all.map(() => 0);
    for (const { column, row, tents, unscored } of this.board.values()) {
      for (const seat of column === this.boat ? this.all : []) {
        const scoring = tents[seat] - unscored[seat];
        points[seat] += row * scoring;
        const { scoredRows } = this.sides[seat];
        if (scoring && !scoredRows.includes(row)) scoredRows.push(row);
        scoredRows.sort();
      }
      unscored.fill(0);
    }
    this.all.forEach((seat) => { this.sides[seat].score += points[seat]; });
    this.lastEvents.push({ roundScored: { boat: this.boat, points } });
    if (this.boat === 10) return this.endMatch(words);
    this.boat += 1;
    this.starter = (this.starter + 1) % this.all.length;
    this.startRound(words);
  }

  endMatch(words) {
    const rows = this.all.map(() => 0);
    for (const row of ROWS) {
      const inRow = this.fields().filter((field) => field.row === row);
      const tents = this.all.map((seat) => sum(inRow.map((field) => field.tents[seat])));
      const most = Math.max(...tents);
      const seats = this.all.filter((seat) => most > 0 && tents[seat] === most);
      for (const seat of seats) rows[seat] += Math.floor(this.options.rowBonus[row - 1] / seats.length);
    }
    const gems = this.sides.map((side) => sum(Object.values(side.gems)));
    const cards = this.sides.map(({ hand }) => sum(hand.map((card) => POINTS[card] ?? 0)));
    const dice = this.all.length === 2 ? words.dice(4) : [];
    const least = Math.min(...this.sides.map(({ chest }) => chest));
    const eliminated = this.all.filter((seat) => {
      const { chest } = this.sides[seat];
      return dice.length ? chest < sum(dice) : chest === least;
    });
    this.all.forEach((seat) => { this.sides[seat].score += rows[seat] + gems[seat] + cards[seat]; });
    this.final = { rows, gems, cards, dice, eliminated };
    this.lastEvents.push({ matchScored: this.final });
    Object.assign(this, { turn: null, pool: [], die: 0, diceToTake: 0 });
  }

  state(viewer) {
    const { options, sides } = this;
    return {
      round: this.round, starter: this.starter, boat: this.boat, river: options.river, pool: this.pool, die: this.die,
      diceToTake: this.diceToTake, hand: viewer === null ? [] : sides[viewer].hand, deckSize: this.deck.length,
      discard: this.discards, outOfGame: this.outOfGame, bag: this.bag, aside: this.aside, board: this.fields(),
      sides: sides.map(({ coins, chest, hand, ...open }, seat) => ({
        seat, ...open, wealth: coins + chest, handSize: hand.length,
        ...(seat === viewer || options.coinsPublic ? { coins } : {}),
        ...(seat === viewer || this.final ? { chest } : {}),
      })),
      ...(this.final ? { final: this.final } : {}),
    };
  }

  // The events of the move that ended the match.
  events() { return this.lastEvents; }

  scores() { return this.sides.map(({ score }) => score); }

  ranks() {
    const { sides } = this;
    if (!this.final) return ranked(this.all, (a, b) => sides[b].score - sides[a].score);
    const out = this.final.eliminated;
    const onBoard = this.all.map((seat) => sum(this.fields().map(({ tents }) => tents[seat])));
    const ranks = ranked(this.all.filter((seat) => !out.includes(seat)), (a, b) => (
      sides[b].score - sides[a].score || sides[b].chest - sides[a].chest || onBoard[b] - onBoard[a]));
    return out.length ? [...ranks, out] : ranks;
  }

  putOut() { return this.final?.eliminated ?? []; }
}
