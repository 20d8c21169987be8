// What is left of a time, as it is written on a clock.

/**
 * Tenths below ten seconds, and only hours as long as there is one.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const [minutes, rest] = [Math.floor(left / 60), Math.floor(left % 60)];
  if (minutes < 60) return `${minutes}:${`${rest}`.padStart(2, "0")}`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
