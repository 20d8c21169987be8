// The state of a tournament after an entry of its log: `evolve` follows one, which is believed in all that it says. Entries are as in
// the log. `players` is a Map by id in the order of registration.

import { hex, sha256, text } from "../sha256.js";
import { lotsOf } from "./lots.js";
import { byePoints, sums, tablePoints } from "./points.js";
import { startingOrder } from "./recipe.js";
import { MOST_LAST, balanceOf } from "./systems.js";

export const MINUTE = 60000;
export const ARENA_PAIRS_EVERY = 3000;
const MOST_NO_SHOWS = 2;

export const hashOf = (line) => hex(sha256(text(line)));
export const genesis = (id) => hashOf(`croupier tournament v1\0${id}`);

const newPlayer = ({ player, rating, seal }) => ({
  ...{ id: player, rating, seal, entropy: "", presence: "registered", points: 0, met: new Map(), last: [], balance: 0, free: 0 },
  ...{ waited: 0, noShows: 0, tables: new Set(), lostIn: 0, removed: false },
});
const nameOf = (round, table) => `${round} ${table}`;

export class Tournament {
  version = 0;
  at = 0;
  status = "draft";
  key = "";
  draws = 0;
  players = new Map();
  joined = new Map();
  seals = new Set();
  startsAt = 0;
  startedAt = 0;
  roundsDue = 0;
  order = [];
  rounds = [];
  openRounds = new Map();
  ranked = 0;
  dueAt = 0;
  holds = [];
  paused = false;
  pauses = 0;
  forfeited = new Map();
  tired = new Set();

  constructor({ tournament, settings }) {
    Object.assign(this, { id: tournament, settings, head: genesis(tournament) });
  }

  get playing() {
    return [...this.players.values()].filter(({ presence }) => presence === "playing");
  }

  get entropies() {
    return [...this.players.values()].map(({ entropy }) => entropy).filter(Boolean);
  }

  get isArena() {
    return this.settings.system === "arena";
  }

  get isHeld() {
    return this.holds.length > 0 && this.holds.at(-1)[1] === null;
  }

  get arenaEndsAt() {
    return this.startedAt + MINUTE * this.settings.minutes;
  }

  // The longest that a round can take.
  get roundMs() {
    const { system, legs, revealMs, matchMs } = this.settings;
    return (legs + (system === "knockout" ? 1 : 0)) * (revealMs + matchMs);
  }

  table(round, table) {
    return this.rounds[round - 1].tables[table - 1];
  }

  evolve(entry, line) {
    this[`_${entry.kind}`]?.(entry);
    this.version = entry.version;
    this.at = entry.at;
    this.head = hashOf(line);
  }

  _created({ commitment }) {
    this.key = commitment;
  }

  _opened() {
    this.status = "open";
  }

  _registered(entry) {
    const player = newPlayer(entry);
    this.players.set(player.id, player);
    this.#noteJoined(player.id);
    this.seals.add(player.seal);
    if (this.status !== "running") return;
    player.presence = "playing";
    this.order.push(player.id);
  }

  #noteJoined(id) {
    this.joined.set(id, (this.joined.get(id) ?? 0) + 1);
  }

  _left({ player }) {
    const of = this.players.get(player);
    of.presence = "left";
    if (this.status !== "open") return;
    this.players.delete(player);
    this.seals.delete(of.seal);
  }

  _checkInOpened({ startsAt }) {
    this.status = "checkIn";
    this.startsAt = startsAt;
  }

  _revealed({ player, entropy }) {
    this.players.get(player).entropy = entropy;
  }

  _started({ key, rounds, at }) {
    this.status = "running";
    this.startedAt = this.dueAt = at;
    this.roundsDue = rounds;
    for (const player of this.players.values()) {
      if (player.presence === "registered") player.presence = player.entropy ? "playing" : "withheld";
    }
    this.#drawn(key);
    this.order = startingOrder(this, key);
  }

  #drawn(key) {
    this.key = key;
    this.draws += 1;
  }

  _paired({ round, key, tables, byes, endsBy, at }) {
    this.#drawn(key);
    for (const [i, players] of tables.entries()) this.#sitDown(players, round, i + 1);
    for (const id of byes) {
      const player = this.players.get(id);
      player.free += 1;
      player.points += byePoints(this.settings);
    }
    const openTables = new Set(tables.map((_, i) => i + 1));
    const paired = { number: round, tables: tables.map((players) => ({ players, results: [] })), byes, endsBy, openTables };
    this.rounds.push(paired);
    if (tables.length) this.openRounds.set(round, paired);
    if (!this.isArena) return;
    this.dueAt = at + ARENA_PAIRS_EVERY;
    for (const player of this.playing) player.waited = player.tables.size ? 0 : player.waited + 1;
  }

  #sitDown(players, round, table) {
    const place = nameOf(round, table);
    for (const [seat, id] of players.entries()) {
      const of = this.players.get(id);
      if (this.settings.legs === 1) of.balance += balanceOf(players.length, seat);
      of.tables.add(place);
      for (const other of players) {
        if (other === id) continue;
        of.met.set(other, [...(of.met.get(other) ?? []), round]);
        of.last = [...of.last, other].slice(-MOST_LAST);
      }
    }
    const everybody = players.every((id) => this.players.get(id).presence === "playing");
    if (players.length === 2 && !everybody) this.forfeited.set(place, [round, table]);
  }

  _result(entry) {
    const { round, table: number, ranks, absent } = entry;
    const table = this.table(round, number);
    table.results.push({ ranks, absent });
    const points = tablePoints(table, this.settings.legs).at(-1);
    for (const [seat, id] of table.players.entries()) {
      const player = this.players.get(id);
      player.points += points[seat];
      this.#notePresence(player, entry, seat);
    }
    if (this.#isDecided(table)) this.#close(round, number);
  }

  #notePresence(player, { absent, reason }, seat) {
    if (!absent.length) player.noShows = 0;
    else if (!absent.includes(seat)) player.free += 1;
    else if (reason === "noShow") {
      player.noShows += 1;
      if (player.noShows >= MOST_NO_SHOWS && player.presence === "playing") this.tired.add(player.id);
    }
  }

  #isDecided(table) {
    if (table.results.at(-1).absent.length) return true;
    const { system, legs } = this.settings;
    const replay = system === "knockout" && new Set(sums(table, legs)).size === 1;
    return table.results.length >= legs + (replay ? 1 : 0);
  }

  #close(round, number) {
    const place = nameOf(round, number);
    for (const id of this.table(round, number).players) this.players.get(id).tables.delete(place);
    this.forfeited.delete(place);
    const { openTables } = this.rounds[round - 1];
    openTables.delete(number);
    if (!openTables.size) this.openRounds.delete(round);
  }

  _standings({ round, key, at }) {
    this.#drawn(key);
    this.ranked = round;
    this.dueAt = at + this.settings.breakMs;
    if (this.settings.system === "knockout") this.#knockOut(round, lotsOf(key, this.entropies));
  }

  #knockOut(round, lotOf) {
    for (const table of this.rounds[round - 1].tables) {
      const [one, two] = sums(table, this.settings.legs);
      const first = one === two ? lotOf(table.players[0]) < lotOf(table.players[1]) : one > two;
      const nobody = table.results.at(-1).absent.length === 2;
      for (const [seat, id] of table.players.entries()) {
        if (nobody || (seat === 0) !== first) this.players.get(id).lostIn = round;
      }
    }
    for (const player of this.players.values()) if (player.presence === "withdrawn") player.lostIn ||= round;
  }

  _withdrew({ player, reason }) {
    const of = this.players.get(player);
    of.presence = "withdrawn";
    of.removed = reason === "removed" || reason === "deleted";
    this.tired.delete(player);
    for (const place of of.tables) {
      const [round, table] = place.split(" ").map(Number);
      if (this.table(round, table).players.length === 2) this.forfeited.set(place, [round, table]);
    }
  }

  _returned({ player }) {
    Object.assign(this.players.get(player), { presence: "playing", noShows: 0 });
    this.#noteJoined(player);
  }

  _held({ at }) {
    this.holds.push([at, null]);
  }

  _paused() {
    this.paused = true;
    this.pauses += 1;
  }

  _resumed({ after, at }) {
    if (after === "paused") {
      this.paused = false;
      return;
    }
    const hold = this.holds.at(-1);
    hold[1] = at;
    for (const round of this.openRounds.values()) round.endsBy += at - hold[0];
  }

  _ended() {
    this.status = "finished";
  }

  _aborted() {
    this.status = "aborted";
  }
}
