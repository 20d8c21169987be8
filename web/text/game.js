// What every game's texts have: for the shell, and for the generic board.

/** @typedef {{ players: readonly string[], seat: number | null }} Who */
/** @typedef {Record<string, any>} Event an event of a game: one member, named by its kind */
/** @typedef {import("../boards/guide.js").Position} Position */
/**
 * @typedef {{
 *   name: string,
 *   told: (events: readonly any[], who: Who) => string,
 *   words?: Record<string, string>,
 *   choose?: string,
 *   early?: (scores: string) => string,
 *   hints?: Record<string, string | ((position: Position) => string)>,
 *   warnings?: Record<string, (warning: any) => string>,
 *   parts?: Record<string, string | ((part: any) => string)>,
 *   best?: Record<string, (best: any, players: readonly string[]) => string>,
 *   why?: Record<string, (why: any, players: readonly string[]) => string>,
 *   keys?: [keys: string, what: string][],
 *   signs?: [sign: string, what: string][],
 * } & Record<string, any>} GameText `told` is a sentence for what has happened; `words` are those of the
 *   notation as they are shown, `choose` what stands above the list of moves, and `early` what the points of a match
 *   say that somebody gave up; `hints`, `warnings`, `parts`, `best` and `why` are the words for what `guide.js` names, `keys`
 *   what can be typed in this game, and `signs` what small signs on its cards or fields say
 */

export {};
