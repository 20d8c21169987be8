// What draws is loaded with it, and wants to know of a document.
Object.assign(globalThis, { HTMLElement: class {}, document: { createTreeWalker() {}, createComment() {} } });
const { ranked } = await import("./bots.js");

const BOTS = /** @type {any[]} */ ([
  { displayName: "Rosa", level: 1 },
  { displayName: "Hugo", level: 2 },
  { displayName: "Nobody's", level: null },
  { displayName: "Otto", level: 2 },
  { displayName: "Ida", level: 3 },
]);

/** @param {string[]} found @param {string[]} wanted */
function same(found, wanted) {
  if (`${found}` !== `${wanted}`) throw new Error(`${found}, not ${wanted}`);
}

/** @param {string} name @param {number} [level] */
const order = (name, level) => ranked(BOTS, name, level).map(({ displayName }) => displayName);

Deno.test("the bot that was chosen comes first, and then those whose strength is nearest to its own", () => {
  same(order("Otto"), ["Otto", "Hugo", "Ida", "Rosa", "Nobody's"]);
});

Deno.test("for an expert that does not play the game comes the strongest that does, for a beginner the weakest", () => {
  same(order("Emil", 4), ["Ida", "Hugo", "Otto", "Rosa", "Nobody's"]);
  same(order("Emil"), ["Ida", "Hugo", "Otto", "Rosa", "Nobody's"]);
  same(order("Lotte", 1).slice(0, 1), ["Rosa"]);
});
