// What every game's texts have: for the shell, and for the generic board.

/** @typedef {{ players: readonly string[], seat: number | null }} Who */
/** @typedef {Record<string, any>} Event an event of a game: one member, named by its kind */
/**
 * @typedef {{
 *   name: string,
 *   told: (events: readonly any[], who: Who) => string,
 *   words?: Record<string, string>,
 *   choose?: string,
 * } & Record<string, any>} GameText `told` is a sentence for what has happened; `words` are those of the
 *   notation as they are shown, and `choose` what stands above the list of moves
 */

export {};
