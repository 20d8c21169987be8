import { bounded } from "./storage.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** A storage for so many characters, and what it has. @param {number} room */
function small(room) {
  /** @type {Map<string, string>} */
  const items = new Map();
  const kept = {
    getItem: (/** @type {string} */ name) => items.get(name) ?? null,
    removeItem: (/** @type {string} */ name) => void items.delete(name),
    setItem: (/** @type {string} */ name, /** @type {string} */ item) => {
      const all = new Map([...items, [name, item]]);
      if ([...all].flat().join("").length > room) throw new Error("full");
      items.set(name, item);
    },
  };
  return { kept, names: () => [...items.keys()].filter((name) => /:.*:/.test(name)) };
}

Deno.test("a full storage drops the oldest notes only, and keeps the new one", () => {
  const { kept, names } = small(340);
  const notes = bounded(kept);
  for (const id of ["a", "b", "c", "d"]) notes.setItem(`croupier:match:${id}`, "x".repeat(80));
  same(names(), ["croupier:match:c", "croupier:match:d"]);
  same(kept.getItem("croupier:matches"), JSON.stringify(names()));
});

Deno.test("a storage that is full of other things is no error", () => {
  const { kept } = small(10);
  bounded(kept).setItem("croupier:match:a", "x");
  same(kept.getItem("croupier:match:a"), null);
});

Deno.test("seals are kept as long as the newest matches are", () => {
  const { kept, names } = small(1000);
  const seals = bounded(kept, 2);
  for (const seal of ["1", "2", "3"]) seals.setItem(`croupier:seal:${seal}`, seal);
  same(names(), ["croupier:seal:2", "croupier:seal:3"]);
});

Deno.test("the storage keeps the notes of the newest matches only", () => {
  const items = new Map();
  const kept = bounded({
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, item) => void items.set(name, item),
    removeItem: (name) => void items.delete(name),
  }, 2);
  for (const id of ["a", "b", "a", "c"]) kept.setItem(`croupier:match:${id}`, id);
  kept.setItem("croupier:account", "x");
  same([...items.keys()].filter((name) => name !== "croupier:matches"), [
    "croupier:match:a",
    "croupier:match:c",
    "croupier:account",
  ]);
});
