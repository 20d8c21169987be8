// What is written and said at a table of Livingstone, in English. The keys are the same in every language.

import { bonusOf, DICE } from "./steps.js";

/** @typedef {import("../../../web/board.js").Who} Who */
/** @typedef {import("./steps.js").Card} Card */
/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./steps.js").Reason} Reason */
/** @typedef {import("./steps.js").Trade} Trade */
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

/** @param {number} chance as a whole percentage that is 100 only if it is rounded */
const percent = (chance) => `${chance === 100 ? "over 99" : chance}\u00a0%`;

/** Whether a gift is enough. @param {number} given @param {number | null} chance that it is not, of two */
function enough(given, chance) {
  if (chance === null) return "that may be too little for the Queen";
  return given < DICE ? "that is always too little: you would be out" : `the risk of being out is ${percent(chance)}`;
}

/** @param {readonly number[]} all "1, 2 and 4" */
const numbers = (all) => LIST.format(all.map(String));

/** @param {readonly number[]} seats @param {readonly string[]} players */
const named = (seats, players) => LIST.format(seats.map((seat) => players[seat]));

/** @param {number} number */
const lostPoints = (number) =>
  `the ${number === 1 ? "point" : `${number} points`} ${number === 1 ? "does" : "do"} not count`;

/**
 * Who is out in spite of all points; without dice, of more than two.
 * @param {{ lost: readonly { seat: number, points: number, chest: number }[], dice?: number }} why @param {readonly string[]} players
 */
function outs({ lost, dice }, players) {
  if (dice) {
    return lost.map(({ seat, points, chest }) =>
      `${players[seat]} gave the Queen ${chest}, and the dice show ${dice}: ${lostPoints(points)}.`
    ).join(" ");
  }
  const [{ points, chest }, ...others] = lost;
  const names = named(lost.map(({ seat }) => seat), players);
  return others.length
    ? `${names} gave the Queen least, ${chest} each: their points do not count.`
    : `${names} gave the Queen least, ${chest}: ${lostPoints(points)}.`;
}

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
  donated: ({ amount }, _, name, s) => `${name} give${s} the Queen ${amount ? coins(amount) : "coins"}.`,
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
  most: "Most tents, at the end",
  each: "Each tent, this round",
  /** @param {string} column @param {number} price @param {boolean} boat */
  place: (column, price, boat) => `${column}, price ${price}${boat ? ", the boat is here" : ""}`,
  /** @param {number} row */
  rowOf: (row) => `Row ${row}: a tent earns ${count(row, "point")} when its column is scored`,
  /** @param {number} bonus @param {readonly string[]} players */
  mostOf: (bonus, players) =>
    `${count(bonus, "point")} at the end for most tents${
      players.length > 1 ? `, shared by ${LIST.format(players)}` : players.length ? `: ${players[0]}` : ""
    }`,
  /** @param {number} row @param {{ player: string, tents: number }[]} counts @param {number} bonus @param {number} sharers */
  tentsInRow: (row, counts, bonus, sharers) =>
    counts.length
      ? `Row ${row}: ${counts.map(({ player, tents }) => `${player} ${tents}`).join(", ")}. At the end ${
        sharers > 1 ? `${bonus} : ${sharers} = ${Math.floor(bonus / sharers)} points each` : `${bonus} points`
      } for most tents.`
      : `Row ${row}: no tents yet. Most tents earn ${bonus} points at the end.`,
  empty: "empty",
  /** @param {string} player @param {number} tents @param {number} unscored */
  tentsOf: (player, tents, unscored) =>
    `${player} ${count(tents, "tent")}${unscored ? `, ${unscored} not scored this round` : ""}`,
  isNew: "new",
  /** @param {string} field @param {number} price */
  putHere: (field, price) => `put a tent on ${field} for ${coins(price)}`,

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
  chestOf: (/** @type {number} */ chest) => `${chest} in the chest`,
  tentsLeft: (/** @type {number} */ number) => `${count(number, "tent")} left`,
  cardsHeld: (/** @type {number} */ number) => count(number, "card"),
  lastDie: (/** @type {number} */ die) => die ? `last die ${die}` : "no die yet",
  /** @param {string} player @param {number} score */
  pointsOf: (player, score) => `${player}: ${count(score, "point")}`,
  sumTitle: "show all, with the sum",
  /** @param {{ score: number, rows: number, gems: number, cards: number }} sum what the end would add now */
  sumOf: ({ score, rows, gems, cards }) =>
    `${score} so far + ${rows} most tents + ${gems} gems${cards ? ` + ${cards} cards` : ""} = ${
      score + rows + gems + cards
    } if it ended now`,
  /** @param {number} score @param {{ rows: readonly number[], gems: readonly number[], cards: readonly number[] }} final @param {number} seat */
  sumOfEnd: (score, { rows, gems, cards }, seat) =>
    `${score - rows[seat] - gems[seat] - cards[seat]} tents and cards + ${rows[seat]} most tents + ${
      gems[seat]
    } gems + ${cards[seat]} cards in hand = ${score}`,

  // The Queen's gift.
  theGift: "Gift for the Queen",
  /** @param {number} number @param {number} more how much of it is only being chosen */
  given: (number, more) =>
    more ? `Queen: ${number - more}\u00a0+\u00a0${more}\u00a0=\u00a0${number}.` : `For the Queen: ${number}.`,
  evenBet: (/** @type {number} */ number) => `usually enough from\u00a0${number}`,
  /** @param {{ given: number, least: { seat: number, most: number }, chance: number | null, safe: boolean }} gift @param {readonly string[]} players */
  giftTold: ({ given, least, chance, safe }, players) => {
    if (chance !== null) {
      if (safe) return "Four dice never show more.";
      if (given < DICE) return `0 to ${DICE - 1} are always too little: you would be out.`;
      return `Risk of being out: ${percent(chance)}.`;
    }
    if (safe) return `More than all that ${players[least.seat]} has (${least.most}).`;
    return `The least is out. ${players[least.seat]} ${
      least.most ? `gave ${least.most} or less` : "has given nothing yet"
    }.`;
  },

  // Round, bag and cards.
  /** @param {number} round @param {number} rounds if the boat does not go back any more */
  round: (round, rounds) => `Round ${round} of ${rounds}`,
  begun: (/** @type {string} */ starter) => `, begun by ${starter}`,
  deckAndBag: (/** @type {number} */ deck, /** @type {number} */ bag) => `Deck ${deck} · bag ${bag}`,
  overview: "Cards and bag",
  theBag: "Bag and deck",
  bagWord: "Bag",
  deckWord: "Deck",
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
  endTurn: "Done? Then end your turn",
  waitFor: (/** @type {readonly string[]} */ players) => `${LIST.format(players)} to move`,
  sending: "One moment …",
  asked: "Play it, or take it back?",
  typed: (/** @type {string} */ text) => `Typed: ${text} – Enter makes the move`,
  notTyped: (/** @type {string} */ text) => `“${text}” is not possible now.`,
  since: "Since your last move",
  sayTitle: "What is to do",
  newsTitle: "show all news",
  latest: "Last turn",

  // Dice.
  /** @param {number} value @param {number} number */
  takeDie: (value, number) => number > 1 ? `Take a ${value}, one of ${number}` : `Take the ${value}`,
  /** @param {number} value @param {number} number */
  dieOf: (value, number) => number > 1 ? `${number} dice with ${value}` : `Die ${value}`,
  /** @param {number} value @param {string} player "" for the viewer */
  inHand: (value, player) => player ? `${player} has taken the ${value}` : `In your hand: ${value}`,
  noDice: "No dice are left.",

  // What can be done.
  tent: "Tent",
  tentAt: (/** @type {string} */ field) => `Tent on ${field}`,
  dig: (/** @type {number} */ number) => number ? `Dig ${count(number, "stone")}` : "Dig",
  digRisk: (/** @type {number} */ odds) => odds > 1 ? `fails 1\u00a0time\u00a0in\u00a0${odds}` : "you find nothing",
  takeCoins: (/** @type {number} */ number) => number ? `Take ${coins(number)}` : "Take coins",
  coinsNote: "to spend",
  /** @param {number} price @param {number} row */
  tentNote: (price, row) => `${coins(price)} → ${count(row, "point")}`,
  /** @param {number} price @param {number} row */
  tentTold: (price, row) => `costs ${coins(price)}, earns ${count(row, "point")} when the round ends`,
  drawCard: "Draw a card",
  deckLeft: (/** @type {number} */ number) => `${number} left`,
  sell: "Sell gems",
  donate: "Give",
  giveTold: "Give to the Queen: coins go into your chest, for good.",
  nobodySees: "Nobody sees how many",
  forGood: "for good",
  end: "End turn",
  pass: "Sit out the round",
  noCards: "No cards yet: a die draws one.",
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
  donateTitle: "Give to the Queen: how many coins, for good?",
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
  donateNow: (/** @type {number} */ number) => `Put ${coins(number)} into your chest`,

  // The end.
  score: "Score",
  rowsNow: "Most tents in the rows",
  finalTold: "Most tents: at the end, by row; gems: a point each; cards in hand: those with points.",
  total: "Total",
  chest: "Chest",
  out: "out, gave too little",
  isOut: "out",
  isEnough: "enough",
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

  // What the guide names.
  hints: {
    dice: "A die becomes a tent, gems, coins or a card. Your next must be higher.",
    use: (/** @type {import("./guide.js").Position} */ { view: { die }, options }) =>
      `A tent in row ${die} earns ${count(die, "point")}; most tents there earn ${
        bonusOf(die, options.rowBonus)
      } at the end.`,
    dig: "Clear, blue, red: sell for 1, 3, 5 coins, or 1 point each. Black: nothing.",
    cards: "Playing a card costs no die: tap one to read it, then play it in your turn.",
    queen: (/** @type {{ view: { sides: readonly unknown[] } }} */ { view }) =>
      view.sides.length === 2
        ? "At the end four dice are rolled: who gave the Queen less than they show is out."
        : "Who gave the Queen least is thrown out at the end, points or not: give in time.",
  },
  warnings: {
    gift: (/** @type {any} */ { coins: left, chest, last, chance }) =>
      `${last ? "This may be your last turn." : "Only one round is left."} You keep ${
        coins(left)
      } and have given ${chest}: ${enough(chest, chance)}.`,
    pass: (/** @type {any} */ { dice }) => `You sit out the round, although you could take ${numbers(dice)}.`,
    beyond: (/** @type {any} */ { given, most }) =>
      `Your chest would have ${given}, but four dice never show more than ${most}.`,
  },
  parts: { rounds: "Tents and cards", rows: "Most tents", gems: "Gems", cards: "Cards in hand" },
  best: {
    rows: (/** @type {any} */ { seats, points }, /** @type {readonly string[]} */ players) =>
      `Most tents in rows: ${LIST.format(seats.map((/** @type {number} */ seat) => players[seat]))} earned ${
        count(points, "point")
      }${seats.length > 1 ? " each" : ""}.`,
  },
  why: {
    gift: (/** @type {any} */ why, /** @type {readonly string[]} */ players) => outs(why, players),
    out: (/** @type {any} */ { seats }, /** @type {readonly string[]} */ players) =>
      `So ${named(seats, players)} share the last place.`,
    allOut: () => "So all are out, and nobody has won.",
    chest: (/** @type {any} */ { seats, behind, counts }, /** @type {readonly string[]} */ players) =>
      `With equal points, the larger gift decides: ${counts[0]} from ${named(seats, players)}, ${counts[1]} from ${
        named(behind, players)
      }.`,
    tents: (/** @type {any} */ { seats, behind, counts }, /** @type {readonly string[]} */ players) =>
      `With equal points and gifts, tents on the board decide: ${counts[0]} of ${named(seats, players)}, ${
        counts[1]
      } of ${named(behind, players)}.`,
    same: (/** @type {any} */ { seats }, /** @type {readonly string[]} */ players) =>
      `${named(seats, players)} share the place: points, gifts and tents on the board are equal.`,
  },
  keys: [
    ["1 … 6", "take a die"],
    ["tent 4", "put a tent into row 4"],
    ["coins · dig · card", "what else a die can do"],
    ["sell 2c 1b", "sell 2 clear gems and a blue one"],
    ["donate 5", "give the Queen 5 coins"],
    ["end", "end the turn"],
  ],
  /** The groups of somebody else, in whose eyes a replay is seen. @param {string} name */
  eyes: (name) => ({ hand: `Cards of ${name}` }),
  leastOut: "Who gave least is out, whatever the points.",
};
