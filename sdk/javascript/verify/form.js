// The form of a replay: every member that a verifier needs, of its type.

import { Refuted, Unknown, isObject, must } from "./json.js";

const KINDS = ["created", "joined", "left", "started", "revealed", "move", "resigned", "timeout", "aborted",
  "asked", "agreed", "refused", "undone", "claimed"];
const int = (value) => Number.isSafeInteger(value);
const string = (value) => typeof value === "string";
const matching = (pattern) => (value) => string(value) && pattern.test(value);
const oneOf = (...values) => (value) => values.includes(value);
const or = (...kinds) => (value) => kinds.some((kind) => kind(value));
const none = (value) => value === null;
const absent = (value) => value === undefined;
const list = (kind) => (value) => Array.isArray(value) && value.every(kind);
const object = (members) => (value) => isObject(value) && first(members, value) === undefined;
const first = (members, value) => Object.keys(members).find((name) => !members[name](value[name]));

const hex32 = matching(/^[0-9a-f]{64}$/);
const entropy = matching(/^([0-9a-f]{2}){1,32}$/);
const duration = matching(/^(0|[1-9][0-9]{0,8})([.][0-9]{0,2}[1-9])?s$/);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const time = (value) => string(value) && TIME.test(value) && asTime(value) === value;
const asTime = (value) => (isNaN(Date.parse(value)) ? "" : new Date(value).toISOString());

const PLAYER = object({ id: string, displayName: string, kind: oneOf("human", "bot") });
const SEAT = object({ index: int, player: or(none, PLAYER), resigned: oneOf(true, false) });
const CLOCK = object({
  perMove: or(none, duration),
  bank: or(none, duration),
  increment: or(none, duration),
  onTimeout: oneOf("forfeit", "random", "rules"),
  deadline: or(none, time),
  deadlines: list(or(none, time)),
  banks: or(none, list(duration)),
});
const DEAL = object({ id: matching(/^[A-Za-z0-9_.-]{1,100}$/), endTime: time });
const FAIRNESS = {
  commitment: hex32,
  serverSeed: hex32,
  logHead: hex32,
  recipe: int,
  terms: hex32,
  reveal: or(absent, duration),
  seals: or(absent, list(or(none, hex32))),
  toReveal: or(absent, list(int)),
  revealBy: or(absent, none, time),
};
const TOURNAMENT = object({ id: string, round: int, table: int });
export const MATCH = {
  id: matching(/^[A-Za-z0-9_-]{22}$/),
  game: string,
  rulesVersion: int,
  start: oneOf("auto", "manual"),
  deal: oneOf("open", "sealed"),
  version: int,
  options: isObject,
  createTime: time,
  updateTime: time,
  seats: list(SEAT),
  yourSeat: or(none, int),
  status: string,
  outcome: or(none, isObject),
  toMove: list(int),
  state: or(none, isObject),
  lastEvents: list(isObject),
  clock: or(absent, none, CLOCK),
  goneAfter: or(none, duration),
  fairness: isObject,
  undoMode: oneOf("never", "consent"),
  rated: or(absent, oneOf(true, false)),
  tournament: or(absent, none, TOURNAMENT),
  dealOf: or(absent, none, DEAL),
};
const ENTRY = {
  version: int,
  kind: oneOf(...KINDS),
  seat: int,
  move: or(none, isObject),
  time,
  prev: hex32,
  hash: hex32,
  note: or(absent, string),
  seal: or(absent, hex32),
  entropy: or(absent, entropy),
  withheld: or(absent, list(int)),
  gone: or(absent, list(int)),
  late: or(absent, list(int)),
  to: or(absent, int),
  needs: or(absent, list(int)),
  kept: or(absent, list(int)),
};
const REPLAY = {
  match: isObject,
  options: isObject,
  serverSeed: hex32,
  entropy: list(or(none, entropy)),
  log: (value) => Array.isArray(value) && value.length > 0,
};

export function checkForm(replay, game) {
  must(isObject(replay), "A replay is an object.");
  checkMembers("", REPLAY, replay);
  checkMembers("match.", MATCH, replay.match);
  checkMembers("match.fairness.", FAIRNESS, replay.match.fairness);
  replay.log.forEach((entry, i) => {
    must(isObject(entry), `log[${i}] is no object.`);
    const unknown = Object.keys(entry).find((name) => !Object.hasOwn(ENTRY, name));
    if (unknown !== undefined) throw new Unknown(`log[${i}].${unknown}: this verifier does not know this member.`);
    checkMembers(`log[${i}].`, ENTRY, entry);
  });
  const { game: id, rulesVersion, fairness, seats } = replay.match;
  if (!game) throw new Unknown(`match.game: this verifier cannot recompute ${id}; croupier verify can.`);
  known("rulesVersion", rulesVersion, game.VERSION);
  known("fairness.recipe", fairness.recipe, 2);
  const [least, most] = game.SEATS;
  must(least <= seats.length && seats.length <= most, `${seats.length} seats are too few or too many.`);
}

function checkMembers(path, members, value) {
  const wrong = first(members, value);
  if (wrong) throw new Refuted(`${path}${wrong} is not as it should be: ${JSON.stringify(value[wrong])}.`);
}

function known(name, value, only) {
  if (value !== only) throw new Unknown(`match.${name}: this verifier knows only ${only}.`);
}
