// The first perfect pairing in the order of preferences: the first in order gets the first of its preferences who is not barred, and
// with whom all others can still be paired; and so on. Players are places in the order.

import { allCanBePaired, isSure } from "./matching.js";

const EVEN_WINDOW = 16;

export function firstPairing(points, balances, barred) {
  const run = new Run(balances, barred);
  let floaters = [];
  for (let at = 0; at < points.length; ) {
    const group = floaters;
    const score = points[at];
    while (at < points.length && points[at] === score) group.push(at++);
    floaters = run.pairGroup(group);
  }
  return run.pairs;
}

// The same of players at some places of an order of entrants, who are numbered anew for it.
export function pairedOf(order, places, barred) {
  const number = new Map(places.map((at, i) => [at, i]));
  const renumbered = places.map((at) => new Set([...barred[at]].filter((other) => number.has(other)).map((other) => number.get(other))));
  const points = places.map((at) => order[at].points);
  const balances = places.map((at) => order[at].balance);
  return firstPairing(points, balances, renumbered).map(([one, two]) => [order[places[one]], order[places[two]]]);
}

class Run {
  pairs = [];

  constructor(balances, barred) {
    Object.assign(this, { balances, barred });
    this.mostBarred = barred.reduce((most, each) => Math.max(most, each.size), 0);
    this.unpaired = new Set(balances.keys());
  }

  // Pair a score group; return those who float down to the next.
  pairGroup(group) {
    const floaters = [];
    for (const [place, player] of group.entries()) {
      if (!this.unpaired.has(player)) continue;
      const opponent = this.#opponent(group, place);
      if (opponent === undefined) floaters.push(player);
      else {
        this.unpaired.delete(player);
        this.unpaired.delete(opponent);
        this.pairs.push([player, opponent]);
      }
    }
    return floaters;
  }

  #opponent(group, place) {
    for (const each of this.#preferences(group, place)) if (this.#fits(group[place], each)) return each;
  }

  *#preferences(group, place) {
    const folded = this.#folded(group, place);
    const window = [];
    for (let next; window.length < EVEN_WINDOW && !(next = folded.next()).done; ) window.push(next.value);
    const uneven = (each) => this.balances[group[place]] * this.balances[each] > 0;
    yield* window.filter((each) => !uneven(each));
    yield* window.filter(uneven);
    yield* folded;
  }

  // The other half from the own place on, then back to the own place.
  *#folded(group, place) {
    const half = Math.floor(group.length / 2);
    const begin = place < half ? half + place : place + 1;
    const may = (each) => this.unpaired.has(each) && !this.barred[group[place]].has(each);
    for (let at = begin; at < group.length; at++) if (may(group[at])) yield group[at];
    for (let at = begin - 1; at > place; at--) if (may(group[at])) yield group[at];
  }

  #fits(player, opponent) {
    if (isSure(this.unpaired.size - 2, this.mostBarred)) return true;
    const left = [...this.unpaired].filter((each) => each !== player && each !== opponent);
    return allCanBePaired(left, this.barred);
  }
}
