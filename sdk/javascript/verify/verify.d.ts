/** "" for a true replay, else the first thing that is wrong, in a sentence. */
export function verify(replay: unknown): string;
/** What is about to be checked, and how much of it is done. */
export interface Checking {
  check: "form" | "commitment" | "terms" | "chain" | "seats" | "steps" | "result";
  at: number;
  of: number;
}
/** The same check by check: it throws an error with the sentence. */
export function checks(replay: unknown): Generator<Checking, void>;
