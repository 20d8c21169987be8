export { Bot } from "./bot.js";
export { Croupier } from "./client.js";
export { CroupierError, NotProven, Refused, Unreachable, WrongMove } from "./errors.js";
export { Match } from "./match.js";
export { Notes } from "./notes.js";
