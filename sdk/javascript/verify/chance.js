// Chance: the key of a match, and the draws of each of its steps.

import { bytes, hmac, joined, sha256, text } from "./sha256.js";

export const commitment = (seed) => sha256(bytes(seed));

export const sealOf = (entropy) => sha256(joined(text("croupier seal v1"), bytes(entropy)));

// The key of all chance of a match.
export function matchKey(seed, entropy, id) {
  const label = text(`croupier chance v2${id}`);
  const parts = entropy.map((given) => bytes(given ?? ""));
  const framed = parts.map((part) => joined([part.length], part));
  return hmac(bytes(seed), joined(label, ...framed));
}

// The chance of one step.
export class Chance {
  constructor(key, step) {
    this.key = key;
    this.step = step;
    this.drawn = 0;
  }

  word() {
    const place = this.drawn++ % 8;
    if (place === 0) {
      const block = Math.floor(this.drawn / 8);
      this.block = new DataView(hmac(this.key, text(`${this.step}:${block}`)).buffer);
    }
    return this.block.getUint32(4 * place);
  }

  below(bound) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let word = this.word();
    while (word >= limit) word = this.word();
    return word % bound;
  }

  shuffled(items) {
    const order = [...items];
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}
