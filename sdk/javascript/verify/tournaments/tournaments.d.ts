/** The first rule that does not hold, at an entry of the log, counted from 1. */
export interface TournamentFinding {
  line: number;
  rule: string;
  says: string;
}
/** A player's row of the standings: id, stage (of a knockout), and then in 48ths of a point, but for wins: points, Buchholz less the
 * weakest opponent, Buchholz, direct encounter, wins, Sonneborn-Berger. */
export type Standing = [
  player: string,
  stage: number,
  points: number,
  buchholzCut1: number,
  buchholz: number,
  direct: number,
  wins: number,
  sonnebornBerger: number,
];
/** A round: its tables, each with its players by their seats, and those who had a bye. */
export interface TournamentRound {
  number: number;
  tables: { players: string[]; results: { ranks: number[]; absent: number[] }[] }[];
  byes: string[];
  endsBy: number;
}
/** What a log comes to, as far as it was followed. */
export interface Recounted {
  id: string;
  status: "draft" | "open" | "checkIn" | "running" | "finished" | "aborted";
  version: number;
  head: string;
  key: string;
  rounds: TournamentRound[];
}
/** What a log says, up to the first thing that does not hold. `tournament` is null for one that does not even begin. */
export interface TournamentReport {
  tournament: Recounted | null;
  entries: number;
  finding: TournamentFinding | null;
}
/** Pair all rounds of a tournament anew, from the lines of its log; `head` is the hash that the service has shown with it. */
export function verifyTournament(lines: Iterable<string>, head?: string): TournamentReport;
/** The standings of a tournament that was followed, with the lots of a key; that of the last draw is its `key`. */
export function standings(tournament: Recounted, key: string): Standing[];
/** The same line by line, for those who show how far it is. */
export class Following {
  /** As in `TournamentReport`, so far. */
  readonly tournament: Recounted | null;
  readonly lines: number;
  readonly finding: TournamentFinding | null;
  take(line: string): void;
  report(head?: string): TournamentReport;
}
