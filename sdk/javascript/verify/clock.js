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
    this.random = given.onTimeout === "random";
    this.full = this.perMove || this.bank;
    this.left = Array(seats).fill(this.full);
    must((given.perMove === null) !== (given.bank === null), "A clock has perMove or a bank, not both.");
    must(1000 <= this.full && this.full <= 30 * DAY, "A clock has 1 s to 30 days.");
    must((given.increment === null) === (given.bank === null), "An increment needs a bank, and a bank an increment.");
    must(this.increment <= DAY, "An increment is a day at most.");
  }

  // The seats that run out of time first, at the same moment, and when; undefined without any.
  due(deciders, since) {
    if (!deciders.length) return undefined;
    const least = Math.min(...deciders.map((seat) => this.left[seat]));
    return { late: deciders.filter((seat) => this.left[seat] === least), at: since + least };
  }

  // An entry of a running match: `before` and `after` are the seats that had and have to decide.
  charge(entry, passed, before, after) {
    const mover = entry.kind === "move" ? entry.seat : undefined;
    this.left = this.left.map((rest, seat) => {
      // Who is late after others is so from its own deadline on, and may have less than nothing left by now.
      const charged = entry.late?.includes(seat) ? 0 : before.includes(seat) ? rest - passed : rest;
      if (this.bank) return charged + (seat === mover ? this.increment : 0);
      return before.includes(seat) && after.includes(seat) && seat !== mover ? charged : this.perMove;
    });
  }
}
