// What is written at a table of Livingstone, in German.

/** @typedef {import("./game.js").Who} Who */
/** @typedef {{ clear: number, blue: number, red: number, black?: number, white?: number }} Stones */

const LIST = new Intl.ListFormat("de");

/** @type {Record<string, string>} */
const CARDS = {
  NO_COST_TENT: "Zelt umsonst",
  ANY_ROW_TENT: "Zelt in beliebiger Reihe",
  SCORED_ROW_TENT: "Zelt in gewerteter Reihe",
  TWO_DICE: "Zwei Würfel",
  MARKET: "Markt",
  THREE_STONES: "Drei Steine",
  FOUR_COINS: "Vier Münzen",
  VP2: "2 Punkte",
  VP3: "3 Punkte",
  VP4: "4 Punkte",
  BOAT_BACK: "Boot zurück",
  MINE_CRASH: "Mineneinsturz",
};
/** @type {Record<string, string>} */
const STONES = { black: "schwarz", clear: "klar", blue: "blau", red: "rot", white: "weiß" };

/** @param {number} number @param {string} one @param {string} many */
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/** @param {number} number */
const coins = (number) => count(number, "Münze", "Münzen");

/** @param {Stones} stones */
const stones = (stones) =>
  LIST.format(
    Object.entries(stones).filter(([, number]) => number > 0).map(([kind, number]) => `${number} ${STONES[kind]}`),
  );

/** @param {Who} who @param {number} seat */
const name = ({ players, seat: own }, seat) => seat === own ? "Du" : players[seat] ?? "";

/** @type {Record<string, (event: any, who: Who, name: string, verb: (du: string, er: string) => string) => string>} */
const TOLD = {
  roundStarted: ({ round, boat, dice }) =>
    `Runde ${round} beginnt, das Boot liegt bei ${"abcdefghij"[boat - 1]}. Würfel: ${dice.join(", ")}.`,
  dieTaken: ({ value }, _, name, verb) => `${name} ${verb("nimmst", "nimmt")} eine ${value}.`,
  cardDrawn: ({ card }, _, name, verb) =>
    `${name} ${verb("ziehst", "zieht")} ${card ? `„${CARDS[card]}“` : "eine Karte"}.`,
  deckReshuffled: ({ cards }) => `${count(cards, "Karte wird", "Karten werden")} zu einem neuen Stapel gemischt.`,
  mineCrashed: (_, __, name, verb) =>
    `${name} ${verb("ziehst", "zieht")} „Mineneinsturz“: Alle Edelsteine kommen zurück in den Beutel.`,
  coinsTaken: ({ coins: taken }, _, name, verb) => `${name} ${verb("nimmst", "nimmt")} ${coins(taken)}.`,
  stonesDrawn: ({ stones: drawn }, _, name, verb) =>
    `${name} ${verb("gräbst", "gräbt")}: ${stones(drawn)}.${
      drawn.white ? " Die Mine stürzt ein, und alle Steine kommen zurück." : ""
    }`,
  tentPlaced: ({ field, paid, fromField }, _, name, verb) =>
    `${name} ${verb("stellst", "stellt")} ein Zelt ${fromField ? `von ${fromField} ` : ""}auf ${field} für ${
      coins(paid)
    }.`,
  gemsSold: ({ gems, coins: got, points }, _, name, verb) =>
    `${name} ${verb("verkaufst", "verkauft")} ${stones(gems)} für ${coins(got)}${
      points ? ` und ${count(points, "Punkt", "Punkte")}` : ""
    }.`,
  donated: ({ amount }, _, name, verb) => `${name} ${verb("spendest", "spendet")}${amount ? ` ${coins(amount)}` : ""}.`,
  cardPlayed: ({ card }, _, name, verb) => `${name} ${verb("spielst", "spielt")} „${CARDS[card]}“.`,
  turnEnded: (_, __, name, verb) => `${name} ${verb("beendest", "beendet")} den Zug.`,
  passed: (_, __, name, verb) => `${name} ${verb("setzt", "setzt")} den Rest der Runde aus.`,
  roundScored: ({ boat, points }, { players }) =>
    `Spalte ${"abcdefghij"[boat - 1]} wird gewertet: ${
      players.map((player, seat) => `${player} ${points[seat]}`).join(", ")
    }.`,
  matchScored: ({ eliminated }, { players }) =>
    eliminated.length
      ? `Die Truhen werden geöffnet: Zu wenig gespendet ${eliminated.length === 1 ? "hat" : "haben"} ${
        LIST.format(eliminated.map((/** @type {number} */ seat) => players[seat]))
      }.`
      : "Die Truhen werden geöffnet: Alle haben genug gespendet.",
};

/** @param {Record<string, any>} event @param {Who} who */
function sentence(event, who) {
  const [kind, members] = Object.entries(event)[0];
  const own = members.seat === who.seat;
  return TOLD[kind]?.(members, who, name(who, members.seat), (du, er) => own ? du : er) ?? "";
}

export default {
  name: "Livingstone",
  choose: "Du bist am Zug: Was tust du?",
  /** @param {readonly Record<string, any>[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  words: {
    ...CARDS,
    die: "Würfel",
    card: "Karte ziehen",
    coins: "Münzen nehmen",
    dig: "Graben",
    tent: "Zelt in Reihe",
    sell: "Verkaufen",
    donate: "Spenden",
    play: "Karte:",
    end: "Zug beenden",
    pass: "Runde aussetzen",
    free: "mit „Zelt umsonst“",
    any: "mit „Zelt in beliebiger Reihe“",
    from: "von",
  },
};
