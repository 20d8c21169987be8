import { Session } from "./session.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** Two tabs of a browser, and the names of the guests that they have made. */
function tabs() {
  /** @type {Map<string, string>} */
  const items = new Map();
  /** @type {string[]} */
  const made = [];
  const kept = {
    getItem: (/** @type {string} */ name) => items.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ item) => void items.set(name, item),
    removeItem: (/** @type {string} */ name) => void items.delete(name),
  };
  const fetch = async (/** @type {Request} */ request) => {
    made.push((await request.json()).displayName);
    return Response.json({ token: `t${made.length}` });
  };
  const tab = () => new Session("http://nowhere", kept, /** @type {any} */ ({ fetch }));
  return { one: tab(), other: tab(), made, items };
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
