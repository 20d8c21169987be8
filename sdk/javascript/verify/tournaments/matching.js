// Whether all of some players can be paired, so that no two meet who are barred to each other: by Dirac's theorem, and for the few
// who are left in the end by Edmonds' algorithm. `barred` has a Set for each player.

const NOBODY = -1;

export function allCanBePaired(players, barred) {
  if (players.length % 2) return false;
  const most = players.reduce((least, player) => Math.max(least, barred[player].size), 0);
  return isSure(players.length, most) || canPairAll(players, barred);
}

export const isSure = (players, mostBarred) => !players || 2 * (players - 1 - mostBarred) >= players;

export function canPairAll(players, barred) {
  const may = players.map((player) =>
    [...players.keys()].filter((at) => players[at] !== player && !barred[player].has(players[at])),
  );
  const other = players.map(() => NOBODY);
  return players.every((_, at) => other[at] !== NOBODY || pair(may, other, at));
}

function pair(may, other, root) {
  const search = new Search(may, other, root);
  let end = search.end();
  while (end !== NOBODY) {
    const before = search.parent[end];
    const following = other[before];
    [other[end], other[before]] = [before, end];
    end = following;
  }
  return other[root] !== NOBODY;
}

// The search for an augmenting path. An odd circle (a blossom) is shrunk to its base.
class Search {
  constructor(may, other, root) {
    Object.assign(this, { may, other, root });
    this.parent = other.map(() => NOBODY);
    this.base = [...other.keys()];
    this.queue = [root];
    this.reached = new Set([root]);
  }

  end() {
    for (let next = 0; next < this.queue.length; next++) {
      const at = this.queue[next];
      for (const to of this.may[at]) {
        if (this.base[at] === this.base[to] || this.other[at] === to) continue;
        if (to === this.root || this.#isWithin(this.other[to])) this.#shrink(at, to);
        else if (this.parent[to] === NOBODY) {
          this.parent[to] = at;
          if (this.other[to] === NOBODY) return to;
          this.#reach(this.other[to]);
        }
      }
    }
    return NOBODY;
  }

  #isWithin(at) {
    return at !== NOBODY && this.parent[at] !== NOBODY;
  }

  #reach(at) {
    if (this.reached.has(at)) return;
    this.reached.add(at);
    this.queue.push(at);
  }

  #shrink(one, two) {
    const base = this.#commonBase(one, two);
    const petals = new Set([...this.#petals(one, base, two), ...this.#petals(two, base, one)]);
    for (const at of this.base.keys()) {
      if (!petals.has(this.base[at])) continue;
      this.base[at] = base;
      this.#reach(at);
    }
  }

  #commonBase(one, two) {
    const seen = new Set(this.#bases(one));
    return this.#bases(two).find((at) => seen.has(at));
  }

  // The bases on the way from a player to the root.
  #bases(from) {
    const bases = [this.base[from]];
    while (bases.at(-1) !== this.root) bases.push(this.base[this.parent[this.other[bases.at(-1)]]]);
    return bases;
  }

  // The bases on one side of a blossom; each player there gets a parent on the other.
  #petals(from, base, to) {
    const petals = [];
    for (let at = from, child = to; this.base[at] !== base; at = this.parent[child]) {
      const mate = this.other[at];
      petals.push(this.base[at], this.base[mate]);
      this.parent[at] = child;
      child = mate;
    }
    return petals;
  }
}
