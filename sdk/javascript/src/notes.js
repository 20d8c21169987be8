// What a player keeps of each match: its own secrets, what was promised, what was seen.

/** @typedef {import("../types/api.js").MatchView} MatchView */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Kept such as localStorage */
/**
 * What is kept of one match: `heads` and `moves` are by version.
 * @typedef {{ entropy?: string, promise?: Facts, seals?: unknown,
 *   heads: Record<string, string>, moves: Record<string, unknown> }} Note
 */
/** @typedef {Record<string, unknown>} Facts what a replay has to show as well */

/**
 * So many random bytes, in hex. `crypto.randomUUID` is missing where a page has no TLS.
 * @param {number} count
 */
export function random(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Notes by match, and entropy by seal. With a storage, they survive the program. */
export class Notes {
  #kept;
  /** @type {Map<string, Note>} */
  #notes = new Map();

  /** @param {Kept} [kept] */
  constructor(kept = new Memory()) {
    this.#kept = kept;
  }

  /** Where they are kept, for what else a client keeps. */
  get kept() {
    return this.#kept;
  }

  /** @param {string} match its id @returns {Note} */
  of(match) {
    const kept = () => JSON.parse(this.#kept.getItem(`croupier:match:${match}`) ?? '{"heads":{},"moves":{}}');
    const note = this.#notes.get(match) ?? kept();
    this.#notes.set(match, note);
    return note;
  }

  /** @param {string} match its id @param {Note} note */
  keep(match, note) {
    this.#kept.setItem(`croupier:match:${match}`, JSON.stringify(note));
  }

  /** Drop the notes of a match, as of one that has ended and been proven. @param {string} match */
  forget(match) {
    this.#notes.delete(match);
    this.#kept.removeItem(`croupier:match:${match}`);
  }

  /** Draw 32 bytes of entropy, keep them, and return the seal of them. */
  async seal() {
    const { bytes, hex, joined, sha256, text } = await import("../verify/sha256.js"); // few deals are sealed
    const entropy = random(32);
    const seal = hex(sha256(joined(text("croupier seal v1"), bytes(entropy))));
    this.#kept.setItem(`croupier:seal:${seal}`, entropy);
    return seal;
  }

  /** The entropy of a seal; undefined if another program has drawn it. @param {unknown} seal */
  entropy(seal) {
    return this.#kept.getItem(`croupier:seal:${seal}`) ?? undefined;
  }
}

/** A storage that ends with the program. */
class Memory {
  /** @type {Map<string, string>} */
  #items = new Map();

  /** @param {string} name */
  getItem(name) {
    return this.#items.get(name) ?? null;
  }

  /** @param {string} name @param {string} item */
  setItem(name, item) {
    this.#items.set(name, item);
  }

  /** @param {string} name */
  removeItem(name) {
    this.#items.delete(name);
  }
}

/**
 * What the service has promised of a match, but for its seals: its terms, and all of which they are the hash.
 * @param {MatchView} match
 * @returns {Facts}
 */
export function promiseOf(
  { id, game, rulesVersion, start, deal, options, clock, goneAfter, undoMode, rated, tournament, dealOf, fairness },
) {
  const { commitment, recipe, reveal, terms } = fairness;
  const { perMove, bank, increment, onTimeout } = clock ?? {};
  const asked = clock && { perMove, bank, increment, onTimeout };
  const counts = { rated, tournament, dealOf };
  const agreed = { id, game, rulesVersion, start, deal, options, clock: asked, goneAfter, undoMode, ...counts };
  return { ...agreed, commitment, recipe, reveal, terms };
}

/**
 * What of the second is not as in the first.
 * @param {Facts} promised
 * @param {Facts} shown
 */
export function broken(promised, shown) {
  return Object.keys(promised).filter((name) => canonical(promised[name]) !== canonical(shown[name]));
}

/**
 * JSON in which the order of members means nothing, nor whether one is null or absent.
 * @param {unknown} value
 */
function canonical(value) {
  return JSON.stringify(value ?? null, (_, part) => {
    if (part === null || typeof part !== "object" || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).filter(([, each]) => each !== null).sort());
  });
}

/** The most hashes of the log that are kept of a match: each is of all that was before it. */
const HEADS = 256;

/**
 * Keep what a match shows, for a proof.
 * @param {Session} session
 * @param {MatchView} match
 */
export function note(session, match) {
  session.notes.of(match.id).promise ??= promiseOf(match);
  noteHead(session, match.id, match.version, match.fairness.logHead);
}

/**
 * What was seen first stays, or a service that shows something else after the end would have it noted in its place.
 * @param {Session} session @param {string} id @param {number} version @param {string} head
 */
export function noteHead({ notes }, id, version, head) {
  const note = notes.of(id);
  note.heads[version] ??= head;
  const versions = Object.keys(note.heads);
  if (versions.length > HEADS) delete note.heads[versions[0]];
  notes.keep(id, note);
}

/**
 * A service has lost what it had told, and said so: what was noted of these versions is of another past.
 * @param {Session} session @param {string} id @param {number} version the one that it has gone back to
 */
export function forgetSince({ notes }, id, version) {
  const note = notes.of(id);
  for (const noted of [note.heads, note.moves]) {
    for (const each of Object.keys(noted)) if (Number(each) >= version) delete noted[each];
  }
  notes.keep(id, note);
}

/** Whether the caller has to reveal. @param {MatchView} match */
export function mustReveal({ yourSeat, fairness }) {
  return yourSeat !== null && Boolean(fairness.toReveal?.includes(yourSeat));
}
