// A line of a ledger, or of a log, as text: JSON of one form only.

import { canonical, isObject } from "./json.js";

const TEXT = /"(?:[^"\\]|\\.)*"/g;
const DIGITS = /-?[0-9][0-9.eE+-]*/g;
const INTEGER = /^(?:0|-?[1-9][0-9]{0,15})$/;

// The object of a line, or { rule, says }: what is wrong with it.
export function read(line) {
  let shown;
  try {
    shown = JSON.parse(line);
  } catch {
    return { rule: "json", says: "this is no JSON." };
  }
  if (!isObject(shown)) return { rule: "json", says: "this is no object." };
  for (const [digits] of line.replace(TEXT, "").matchAll(DIGITS)) {
    if (!INTEGER.test(digits) || !Number.isSafeInteger(Number(digits))) {
      return { rule: "number", says: `${digits.slice(0, 60)} is no integer below 2^53.` };
    }
  }
  if (line.includes("\\u") || canonical(shown) !== line) {
    return { rule: "canonical", says: "this is not its canonical JSON (RFC 8785)." };
  }
  return { shown };
}
