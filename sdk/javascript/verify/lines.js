// A line of a ledger, or of a log, as text: JSON of one form only.

import { canonical, isObject } from "./json.js";
import { text } from "./sha256.js";

const TEXT = /"[^"\\]*(?:\\[^][^"\\]*)*"/g;
const NAME = /"[^"\\]*(?:\\[^][^"\\]*)*":/g;
const DIGITS = /-?[0-9][0-9.eE+-]*/g;
const INTEGER = /^(?:0|-?[1-9][0-9]{0,15})$/;
const ASCII = /^[ -\x7f]*$/;
// More than any honest line has. A verifier that goes by its stack refuses at other depths.
const MOST_BYTES = 2 ** 20;
const MOST_DEPTH = 32;

const NO_JSON = { rule: "json", says: "this is no JSON." };

// The object of a line, or { rule, says }: what is wrong with it.
export function read(line) {
  const bare = line.replace(TEXT, "");
  if (text(line).length > MOST_BYTES || depthOf(bare) > MOST_DEPTH) {
    return { rule: "json", says: "this is longer or deeper than any line." };
  }
  for (const [digits] of bare.matchAll(DIGITS)) {
    if (!INTEGER.test(digits) || !Number.isSafeInteger(Number(digits))) {
      return { rule: "number", says: `${digits.slice(0, 60)} is no integer below 2^53.` };
    }
  }
  const shown = parsed(line);
  if (shown === undefined) return NO_JSON;
  if (!isObject(shown)) return { rule: "json", says: "this is no object." };
  if (line.includes("\\u") || !hasAsciiNames(line) || canonical(shown) !== line) {
    return { rule: "canonical", says: "this is not its canonical JSON (RFC 8785), with names in ASCII." };
  }
  return { shown };
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

// How many brackets are open at once, of JSON without its texts.
function depthOf(bare) {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of bare.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

// Whether all names sort alike by their characters and by their UTF-16.
const hasAsciiNames = (line) => ASCII.test(line) || [...line.matchAll(NAME)].every(([name]) => ASCII.test(name));
