import { choose, offered, takeBack } from "./earlier-accounts.js";
import { Session } from "./session.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** A browser whose account Ann was refused. The service knows the tokens of `known`, and `matches` of the guest. */
function refused() {
  /** @type {Map<string, string>} */
  const items = new Map();
  const kept = {
    getItem: (/** @type {string} */ name) => items.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ item) => void items.set(name, item),
    removeItem: (/** @type {string} */ name) => void items.delete(name),
  };
  const known = new Set(["guest"]);
  /** @type {unknown[]} */
  const matches = [];
  /** @type {string[]} */
  const asked = [];
  const fetch = (/** @type {Request} */ { headers, url }) => {
    const token = headers.get("Authorization")?.replace("Bearer ", "") ?? "";
    asked.push(token);
    if (url.endsWith("/v1/pairings")) return Response.json({ token: "guest" });
    if (token === "busy") return Response.json({ code: "forbidden", status: 403 }, { status: 403 });
    if (!known.has(token)) return Response.json({ code: "unauthenticated", status: 401 }, { status: 401 });
    return Response.json(url.includes("/matches") ? { matches, nextPageToken: null } : { displayName: token });
  };
  const session = new Session("http://nowhere", kept, /** @type {any} */ ({ fetch }));
  session.be({ token: "Ann", name: "Ann" });
  session.forget();
  /** @type {string[]} */
  const told = [];
  const tell = (/** @type {any} */ { text }) => told.push(text);
  const shell = /** @type {any} */ ({ session, kept, text: { language: "en" }, tell, search: undefined });
  const guest = () => session.be({ token: "guest", name: "Guest" });
  return { shell, session, known, matches, asked, told, items, guest };
}

Deno.test("an account comes back once the service knows it again, and not before", async () => {
  const { shell, session, known, told } = refused();
  await takeBack(shell);
  same([session.known, session.earlier.length, told], [false, 1, []]);
  known.add("Ann");
  await takeBack(shell);
  same([session.name, session.me.token, session.earlier], ["Ann", "Ann", []]);
  same(told, ["This service knows you again: you are Ann, as before."]);
});

Deno.test("it comes back in the place of a guest who has done nothing, and can be chosen again", async () => {
  const { shell, session, known, guest } = refused();
  guest();
  known.add("Ann");
  await takeBack(shell);
  same([session.name, session.earlier], ["Ann", [{ token: "guest", name: "Guest", left: true }]]);
  await takeBack(shell);
  same(session.name, "Ann");
  choose(session, (await offered(session))[0]);
  same([session.name, session.me.token, session.earlier], ["guest", "guest", [{
    token: "Ann",
    name: "Ann",
    left: true,
  }]]);
});

Deno.test("a guest of another tab, of whom this one has not heard yet, can be chosen, too", async () => {
  const { shell, session, known, items } = refused();
  known.add("Ann");
  items.set("croupier:account", '{"token":"guest","name":"Guest"}');
  await takeBack(shell);
  same([session.name, await offered(session)], ["Ann", [{ token: "guest", name: "guest" }]]);
});

for (const did of ["played", "searches here", "searches in another tab"]) {
  Deno.test(`a guest who ${did} stays, and may choose to be the earlier player and the guest again`, async () => {
    const { shell, session, known, matches, asked, items, guest } = refused();
    guest();
    known.add("Ann");
    if (did === "played") matches.push({ id: "m" });
    if (did === "searches here") shell.search = { wish: {} };
    if (did === "searches in another tab") items.set("croupier:searches", "{}");
    await takeBack(shell);
    const before = asked.length;
    matches.pop();
    await takeBack(shell);
    same([session.name, asked.length], ["Guest", before]);

    const [ann] = await offered(session);
    choose(session, ann);
    same([session.name, session.earlier.map(({ name }) => name)], ["Ann", ["Guest"]]);
    await takeBack(shell);
    same(session.name, "Ann");
    choose(session, (await offered(session))[0]);
    same([session.name, session.earlier.map(({ name }) => name)], ["guest", ["Ann"]]);
  });
}

Deno.test("whoever comes from another device stays, even without a match", async () => {
  const { shell, session, known } = refused();
  known.add("Ann");
  await session.pair("K7QF-2M9P", "phone");
  await takeBack(shell);
  same([session.name, session.earlier.length], ["guest", 1]);
});

Deno.test("a guest who is made meanwhile stays", async () => {
  const { shell, session, known, guest } = refused();
  known.add("Ann");
  const taken = takeBack(shell);
  guest();
  await taken;
  same(session.name, "Guest");
});

Deno.test("what is refused for a month comes back no more by itself, but can be chosen", async () => {
  const { shell, session, known, asked } = refused();
  session.earlier = [
    { token: "gone", name: "Gone", at: 0 },
    { token: "new", name: "New", at: Date.now() },
    { token: "busy", name: "Busy", at: 0 },
  ];
  await takeBack(shell);
  same(session.earlier.filter(({ left }) => left), [{ token: "gone", name: "Gone", left: true }]);
  await takeBack(shell);
  same(asked, ["gone", "new", "busy", "new", "busy"]);
  known.add("gone");
  same(await offered(session), [{ token: "gone", name: "gone" }]);
});

Deno.test("what was refused a month ago and works now comes back", async () => {
  const { shell, session, known } = refused();
  session.earlier = [{ token: "old", name: "Old", at: 0 }];
  known.add("old");
  await takeBack(shell);
  same([session.name, session.earlier], ["old", []]);
});

Deno.test("what the player left is offered after any refusal", async () => {
  const { session, known } = refused();
  session.earlier = [{ token: "old", name: "Old", at: 0, left: true }, { token: "Ann", name: "Ann", left: true }];
  same(await offered(session), []);
  known.add("old").add("Ann");
  same((await offered(session)).map(({ name }) => name), ["old", "Ann"]);
});

Deno.test("of as many earlier accounts as are kept, none is lost by choosing one", () => {
  const { session, guest } = refused();
  for (const name of ["B", "C", "D", "E"]) {
    session.be({ token: name, name });
    session.forget();
  }
  guest();
  choose(session, { token: "E", name: "E" });
  same([session.name, session.earlier.map(({ name }) => name)], ["E", ["Guest", "D", "C", "B", "Ann"]]);
  same(session.earlier.filter(({ left }) => !left), []);
});
