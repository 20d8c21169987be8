// What a page and the frame of a board that is a guest say to each other, and how much: docs/adding-a-board.md. The page takes
// nothing else from a frame.

/** The version of these messages. */
export const VERSION = 1;
/** The keys that a frame hands to the page. */
export const KEYS = ["?"];
/** What the page asks of a frame. */
export const ASKED = /** @type {const} */ ([
  "told",
  "hints",
  "warning",
  "sounds",
  "summary",
  "reason",
  "points",
  "keys",
  "early",
]);
/** The longest text of a message, in characters. */
export const LONGEST = 200;
/** The moves that can become of a half are so many at most. */
export const MOST_MOVES = 2000;

/** @typedef {(value: any) => boolean} Check */

const number = (/** @type {any} */ value) => Number.isInteger(value) && value >= 0;
const yes = (/** @type {any} */ value) => typeof value === "boolean";
const text = (/** @type {any} */ value) => typeof value === "string" && value.length <= LONGEST;
const numbers = (/** @type {any} */ value) => Array.isArray(value) && value.length <= MOST_MOVES && value.every(number);

/** The members of each message of a frame, all of which it has. @type {Record<string, Record<string, Check>[]>} */
const MESSAGES = {
  begun: [{ table: yes }],
  fault: [{ text }],
  shown: [{ n: number }],
  alive: [{ n: number }],
  move: [{ n: number, at: number }, { n: number, notation: text }],
  intend: [{ n: number, half: number, at: numbers }],
  half: [{ on: yes }],
  open: [{ on: yes }],
  ending: [{}],
  ended: [{}],
  key: [{ key: (value) => KEYS.includes(value) }],
  answer: [{ id: number, told: () => true }], // whoever has asked looks at it
};

/** Whether something is a plain record, and nothing else. @param {any} value */
export const isRecord = (value) =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Whether a frame may say this. @param {any} message */
export function isMessage(message) {
  if (!isRecord(message) || !Object.hasOwn(MESSAGES, message.kind)) return false;
  const { kind, ...members } = message;
  const names = Object.keys(members);
  return MESSAGES[kind].some((form) =>
    names.length === Object.keys(form).length &&
    names.every((name) => Object.hasOwn(form, name) && form[name](members[name]))
  );
}

/** Control characters, and those that turn the direction of writing. */
const HIDDEN = /[\p{Cc}\u2028\u2029]+/gu;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Whether all of a text is seen as it is: nothing in it is hidden, or turns others. @param {string} text */
export const isPlain = (text) => !/\p{C}|(?! )\p{Z}/u.test(text);

/** Return a text of a frame as the page may show it; "" for what is none. @param {any} value @param {number} most characters */
export function cleaned(value, most) {
  if (typeof value !== "string") return "";
  return value.slice(0, most).replace(HIDDEN, " ").replace(TURNING, "").trim();
}
