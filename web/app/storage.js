// What the browser keeps: a few settings, and the notes of the newest matches.

/** So many matches are kept for proofs; a note of a long match has some 30 kB. */
const MATCHES = 40;
const NOTES = "croupier:match:";
const ORDER = "croupier:matches";

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Kept */

/** A storage for a browser that keeps nothing, as a private window may. @returns {Kept} */
function memory() {
  /** @type {Map<string, string>} */
  const items = new Map();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, item) => void items.set(name, item),
    removeItem: (name) => void items.delete(name),
  };
}

/** The browser's storage, or one that ends with the page. @returns {Kept} */
export function storage() {
  try {
    localStorage.setItem("croupier:probe", "");
    localStorage.removeItem("croupier:probe");
    return localStorage;
  } catch {
    return memory();
  }
}

/**
 * A storage for the notes of matches that drops those of the match that was noted longest ago.
 * @param {Kept} kept
 * @param {number} [most]
 * @returns {Kept}
 */
export function bounded(kept, most = MATCHES) {
  const order = () => /** @type {string[]} */ (JSON.parse(kept.getItem(ORDER) ?? "[]"));
  /** @param {string[]} names */
  const drop = (names) => {
    for (const name of names) kept.removeItem(name);
  };
  /** @param {string} name @param {string} item */
  const setItem = (name, item) => {
    const names = [...order().filter((each) => each !== name), name];
    drop(names.slice(0, -most));
    kept.setItem(ORDER, JSON.stringify(names.slice(-most)));
    try {
      kept.setItem(name, item);
    } catch {
      drop(names.slice(0, -1)); // the storage is full, and playing matters more than old proofs
    }
  };
  return {
    getItem: (name) => kept.getItem(name),
    removeItem: (name) => kept.removeItem(name),
    setItem: (name, item) => name.startsWith(NOTES) ? setItem(name, item) : kept.setItem(name, item),
  };
}
