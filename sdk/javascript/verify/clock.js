// Clocks: what each seat has left, and when its time runs out. Times are milliseconds.

import { must } from "./json.js";

const DAY = 86_400_000;
export const ms = (time) => Date.parse(time);

export function milliseconds(duration) {
  const [whole, part = ""] = (duration ?? "0s").slice(0, -1).split(".");
  return Number(whole) * 1000 + Number(part.padEnd(3, "0"));
}

export class Clock {
  constructor(given, seats) {
    this.perMove = milliseconds(given.perMove);
    this.bank = milliseconds(given.bank);
    this.increment = milliseconds(given.increment);
    this.onTimeout = given.onTimeout;
    this.full = this.perMove || this.bank;
    this.left = Array(seats).fill(this.full);
    // What is left of a phase that has a time of its own, for all that are to move in it; undefined in no such phase.
    this.phase = undefined;
    must((given.perMove === null) !== (given.bank === null), "A clock has perMove or a bank, not both.");
    must(1000 <= this.full && this.full <= 30 * DAY, "A clock has 1 s to 30 days.");
    must((given.increment === null) === (given.bank === null), "An increment needs a bank, and a bank an increment.");
    must(this.increment <= DAY, "An increment is a day at most.");
  }

  // The seats that run out of time first, at the same moment, and when; undefined without any.
  due(deciders, since) {
    if (!deciders.length) return undefined;
    const left = (seat) => this.phase ?? this.left[seat];
    const least = Math.min(...deciders.map(left));
    return { late: deciders.filter((seat) => left(seat) === least), at: since + least };
  }

  // An entry of a running match: `before` and `after` are the seats that had and have to decide.
  // In a phase with a time of its own, nothing is taken from banks, and nothing added.
  charge(entry, passed, before, after) {
    const phase = this.phase !== undefined;
    const mover = entry.kind === "move" ? entry.seat : undefined;
    this.left = this.left.map((rest, seat) => {
      // Who is late after others is so from its own deadline on, and may have less than nothing left by now.
      const spent = before.includes(seat) && !phase;
      const charged = spent && entry.late?.includes(seat) ? 0 : spent ? rest - passed : rest;
      if (this.bank) return charged + (seat === mover && !phase ? this.increment : 0);
      return before.includes(seat) && after.includes(seat) && seat !== mover ? charged : this.perMove;
    });
  }

  // The phase after an entry: its full time, or undefined, and whether it is the one before.
  enter(full, same, passed) {
    const rest = this.phase === undefined ? undefined : Math.max(0, this.phase - passed);
    this.before = rest;
    this.phase = full !== undefined && same && rest !== undefined ? rest : full;
  }
}
