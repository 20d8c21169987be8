// What is written at a table of Just4Fun, in German.

import { stops, threats, wins } from "./steps.js";

/** @typedef {import("../../../web/board.js").Who} Who */

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

/** @typedef {import("./steps.js").Reason} Reason */
/** @typedef {import("./steps.js").Position} Position */
/** @typedef {{ name: string, count: number }} Stones die eines Spielers auf einem Feld */

/** "5 + 11 + 13 = 29", oder "29". @param {readonly number[]} cards */
const sum = (cards) =>
  cards.length > 1 ? `${cards.join(" + ")} = ${cards.reduce((one, other) => one + other, 0)}` : `${cards[0]}`;

/** @param {readonly string[]} names */
const list = (names) => new Intl.ListFormat("de").format(names);

/** @param {Reason} reason @param {string} name of the seat of the reason */
const refused = (reason, name) =>
  ({
    ahead: `${name} ${name === "Du" ? "hast" : "hat"} dort zwei Steine Vorsprung`,
    locked: `${name} hat es gesichert`,
    own: "du hast es gesichert, und es nimmt keine Steine mehr auf",
    high: "36 ist das höchste Feld",
  })[reason.kind];

export default {
  name: "Just4Fun",
  choose: "Du bist dran: Karten, deren Summe ein Feld ergibt",
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

  // The groups of the table.
  hand: "Deine Hand",
  /** @param {string} name */
  eyes: (name) => ({ hand: `Hand von ${name}` }),
  board: "Spielplan",

  // Cards and fields.
  /** @param {number} value @param {boolean} picked */
  card: (value, picked) => (picked ? `${value}, gewählt` : `${value}`),
  /** @param {number} number @param {readonly Stones[]} stones */
  field: (number, stones) =>
    `Feld ${number}: ${stones.length ? stones.map(({ name, count }) => `${name} ${count}`).join(", ") : "leer"}`,
  /** @param {string} name */
  most: (name) => `; ${name} ${name === "Du" ? "hast" : "hat"} die Mehrheit`,
  /** @param {string} name */
  locked: (name) => `; gesichert von ${name === "Du" ? "dir" : name}`,
  /** @param {Reason} reason @param {string} name */
  closed: (reason, name) => `; für dich gesperrt: ${refused(reason, name)}`,
  /** @param {string} name */
  gap: (name) => `; das vierte in einer Reihe für ${name === "Du" ? "dich" : name}`,
  inLine: "; Teil der Siegreihe",
  fresh: "; hier liegt ein neuer Stein",
  /** @param {readonly number[]} cards */
  layHere: (cards) => `: mit ${cards.join(" + ")} einen Stein hierher legen`,
  /** @param {readonly number[]} cards */
  markHere: (cards) => `: möglich mit ${cards.join(" + ")}`,

  // What is to do.
  pick: "Du bist dran: Wähle 1 bis 4 Karten. Ihre Summe ist dein Feld.",
  mustExchange: "Du bist dran: Keine Karten ergeben ein offenes Feld, also tausche die Hand aus",
  /** @param {readonly number[]} cards */
  sum: (cards) => cards.length > 1 ? sum(cards) : `Feld ${cards[0]}`,
  more: "Legen oder Karten dazunehmen.",
  /** @param {readonly number[]} cards @param {Reason} reason @param {string} name */
  cannot: (cards, reason, name) => `${sum(cards)} geht nicht: ${refused(reason, name)}.`,
  /** @param {number} number @param {Reason} reason @param {string} name */
  cannotEnter: (number, reason, name) => `Feld ${number} ist für dich gesperrt: ${refused(reason, name)}.`,
  /** @param {number} number */
  notMade: (number) => `Keine Karten deiner Hand ergeben ${number}.`,
  /** @param {readonly number[]} cards @param {number} number */
  notThere: (cards, number) => `${sum(cards)}, und nicht ${number}.`,
  /** @param {number} [number] */
  place: (number) => number ? `Auf ${number} legen` : "Legen",
  other: "Andere Karten",
  exchange: "Hand austauschen",
  takeBack: "Zurück",
  sending: "Einen Moment …",
  asked: "Spielen oder zurücknehmen?",
  /** @param {readonly string[]} names */
  wait: (names) => `${list(names)} am Zug`,
  /** @param {string} text */
  typed: (text) => `Getippt: ${text} – Eingabe legt den Stein`,
  /** @param {string} text */
  notTyped: (text) => `${text} geht jetzt nicht.`,

  // The players.
  players: "Spieler",
  you: "Du",
  sumTitle: "zeigt die Rechnung",
  /** @param {string} name @param {number} points */
  pointsOf: (name, points) => `${name}: ${count(points, "Punkt", "Punkte")}`,
  /** @param {readonly number[]} fields @param {number} points */
  sumOf: (fields, points) =>
    fields.length > 1
      ? `${fields.join(" + ")} = ${points}`
      : fields.length
      ? `Feld ${points} = ${points}`
      : "kein Feld = 0",
  /** @param {number} n */
  pointsWord: (n) => (n === 1 ? "Punkt" : "Punkte"),
  /** @param {number} n */
  supplyWord: (n) => (n === 1 ? "Stein" : "Steine"),
  /** @param {number} n */
  supply: (n) => `noch ${count(n, "Stein", "Steine")}`,
  /** @param {number} n */
  removed: (n) => `${n} entfernt`,
  /** @param {number} n */
  handOf: (n) => count(n, "Karte", "Karten"),
  /** @param {readonly number[]} cards */
  held: (cards) => `Hand: ${cards.join(", ")}`,
  /** @param {number} deck @param {number} discards */
  piles: (deck, discards) => `Stapel ${deck}, Ablage ${discards}`,
  /** @param {number} value @param {number} times */
  discarded: (value, times) => (times > 1 ? `${value} (${times}-mal)` : `${value}`),

  // The end and the score.
  /** @param {string} name @param {readonly number[]} fields */
  byLine: (name, fields) => `${name} ${name === "Du" ? "hast" : "hat"} vier in einer Reihe: ${fields.join(", ")}`,
  byCount: "Alle Steine sind gelegt: Jetzt zählen die Felder",
  over: "Die Partie ist vorbei",
  lineRule: "Vier in einer Reihe gewinnen, egal wie viel die Felder zählen.",
  countRule:
    "Wer auf einem Feld die Mehrheit hat, bekommt seine Zahl als Punkte. Bei gleicher Summe entscheidet das höchste Feld.",
  player: "Spieler",
  fields: "Felder",
  pointsColumn: "Punkte",
  highest: "Höchstes Feld",
  stonesColumn: "Steine übrig",
  removedColumn: "Aus dem Spiel",
  discards: "Ablage",
  noDiscards: "leer",

  // For beginners, for those who are about to err, and for the end.
  hints: {
    pick: "Vier Felder in einer Reihe gewinnen. Schafft das niemand, zählen die Punkte.",
    /** @param {Position} position */
    win: (position) =>
      `Ein Stein auf der ${wins(position, position.seat ?? 0)[0]} ergibt vier in einer Reihe: der Sieg!`,
    /** @param {Position} position */
    stop: (position) => {
      const [field] = stops(position, position.seat ?? 0);
      return threats(position.view, position.seat ?? 0).length > 1
        ? `Drei in einer Reihe leuchten: Ein vierter gewinnt. Du kannst ein Ende nehmen: ${field}.`
        : `Drei in einer Reihe leuchten: Dein Stein auf der ${field} stünde ihnen im Weg.`;
    },
    lock: "Mit zwei Steinen mehr als jeder andere ist ein Feld für immer deins: Schloss.",
    dash: "Ein Strich im Feld: Jemand liegt dort zwei Steine vor dir, es ist gesperrt.",
    points: "Wer auf einem Feld die meisten Steine hat, bekommt am Ende seine Zahl.",
  },
  warnings: {
    /** @param {{ field: number }} warning */
    win: ({ field }) => `Du würdest einen Sieg verpassen: Ein Stein auf der ${field} ergibt vier in einer Reihe.`,
    /** @param {{ field: number }} warning */
    stop: ({ field }) =>
      `Als Nächstes droht eine fremde Viererreihe: Ein Stein von dir auf der ${field} verhindert sie.`,
    /** @param {{ field: number }} warning */
    safe: ({ field }) => `Das Feld ${field} gehört dir schon für immer: Ein weiterer Stein dort ändert nichts.`,
  },
  parts: { locked: "Gesichert", led: "Knapp vorn" },
  why: {
    line: () => "Vier Felder in einer Reihe gewinnen sofort, egal wie viele Punkte jemand hat.",
    /** @param {{ place: number, seats: readonly number[] }} why @param {readonly string[]} players */
    others: ({ place, seats }, players) =>
      `Punkte zählen dann nicht: ${list(seats.map((seat) => players[seat]))} teilen sich Platz ${place}.`,
    /** @param {{ seats: readonly number[] }} why @param {readonly string[]} players */
    none: ({ seats }, players) =>
      `${list(seats.map((seat) => players[seat]))} teilen sich den Platz: Keinem davon gehört ein Feld.`,
    /** @param {{ seat: number, next: number, fields: readonly number[] }} why @param {readonly string[]} players */
    highest: ({ seat, next, fields }, players) =>
      `Bei gleichen Punkten entscheidet das höchste Feld: die ${fields[0]} von ${players[seat]} vor der ${
        fields[1]
      } von ${players[next]}.`,
  },
  best: {
    /** @param {{ seat: number, fields: readonly number[] }} best @param {readonly string[]} players */
    line: ({ seat, fields }, players) => `${players[seat]}: vier in einer Reihe mit ${list(fields.map(String))}`,
    /** @param {{ seat: number, field: number }} best @param {readonly string[]} players */
    field: ({ seat, field }, players) => `${players[seat]}: das höchste Feld, die ${field}`,
  },
  /** @type {[string, string][]} */
  keys: [
    ["5+11+13", "wählt diese Karten; Eingabe legt den Stein dorthin"],
    ["exchange", "tauscht die Hand aus, wenn sonst nichts geht"],
  ],
};
