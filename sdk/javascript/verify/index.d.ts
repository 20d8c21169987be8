export { gameOf } from "./games.js";
export { checks, verify } from "./verify.js";
export type { Checking, Recomputed } from "./verify.js";
