// What is written and said at a table of Livingstone, in English. The keys are the same in every language.

/** @typedef {import("./game.js").Who} Who */
/** @typedef {import("../steps/livingstone.js").Card} Card */
/** @typedef {import("../steps/livingstone.js").Plan} Plan */
/** @typedef {import("../steps/livingstone.js").Reason} Reason */
/** @typedef {import("../steps/livingstone.js").Trade} Trade */
/** @typedef {{ clear: number, blue: number, red: number, black?: number, white?: number }} Stones */

const LIST = new Intl.ListFormat("en");

/** @type {Record<string, string>} */
const CARDS = {
  NO_COST_TENT: "Free tent",
  ANY_ROW_TENT: "Tent in any row",
  SCORED_ROW_TENT: "Tent in a scored row",
  TWO_DICE: "Two dice",
  MARKET: "Market",
  THREE_STONES: "Three stones",
  FOUR_COINS: "Four coins",
  VP2: "2 points",
  VP3: "3 points",
  VP4: "4 points",
  BOAT_BACK: "Boat back",
  MINE_CRASH: "Mine crash",
};
/** @type {Record<Card, string>} */
const EFFECTS = {
  NO_COST_TENT: "Goes with a tent for a die: the river's price is 0. Each tent on the field still costs a coin.",
  ANY_ROW_TENT: "Goes with a tent for a die: any row, whatever the die shows.",
  SCORED_ROW_TENT:
    "A tent more, without a die and without the river's price, in a row where a tent of yours has scored before. It earns nothing this round, but counts for most tents.",
  TWO_DICE: "Take one die more in this turn, higher than the one before it.",
  MARKET: "Sell gems for coins and as many points: 1 of both for a clear one, 2 for a blue one, 3 for a red one.",
  THREE_STONES: "Draw three stones from the bag, as in digging.",
  FOUR_COINS: "Take 4 coins.",
  VP2: "2 points, now or at the end.",
  VP3: "3 points, now or at the end.",
  VP4: "4 points, now or at the end.",
  BOAT_BACK: "The boat goes back a column, which is built on and scored once more. The card leaves the game.",
  MINE_CRASH: "Carried out when it is drawn: all gems of all players go back into the bag, and cards are drawn anew.",
};
/** @type {Record<string, string>} */
const STONES = { black: "black", clear: "clear", blue: "blue", red: "red", white: "white" };

/** @param {number} number @param {string} one */
const count = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** @param {Stones} stones */
const stones = (stones) =>
  LIST.format(
    Object.entries(stones).filter(([, number]) => number > 0).map(([kind, number]) => `${number} ${STONES[kind]}`),
  );

/** @param {number} number */
const coins = (number) => count(number, "coin");

/** @param {readonly number[]} all "1, 2 and 4" */
const numbers = (all) => LIST.format(all.map(String));

/** Why something cannot be done now, as the end of a sentence. @type {Record<string, (reason: Reason) => string>} */
const REASONS = {
  turn: () => "it is not your turn",
  passed: () => "you sit out this round",
  low: ({ last }) => `a die must be higher than your last one, ${last}`,
  inHand: ({ die }) => `use the ${die} in your hand first`,
  taken: () => "you have taken your die of this turn",
  chain: ({ dice }) => `you must take ${dice} dice, each higher than the one before, so higher ones must be left`,
  dieFirst: () => "take a die first",
  unused: ({ die }) => `use the ${die} in your hand first`,
  noDieYet: () => "you must take a die first",
  noPass: () => "only before you take a die",
  noCards: () => "no card is left",
  otherRow: ({ die }) => `your die puts it in row ${die}`,
  unscoredRow: ({ row }) => `no tent of yours has scored in row ${row}`,
  noScoredRow: () => "no tent of yours has scored in any row",
  noTents: () => "you have no tent left",
  tooDear: ({ price, coins: have }) => `it costs ${coins(price)}, and you have ${have}`,
  onlyHere: () => "your only tents stand there already",
  noGems: () => "you have no gems",
  noneChosen: () => "choose at least one gem",
  noCoins: () => "you have no coins",
  fewDice: () => "there are too few higher dice left",
  firstColumn: () => "the boat is in the first column",
};

/** @param {Who} who @param {number} seat */
const name = ({ players, seat: own }, seat) => seat === own ? "You" : players[seat] ?? "";

/** @type {Record<string, (event: any, who: Who, name: string, s: string) => string>} */
const TOLD = {
  roundStarted: ({ round, boat, dice }) =>
    `Round ${round} begins with the boat at ${"abcdefghij"[boat - 1]}. Dice: ${dice.join(", ")}.`,
  dieTaken: ({ value }, _, name, s) => `${name} take${s} a ${value}.`,
  cardDrawn: ({ card }, _, name, s) => `${name} draw${s} ${card ? `“${CARDS[card]}”` : "a card"}.`,
  deckReshuffled: ({ cards }) => `${count(cards, "card")} are shuffled into a new deck.`,
  mineCrashed: (_, __, name, s) => `${name} draw${s} “Mine crash”: all gems go back into the bag.`,
  coinsTaken: ({ coins }, _, name, s) => `${name} take${s} ${count(coins, "coin")}.`,
  stonesDrawn: ({ stones: drawn }, _, name, s) =>
    `${name} dig${s}: ${stones(drawn)}.${drawn.white ? " The mine collapses, and all stones go back." : ""}`,
  tentPlaced: ({ field, paid, fromField }, _, name, s) =>
    `${name} put${s} a tent on ${field}${fromField ? ` from ${fromField}` : ""} for ${count(paid, "coin")}.`,
  gemsSold: ({ gems, coins, points }, _, name, s) =>
    `${name} sell${s} ${stones(gems)} for ${count(coins, "coin")}${points ? ` and ${count(points, "point")}` : ""}.`,
  donated: ({ amount }, _, name, s) => `${name} donate${s}${amount ? ` ${count(amount, "coin")}` : ""}.`,
  cardPlayed: ({ card }, _, name, s) => `${name} play${s} “${CARDS[card]}”.`,
  turnEnded: (_, __, name, s) => `${name} end${s} the turn.`,
  passed: (_, __, name, s) => `${name} sit${s} out the rest of the round.`,
  roundScored: ({ boat, points }, { players }) =>
    `Column ${"abcdefghij"[boat - 1]} is scored: ${
      players.map((player, seat) => `${player}: ${points[seat]}`).join(", ")
    }.`,
  matchScored: ({ eliminated }, { players }) =>
    eliminated.length
      ? `The chests are opened: ${
        LIST.format(eliminated.map((/** @type {number} */ seat) => players[seat]))
      } gave too little.`
      : "The chests are opened: all gave enough.",
};

/** @param {Record<string, any>} event @param {Who} who */
function sentence(event, who) {
  const [kind, members] = Object.entries(event)[0];
  return TOLD[kind]?.(members, who, name(who, members.seat), members.seat === who.seat ? "" : "s") ?? "";
}

export default {
  name: "Livingstone",
  /** @param {readonly Record<string, any>[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  cards: CARDS,
  effects: EFFECTS,
  stones: STONES,
  coins,
  /** @param {Reason} reason */
  reason: (reason) => REASONS[reason.code](reason),
  /** @param {string} what @param {string} why */
  cannot: (what, why) => `${what}: ${why}.`,

  // The groups of the table.
  players: "Players",
  board: "Board",
  /** @param {string} column */
  column: (column) => `Fields of column ${column}, where the boat is`,
  dice: "Dice",
  tray: "What you can do",
  hand: "Your cards",

  // The board.
  row: "Row",
  river: "River",
  most: "Most",
  /** @param {string} column @param {number} price @param {boolean} boat */
  place: (column, price, boat) => `${column}, price ${price}${boat ? ", the boat is here" : ""}`,
  /** @param {number} row */
  rowOf: (row) => `Row ${row}: a tent earns ${count(row, "point")} when its column is scored`,
  /** @param {number} bonus @param {readonly string[]} players */
  mostOf: (bonus, players) =>
    `${count(bonus, "point")} at the end for most tents${
      players.length > 1 ? `, shared by ${LIST.format(players)}` : players.length ? `: ${players[0]}` : ""
    }`,
  empty: "empty",
  /** @param {string} player @param {number} tents @param {number} unscored */
  tentsOf: (player, tents, unscored) =>
    `${player} ${count(tents, "tent")}${unscored ? `, ${unscored} not scored this round` : ""}`,
  isNew: "new",
  /** @param {string} field @param {number} price */
  putHere: (field, price) => `put a tent on ${field} for ${coins(price)}`,
  /** @param {string} field */
  liftHere: (field) => `move the tent from ${field}`,

  // The players.
  player: "Player",
  points: "Points",
  wealth: "Wealth",
  gems: "Gems",
  tents: "Tents",
  handSize: "Cards",
  die: "Die",
  wealthTold: (/** @type {number} */ wealth) => `${wealth}: coins and chest together`,
  gemsTold: (/** @type {Stones} */ gems) => stones(gems) || "none",
  sitsOut: "sits out",
  notYet: "none yet",
  /** @param {number} purse @param {number} chest @param {boolean} open */
  purse: (purse, chest, open) => `You have ${coins(purse)}; your chest has ${chest}${open ? "" : ", as only you see"}`,
  coinsOf: (/** @type {number} */ purse) => `coins ${purse}`,
  chestOf: (/** @type {number} */ chest) => `chest ${chest}`,

  // Round, bag and cards.
  /** @param {number} round @param {number} rounds if the boat does not go back any more @param {string} starter */
  round: (round, rounds, starter) => `Round ${round} of ${rounds}, begun by ${starter}`,
  deckAndBag: (/** @type {number} */ deck, /** @type {number} */ bag) => `Deck ${deck} · bag ${bag}`,
  overview: "Cards and bag",
  bag: "In the bag",
  aside: "Set aside",
  stonesColumn: "Stones",
  white: "Whoever draws the white stone gets none, and all stones set aside go back into the bag.",
  cardColumn: "Card",
  inGame: "In the game",
  played: "Played",
  gone: "Gone",
  close: "Show the table",

  // What is to do.
  /** @param {number} last */
  take: (last) => `Your turn: take a die${last ? ` above ${last}` : ""}`,
  /** @param {number} die */
  useDie: (die) => `What do you do with the ${die}?`,
  endTurn: "End your turn, or sell, donate, play cards before",
  waitFor: (/** @type {readonly string[]} */ players) => `${LIST.format(players)} to move`,
  over: "The match is over",
  sending: "One moment …",
  typed: (/** @type {string} */ text) => `Typed: ${text} – Enter makes the move`,
  notTyped: (/** @type {string} */ text) => `“${text}” is not possible now.`,
  since: "Since your last move",
  latest: "Last turn",

  // Dice.
  /** @param {number} value @param {number} number */
  takeDie: (value, number) => number > 1 ? `Take a ${value}, one of ${number}` : `Take the ${value}`,
  /** @param {number} value @param {number} number */
  dieOf: (value, number) => number > 1 ? `${number} dice with ${value}` : `Die ${value}`,
  /** @param {readonly number[]} values @param {string} why */
  diceNot: (values, why) => `Not ${numbers(values)}: ${why}.`,
  /** @param {number} value @param {string} player "" for the viewer */
  inHand: (value, player) => player ? `${player} has taken the ${value}` : `In your hand: ${value}`,
  noDice: "No dice are left.",

  // What can be done.
  tent: "Tent",
  tentAt: (/** @type {string} */ field) => `Tent on ${field}`,
  dig: (/** @type {number} */ number) => number ? `Dig ${count(number, "stone")}` : "Dig",
  digRisk: (/** @type {number} */ percent) => `white: ${percent} %`,
  takeCoins: (/** @type {number} */ number) => number ? `Take ${coins(number)}` : "Take coins",
  drawCard: "Draw a card",
  deckLeft: (/** @type {number} */ number) => `deck: ${number}`,
  sell: "Sell gems",
  donate: "Donate",
  end: "End turn",
  pass: "Sit out the round",
  back: "Back",
  use: "Play it",
  /** @param {string} card @param {number} number */
  held: (card, number) => number > 1 ? `${card}, ${number} times` : card,
  whichRow: "Which row?",
  /** @param {string} field */
  whichTent: (field) => `No tent is left: which one of yours moves to ${field}?`,
  from: (/** @type {string} */ field) => `from ${field}`,
  rowFor: (/** @type {string} */ field, /** @type {number} */ price) => `${field} for ${coins(price)}`,
  sellTitle: "Sell gems to the bank",
  marketTitle: "Sell gems on the market",
  donateTitle: "How much goes into your chest, for good?",
  /** @param {string} kind @param {number} most */
  amountOf: (kind, most) => `${kind}, 0 to ${most}`,
  coinsRange: (/** @type {number} */ most) => `Coins, 1 to ${most}`,
  less: "one less",
  more: "one more",
  all: "All",
  /** @param {Trade} trade @param {Stones} gems @param {number} got */
  sellNow: (trade, gems, got) =>
    stones(gems)
      ? `Sell ${stones(gems)} for ${coins(got)}${trade === "market" ? ` and ${count(got, "point")}` : ""}`
      : "Sell",
  donateNow: (/** @type {number} */ number) => `Donate ${coins(number)}`,

  // The end.
  score: "Score",
  rounds: "Rounds",
  rows: "Rows",
  rowsNow: "Most tents in the rows",
  finalTold: "Rows: most tents at the end; gems: a point each; cards: those with points in the hand.",
  total: "Total",
  chest: "Chest",
  out: "out, gave too little",
  ended: "The chests are opened",
  /** @param {readonly number[]} dice */
  chestDice: (dice) =>
    `The dice show ${numbers(dice)}: who gave less than ${dice.reduce((one, other) => one + other, 0)} is out.`,
  /** @param {number} players */
  chestRule: (players) =>
    players === 2
      ? "At the end four dice are rolled: whose chest has less than they show is out, whatever the points."
      : "At the end the chests are opened: whoever gave least is out, whatever the points.",
  /** @param {Trade} trade */
  prices: (trade) =>
    trade === "sell"
      ? "1 coin for a clear gem, 3 for a blue one, 5 for a red one. A gem kept to the end is a point."
      : "1 coin and 1 point for a clear gem, 2 of both for a blue one, 3 for a red one.",
  /** The groups of somebody else, in whose eyes a replay is seen. @param {string} name */
  eyes: (name) => ({ hand: `Cards of ${name}` }),
  leastOut: "Who gave least is out, whatever the points.",
};
