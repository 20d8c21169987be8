// For a game without texts of its own, in every language: its events by the names that the service gives them.

/** @typedef {import("./game.js").Who} Who */

/** "cardPlayed" as "card played". @param {string} name */
function spaced(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** @param {unknown} value */
function plain(value) {
  return typeof value === "object" && value !== null ? "" : String(value);
}

/** @param {Record<string, any>} event @param {Who} who */
function sentence(event, { players }) {
  const [kind, { seat, ...members }] = Object.entries(event)[0];
  const rest = Object.values(members).map(plain).filter(Boolean).join(", ");
  const what = spaced(kind) + (rest ? `: ${rest}` : "");
  return `${seat === undefined ? "" : `${players[seat]}, `}${what}.`;
}

export default {
  name: "",
  /** @param {readonly Record<string, any>[]} events @param {Who} who */
  told: (events, who) => events.map((event) => sentence(event, who)).join(" "),
};
