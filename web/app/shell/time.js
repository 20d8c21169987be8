// Times of a player, as they are written and judged.

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

/** A warning comes so many seconds before the end, or in the last third of the time if that is later. */
const WARNING = 60;
/** In milliseconds. */
const DAY = 86_400_000;

/**
 * What is left of a time, as written on a clock: tenths below ten seconds, and only hours as long as there is one.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const [minutes, rest] = [Math.floor(left / 60), Math.floor(left % 60)];
  if (minutes < 60) return `${minutes}:${two(rest)}`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

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

/** @param {number} number */
function two(number) {
  return `${number}`.padStart(2, "0");
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
