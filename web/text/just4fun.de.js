// What is written at a table of Just4Fun, in German.

/** @typedef {import("./game.js").Who} Who */

/** @param {Who} who @param {number} seat */
const name = ({ players, seat: own }, seat) => seat === own ? "Du" : players[seat] ?? "";

/** @param {number} number @param {string} one @param {string} many */
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/** @type {Record<string, (event: any, name: string, verb: (du: string, er: string) => string) => string>} */
const TOLD = {
  matchStarted: (_, name, verb) => `Der Spielplan liegt aus. ${name} ${verb("beginnst", "beginnt")}.`,
  cardsPlayed: ({ cards, field }, name, verb) =>
    `${name} ${verb("spielst", "spielt")} ${cards.join(" + ")} und ${
      verb("legst", "legt")
    } einen Stein auf die ${field}.`,
  fieldLocked: ({ field }, name, verb) => `${name} ${verb("sicherst dir", "sichert sich")} das Feld ${field}.`,
  lineCompleted: ({ fields }, name, verb) =>
    `${name} ${verb("hast", "hat")} vier in einer Reihe: ${fields.join(", ")}.`,
  handExchanged: ({ cards }, name, verb) => `${name} ${verb("tauschst", "tauscht")} die Hand aus: ${cards.join(", ")}.`,
  cardsDrawn: ({ count: drawn, cards }, name, verb) =>
    `${name} ${verb("ziehst", "zieht")} ${cards.length ? cards.join(", ") : count(drawn, "Karte", "Karten")}.`,
  deckReshuffled: ({ cards }) => `${count(cards, "Karte wird", "Karten werden")} zu einem neuen Stapel gemischt.`,
};

/** @param {Record<string, any>} event @param {Who} who */
function sentence(event, who) {
  const [kind, members] = Object.entries(event)[0];
  const seat = members.seat ?? members.starter;
  return TOLD[kind]?.(members, name(who, seat), (du, er) => seat === who.seat ? du : er) ?? "";
}

export default {
  name: "Just4Fun",
  choose: "Du bist am Zug: Karten, deren Summe ein Feld ergibt",
  /** @param {readonly Record<string, any>[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  words: { exchange: "Ganze Hand austauschen" },
  /** @param {string} notation a whole move */
  whole: (notation) => {
    if (notation === "exchange") return "Ganze Hand austauschen";
    const cards = notation.split("+");
    const sum = cards.reduce((sum, card) => sum + Number(card), 0);
    return cards.length > 1 ? `${sum} = ${cards.join(" + ")}` : notation;
  },
};
