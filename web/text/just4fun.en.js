// What is written at a table of Just4Fun, in English.

/** @typedef {import("./game.js").Who} Who */

/** @param {Who} who @param {number} seat */
const name = ({ players, seat: own }, seat) => seat === own ? "You" : players[seat] ?? "";

/** @param {number} number @param {string} one */
const count = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** @type {Record<string, (event: any, name: string, s: string) => string>} */
const TOLD = {
  matchStarted: (_, name, s) => `The board is laid out. ${name} begin${s}.`,
  cardsPlayed: ({ cards, field }, name, s) => `${name} play${s} ${cards.join(" + ")} and put${s} a stone on ${field}.`,
  fieldLocked: ({ field }, name, s) => `${name} lock${s} field ${field}.`,
  lineCompleted: ({ fields }, name, s) => `${name} own${s} four in a row: ${fields.join(", ")}.`,
  handExchanged: ({ cards }, name, s) => `${name} exchange${s} the hand: ${cards.join(", ")}.`,
  cardsDrawn: ({ count: drawn, cards }, name, s) =>
    `${name} draw${s} ${cards.length ? cards.join(", ") : count(drawn, "card")}.`,
  deckReshuffled: ({ cards }) => `${count(cards, "card")} are shuffled into a new deck.`,
};

/** @param {Record<string, any>} event @param {Who} who */
function sentence(event, who) {
  const [kind, members] = Object.entries(event)[0];
  const seat = members.seat ?? members.starter;
  return TOLD[kind]?.(members, name(who, seat), seat === who.seat ? "" : "s") ?? "";
}

export default {
  name: "Just4Fun",
  choose: "Your turn: choose cards that add up to a field",
  /** @param {readonly Record<string, any>[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  words: { exchange: "Exchange the whole hand" },
  /** @param {string} notation a whole move */
  whole: (notation) => {
    if (notation === "exchange") return "Exchange the whole hand";
    const cards = notation.split("+");
    const sum = cards.reduce((sum, card) => sum + Number(card), 0);
    return cards.length > 1 ? `${sum} = ${cards.join(" + ")}` : notation;
  },
};
