export { Bot } from "./bot.js";
export { Croupier } from "./client.js";
export { BadChoice, CroupierError, NotProven, Refused, Unreachable } from "./errors.js";
export { Match } from "./match.js";
export { Notes } from "./notes.js";
