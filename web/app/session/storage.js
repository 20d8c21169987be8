// What the browser keeps: a few settings, and the notes of the newest matches.

/** So many matches are kept for proofs; a note of a long match has some 30 kB. */
const MATCHES = 40;
/** What is bounded, with the lists of their names, the newest last. */
const LISTS = [["croupier:match:", "croupier:matches"], ["croupier:seal:", "croupier:seals"]];

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
 * A storage for the notes of matches and the seals that drops those that were noted longest ago.
 * @param {Kept} kept
 * @param {number} [most] of either
 * @returns {Kept}
 */
export function bounded(kept, most = MATCHES) {
  const order = (/** @type {string} */ list) => /** @type {string[]} */ (JSON.parse(kept.getItem(list) ?? "[]"));
  /** @param {string} list @param {string} name @param {string} item */
  const keep = (list, name, item) => {
    const names = [...order(list).filter((each) => each !== name), name];
    for (const old of names.splice(0, names.length - most)) kept.removeItem(old);
    for (;;) {
      try {
        kept.setItem(list, JSON.stringify(names));
        return kept.setItem(name, item);
      } catch { // the storage is full, and what is under way matters more than old proofs
        if (names.length === 1) return;
        kept.removeItem(/** @type {string} */ (names.shift()));
      }
    }
  };
  return {
    getItem: (name) => kept.getItem(name),
    removeItem: (name) => kept.removeItem(name),
    setItem: (name, item) => {
      const list = LISTS.find(([prefix]) => name.startsWith(prefix))?.[1];
      return list ? keep(list, name, item) : kept.setItem(name, item);
    },
  };
}

/** What a page wants to be said by the next one, which is loaded anew. */
export const SAID = "croupier:said";

/** What the page before has left to be said, once. @returns {string | undefined} */
export function saidBefore() {
  try {
    const words = sessionStorage.getItem(SAID) ?? undefined;
    sessionStorage.removeItem(SAID);
    return words;
  } catch {
    return undefined; // a browser that keeps nothing
  }
}
