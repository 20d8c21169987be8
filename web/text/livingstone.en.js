// What is written at a table of Livingstone, in English.

/** @typedef {import("./game.js").Who} Who */
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
/** @type {Record<string, string>} */
const STONES = { black: "black", clear: "clear", blue: "blue", red: "red", white: "white" };

/** @param {number} number @param {string} one */
const count = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** @param {Stones} stones */
const stones = (stones) =>
  LIST.format(
    Object.entries(stones).filter(([, number]) => number > 0).map(([kind, number]) => `${number} ${STONES[kind]}`),
  );

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
      players.map((player, seat) => `${player} ${points[seat]}`).join(", ")
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
  choose: "Your turn: choose what to do",
  /** @param {readonly Record<string, any>[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  words: {
    ...CARDS,
    die: "Take die",
    card: "Draw a card",
    coins: "Take coins",
    dig: "Dig",
    tent: "Tent in row",
    sell: "Sell",
    donate: "Donate",
    play: "Play",
    end: "End the turn",
    pass: "Sit out the round",
    free: "with “Free tent”",
    any: "with “Tent in any row”",
    from: "from",
  },
};
