// What is written and said at a table of The Night Market, in English. The keys are the same in every language.

/** @typedef {import("./basket.js").Good} Good */
/** @typedef {import("./basket.js").Event} Event */
/** @typedef {import("../../../web/board.js").Who} Who */

/** @type {Record<Good, string>} */
const goods = { LANTERN: "Lantern", TEA: "Tea", SILK: "Silk", SPICE: "Spice" };

/** @param {Event} event @param {Who} who */
function sentence(event, { players, seat: own }) {
  const name = (/** @type {number} */ seat) => (seat === own ? "You" : players[seat]);
  if ("chosen" in event) {
    const { seat, good } = event.chosen;
    return good ? `You choose ${goods[good].toLowerCase()}.` : `${name(seat)} has chosen.`;
  }
  if ("laid" in event) {
    return event.laid.goods.map((good, at) => `${name(at)}: ${goods[good].toLowerCase()}.`).join(" ");
  }
  if ("nightEnded" in event) {
    return `The night brings ${event.nightEnded.points.map((points, at) => `${name(at)} ${points}`).join(", ")}.`;
  }
  return "dealt" in event && event.dealt.seat === own ? `Night ${event.dealt.night} begins.` : "";
}

export default {
  name: "The Night Market",
  /** @param {readonly Event[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  goods,
  stalls: "Stalls",
  basket: "Your basket",
  pick: "Choose a good",
  /** @param {Good} good */
  choose: (good) => `Choose ${goods[good].toLowerCase()}`,
  /** @param {Good} good */
  chosen: (good) => `You have chosen ${goods[good].toLowerCase()}: the others are still choosing`,
  wait: "The others are choosing",
  sending: "One moment …",
  takeBack: "Take back",
  /** @param {number} night @param {number} nights */
  night: (night, nights) => `Night ${night} of ${nights}`,
  /** @param {number} points @param {number} worth */
  points: (points, worth) => `${points} points, and ${worth} on the stall`,
  hasChosen: "has chosen",
};
