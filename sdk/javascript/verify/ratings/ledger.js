// The state of a ledger after an entry: `players` is a Map from ids to { strength, matches, seq, counted, peak }.

import { hex, sha256, text } from "../sha256.js";
import { DAY, pairs, within } from "./recent.js";
import { START, idle } from "./recipe.js";
import { points } from "./shown.js";

export const hashOf = (line) => hex(sha256(text(line)));
export const genesis = (pool) => hashOf(`croupier ratings v1\0${pool}`);
export const NEWCOMER = { strength: START, matches: 0, seq: 0, counted: 0, peak: points(START) };

// The rows of an entry's seats as { player, rank, before, after, changed }.
export const changesOf = (entry) =>
  entry.seats.map((row) => {
    const [mu, sigma, newMu, newSigma] = row.slice(-4);
    const changed = mu !== newMu || sigma !== newSigma;
    return { player: row[0], rank: row[1], before: [mu, sigma], after: [newMu, newSigma], changed };
  });

// The strength as it stands on a day, by the whole weeks without play.
export function strengthOn({ strength, counted }, day) {
  return counted ? idle(strength, Math.max(0, Math.floor((day - counted) / 7))) : strength;
}

export class Ledger {
  players = new Map();
  recent = new Map();

  constructor({ pool, seq, clock }) {
    Object.assign(this, { pool, seq, clock });
  }

  get season() {
    return Number(this.pool.split(".").at(-1));
  }

  numbers(player) {
    return this.players.get(player) ?? NEWCOMER;
  }

  // The ledger's clock at an entry of this time: it never goes back.
  at(time) {
    return Math.max(this.clock, Date.parse(time));
  }

  // A line of the beginning of the file.
  add(shown) {
    if (shown.kind === "recent") {
      this.recent.set(shown.of.join(" "), shown.marks);
      return;
    }
    const [mu, sigma, matches, seq, counted, peak] = shown.numbers;
    this.players.set(shown.player, { strength: [mu, sigma], matches, seq, counted, peak });
  }

  // Follow an entry, which is believed in every number.
  evolve(entry) {
    if (entry.kind === "match") this.#played(entry);
    if (entry.kind === "void") this.#voided(entry);
    if (entry.kind === "season") this.#carried(entry);
  }

  #played(entry) {
    this.clock = this.at(entry.ended);
    const changes = changesOf(entry);
    for (const { player, after } of changes.filter(({ changed }) => changed)) {
      const { matches, peak } = this.numbers(player);
      const counted = Math.floor(this.clock / DAY);
      this.#set(player, after, { matches: matches + 1, seq: entry.seq, counted, peak: Math.max(peak, points(after)) });
    }
    const players = changes.map(({ player }) => player);
    const met = entry.weight ? pairs(players) : [];
    for (const key of [...met, ...(entry.short ?? []).map((seat) => players[seat])]) {
      this.recent.set(key, [...within(this.recent, key, this.clock), [this.clock, entry.seq]]);
    }
  }

  #voided(entry) {
    this.clock = this.at(entry.time);
    const changes = changesOf(entry);
    for (const { player, after } of changes.filter(({ changed }) => changed)) {
      const { matches, counted, peak } = this.numbers(player);
      this.#set(player, after, { matches: Math.max(matches - 1, 0), seq: entry.seq, counted, peak });
    }
    const players = changes.map(({ player }) => player);
    for (const key of [...pairs(players), ...players]) {
      const marks = this.recent.get(key);
      if (marks) this.recent.set(key, marks.filter(([, seq]) => seq !== entry.of));
    }
  }

  #carried(entry) {
    const [{ player, after }] = changesOf(entry);
    this.#set(player, after, { matches: 0, seq: entry.seq, counted: entry.from.counted, peak: points(after) });
  }

  #set(player, strength, others) {
    this.players.set(player, { strength, ...others });
  }
}
