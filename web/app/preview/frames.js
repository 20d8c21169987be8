// What the pages of `croupier board` know of positions, and where one board is shown.

/**
 * @typedef {{ seats: number, title: string, players: string[], toMove: number[], over: boolean, eyes: (number | null)[] }} Position
 * @typedef {{ number: number, fault: string, missing: string[], game: string, texts: string[], positions: Position[] }} Told
 * @typedef {{ at: number, eyes: number | null, size: "phone" | "desktop", theme: "light" | "dark" }} Frame
 */

/** The eyes of who is to move. @param {Position} position @returns {number | null} */
export const movingEyes = ({ toMove, over }) => toMove[0] ?? (over ? 0 : null);

/** @param {Frame} frame @param {Record<string, string>} more what the frame is asked for besides */
export function addressOf({ at, eyes, theme, size }, more) {
  const asked = { position: `${at}`, eyes: `${eyes ?? "watch"}`, theme, size, ...more };
  return `/frame?${new URLSearchParams(asked)}`;
}
