// All chance of a match: the key, and the words of each step.
import { createHash, createHmac } from 'node:crypto';

const digest = (hash, parts) => parts.reduce((all, part) => all.update(part), hash).digest();
export const sha256 = (...parts) => digest(createHash('sha256'), parts);
export const hmac = (key, ...parts) => digest(createHmac('sha256', key), parts);

// `entropy` has for each seat its bytes in hex, or null.
export function chanceKey(seed, id, entropy) {
  const parts = entropy.map((hex) => {
    const bytes = Buffer.from(hex ?? '', 'hex');
    return Buffer.concat([Buffer.of(bytes.length), bytes]);
  });
  return hmac(seed, `croupier chance v2${id}`, ...parts);
}

export class Words {
  #key; #step; #taken = 0; #block;

  constructor(key, step) {
    this.#key = key;
    this.#step = step;
  }

  get taken() { return this.#taken; }

  next() {
    const place = this.#taken % 8;
    if (place === 0) this.#block = hmac(this.#key, `${this.#step}:${this.#taken / 8}`);
    this.#taken += 1;
    return this.#block.readUInt32BE(4 * place);
  }

  below(bound) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let word = this.next();
    while (word >= limit) word = this.next();
    return word % bound;
  }

  shuffle(list) {
    for (let i = list.length - 1; i >= 1; i--) {
      const j = this.below(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }

  dice(count) {
    return Array.from({ length: count }, () => this.below(6) + 1).sort((a, b) => a - b);
  }
}
