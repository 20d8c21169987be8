// What is written at a proof, in English.

/** @typedef {import("../app/proof/proof-failures.js").Wrong & { name: string }} Named `name` is that of the player, or "" */
/** @typedef {Record<import("../app/proof/proof-failures.js").Kind, (wrong: Named) => string>} Wrongs */
/** @typedef {Omit<typeof import("./proof.en.js").default, "wrong"> & { wrong: Wrongs }} ProofText */

const PLURAL = new Intl.PluralRules("en");

/** @param {number} number @param {string} one @param {string} many */
const count = (number, one, many) => `${number} ${PLURAL.select(number) === "one" ? one : many}`;

/** @type {Wrongs} */
const wrong = {
  changed: ({ step }) => `Step ${step} was changed afterwards.`,
  torn: ({ step }) => `Step ${step} does not follow from the one before: something was left out, put in or exchanged.`,
  missing: ({ step }) => `Step ${step} is missing, or stands in another place.`,
  length: () => "The end was cut off, or something was added to it.",
  commitment: () => "The cards come from another seed than the one that was promised before the first card.",
  terms: () => "What was agreed before the first card was changed afterwards: the options, say, or the clock.",
  games: () => "The replay is of two games at once.",
  stranger: ({ what }) => `This page cannot recompute ${what}; croupier verify can.`,
  unknown: ({ what }) => `This page does not know what is said in ${what}, so it cannot check the match.`,
  form: ({ what }) => `The replay is not written as a replay must be${what ? `: ${what}` : ""}.`,
  seats: () => "The players and their seats do not fit each other.",
  seal: ({ step, name }) => `Step ${step}: what ${name} has revealed is not what was sealed.`,
  illegal: ({ step, name }) =>
    `Step ${step}: with these cards, dice and stones, ${name} could not have made this move.`,
  turn: ({ step, name }) => `Step ${step}: it was not the turn of ${name}.`,
  forced: ({ step, name }) => `Step ${step}: the move made for ${name} is not the one that chance had drawn.`,
  forcedMissing: ({ step, name }) => `Step ${step}: the move that had to be made for ${name} is not there.`,
  deadline: ({ step }) => `Step ${step}: the time was up and nobody said so, or was said to be up too early.`,
  revealing: ({ step }) => `Step ${step}: the seals were not opened in the order and the time that were agreed.`,
  gone: ({ step }) => `Step ${step}: somebody was said to have gone who had not, or the match was left too late.`,
  seen: ({ step }) => `At step ${step}, this browser has seen another match than this one.`,
  ownMove: ({ step }) => `At step ${step}, you made another move than the one in this replay.`,
  ownSeals: () => "Your seals are not those that this browser has kept.",
  promise: ({ what }) => `When you sat down, something else was promised: ${what}.`,
  options: () => "The options of the match were changed, or are not possible.",
  settings: () => "The clock, the time after which players are gone, or the kind of deal is not a possible one.",
  points: () => "The points are not those that the match comes to.",
  result: () => "The result is not the one that the match comes to.",
  table: ({ what }) => `The table at the end is not the one that the match comes to: ${what}.`,
  clocks: () => "The times that were left are not those that the match comes to.",
  seals: () => "The seals are not those of the match.",
  report: ({ what }) => `What is told of the match does not fit its steps: ${what}.`,
  order: ({ step }) => `Step ${step} cannot have happened there and in this way.`,
  other: () => "Something is not right that this page has no words for.",
};

export default {
  title: "Was the deal fair?",
  hint: "This page recomputes the whole match by itself, from what the service promised before the first card.",
  whose: "But this page comes from the service that it checks. If you want more than that, run “make verify”, or a " +
    "table from elsewhere.",
  /** @type {Record<import("../app/proof/proof-checks.js").Check, string>} */
  checks: {
    form: "The replay is complete",
    commitment: "The seed is the one that was promised before the first card",
    terms: "The options, the clock and all else that was agreed are those with which the match began",
    chain: "No step was changed, left out or put in",
    seats: "Each player has one seat and one share in the chance",
    steps: "Every card, die, stone and forced move is what chance gave, and every move was allowed",
    result: "The table at the end, the points and the result follow from the steps",
    notes: "It is what this browser has seen",
  },
  states: { open: "still to come", now: "under way", done: "holds", wrong: "does not hold" },
  /** @param {number} at @param {number} of */
  progress: (at, of) => `${at} of ${of} steps`,
  fair: "All of it is true.",
  sealed: "The deal was sealed: nobody could choose the cards, neither the service nor the other players.",
  open: "What was promised was dealt. But the deal was open: the service and whoever sat down last could together " +
    "have looked for a deal that suits them. A sealed deal, as the tables of this page have, leaves no such choice.",
  /** @param {number} steps @param {number} moves */
  noted: (steps, moves) =>
    `This browser had noted ${count(steps, "step", "steps")} and ${count(moves, "move", "moves")} of yours.`,
  nothingNoted: "This browser was not there, so it had nothing to compare.",
  /** @param {number} moves */
  notMine: (moves) =>
    `${
      count(moves, "move", "moves")
    } of your seat did not come from this browser: another device of yours has made them, or ` +
    "the clock.",
  unfair: "This is not true:",
  detail: "The verifier says",
  wrong,
};
