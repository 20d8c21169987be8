// What is written and said at a table of The Masked Ball, in German.

/** @typedef {import("./steps.js").Mask} Mask */
/** @typedef {import("./steps.js").Event} Event */
/** @typedef {import("../../../web/board.js").Who} Who */

/** @type {Record<Mask, string>} */
const masks = {
  WASP: "Wespe",
  OWL: "Eule",
  BOAR: "Keiler",
  TORTOISE: "Schildkröte",
  MAGPIE: "Elster",
  FOX: "Fuchs",
  PEACOCK: "Pfau",
  SWAN: "Schwan",
};

/** @param {Event} event @param {Who} who */
function sentence(event, { players, seat: own }) {
  const name = (/** @type {number} */ seat) => (seat === own ? "Du" : players[seat]);
  if ("putDown" in event) {
    const { seat, mask, target, named } = event.putDown;
    const whom = target === undefined ? "" : ` gegen ${target === own ? "dich" : name(target)}`;
    return `${name(seat)}: ${masks[mask]}${whom}${named === undefined ? "." : `, ${masks[named]}?`}`;
  }
  if ("looked" in event && event.looked.mask) return `${name(event.looked.target)}: ${masks[event.looked.mask]}.`;
  if ("left" in event) return `${name(event.left.seat)}: raus aus der Runde.`;
  if ("roundEnded" in event) return `Die Runde geht an ${event.roundEnded.winners.map(name).join(", ")}.`;
  return "";
}

export default {
  name: "Der Maskenball",
  /** @param {readonly Event[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  hints: {
    swan: "Behalte den Schwan: Wer ihn ablegt, warum auch immer, verlässt die Runde.",
    wasp: "Nenne mit der Wespe eine Maske, die noch nicht offen liegt.",
    sheltered: "Wer geschützt ist, kann bis zum eigenen nächsten Zug nicht gewählt werden.",
  },
  warnings: { leave: () => "Wer den Schwan ablegt, verlässt die Runde." },
  keys: [["wasp 1 owl", "ein ganzer Zug, wie er geschrieben wird: Maske, Platz, genannte Maske"]],
  masks,
  players: "Spieler",
  hand: "Deine Masken",
  names: "Masken zur Wahl",
  mask: "Du bist am Zug: Lege eine Maske ab",
  /** @param {Mask} mask */
  target: (mask) => `${masks[mask]}: Wähle einen Spieler`,
  /** @param {Mask} mask */
  named: (mask) => `${masks[mask]}: Nenne eine Maske`,
  wait: "Andere sind am Zug",
  sending: "Einen Moment …",
  takeBack: "Zurücknehmen",
  /** @param {string} text */
  notTyped: (text) => `${text} geht jetzt nicht.`,
  /** @param {Mask} mask */
  seen: (mask) => `trägt, wie du weißt: ${masks[mask]}`,
  sheltered: "geschützt",
  gone: "nicht mehr in der Runde",
  /** @param {number} n @param {number} all */
  roses: (n, all) => `${n} von ${all} Rosen`,
  /** @param {number} round @param {number} deck */
  round: (round, deck) => `Runde ${round}, Stapel ${deck}`,
};
