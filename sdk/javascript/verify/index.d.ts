export { gameOf } from "./games.js";
export { verifyRatings } from "./ratings/ratings.js";
export type { Finding, Ratings } from "./ratings/ratings.js";
export { standings, verifyTournament } from "./tournaments/tournaments.js";
export type { Standing, TournamentFinding, TournamentReport } from "./tournaments/tournaments.js";
export { checks, verify } from "./verify.js";
export type { Checking, Recomputed } from "./verify.js";
