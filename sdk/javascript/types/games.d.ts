// The games of a service, as `npx croupier types` writes them.

export interface BuiltIn {
  "just4fun": {
    newOptions: Just4FunOptionsInput;
    options: Just4FunOptions;
    state: Just4FunView;
    event: Just4FunEvent;
    move: Just4FunMove;
  };
  "livingstone": {
    newOptions: LivingstoneOptionsInput;
    options: LivingstoneOptions;
    state: LivingstoneView;
    event: LivingstoneEvent;
    move: LivingstoneMove;
  };
  "lost-cities": {
    newOptions: LostCitiesOptionsInput;
    options: LostCitiesOptions;
    state: LostCitiesView;
    event: LostCitiesEvent;
    move: LostCitiesMove;
  };
}

/** The options of a match of Just4Fun. A field that is left out takes its default; a value outside its range fails with INVALID_OPTIONS. */
export interface Just4FunOptionsInput {
  /**
   * layout is how the numbers are arranged on the board. Default ORIGINAL.
   * ORIGINAL: The printed board. The default.
   * RANDOM: Numbers shuffled for this match.
   * CUSTOM: The numbers of customLayout.
   */
  layout?: "ORIGINAL" | "RANDOM" | "CUSTOM";
  /** customLayout has the numbers 1 to 36 once each, row by row. It is empty unless layout is CUSTOM. */
  customLayout?: Array<number>;
  /** ownLocked lets players put more stones on fields that they have locked. Default true. If false, a player without an open field left is passed over for the rest of the match. */
  ownLocked?: boolean;
  /** startSeat is the seat that begins. When left out, the seat is drawn at random. */
  startSeat?: number;
}

/** The options of a match of Just4Fun. A field that is left out takes its default; a value outside its range fails with INVALID_OPTIONS. */
export interface Just4FunOptions {
  /**
   * layout is how the numbers are arranged on the board. Default ORIGINAL.
   * ORIGINAL: The printed board. The default.
   * RANDOM: Numbers shuffled for this match.
   * CUSTOM: The numbers of customLayout.
   */
  layout: "ORIGINAL" | "RANDOM" | "CUSTOM";
  /** customLayout has the numbers 1 to 36 once each, row by row. It is empty unless layout is CUSTOM. */
  customLayout: Array<number>;
  /** ownLocked lets players put more stones on fields that they have locked. Default true. If false, a player without an open field left is passed over for the rest of the match. */
  ownLocked: boolean;
  /** startSeat is the seat that begins. When left out, the seat is drawn at random. */
  startSeat?: number;
}

/** The table of Just4Fun as its viewer, a seat or a spectator, may see it. */
export interface Just4FunView {
  /** starter is the seat that began the match. */
  starter: number;
  /** deckSize is the number of cards in the deck. */
  deckSize: number;
  /** hand is the viewer's own hand, ascending; empty for a spectator. */
  hand: Array<number>;
  /** discard is the open discard pile, with its top card last. */
  discard: Array<number>;
  /** board has all 36 fields, row by row, six in a row. */
  board: Array<Just4FunViewField>;
  /** sides has one entry per seat, in seat order. */
  sides: Array<Just4FunViewSide>;
  /** line has the numbers of the four fields in a row that won the match; empty unless a line has won it. */
  line: Array<number>;
}

/** A field of the board. */
export interface Just4FunViewField {
  /** number is the number of the field, 1 to 36. */
  number: number;
  /** stones is the number of stones that each seat has on the field, in seat order. */
  stones: Array<number>;
  /** owner is the seat that has more stones on the field than each other seat; left out when the field is empty or seats tie for most. */
  owner?: number;
  /** locked is whether the field belongs to its owner for good, by a lead of two stones. */
  locked: boolean;
}

/** One player's stones and cards. */
export interface Just4FunViewSide {
  /** seat is the player's seat. */
  seat: number;
  /** handSize is the number of cards in the player's hand. */
  handSize: number;
  /** supply is the number of stones that the player has not placed yet, 20 at the start. */
  supply: number;
  /** removed is the number of the player's stones that locks have taken out of the game. */
  removed: number;
  /** score is the sum of the numbers of the fields that the player owns now. */
  score: number;
  /** highestField is the highest number among those fields, which breaks a tie; 0 when the player owns none. */
  highestField: number;
}

/** One thing that happened in a match of Just4Fun, as its viewer may see it. Exactly one field is set. */
export type Just4FunEvent = Just4FunEventWithMatchStarted | Just4FunEventWithCardsPlayed | Just4FunEventWithFieldLocked | Just4FunEventWithLineCompleted | Just4FunEventWithHandExchanged | Just4FunEventWithCardsDrawn | Just4FunEventWithDeckReshuffled;

export interface Just4FunEventWithMatchStarted {
  /** matchStarted: the board was laid out and the cards were dealt. */
  matchStarted: Just4FunEventMatchStarted;
}

/** The board was laid out and the cards were dealt. */
export interface Just4FunEventMatchStarted {
  /** starter is the seat that begins. */
  starter: number;
  /** layout has the numbers of the board, row by row, six in a row. */
  layout: Array<number>;
  /** hand is the viewer's own hand after the deal, ascending; empty for a spectator. */
  hand: Array<number>;
}

export interface Just4FunEventWithCardsPlayed {
  /** cardsPlayed: a player put a stone on a field. */
  cardsPlayed: Just4FunEventCardsPlayed;
}

/** A player played cards and put a stone on the field that is their sum. */
export interface Just4FunEventCardsPlayed {
  /** seat is the player's seat. */
  seat: number;
  /** cards are the values that were played, ascending. */
  cards: Array<number>;
  /** field is the number of the field that got the stone: the sum of the cards. */
  field: number;
}

export interface Just4FunEventWithFieldLocked {
  /** fieldLocked: a player locked a field. */
  fieldLocked: Just4FunEventFieldLocked;
}

/** A player got a lead of two stones on a field, which locks it. */
export interface Just4FunEventFieldLocked {
  /** seat is the player's seat; the field is theirs for good. */
  seat: number;
  /** field is the number of the field. */
  field: number;
  /** removed is the number of each seat's stones that left the game, in seat order. */
  removed: Array<number>;
}

export interface Just4FunEventWithLineCompleted {
  /** lineCompleted: a player won by four fields in a row. */
  lineCompleted: Just4FunEventLineCompleted;
}

/** A player owns four fields in a straight line, which ends the match. */
export interface Just4FunEventLineCompleted {
  /** seat is the player's seat, which has won. */
  seat: number;
  /** fields are the numbers of the four fields. */
  fields: Array<number>;
}

export interface Just4FunEventWithHandExchanged {
  /** handExchanged: a player discarded the whole hand. */
  handExchanged: Just4FunEventHandExchanged;
}

/** A player without a playable card discarded the whole hand. */
export interface Just4FunEventHandExchanged {
  /** seat is the player's seat. */
  seat: number;
  /** cards are those of the old hand, ascending. They are on the discard pile now. */
  cards: Array<number>;
}

export interface Just4FunEventWithCardsDrawn {
  /** cardsDrawn: a player drew cards. */
  cardsDrawn: Just4FunEventCardsDrawn;
}

/** A player drew cards, up to a hand of four. */
export interface Just4FunEventCardsDrawn {
  /** seat is the player's seat. */
  seat: number;
  /** count is the number of cards that were drawn. */
  count: number;
  /** cards are the cards that were drawn; empty when another player drew them: the viewer may not see them. */
  cards: Array<number>;
}

export interface Just4FunEventWithDeckReshuffled {
  /** deckReshuffled: the discard pile became the new deck. */
  deckReshuffled: Just4FunEventDeckReshuffled;
}

/** The last card of the deck was drawn, so the discard pile was shuffled and became the new deck. The event follows that of the draw in which this happened. */
export interface Just4FunEventDeckReshuffled {
  /** cards is the number of cards that were shuffled. */
  cards: number;
}

/** One turn. Exactly one field is set; a move without any fails with INVALID_MOVE. */
export type Just4FunMove = Just4FunMoveWithPlay | Just4FunMoveWithExchange;

export interface Just4FunMoveWithPlay {
  /** play puts a stone on the field that is the sum of the cards. */
  play: Just4FunMovePlay;
}

/** Cards to play: the mover puts a stone on the field that is their sum. */
export interface Just4FunMovePlay {
  /** cards are one to four values from the mover's hand, in any order. */
  cards: Array<number>;
}

export interface Just4FunMoveWithExchange {
  /** exchange discards the whole hand for a new one. */
  exchange: Just4FunMoveExchange;
}

/** An exchange of the whole hand, which is discarded face up, for a new one. It is legal only when no card of the hand can be played, and then is the only legal move. */
export interface Just4FunMoveExchange {
}

/** The options of a match of Livingstone. A field that is left out takes its default; a value outside its range fails with INVALID_OPTIONS. */
export interface LivingstoneOptionsInput {
  /** river has the price of a tent in each column, in coins: ten numbers of 0 to 100. Empty is the default: 1, 2, 2, 3, 3, 4, 4, 5, 5, 6. */
  river?: Array<number>;
  /** cardCounts is the number of cards of each face. */
  cardCounts?: LivingstoneOptionsCardCountsInput;
  /** rowBonus has the points for most tents in each row at the end, rows 1 to 6: six numbers of 0 to 100. Empty is the default: 12, 10, 8, 6, 4, 2. */
  rowBonus?: Array<number>;
  /**
   * mineCrashDraw is which players draw another card after MINE_CRASH. Default ALL.
   * ALL: All players, clockwise from the player that drew MINE_CRASH. The default.
   * DRAWER: The player that drew MINE_CRASH alone.
   * LOSERS: The players that lost a gem.
   */
  mineCrashDraw?: "ALL" | "DRAWER" | "LOSERS";
  /** allowPass lets a player sit out the rest of a round. Default false. */
  allowPass?: boolean;
  /** coinsPublic shows all players' coins to everyone, and so what they donate. Default false. */
  coinsPublic?: boolean;
  /** startSeat is the seat that begins the first round. When left out, the seat is drawn at random. */
  startSeat?: number;
}

/** The number of cards of each face, 0 to 30. */
export interface LivingstoneOptionsCardCountsInput {
  /** noCostTent is the number of cards NO_COST_TENT. Default 3. */
  noCostTent?: number;
  /** anyRowTent is the number of cards ANY_ROW_TENT. Default 3. */
  anyRowTent?: number;
  /** scoredRowTent is the number of cards SCORED_ROW_TENT. Default 2. */
  scoredRowTent?: number;
  /** twoDice is the number of cards TWO_DICE. Default 3. */
  twoDice?: number;
  /** market is the number of cards MARKET. Default 3. */
  market?: number;
  /** threeStones is the number of cards THREE_STONES. Default 3. */
  threeStones?: number;
  /** fourCoins is the number of cards FOUR_COINS. Default 3. */
  fourCoins?: number;
  /** vp2 is the number of cards VP2. Default 2. */
  vp2?: number;
  /** vp3 is the number of cards VP3. Default 2. */
  vp3?: number;
  /** vp4 is the number of cards VP4. Default 1. */
  vp4?: number;
  /** boatBack is the number of cards BOAT_BACK. Default 1. */
  boatBack?: number;
  /** mineCrash is the number of cards MINE_CRASH. Default 1. */
  mineCrash?: number;
}

/** The options of a match of Livingstone. A field that is left out takes its default; a value outside its range fails with INVALID_OPTIONS. */
export interface LivingstoneOptions {
  /** river has the price of a tent in each column, in coins: ten numbers of 0 to 100. Empty is the default: 1, 2, 2, 3, 3, 4, 4, 5, 5, 6. */
  river: Array<number>;
  /** cardCounts is the number of cards of each face. */
  cardCounts: LivingstoneOptionsCardCounts;
  /** rowBonus has the points for most tents in each row at the end, rows 1 to 6: six numbers of 0 to 100. Empty is the default: 12, 10, 8, 6, 4, 2. */
  rowBonus: Array<number>;
  /**
   * mineCrashDraw is which players draw another card after MINE_CRASH. Default ALL.
   * ALL: All players, clockwise from the player that drew MINE_CRASH. The default.
   * DRAWER: The player that drew MINE_CRASH alone.
   * LOSERS: The players that lost a gem.
   */
  mineCrashDraw: "ALL" | "DRAWER" | "LOSERS";
  /** allowPass lets a player sit out the rest of a round. Default false. */
  allowPass: boolean;
  /** coinsPublic shows all players' coins to everyone, and so what they donate. Default false. */
  coinsPublic: boolean;
  /** startSeat is the seat that begins the first round. When left out, the seat is drawn at random. */
  startSeat?: number;
}

/** The number of cards of each face, 0 to 30. */
export interface LivingstoneOptionsCardCounts {
  /** noCostTent is the number of cards NO_COST_TENT. Default 3. */
  noCostTent: number;
  /** anyRowTent is the number of cards ANY_ROW_TENT. Default 3. */
  anyRowTent: number;
  /** scoredRowTent is the number of cards SCORED_ROW_TENT. Default 2. */
  scoredRowTent: number;
  /** twoDice is the number of cards TWO_DICE. Default 3. */
  twoDice: number;
  /** market is the number of cards MARKET. Default 3. */
  market: number;
  /** threeStones is the number of cards THREE_STONES. Default 3. */
  threeStones: number;
  /** fourCoins is the number of cards FOUR_COINS. Default 3. */
  fourCoins: number;
  /** vp2 is the number of cards VP2. Default 2. */
  vp2: number;
  /** vp3 is the number of cards VP3. Default 2. */
  vp3: number;
  /** vp4 is the number of cards VP4. Default 1. */
  vp4: number;
  /** boatBack is the number of cards BOAT_BACK. Default 1. */
  boatBack: number;
  /** mineCrash is the number of cards MINE_CRASH. Default 1. */
  mineCrash: number;
}

/** The table of Livingstone as its viewer, a seat or a spectator, may see it. */
export interface LivingstoneView {
  /** round is the number of the round, from 1. */
  round: number;
  /** starter is the seat that began this round. */
  starter: number;
  /** boat is the number of the column in which the boat is, 1 to 10. */
  boat: number;
  /** river has the price of a tent in each column, in coins. */
  river: Array<number>;
  /** pool are the dice that can still be taken, ascending. */
  pool: Array<number>;
  /** die is the die that the mover has taken and not used yet; 0 when there is none. */
  die: number;
  /** diceToTake is how many more dice the mover has to take in this turn. */
  diceToTake: number;
  /** hand is the viewer's own hand; empty for a spectator. */
  hand: Array<"NO_COST_TENT" | "ANY_ROW_TENT" | "SCORED_ROW_TENT" | "TWO_DICE" | "MARKET" | "THREE_STONES" | "FOUR_COINS" | "VP2" | "VP3" | "VP4" | "BOAT_BACK" | "MINE_CRASH">;
  /** deckSize is the number of cards in the deck. */
  deckSize: number;
  /** discard is the open discard pile, with its top card last. */
  discard: Array<"NO_COST_TENT" | "ANY_ROW_TENT" | "SCORED_ROW_TENT" | "TWO_DICE" | "MARKET" | "THREE_STONES" | "FOUR_COINS" | "VP2" | "VP3" | "VP4" | "BOAT_BACK" | "MINE_CRASH">;
  /** outOfGame are the cards that have left the game, oldest first. */
  outOfGame: Array<"NO_COST_TENT" | "ANY_ROW_TENT" | "SCORED_ROW_TENT" | "TWO_DICE" | "MARKET" | "THREE_STONES" | "FOUR_COINS" | "VP2" | "VP3" | "VP4" | "BOAT_BACK" | "MINE_CRASH">;
  /** bag are the stones that can be drawn. */
  bag: LivingstoneStones;
  /** aside are the stones that are set aside until the white stone is drawn: black ones that were drawn, and gems that were sold. */
  aside: LivingstoneStones;
  /** board has the fields with tents, by column and row; empty without any tents. */
  board: Array<LivingstoneViewField>;
  /** sides has one entry per seat, in seat order. */
  sides: Array<LivingstoneViewSide>;
  /** final is the final scoring; left out until the match has been played to its end. */
  final?: LivingstoneViewFinal;
}

/** Numbers of stones from the bag by kind. */
export interface LivingstoneStones {
  /** black is the number of black stones, which are worth nothing. */
  black: number;
  /** clear is the number of clear gems. */
  clear: number;
  /** blue is the number of blue gems. */
  blue: number;
  /** red is the number of red gems. */
  red: number;
  /** white is 1 with the white stone, which makes the mine collapse; else 0. */
  white: number;
}

/** A field with tents on it. */
export interface LivingstoneViewField {
  /** field is the name of the field, such as "c2". */
  field: string;
  /** column is the number of its column, 1 to 10. */
  column: number;
  /** row is the number of its row, 1 to 6. */
  row: number;
  /** tents is the number of tents that each seat has on the field, in seat order. */
  tents: Array<number>;
  /** unscored is how many of these tents earn nothing in this round, in seat order: they were placed by SCORED_ROW_TENT. */
  unscored: Array<number>;
}

/** What one player has. */
export interface LivingstoneViewSide {
  /** seat is the player's seat. */
  seat: number;
  /** score is the player's score in points. */
  score: number;
  /** wealth is the sum of the player's coins and donations. */
  wealth: number;
  /** coins is the number of coins in the player's hand; left out when the viewer may not see it. */
  coins?: number;
  /** chest is the number of coins that the player has donated. For other players it is left out until the end. */
  chest?: number;
  /** gems are the gems that the player has. */
  gems: LivingstoneGems;
  /** tents is the number of tents that the player has not placed yet, 11 at the start. */
  tents: number;
  /** handSize is the number of action cards in the player's hand. */
  handSize: number;
  /** lastDie is the last die that the player took in this round; 0 before the first. */
  lastDie: number;
  /** passed is whether the player sits out the rest of the round. */
  passed: boolean;
  /** scoredRows are the rows in which the player may play SCORED_ROW_TENT, ascending. */
  scoredRows: Array<number>;
}

/** Numbers of gems by kind. */
export interface LivingstoneGems {
  /** clear is the number of clear gems. */
  clear: number;
  /** blue is the number of blue gems. */
  blue: number;
  /** red is the number of red gems. */
  red: number;
}

/** The points that were added at the end, and the seats that the chests eliminated. */
export interface LivingstoneViewFinal {
  /** rows is each seat's points for most tents in a row, in seat order. */
  rows: Array<number>;
  /** gems is each seat's points for gems, one for each gem, in seat order. */
  gems: Array<number>;
  /** cards is each seat's points for VP2, VP3 and VP4 in the hand, in seat order. */
  cards: Array<number>;
  /** dice are the four dice, ascending, whose sum a donation had to reach in a match of two; empty with more seats. */
  dice: Array<number>;
  /** eliminated are the seats that donated too little and cannot win, ascending. */
  eliminated: Array<number>;
}

/** One thing that happened in a match of Livingstone, as its viewer may see it. Exactly one field is set. */
export type LivingstoneEvent = LivingstoneEventWithRoundStarted | LivingstoneEventWithDieTaken | LivingstoneEventWithCardDrawn | LivingstoneEventWithDeckReshuffled | LivingstoneEventWithMineCrashed | LivingstoneEventWithCoinsTaken | LivingstoneEventWithStonesDrawn | LivingstoneEventWithTentPlaced | LivingstoneEventWithGemsSold | LivingstoneEventWithDonated | LivingstoneEventWithCardPlayed | LivingstoneEventWithTurnEnded | LivingstoneEventWithPassed | LivingstoneEventWithRoundScored | LivingstoneEventWithMatchScored;

export interface LivingstoneEventWithRoundStarted {
  /** roundStarted: the dice of a round were rolled. */
  roundStarted: LivingstoneEventRoundStarted;
}

/** The dice of a round were rolled. */
export interface LivingstoneEventRoundStarted {
  /** round is the number of the round, from 1. */
  round: number;
  /** starter is the seat that begins the round. */
  starter: number;
  /** boat is the number of the column in which the boat is, 1 to 10. */
  boat: number;
  /** dice are the dice of the pool, ascending. */
  dice: Array<number>;
}

export interface LivingstoneEventWithDieTaken {
  /** dieTaken: a player took a die from the pool. */
  dieTaken: LivingstoneEventDieTaken;
}

/** A player took a die from the pool. */
export interface LivingstoneEventDieTaken {
  /** seat is the player's seat. */
  seat: number;
  /** value is what the die shows, 1 to 6. */
  value: number;
}

export interface LivingstoneEventWithCardDrawn {
  /** cardDrawn: a player drew an action card. */
  cardDrawn: LivingstoneEventCardDrawn;
}

/** A player drew an action card. */
export interface LivingstoneEventCardDrawn {
  /** seat is the player's seat. */
  seat: number;
  /**
   * card is the card that was drawn; left out when another player drew it: the viewer may not see it.
   * NO_COST_TENT: Goes with a tent: the price of the river is not due, the coins for tents on the field are.
   * ANY_ROW_TENT: Goes with a tent: any row may be chosen, whatever the die shows.
   * SCORED_ROW_TENT: An extra tent without a die, in a row where a tent of the player has scored before. It earns nothing in this round.
   * TWO_DICE: One more die in this turn, higher than the one before it.
   * MARKET: Sells gems for coins and as many points: a clear one for 1, a blue one for 2, a red one for 3.
   * THREE_STONES: Draws three stones from the bag.
   * FOUR_COINS: Gives four coins.
   * VP2: Gives 2 points, when played or at the end.
   * VP3: Gives 3 points, when played or at the end.
   * VP4: Gives 4 points, when played or at the end.
   * BOAT_BACK: The boat goes back a column, which is built on and scored again.
   * MINE_CRASH: Never in a hand: when it is drawn, all players lose their gems.
   */
  card?: "NO_COST_TENT" | "ANY_ROW_TENT" | "SCORED_ROW_TENT" | "TWO_DICE" | "MARKET" | "THREE_STONES" | "FOUR_COINS" | "VP2" | "VP3" | "VP4" | "BOAT_BACK" | "MINE_CRASH";
}

export interface LivingstoneEventWithDeckReshuffled {
  /** deckReshuffled: the discard pile became the deck. */
  deckReshuffled: LivingstoneEventDeckReshuffled;
}

/** The deck was empty, so the discard pile was shuffled and became the deck. The event goes before that of the card that is drawn from it. */
export interface LivingstoneEventDeckReshuffled {
  /** cards is the number of cards that were shuffled. */
  cards: number;
}

export interface LivingstoneEventWithMineCrashed {
  /** mineCrashed: a player drew MINE_CRASH. */
  mineCrashed: LivingstoneEventMineCrashed;
}

/** A player drew MINE_CRASH: all gems went back into the bag. */
export interface LivingstoneEventMineCrashed {
  /** seat is the player's seat. */
  seat: number;
  /** lost are the gems that each seat lost, in seat order. */
  lost: Array<LivingstoneGems>;
}

export interface LivingstoneEventWithCoinsTaken {
  /** coinsTaken: a player took coins for a die. */
  coinsTaken: LivingstoneEventCoinsTaken;
}

/** A player took coins for a die. */
export interface LivingstoneEventCoinsTaken {
  /** seat is the player's seat. */
  seat: number;
  /** coins is the number of coins. */
  coins: number;
}

export interface LivingstoneEventWithStonesDrawn {
  /** stonesDrawn: a player drew stones from the bag. */
  stonesDrawn: LivingstoneEventStonesDrawn;
}

/** A player drew stones from the bag. */
export interface LivingstoneEventStonesDrawn {
  /** seat is the player's seat. */
  seat: number;
  /** stones are the stones that were drawn. With the white one, the player got nothing, and all stones drawn and set aside went back into the bag. */
  stones: LivingstoneStones;
}

export interface LivingstoneEventWithTentPlaced {
  /** tentPlaced: a player put a tent on the board. */
  tentPlaced: LivingstoneEventTentPlaced;
}

/** A player put a tent on the board. */
export interface LivingstoneEventTentPlaced {
  /** seat is the player's seat. */
  seat: number;
  /** field is the field of the tent, such as "c2". */
  field: string;
  /** paid is what the player paid, in coins. */
  paid: number;
  /** cards are the cards that were used up for the tent; empty without any. */
  cards: Array<"NO_COST_TENT" | "ANY_ROW_TENT" | "SCORED_ROW_TENT" | "TWO_DICE" | "MARKET" | "THREE_STONES" | "FOUR_COINS" | "VP2" | "VP3" | "VP4" | "BOAT_BACK" | "MINE_CRASH">;
  /** fromField is the field that the tent was moved from, such as "c2"; empty for a tent of the player's supply. */
  fromField: string;
}

export interface LivingstoneEventWithGemsSold {
  /** gemsSold: a player sold gems. */
  gemsSold: LivingstoneEventGemsSold;
}

/** A player sold gems. */
export interface LivingstoneEventGemsSold {
  /** seat is the player's seat. */
  seat: number;
  /** gems are the gems that were sold. */
  gems: LivingstoneGems;
  /** coins is the number of coins that the player got for them. */
  coins: number;
  /** points is the number of points that the player got for them; 0 unless the card MARKET was played. */
  points: number;
}

export interface LivingstoneEventWithDonated {
  /** donated: a player donated coins. */
  donated: LivingstoneEventDonated;
}

/** A player donated coins. */
export interface LivingstoneEventDonated {
  /** seat is the player's seat. */
  seat: number;
  /** amount is the number of coins; left out when another player donated: the viewer may not see it. */
  amount?: number;
}

export interface LivingstoneEventWithCardPlayed {
  /** cardPlayed: a player played an action card. */
  cardPlayed: LivingstoneEventCardPlayed;
}

/** A player played an action card. */
export interface LivingstoneEventCardPlayed {
  /** seat is the player's seat. */
  seat: number;
  /**
   * card is the card that was played.
   * NO_COST_TENT: Goes with a tent: the price of the river is not due, the coins for tents on the field are.
   * ANY_ROW_TENT: Goes with a tent: any row may be chosen, whatever the die shows.
   * SCORED_ROW_TENT: An extra tent without a die, in a row where a tent of the player has scored before. It earns nothing in this round.
   * TWO_DICE: One more die in this turn, higher than the one before it.
   * MARKET: Sells gems for coins and as many points: a clear one for 1, a blue one for 2, a red one for 3.
   * THREE_STONES: Draws three stones from the bag.
   * FOUR_COINS: Gives four coins.
   * VP2: Gives 2 points, when played or at the end.
   * VP3: Gives 3 points, when played or at the end.
   * VP4: Gives 4 points, when played or at the end.
   * BOAT_BACK: The boat goes back a column, which is built on and scored again.
   * MINE_CRASH: Never in a hand: when it is drawn, all players lose their gems.
   */
  card: "NO_COST_TENT" | "ANY_ROW_TENT" | "SCORED_ROW_TENT" | "TWO_DICE" | "MARKET" | "THREE_STONES" | "FOUR_COINS" | "VP2" | "VP3" | "VP4" | "BOAT_BACK" | "MINE_CRASH";
}

export interface LivingstoneEventWithTurnEnded {
  /** turnEnded: a player ended the turn. */
  turnEnded: LivingstoneEventTurnEnded;
}

/** A player ended the turn. */
export interface LivingstoneEventTurnEnded {
  /** seat is the player's seat. */
  seat: number;
}

export interface LivingstoneEventWithPassed {
  /** passed: a player sat out the rest of the round. */
  passed: LivingstoneEventPassed;
}

/** A player sat out the rest of the round. */
export interface LivingstoneEventPassed {
  /** seat is the player's seat. */
  seat: number;
}

export interface LivingstoneEventWithRoundScored {
  /** roundScored: the tents in the boat's column earned points. */
  roundScored: LivingstoneEventRoundScored;
}

/** The tents in the boat's column earned points, which ends a round. */
export interface LivingstoneEventRoundScored {
  /** boat is the number of the column that was scored, 1 to 10. */
  boat: number;
  /** points is the number of points that each seat earned, in seat order. */
  points: Array<number>;
}

export interface LivingstoneEventWithMatchScored {
  /** matchScored: the final scoring was made; the field is its result. */
  matchScored: LivingstoneViewFinal;
}

/** One decision. Exactly one field is set; a move without any fails with INVALID_MOVE. In a turn, a player takes one die and does one thing with it: drawCard, takeCoins, dig or placeTent. Moves from sellGems to playScoredRowTent need no die: they may be made before, between and after, as often as the player likes. endTurn ends the turn. Lists of legal moves have only the least and the greatest amount of sellGems, donate and playMarket: the same move with any amount between them is legal as well. Where a tent must be moved (fromField), a listed place can be combined with any fromField that is listed for the same kind of move, except the place itself. */
export type LivingstoneMove = LivingstoneMoveWithTakeDie | LivingstoneMoveWithDrawCard | LivingstoneMoveWithTakeCoins | LivingstoneMoveWithDig | LivingstoneMoveWithPlaceTent | LivingstoneMoveWithSellGems | LivingstoneMoveWithDonate | LivingstoneMoveWithPlayCard | LivingstoneMoveWithPlayMarket | LivingstoneMoveWithPlayScoredRowTent | LivingstoneMoveWithEndTurn | LivingstoneMoveWithPassRound;

export interface LivingstoneMoveWithTakeDie {
  /** takeDie takes a die from the pool. */
  takeDie: LivingstoneMoveTakeDie;
}

/** The mover takes a die from the pool. */
export interface LivingstoneMoveTakeDie {
  /** value is what the die shows, 1 to 6. It must be higher than the mover's last die of the round. */
  value: number;
}

export interface LivingstoneMoveWithDrawCard {
  /** drawCard uses the die to draw an action card. */
  drawCard: LivingstoneMoveDrawCard;
}

/** The mover uses the die to draw an action card. */
export interface LivingstoneMoveDrawCard {
}

export interface LivingstoneMoveWithTakeCoins {
  /** takeCoins uses the die to take as many coins as it shows. */
  takeCoins: LivingstoneMoveTakeCoins;
}

/** The mover uses the die to take as many coins as it shows. */
export interface LivingstoneMoveTakeCoins {
}

export interface LivingstoneMoveWithDig {
  /** dig uses the die to draw as many stones from the bag as it shows. */
  dig: LivingstoneMoveDig;
}

/** The mover uses the die to draw as many stones from the bag as it shows. */
export interface LivingstoneMoveDig {
}

export interface LivingstoneMoveWithPlaceTent {
  /** placeTent uses the die to put a tent into the boat's column. */
  placeTent: LivingstoneMovePlaceTent;
}

/** The mover uses the die to put a tent into the boat's column. It costs the price of the river, and a coin for every tent on the field. */
export interface LivingstoneMovePlaceTent {
  /** row is the row of the tent, 1 to 6. It must be what the die shows, unless anyRow is set. */
  row: number;
  /** noCost uses up a card NO_COST_TENT. */
  noCost: boolean;
  /** anyRow uses up a card ANY_ROW_TENT. */
  anyRow: boolean;
  /** fromField is the field that the tent is taken from, such as "c2": in a match of two, a player without tents left moves one. Empty otherwise. */
  fromField: string;
}

export interface LivingstoneMoveWithSellGems {
  /** sellGems sells these gems: a clear one for 1 coin, a blue one for 3, a red one for 5. */
  sellGems: LivingstoneGems;
}

export interface LivingstoneMoveWithDonate {
  /** donate puts coins into the mover's chest, for good. */
  donate: LivingstoneMoveDonate;
}

/** The mover donates coins: they go into the mover's chest, for good. */
export interface LivingstoneMoveDonate {
  /** amount is the number of coins, 1 or more. In the history it is left out when another player donated: the viewer may not see it. */
  amount?: number;
}

export interface LivingstoneMoveWithPlayCard {
  /** playCard plays a card that needs no further choice. */
  playCard: LivingstoneMovePlayCard;
}

/** The mover plays a card that needs no further choice. */
export interface LivingstoneMovePlayCard {
  /**
   * card is one of TWO_DICE, THREE_STONES, FOUR_COINS, VP2, VP3, VP4, BOAT_BACK; the other cards have moves of their own, or go with one.
   * NO_COST_TENT: Goes with a tent: the price of the river is not due, the coins for tents on the field are.
   * ANY_ROW_TENT: Goes with a tent: any row may be chosen, whatever the die shows.
   * SCORED_ROW_TENT: An extra tent without a die, in a row where a tent of the player has scored before. It earns nothing in this round.
   * TWO_DICE: One more die in this turn, higher than the one before it.
   * MARKET: Sells gems for coins and as many points: a clear one for 1, a blue one for 2, a red one for 3.
   * THREE_STONES: Draws three stones from the bag.
   * FOUR_COINS: Gives four coins.
   * VP2: Gives 2 points, when played or at the end.
   * VP3: Gives 3 points, when played or at the end.
   * VP4: Gives 4 points, when played or at the end.
   * BOAT_BACK: The boat goes back a column, which is built on and scored again.
   * MINE_CRASH: Never in a hand: when it is drawn, all players lose their gems.
   */
  card: "NO_COST_TENT" | "ANY_ROW_TENT" | "SCORED_ROW_TENT" | "TWO_DICE" | "MARKET" | "THREE_STONES" | "FOUR_COINS" | "VP2" | "VP3" | "VP4" | "BOAT_BACK" | "MINE_CRASH";
}

export interface LivingstoneMoveWithPlayMarket {
  /** playMarket plays MARKET: it sells these gems for coins and as many points, a clear one for 1, a blue one for 2, a red one for 3. */
  playMarket: LivingstoneGems;
}

export interface LivingstoneMoveWithPlayScoredRowTent {
  /** playScoredRowTent plays SCORED_ROW_TENT: an extra tent. */
  playScoredRowTent: LivingstoneMovePlayScoredRowTent;
}

/** The mover plays SCORED_ROW_TENT: an extra tent in the boat's column. */
export interface LivingstoneMovePlayScoredRowTent {
  /** row is the row of the tent, 1 to 6. It must be one of the mover's scoredRows. */
  row: number;
  /** fromField is the field that the tent is taken from, as in placeTent; empty otherwise. */
  fromField: string;
}

export interface LivingstoneMoveWithEndTurn {
  /** endTurn ends the turn. */
  endTurn: LivingstoneMoveEndTurn;
}

/** The mover ends the turn, once the die has been used. */
export interface LivingstoneMoveEndTurn {
}

export interface LivingstoneMoveWithPassRound {
  /** passRound sits out the rest of the round. */
  passRound: LivingstoneMovePassRound;
}

/** The mover sits out the rest of the round. It is legal before a die is taken in the turn, and with the option allowPass only. */
export interface LivingstoneMovePassRound {
}

/** The options of a match of Lost Cities. A field that is left out takes its default; a value outside its range fails with INVALID_OPTIONS. */
export interface LostCitiesOptionsInput {
  /** rounds is the number of rounds of the match, 1 to 9. Default 3. */
  rounds?: number;
  /** colors is the number of colours: 5, or 6 for the long game with purple. Default 5. */
  colors?: number;
  /** startSeat is the seat that begins the first round, 0 or 1. When left out, the seat is drawn at random. */
  startSeat?: number;
  /** maxTurnsWithoutDeckDraw ends a round after that many consecutive turns, of both players together, in which the card came from a discard pile: 1 to 1000. 0, the default, sets no limit. */
  maxTurnsWithoutDeckDraw?: number;
  /** carriedScores are the points that each seat starts with, in seat order, -1000000 to 1000000 each. Empty, the default, is 0 for both. A rematch with keepScore fills them in. */
  carriedScores?: Array<number>;
}

/** The options of a match of Lost Cities. A field that is left out takes its default; a value outside its range fails with INVALID_OPTIONS. */
export interface LostCitiesOptions {
  /** rounds is the number of rounds of the match, 1 to 9. Default 3. */
  rounds: number;
  /** colors is the number of colours: 5, or 6 for the long game with purple. Default 5. */
  colors: number;
  /** startSeat is the seat that begins the first round, 0 or 1. When left out, the seat is drawn at random. */
  startSeat?: number;
  /** maxTurnsWithoutDeckDraw ends a round after that many consecutive turns, of both players together, in which the card came from a discard pile: 1 to 1000. 0, the default, sets no limit. */
  maxTurnsWithoutDeckDraw: number;
  /** carriedScores are the points that each seat starts with, in seat order, -1000000 to 1000000 each. Empty, the default, is 0 for both. A rematch with keepScore fills them in. */
  carriedScores: Array<number>;
}

/** The table of Lost Cities as its viewer, a seat or a spectator, may see it. */
export interface LostCitiesView {
  /** round is the number of the current round, from 1. */
  round: number;
  /** rounds is the number of rounds of the match. */
  rounds: number;
  /** starter is the seat that began the current round. */
  starter: number;
  /** deckSize is the number of cards in the deck. The round ends when it is 0. */
  deckSize: number;
  /** turnsWithoutDeckDraw is the number of consecutive turns, of both players together, since a card was last drawn from the deck. */
  turnsWithoutDeckDraw: number;
  /** hand is the viewer's own hand, sorted by colour and rank; empty for a spectator. */
  hand: Array<string>;
  /** discards has one pile per colour of the match, also the empty ones, in the order of Color. */
  discards: Array<LostCitiesViewDiscard>;
  /** sides has one entry per seat, in seat order. */
  sides: Array<LostCitiesViewSide>;
  /** finishedRounds are the rounds that have been scored, oldest first; empty during the first round. */
  finishedRounds: Array<LostCitiesViewRound>;
}

/** A discard pile. Only its top card is visible. */
export interface LostCitiesViewDiscard {
  /**
   * color is the colour of all cards of the pile.
   * RED: Red, the letter R.
   * WHITE: White, the letter W.
   * YELLOW: Yellow, the letter Y.
   * BLUE: Blue, the letter B.
   * GREEN: Green, the letter G.
   * PURPLE: Purple, the letter P; in the long game only.
   */
  color: "RED" | "WHITE" | "YELLOW" | "BLUE" | "GREEN" | "PURPLE";
  /** top is the card on top, such as "Y7"; empty when the pile is empty. */
  top: string;
  /** size is the number of cards in the pile. */
  size: number;
}

/** One player's side of the table. */
export interface LostCitiesViewSide {
  /** seat is the player's seat. */
  seat: number;
  /** handSize is the number of cards in the player's hand. */
  handSize: number;
  /** handKnown are the cards of this hand that everyone has seen: taken from a discard pile and not played since. */
  handKnown: Array<string>;
  /** expeditions has one entry per colour of the match, also for those not started, in the order of Color. */
  expeditions: Array<LostCitiesViewExpedition>;
  /** roundScore is the sum of the expeditions' scores as they lie, in points. */
  roundScore: number;
  /** total is the score of all finished rounds in points, carried scores included. */
  total: number;
}

/** One expedition and its score as it lies. */
export interface LostCitiesViewExpedition {
  /**
   * color is the colour of all cards of the expedition.
   * RED: Red, the letter R.
   * WHITE: White, the letter W.
   * YELLOW: Yellow, the letter Y.
   * BLUE: Blue, the letter B.
   * GREEN: Green, the letter G.
   * PURPLE: Purple, the letter P; in the long game only.
   */
  color: "RED" | "WHITE" | "YELLOW" | "BLUE" | "GREEN" | "PURPLE";
  /** cards are its cards in the order in which they were played; empty for an expedition that has not been started. */
  cards: Array<string>;
  /** wagers is the number of wagers among the cards, 0 to 3. */
  wagers: number;
  /** sum is the sum of the numbers on the cards. */
  sum: number;
  /** bonus is 20 points for eight cards or more, wagers included; else 0. */
  bonus: number;
  /** score is (sum - 20) * (1 + wagers) + bonus in points; 0 without a card. */
  score: number;
}

/** A finished round. */
export interface LostCitiesViewRound {
  /** round is the number of the round, from 1. */
  round: number;
  /** starter is the seat that began the round. */
  starter: number;
  /** sides has one entry per seat, in seat order. */
  sides: Array<LostCitiesViewRoundSide>;
}

/** One player's result of a finished round. */
export interface LostCitiesViewRoundSide {
  /** seat is the player's seat. */
  seat: number;
  /** expeditions has one entry per colour of the match, with its score at the end of the round. */
  expeditions: Array<LostCitiesViewExpedition>;
  /** score is the player's score of the round in points. */
  score: number;
  /** total is the player's score of the match after the round, in points, carried scores included. */
  total: number;
}

/** One thing that happened in a match of Lost Cities, as its viewer may see it. Exactly one field is set. */
export type LostCitiesEvent = LostCitiesEventWithRoundStarted | LostCitiesEventWithCardPlayed | LostCitiesEventWithCardDrawn | LostCitiesEventWithRoundEnded;

export interface LostCitiesEventWithRoundStarted {
  /** roundStarted: the cards of a round were dealt. */
  roundStarted: LostCitiesEventRoundStarted;
}

/** The cards of a round were dealt. */
export interface LostCitiesEventRoundStarted {
  /** round is the number of the round, from 1. */
  round: number;
  /** starter is the seat that begins the round. */
  starter: number;
  /** hand is the viewer's own hand after the deal; empty for a spectator. */
  hand: Array<string>;
}

export interface LostCitiesEventWithCardPlayed {
  /** cardPlayed: a player put a card on the table. */
  cardPlayed: LostCitiesEventCardPlayed;
}

/** A player put a card on the table. */
export interface LostCitiesEventCardPlayed {
  /** seat is the player's seat. */
  seat: number;
  /** card is the card that was played, such as "Y7". */
  card: string;
  /**
   * place is where the card went.
   * EXPEDITION: The mover's own expedition of the card's colour.
   * DISCARD: The discard pile of the card's colour.
   */
  place: "EXPEDITION" | "DISCARD";
}

export interface LostCitiesEventWithCardDrawn {
  /** cardDrawn: a player drew a card. */
  cardDrawn: LostCitiesEventCardDrawn;
}

/** A player drew a card. */
export interface LostCitiesEventCardDrawn {
  /** seat is the player's seat. */
  seat: number;
  /**
   * pile is the pile that the card came from.
   * DECK: The deck, whose cards are face down.
   * RED: The red discard pile.
   * WHITE: The white discard pile.
   * YELLOW: The yellow discard pile.
   * BLUE: The blue discard pile.
   * GREEN: The green discard pile.
   * PURPLE: The purple discard pile, in the long game only.
   */
  pile: "DECK" | "RED" | "WHITE" | "YELLOW" | "BLUE" | "GREEN" | "PURPLE";
  /** card is the card that was drawn, such as "Y7". It is empty when another player drew it from the deck: the viewer may not see it. */
  card: string;
}

export interface LostCitiesEventWithRoundEnded {
  /** roundEnded: a round was scored; the field is its result. */
  roundEnded: LostCitiesViewRound;
}

/** One turn: the mover plays a card from the hand, then draws a card. */
export interface LostCitiesMove {
  /** card is the card to play, such as "Y7". It must be in the mover's hand. */
  card: string;
  /**
   * place is where the card goes.
   * EXPEDITION: The mover's own expedition of the card's colour.
   * DISCARD: The discard pile of the card's colour.
   */
  place: "EXPEDITION" | "DISCARD";
  /**
   * draw is the pile to draw from. It must not be empty, and not be the discard pile that the card has just been put on.
   * DECK: The deck, whose cards are face down.
   * RED: The red discard pile.
   * WHITE: The white discard pile.
   * YELLOW: The yellow discard pile.
   * BLUE: The blue discard pile.
   * GREEN: The green discard pile.
   * PURPLE: The purple discard pile, in the long game only.
   */
  draw: "DECK" | "RED" | "WHITE" | "YELLOW" | "BLUE" | "GREEN" | "PURPLE";
}
