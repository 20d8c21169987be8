// Tournaments that people make often, and what is asked of the service for one.

import { CLOCKS } from "../lobby/new-table.js";

/** @typedef {import("./service.js").NewTournament} NewTournament */
/** @typedef {NonNullable<NewTournament["system"]>} System */
/** @typedef {keyof typeof PRESETS} Preset */
/**
 * A tournament before it is made: `start` in milliseconds since 1970, or null for as soon as `most` have joined; `checkIn` and `pause` are
 * minutes, and `bots` is how many of the house may join.
 * @typedef {{ system: System, rounds: number, minutes: number, clock: keyof typeof CLOCKS, start: number | null, most: number,
 *   checkIn: number, pause: number, legs: number, allAtOnce: boolean, rated: boolean, bots: number, open: boolean }} Draft
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FRIDAY = 5;
const EVENING = 20;
/** Minutes of a day: nobody has to be there at once. */
const WHOLE_DAY = 1440;
/** So many bots of the house fill a tournament up. */
const MOST_BOTS = 6;

/** @type {Draft} */
const USUAL = {
  ...{ system: "swiss", rounds: 5, minutes: 45, clock: "quick", start: null, most: 64, checkIn: 10, pause: 1, legs: 1 },
  ...{ allAtOnce: false, rated: false, bots: 0, open: false },
};

/** What each has otherwise than usual; `starts` tells when. */
export const PRESETS = /** @satisfies {Record<string, Partial<Draft> & { starts?: (now: number) => number }>} */ ({
  evening: { starts: friday },
  now: { system: "roundRobin", most: 4, checkIn: 2, bots: 3, open: true },
  all: { system: "roundRobin", most: 6, checkIn: 2 },
  cup: { system: "knockout", most: 8, checkIn: 2 },
  arena: { system: "arena", most: 200, checkIn: 5, open: true, starts: nextHalfHour },
  league: { system: "roundRobin", most: 8, clock: "day", allAtOnce: true, checkIn: WHOLE_DAY },
});

/** @param {Preset} preset @param {number} now in milliseconds since 1970 @returns {Draft} */
export function draftOf(preset, now) {
  const { starts, ...other } = /** @type {Partial<Draft> & { starts?: (now: number) => number }} */ (PRESETS[preset]);
  return { ...USUAL, ...other, ...(starts ? { start: starts(now) } : {}) };
}

/** The next Friday evening that is at least an hour away. @param {number} now @returns {number} */
function friday(now) {
  const date = new Date(now + HOUR);
  const evening = new Date(date);
  evening.setDate(date.getDate() + (FRIDAY - date.getDay() + 7) % 7);
  evening.setHours(EVENING, 0, 0, 0);
  return evening.getTime() > date.getTime() ? evening.getTime() : friday(now + DAY);
}

/** A half or full hour that is at least ten minutes away. @param {number} now */
function nextHalfHour(now) {
  return Math.ceil((now + 10 * MINUTE) / (HOUR / 2)) * (HOUR / 2);
}

/**
 * What the service makes of a draft.
 * @param {Draft} draft
 * @param {{ name: string, game: string, options: Record<string, unknown> }} what
 * @returns {NewTournament}
 */
export function wishOf(
  { system, rounds, minutes, clock, start, most, checkIn, pause, legs, allAtOnce, rated, bots, open },
  what,
) {
  return /** @type {any} */ ({
    ...what,
    clock: CLOCKS[clock],
    system,
    ...(system === "swiss" ? { rounds } : {}),
    ...(system === "arena" ? { minutes } : { roundBreak: `${60 * pause}s`, matchesPerPairing: legs }),
    ...(start === null ? { startWhenFull: true } : { startTime: new Date(start).toISOString() }),
    maxPlayers: most,
    checkIn: `${60 * checkIn}s`,
    allAtOnce: system === "roundRobin" && allAtOnce,
    access: open ? "public" : "private",
    rated,
    ...(rated ? { conditions: { kinds: ["human"] } } : {}),
    houseBots: rated || !open ? 0 : Math.min(bots, most - 1),
  });
}

/** The clocks that a draft may have: without a bank, all would wait for the slowest table. @param {Draft} draft @returns {Draft["clock"][]} */
export const clocksOf = ({ system, allAtOnce }) =>
  system === "roundRobin" && allAtOnce ? ["quick", "calm", "move", "day"] : ["quick", "calm"];

/** Something else is wished for, and whatever does not go with it changes as well. @param {Draft} draft @param {Partial<Draft>} part @returns {Draft} */
export function changed(draft, part) {
  const now = { ...draft, ...part };
  const clocks = clocksOf(now);
  return clocks.includes(now.clock) ? now : { ...now, clock: /** @type {Draft["clock"]} */ (clocks.at(-1)) };
}

/** The first moment at which a draft may start, in milliseconds since 1970: there is a minute in which to join. @param {Draft} draft @param {number} now */
export const earliest = ({ checkIn }, now) => Math.ceil(now / MINUTE + 1 + checkIn) * MINUTE;

/** A start for a draft that had none: a half or full hour. @param {Draft} draft @param {number} now */
export const laterStart = (draft, now) => nextHalfHour(Math.max(now, earliest(draft, now) - 10 * MINUTE));

/** @typedef {"rounds" | "minutes" | "most" | "checkIn" | "pause" | "bots"} Amount */

/** The least and the most that a number of a draft may be. @param {Draft} draft @returns {Record<Amount, [number, number]>} */
export const bounds = ({ system, most }) => ({
  rounds: [1, 100],
  minutes: [5, 1440],
  most: [2, system === "roundRobin" ? 100 : 10_000],
  checkIn: [1, 7 * WHOLE_DAY],
  pause: [0, WHOLE_DAY],
  bots: [0, Math.min(MOST_BOTS, most - 1)],
});
