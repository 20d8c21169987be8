// When something of a tournament is: it may be days away.

import { timeOfDay } from "../shell/time.js";

const [DAY, WEEK] = [86_400_000, 7];

/**
 * The time of the day, with the day if it is another one: "tomorrow 20:14", "Friday 20:14", "December 5, 2030 20:14".
 * @param {number} at in milliseconds since 1970
 * @param {number} now
 * @param {string} language
 */
export function whenOf(at, now, language) {
  const days = Math.round((midnight(at) - midnight(now)) / DAY);
  if (days < 2) return timeOfDay(at, now, language);
  const day = new Date(at).toLocaleDateString(language, days < WEEK ? { weekday: "long" } : { dateStyle: "long" });
  return `${day} ${timeOfDay(at, at, language)}`;
}

/** @param {number} time */
const midnight = (time) => new Date(time).setHours(0, 0, 0, 0);
