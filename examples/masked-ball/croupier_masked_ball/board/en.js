// What is written and said at a table of The Masked Ball, in English. The keys are the same in every language.

/** @typedef {import("./steps.js").Mask} Mask */
/** @typedef {import("./steps.js").Event} Event */
/** @typedef {import("../../../web/board.js").Who} Who */

/** @type {Record<Mask, string>} */
const masks = {
  WASP: "Wasp",
  OWL: "Owl",
  BOAR: "Boar",
  TORTOISE: "Tortoise",
  MAGPIE: "Magpie",
  FOX: "Fox",
  PEACOCK: "Peacock",
  SWAN: "Swan",
};

/** @param {Event} event @param {Who} who */
function sentence(event, { players, seat: own }) {
  const name = (/** @type {number} */ seat) => (seat === own ? "You" : players[seat]);
  if ("putDown" in event) {
    const { seat, mask, target, named } = event.putDown;
    const whom = target === undefined ? "" : ` against ${name(target)}`;
    return `${name(seat)}: ${masks[mask]}${whom}${named === undefined ? "." : `, is it the ${masks[named]}?`}`;
  }
  if ("looked" in event && event.looked.mask) return `${name(event.looked.target)}: ${masks[event.looked.mask]}.`;
  if ("left" in event) return `${name(event.left.seat)}: out of the round.`;
  if ("roundEnded" in event) return `The round goes to ${event.roundEnded.winners.map(name).join(", ")}.`;
  return "";
}

export default {
  name: "The Masked Ball",
  /** @param {readonly Event[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  hints: {
    swan: "Keep the Swan: whoever puts it down, for whatever reason, leaves the round.",
    wasp: "Name a mask with the Wasp that has not been put down yet: it may still be worn.",
    sheltered: "Who is sheltered cannot be chosen until their next turn.",
  },
  warnings: { leave: () => "Whoever puts the Swan down leaves the round." },
  keys: [["wasp 1 owl", "a whole move as it is written: the mask, the seat, the mask that is named"]],
  masks,
  players: "Players",
  hand: "Your masks",
  names: "Masks to name",
  mask: "Your turn: put a mask down",
  /** @param {Mask} mask */
  target: (mask) => `${masks[mask]}: choose a player`,
  /** @param {Mask} mask */
  named: (mask) => `${masks[mask]}: name a mask`,
  wait: "Others are to move",
  sending: "One moment …",
  takeBack: "Take back",
  /** @param {string} text */
  notTyped: (text) => `${text} is not possible now.`,
  /** @param {Mask} mask */
  seen: (mask) => `wears the ${masks[mask]}, as you know`,
  sheltered: "sheltered",
  gone: "has left the round",
  /** @param {number} n @param {number} all */
  roses: (n, all) => `${n} of ${all} roses`,
  /** @param {number} round @param {number} deck */
  round: (round, deck) => `Round ${round}, deck ${deck}`,
};
