// Times of a player, as they are written and judged.

export { clockText } from "../../boards/clock-text.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

/** A warning comes so many seconds before the end, or in the last third of the time if that is later. */
const WARNING = 60;
/** In milliseconds. */
const DAY = 86_400_000;

/**
 * The time of the day, with the day if it is another one: "tomorrow 20:14".
 * @param {number} at in milliseconds since 1970
 * @param {number} now
 * @param {string} language
 */
export function timeOfDay(at, now, language) {
  const time = new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const midnight = (/** @type {number} */ of) => new Date(of).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(at) - midnight(now)) / DAY);
  if (!days) return time;
  return `${new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")} ${time}`;
}

/**
 * The seconds before the end at which a player is warned.
 * @param {MatchView["clock"]} clock
 */
export function warningAt(clock) {
  return Math.min(WARNING, parseFloat(clock?.perMove ?? clock?.bank ?? "0") / 3);
}

/**
 * Which English or German the browser wants, as for dates: "en-GB".
 * @param {string} language of the page
 * @param {readonly string[]} wanted
 */
export const localeOf = (language, wanted = navigator.languages) =>
  wanted.find((each) => each.split("-")[0] === language) ?? language;
