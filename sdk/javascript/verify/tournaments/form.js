// The form of each kind of entry. A check returns the rule that a value breaks, and undefined if it breaks none.

import { isObject } from "../json.js";
import { MOST_PLAYERS, MOST_SEATS, wrongSettings } from "./settings.js";

export const RECIPE = 1;
const MOST_RATING = 100000;
const HASH = /^[0-9a-f]{64}$/;
const MAYBE_HASH = /^(?:[0-9a-f]{64})?$/;

const any = () => undefined;
const text = (pattern, rule = "form") => (value) => typeof value !== "string" ? "form" : pattern.test(value) ? undefined : rule;
const oneOf = (...names) => (value) => (names.includes(value) ? undefined : "form");
const integer = (least, most = Number.MAX_SAFE_INTEGER) => (value) =>
  !Number.isInteger(value) ? "form" : least <= value && value <= most ? undefined : "bounds";
const items = (check, least, most) => (value) =>
  !Array.isArray(value) || value.length < least || value.length > most ? "form" : value.map(check).find((rule) => rule !== undefined);
const orNone = (check) => (value) => (value === null ? undefined : check(value));

const id = text(/^[A-Za-z0-9_-]{22}$/, "id");
const digest = text(HASH);
const moment = integer(0);
const number = integer(1);
const seat = integer(0, MOST_SEATS - 1);
const players = items(id, 0, MOST_PLAYERS);
const head = { at: moment, kind: any, prev: digest, version: number };

const FORMS = {
  created: { commitment: digest, recipe: integer(RECIPE, RECIPE), settings: (value) => (isObject(value) ? undefined : "settings"), tournament: id },
  opened: {},
  registered: { player: id, rating: orNone(integer(0, MOST_RATING)), seal: text(MAYBE_HASH) },
  left: { player: id },
  checkInOpened: { startsAt: moment },
  revealed: { entropy: digest, player: id },
  started: { key: digest, rounds: moment, withheld: players },
  paired: {
    ...{ byes: players, endsBy: moment, key: digest, repeats: items(number, 0, MOST_PLAYERS), round: number },
    tables: items(items(id, 2, MOST_SEATS), 0, MOST_PLAYERS),
  },
  result: {
    ...{ absent: items(seat, 0, MOST_SEATS), ended: moment, leg: number, logHead: text(MAYBE_HASH), match: id },
    ranks: items(seat, 2, MOST_SEATS),
    reason: oneOf("completed", "resigned", "timeout", "claimed", "left", "aborted", "noShow", "withdrew", "held", "overdue"),
    ...{ round: number, table: number },
  },
  standings: { digest, first: id, key: digest, round: number },
  withdrew: { player: id, reason: oneOf("own", "removed", "deleted", "noShow") },
  returned: { player: id },
  held: {},
  paused: {},
  resumed: { after: oneOf("held", "paused") },
  ended: { reason: oneOf("completed", "tooFewPlayers") },
  aborted: { reason: text(/^[ -~]{1,200}$/) },
};

// The first thing that is wrong with the members of an entry, as { rule, says }; undefined for none.
export function wrongForm(shown) {
  const of = typeof shown.kind === "string" && Object.hasOwn(FORMS, shown.kind) ? FORMS[shown.kind] : undefined;
  if (!of) return { rule: "kind", says: "there is no such kind of entry." };
  const form = { ...head, ...of };
  if ("recipe" in form && shown.recipe !== RECIPE) return { rule: "recipe", says: `this verifier knows recipe ${RECIPE} only.` };
  const names = Object.keys(form).sort();
  if (`${Object.keys(shown).sort()}` !== `${names}`) return { rule: "form", says: `it has not just the members ${names.join(", ")}.` };
  for (const name of names) {
    const rule = form[name](shown[name]);
    if (rule) return { rule, says: `${name} is not as it has to be.` };
  }
  const wrong = shown.kind === "created" ? wrongSettings(shown.settings) : undefined;
  return wrong && { rule: "settings", says: wrong };
}
