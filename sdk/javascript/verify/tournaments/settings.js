// The settings of a tournament: what is wrong with them, in a sentence; undefined for nothing.

import { isObject } from "../json.js";
import { MOST_ROUNDS } from "./recipe.js";
import { MINUTE } from "./tournament.js";

export const MOST_PLAYERS = 10000;
export const MOST_SEATS = 5;
const GAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MOST_MINUTES = 1440;
const MOST_MS = 366 * 24 * 60 * MINUTE;
const NAMES = [
  ...["allAtOnce", "breakMs", "checkInMs", "game", "leastPlayers", "leastSeats", "legs", "match", "matchMs", "minutes"],
  ...["mostPlayers", "revealMs", "rounds", "rulesVersion", "seats", "start", "system"],
];

export function wrongSettings(settings) {
  if (`${Object.keys(settings).sort()}` !== `${NAMES}`) return `settings has to have just the members ${NAMES.join(", ")}.`;
  const { system, start, mostPlayers, seats, legs, allAtOnce, match, game } = settings;
  if (!["swiss", "roundRobin", "knockout", "arena"].includes(system)) return "there is no such system.";
  for (const [name, [least, most]] of Object.entries(bounds(settings))) {
    const value = settings[name];
    if (!Number.isInteger(value) || value < least || value > most) return `${name} has to be ${least} to ${most}.`;
  }
  if (typeof game !== "string" || !GAME.test(game)) return "game has to be an id.";
  if (seats > 2 && legs > 1) return "only a table of two can have two matches a pairing.";
  if (system === "roundRobin" && mostPlayers > MOST_ROUNDS) return `a round robin is for at most ${MOST_ROUNDS} players.`;
  if (system === "arena" && legs > 1) return "an arena has one match a pairing.";
  if (start === null && mostPlayers === MOST_PLAYERS) return "give a start, or how many players make it full.";
  if (!isObject(match) || typeof allAtOnce !== "boolean") return "match has to be an object, and allAtOnce true or false.";
  if (allAtOnce && system !== "roundRobin") return "only the rounds of a round robin can be open all at once.";
}

function bounds({ system, start, leastPlayers, seats }) {
  const [swiss, arena] = [system === "swiss", system === "arena"];
  return {
    rulesVersion: [1, Number.MAX_SAFE_INTEGER],
    legs: [1, 2],
    leastPlayers: [2, MOST_PLAYERS],
    mostPlayers: [leastPlayers, MOST_PLAYERS],
    checkInMs: [1000, MOST_MS],
    breakMs: [0, MOST_MS],
    revealMs: [0, MOST_MS],
    matchMs: [1, MOST_MS],
    seats: [2, swiss ? MOST_SEATS : 2],
    leastSeats: [2, seats],
    rounds: swiss ? [1, MOST_ROUNDS] : [0, 0],
    minutes: arena ? [1, MOST_MINUTES] : [0, 0],
    ...(start === null ? {} : { start: [0, Number.MAX_SAFE_INTEGER - MOST_MS] }),
  };
}
