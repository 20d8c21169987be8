export { gameOf } from "./games.js";
export { verifyRatings } from "./ratings/ratings.js";
export type { Finding, Ratings } from "./ratings/ratings.js";
export { checks, verify } from "./verify.js";
export type { Checking, Recomputed } from "./verify.js";
