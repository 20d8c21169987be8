import { Session } from "./session.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** Two tabs of a browser, and the names of the guests that they have made; `fill` leaves room for so many characters. */
function tabs() {
  let room = Infinity;
  const size = (/** @type {Map<string, string>} */ all) => [...all].flat().join("").length;
  /** @type {Map<string, string>} */
  const items = new Map();
  /** @type {string[]} */
  const made = [];
  const kept = {
    getItem: (/** @type {string} */ name) => items.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ item) => {
      if (size(new Map([...items, [name, item]])) > room) throw new Error("full");
      items.set(name, item);
    },
    removeItem: (/** @type {string} */ name) => void items.delete(name),
  };
  const fetch = async (/** @type {Request} */ request) => {
    made.push((await request.json()).displayName);
    return Response.json({ token: `t${made.length}` });
  };
  const tab = () => new Session("http://nowhere", kept, /** @type {any} */ ({ fetch }));
  const fill = (/** @type {number} */ left) => void (room = size(items) + left);
  return { one: tab(), other: tab(), made, items, tab, fill };
}

Deno.test("the tabs of a browser are one player", async () => {
  const { one, other, made } = tabs();
  await one.player(() => "Ann");
  await other.player(() => "Bob");
  same([made, one.account, other.account, other.me.token], [["Ann"], one.account, one.account, "t1"]);
});

Deno.test("of two tabs that make a guest at once, the slower one takes the other's", async () => {
  const { one, other, items } = tabs();
  await Promise.all([one.player(() => "Ann"), other.player(() => "Bob")]);
  same(one.account, other.account);
  same(items.get("croupier:account"), JSON.stringify(one.account));
});

Deno.test("a tab that is forgotten leaves the account of another tab", async () => {
  const { one, items } = tabs();
  await one.player(() => "Ann");
  items.set("croupier:account", '{"token":"newer","name":"Bob"}');
  one.forget();
  same([one.known, items.has("croupier:account")], [false, true]);
  dispatchEvent(Object.assign(new Event("storage"), { key: "croupier:account" }));
  same(one.name, "Bob");
});

Deno.test("a tab that is refused keeps nothing of an account that another one has signed out", async () => {
  const { one, items } = tabs();
  await one.player(() => "Ann");
  let left = false;
  one.addEventListener("left", () => left = true);
  items.delete("croupier:account"); // the browser tells it later
  one.forget();
  same([left, [...items.keys()]], [true, []]);
});

Deno.test("the last accounts that were refused are set aside, each once", () => {
  const { one, items } = tabs();
  for (const name of ["A", "B", "C", "D", "E", "F", "F"]) {
    one.be({ token: `t ${name}`, name });
    one.forget();
  }
  same([one.known, items.has("croupier:account")], [false, false]);
  same(
    one.earlier.map(({ token, name }) => [token, name]),
    ["F", "E", "D", "C", "B"].map((name) => [`t ${name}`, name]),
  );
  one.forget();
  same(one.earlier.length, 5);
});

Deno.test("an account that a full storage cannot set aside stays for the next page", () => {
  const { one, tab, fill } = tabs();
  one.be({ token: "t", name: "Ann" });
  fill(0);
  one.forget();
  same([one.known, one.earlier, tab().name], [false, [], "Ann"]);
});

Deno.test("however full the storage is, nobody is lost by being another player", () => {
  const [ann, bob] = [{ token: "t 1", name: "Ann" }, { token: "t 2", name: "Bob, whose name is longer" }];
  const done = new Set();
  for (let left = 0; left < 100; left++) {
    const { one, items, fill } = tabs();
    one.be(bob);
    one.forget();
    one.be(ann);
    fill(left);
    try {
      one.swap(bob);
      done.add(one.name);
    } catch {
      done.add(`no room beside ${one.earlier.length}`);
    }
    const kept = [...items.values()].join();
    same([kept.includes("t 1"), kept.includes("t 2")], [true, true]);
  }
  same([...done], ["no room beside 1", "no room beside 2", "Bob, whose name is longer"]);
});
