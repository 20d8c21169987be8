/** A rule that does not hold at a line of the file, counted from 1; `seq` is that of its entry, null where it has none. */
export interface Finding {
  line: number;
  seq: number | null;
  rule: string;
  says: string;
}
/** What a player's ledger comes to: mu and sigma in millionths, matches that counted, the entry that made them so, the day (UTC, since
 * 1970) of the last match that counted, and the most points. */
export interface Numbers {
  strength: [mu: number, sigma: number];
  matches: number;
  seq: number;
  counted: number;
  peak: number;
}
/** What a file says, and what of it does not hold. `ledger` is null for a file that does not even begin; it goes on after entry `began`. */
export interface Ratings {
  ledger: { pool: string; seq: number; players: Map<string, Numbers> } | null;
  began: number;
  entries: number;
  unchecked: number[];
  findings: Finding[];
}
/** Compute a ledger of ratings anew, from the lines of its file; `head` is the hash that the service has shown with it. */
export function verifyRatings(lines: Iterable<string>, head?: string): Ratings;
/** The same line by line, for those who show how far it is. */
export class Following {
  /** As in `Ratings`, so far; `last` is the hash of the line that was taken last. */
  readonly ledger: Ratings["ledger"];
  readonly last: string;
  readonly entries: number;
  readonly findings: readonly Finding[];
  take(line: string): void;
  report(head?: string): Ratings;
}
/** What players see of numbers on a day (UTC, since 1970), with the weeks without play until then. */
export function shownOn(numbers: Numbers, day: number): { rating: number; deviation: number; points: number; provisional: boolean };
