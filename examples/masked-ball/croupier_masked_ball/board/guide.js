// What The Masked Ball tells of itself besides its board: pure functions, and names of texts.

/**
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Entry} Entry
 * @typedef {import("./steps.js").Event} Event
 * @typedef {{ view: View, seat: number | null, moves: readonly Entry[] }} Position
 */

export default {
  /** The hints of a position, the most useful first. @param {Position} position */
  hints: ({ view: { hand, sides }, seat }) =>
    [
      hand.includes("SWAN") && "swan",
      hand.includes("WASP") && "wasp",
      sides.some(({ sheltered }, at) => sheltered && at !== seat) && "sheltered",
    ].filter((each) => typeof each === "string"),

  /** Whoever puts the Swan down leaves the round. @param {Position} _position @param {Entry} entry */
  warning: (_position, { move }) => move.mask === "SWAN" ? { name: "leave" } : null,

  /** @param {readonly Event[]} events @returns {("card" | "shuffle")[]} */
  sounds: (events) =>
    events.flatMap((event) => "putDown" in event ? ["card"] : "roundStarted" in event ? ["shuffle"] : []),
};
