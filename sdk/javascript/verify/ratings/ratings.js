// The verifier of a ledger of ratings, by docs/ratings.md: `verifyRatings(lines)` computes every number anew, and names what does not
// hold by line, entry and rule. What is wrong is told once, and the file believed from there on.

import { checkCarried, checkPlayed, checkVoided, unsound } from "./checks.js";
import { wrongForm } from "./form.js";
import { Ledger, genesis, hashOf, strengthOn } from "./ledger.js";
import { read } from "../lines.js";
import { deviation, points, provisional, rating } from "./shown.js";

const BEGINNING = ["base", "numbers", "recent"];
const NAMELESS = { rule: "base", says: "the first line has to say which ledger this is." };

export function verifyRatings(lines, head = "") {
  const following = new Following();
  for (const line of lines) following.take(line);
  return following.report(head);
}

// What players see of numbers on a day (UTC, since 1970), with the weeks without play until then.
export function shownOn(numbers, day) {
  const strength = strengthOn(numbers, day);
  return { rating: rating(strength), deviation: deviation(strength), points: points(strength), provisional: provisional(strength) };
}

// The same line by line, for those who show how far it is.
export class Following {
  ledger = null;
  lines = 0;
  entries = 0;
  began = 0;
  last = "";
  unchecked = [];
  findings = [];
  #matches = new Map();
  #played = new Map();
  #void = new Set();

  take(line) {
    this.lines += 1;
    if (this.lines > 1 && !this.ledger) return; // nothing can be said of a ledger that is not named
    const { shown, ...wrong } = read(line);
    if (!shown) {
      this.#find(null, wrong);
      return this.#passOver(line);
    }
    const seq = Number.isInteger(shown.seq) ? shown.seq : null;
    const misshapen = wrongForm(shown);
    if (misshapen) {
      this.#find(seq, misshapen);
      return this.#passOver(line, seq);
    }
    if (BEGINNING.includes(shown.kind)) for (const found of this.#begin(shown)) this.#find(null, found);
    else for (const found of this.#follow(shown, line)) this.#find(seq, found);
  }

  report(head = "") {
    if (!this.lines) this.findings.push({ line: 1, seq: null, rule: "base", says: "the file is empty." });
    if (this.ledger && head && this.last !== head) {
      const says = `the last line has the hash ${this.last}, and not the one that was shown.`;
      this.#find(this.ledger.seq, { rule: "head", says });
    }
    const { ledger, began, entries, unchecked, findings } = this;
    return { ledger, began, entries, unchecked, findings };
  }

  #find(seq, { rule, says }) {
    this.findings.push({ line: this.lines, seq, rule, says });
  }

  // Go on after a line that cannot be read, as if it were the entry that is due.
  #passOver(line, seq = null) {
    if (!this.ledger) return;
    this.ledger.seq = seq ?? this.ledger.seq + 1;
    this.last = hashOf(line);
  }

  *#begin(shown) {
    if (!this.ledger) {
      if (shown.kind !== "base") return yield NAMELESS;
      this.ledger = new Ledger(shown);
      this.began = shown.seq;
      this.last = shown.head;
      if (!shown.seq && (shown.clock || shown.head !== genesis(shown.pool))) {
        yield { rule: "base", says: "this is not the beginning of a ledger of this pool." };
      }
    } else if (shown.kind === "base" || this.entries) {
      yield { rule: "base", says: "this belongs to the beginning of the file." };
    } else if (!this.began) {
      yield { rule: "base", says: "nothing can be known before the first entry." };
    } else {
      this.ledger.add(shown);
    }
  }

  *#follow(entry, line) {
    if (!this.ledger) return yield NAMELESS;
    this.entries += 1;
    if (entry.seq !== this.ledger.seq + 1) yield { rule: "seq", says: `entry ${this.ledger.seq + 1} has to come here.` };
    if (entry.prev !== this.last) yield { rule: "link", says: "prev is not the SHA-256 of the line before." };
    const wrong = [...unsound(entry)];
    yield* wrong.length ? wrong : this.#checked(entry);
    if (!wrong.length) this.ledger.evolve(entry);
    this.ledger.seq = entry.seq;
    this.last = hashOf(line);
  }

  *#checked(entry) {
    if (entry.kind === "match") {
      const earlier = this.#matches.get(entry.match);
      if (earlier === undefined) this.#matches.set(entry.match, entry.seq);
      else if (earlier !== entry.seq) yield { rule: "matchTwice", says: `the match is that of entry ${earlier}.` };
      this.#played.set(entry.seq, entry);
      yield* checkPlayed(this.ledger, entry);
    } else if (entry.kind === "void") {
      if (entry.of <= this.began) this.unchecked.push(entry.seq);
      if (this.#void.has(entry.of)) yield { rule: "voidTwice", says: `entry ${entry.of} is void already.` };
      this.#void.add(entry.of);
      yield* checkVoided(this.ledger, entry, this.#played.get(entry.of), this.began);
    } else {
      yield* checkCarried(this.ledger, entry);
    }
  }
}
