// What others import of this folder.

export { gameOf } from "./games.js";
export { verifyRatings } from "./ratings/ratings.js";
export { standings, verifyTournament } from "./tournaments/tournaments.js";
export { checks, verify } from "./verify.js";
