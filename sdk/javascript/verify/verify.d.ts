/** The rules of a game for a verifier: the module `verify.js` of its package. */
export type Recomputed = Readonly<Record<string, unknown>>;
/** "" for a true replay of a match of the game, else the first thing that is wrong, in a sentence. */
export function verify(replay: unknown, game: Recomputed | undefined): string;
/** What is about to be checked, and how much of it is done. */
export interface Checking {
  check: "form" | "commitment" | "terms" | "chain" | "seats" | "steps" | "result";
  at: number;
  of: number;
}
/** The same check by check: it throws an error with the sentence. */
export function checks(replay: unknown, game: Recomputed | undefined): Generator<Checking, void>;
