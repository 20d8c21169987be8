// The form of each kind of line. A check returns the rule that a value breaks, and undefined if it breaks none.

import { isObject } from "../json.js";
import { DAY, WEIGHTS } from "./recent.js";
import { MOST_MU, RECIPE, START_SIGMA } from "./recipe.js";

const MOST_DAY = 2 ** 16 - 1;
const MOST_SEQ = 2 ** 32 - 1;
const MOST_SEATS = 100;
const POOL = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.(?:live|daily)\.(?:human|bot)\.(?:0|[1-9][0-9]{0,5})$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const any = () => undefined;
const text = (pattern, rule) => (value) => typeof value !== "string" ? "form" : pattern.test(value) ? undefined : rule;
const integer = (least, most) => (value) =>
  !Number.isInteger(value) ? "form" : least <= value && value <= most ? undefined : "bounds";
const firstOf = (rules) => rules.find((rule) => rule !== undefined);
const items = (check, least, most) => (value) =>
  !Array.isArray(value) || value.length < least || value.length > most ? "form" : firstOf(value.map(check));
const row = (...checks) => (value) =>
  !Array.isArray(value) || value.length !== checks.length ? "form" : firstOf(checks.map((check, i) => check(value[i])));
const members = (checks) => (value) =>
  !isObject(value) || !sameNames(value, checks) ? "form" : firstOf(Object.keys(checks).sort().map((name) => checks[name](value[name])));
const orNone = (check) => (value) => (value === null ? undefined : check(value));
const weight = (value) => !Number.isInteger(value) ? "form" : value === 0 || WEIGHTS.includes(value) ? undefined : "bounds";

function time(value) {
  if (typeof value !== "string") return "form";
  const moment = TIME.test(value) ? Date.parse(value) : NaN;
  const valid = moment >= 0 && moment < (MOST_DAY + 1) * DAY && new Date(moment).toISOString() === value;
  return valid ? undefined : "time";
}

const sameNames = (one, other) => `${Object.keys(one).sort()}` === `${Object.keys(other).sort()}`;
const id = text(/^[A-Za-z0-9_-]{22}$/, "id");
const digest = text(/^[0-9a-f]{64}$/, "form");
const seq = integer(1, MOST_SEQ);
const moment = integer(0, Number.MAX_SAFE_INTEGER);
const day = integer(0, MOST_DAY);
const seat = integer(0, MOST_SEATS - 1);
const mu = integer(-MOST_MU, MOST_MU);
const sigma = integer(1, START_SIGMA);
const change = row(id, mu, sigma, mu, sigma);
const head = { kind: any, prev: digest, recipe: integer(RECIPE, RECIPE), seq };

const FORMS = {
  match: {
    ...head,
    ended: time,
    logHead: digest,
    match: id,
    rulesVersion: integer(1, Number.MAX_SAFE_INTEGER),
    seats: items(row(id, seat, mu, sigma, mu, sigma), 2, MOST_SEATS),
    short: orNone(items(seat, 0, MOST_SEATS)),
    weight,
  },
  void: { ...head, match: id, of: seq, reason: text(/^[ -~]{1,200}$/, "form"), seats: items(change, 2, MOST_SEATS), time },
  season: {
    ...head,
    from: members({ counted: day, season: integer(0, Number.MAX_SAFE_INTEGER), seq }),
    seats: items(change, 1, 1),
  },
  base: { clock: moment, head: digest, kind: any, pool: text(POOL, "pool"), seq: integer(0, MOST_SEQ) },
  numbers: {
    kind: any,
    numbers: row(mu, sigma, integer(0, MOST_SEQ), integer(0, MOST_SEQ), day, integer(-(2 ** 15), 2 ** 15 - 1)),
    player: id,
  },
  recent: { kind: any, marks: items(row(moment, seq), 1, MOST_SEQ), of: items(id, 1, 2) },
};

// The first thing that is wrong with the members of a line, as { rule, says }; undefined for none.
export function wrongForm(shown) {
  const form = Object.hasOwn(FORMS, shown.kind) ? FORMS[shown.kind] : undefined;
  if (typeof shown.kind !== "string" || !form) return { rule: "kind", says: "there is no such kind of line." };
  if ("recipe" in form && shown.recipe !== RECIPE) return { rule: "recipe", says: `this verifier knows recipe ${RECIPE} only.` };
  const names = Object.keys(form).sort();
  if (!sameNames(shown, form)) return { rule: "form", says: `it has not just the members ${names.join(", ")}.` };
  for (const name of names) {
    const rule = form[name](shown[name]);
    if (rule) return { rule, says: `${name} is not as it has to be.` };
  }
}
