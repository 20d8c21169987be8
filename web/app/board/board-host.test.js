// What draws is loaded with it, and wants to know of a document.
Object.assign(globalThis, {
  HTMLElement: class {},
  document: { createTreeWalker() {}, createComment() {}, querySelector() {} },
});
const { BoardHost } = await import("./board-host.js");

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** A host whose board draws tables as text, or does not. @param {Record<string, unknown>} board */
function hosted(board) {
  const host = new BoardHost({ isConnected: true, requestUpdate: () => {} });
  host.board = board;
  return host;
}

Deno.test("a table that comes late is not drawn over a later one", async () => {
  const host = hosted({ table: "" });
  /** @type {Record<number, (text: string) => void>} */
  const come = {};
  const read = (/** @type {number} */ version) => () => new Promise((resolve) => come[version] = resolve);
  const all = [host.draw(1, read(1)), host.draw(2, read(2)), host.draw(2, () => Promise.reject("asked twice"))];
  come[2]("two");
  come[1]("one");
  await Promise.all(all);
  same(host.board.table, "two");
  await Promise.all([host.draw(3, read(3)), come[3]("three")]);
  same(host.board.table, "three");
});

Deno.test("of a table that was drawn before, what is asked for meanwhile is not drawn", async () => {
  const host = hosted({ table: "" });
  await host.draw("5 mine", () => Promise.resolve("mine"));
  /** @type {(text: string) => void} */
  let come = () => {};
  const late = host.draw("5 table", () => new Promise((resolve) => come = resolve));
  await host.draw("5 mine", () => Promise.resolve("asked for again"));
  come("of all");
  await late;
  same(host.board.table, "mine");
});

Deno.test("a table that did not come is asked for again, and none by a board that does not draw it", async () => {
  const host = hosted({ table: "" });
  await host.draw(1, () => Promise.reject("no line"));
  await host.draw(1, () => Promise.resolve("one"));
  same(host.board.table, "one");
  const other = hosted({});
  await other.draw(1, () => Promise.resolve("one"));
  same(other.board, {});
});

Deno.test("a board gets the match that it shows, also what was agreed, wherever it is drawn", () => {
  const host = hosted({ replaceChildren() {} });
  const match = /** @type {any} */ ({ state: { row: 3 }, options: { rowBonus: "doubled" }, toMove: [1] });
  try {
    host.show(match, { players: ["Ann"], moves: [] }, []);
  } catch { /* bars are drawn into a document */ }
  const { view, options, toMove, moves } = host.board;
  same([view, options, toMove, moves], [match.state, match.options, match.toMove, []]);
});
