// What is written and said at a table of The Night Market, in German.

/** @typedef {import("./basket.js").Good} Good */
/** @typedef {import("./basket.js").Event} Event */
/** @typedef {import("../../../web/board.js").Who} Who */

/** @type {Record<Good, string>} */
const goods = { LANTERN: "Laterne", TEA: "Tee", SILK: "Seide", SPICE: "Gewürz" };

/** @param {Event} event @param {Who} who */
function sentence(event, { players, seat: own }) {
  const name = (/** @type {number} */ seat) => (seat === own ? "Du" : players[seat]);
  if ("chosen" in event) {
    const { seat, good } = event.chosen;
    return good ? `Du wählst ${goods[good]}.` : `${name(seat)} hat gewählt.`;
  }
  if ("laid" in event) return event.laid.goods.map((good, at) => `${name(at)}: ${goods[good]}.`).join(" ");
  if ("nightEnded" in event) {
    return `Die Nacht bringt ${event.nightEnded.points.map((points, at) => `${name(at)} ${points}`).join(", ")}.`;
  }
  return "dealt" in event && event.dealt.seat === own ? `Nacht ${event.dealt.night} beginnt.` : "";
}

export default {
  name: "Der Nachtmarkt",
  /** @param {readonly Event[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).filter(Boolean).join(" "),
  goods,
  stalls: "Stände",
  basket: "Dein Korb",
  pick: "Wähle eine Ware",
  /** @param {Good} good */
  choose: (good) => `${goods[good]} wählen`,
  /** @param {Good} good */
  chosen: (good) => `Du hast ${goods[good]} gewählt: die anderen wählen noch`,
  wait: "Die anderen wählen",
  sending: "Einen Moment …",
  takeBack: "Zurück",
  /** @param {number} night @param {number} nights */
  night: (night, nights) => `Nacht ${night} von ${nights}`,
  /** @param {number} points @param {number} worth */
  points: (points, worth) => `${points} Punkte, und ${worth} auf dem Stand`,
  hasChosen: "hat gewählt",
};
