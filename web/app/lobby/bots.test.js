// What draws is loaded with it, and wants to know of a document.
Object.assign(globalThis, { HTMLElement: class {}, document: { createTreeWalker() {}, createComment() {} } });
const { byStrength, comers, keyOf, nextRival, ranked, seated } = await import("./bots.js");

/** @param {string} displayName @param {number | null} level @param {boolean} [house] @returns {any} */
const bot = (displayName, level, house = true) => ({
  id: `${displayName} ${level} ${house}`,
  displayName,
  level,
  house,
});

const ROSA = bot("Rosa", 1), HUGO = bot("Hugo", 2), OTTO = bot("Otto", 2), IDA = bot("Ida", 3);
/** They call themselves as the house does, as strong as it is, and first. */
const FALSE_HUGO = bot("Hugo", 4, false), FALSE_ROSA = bot("Rosa", 1, false), QUIET = bot("Quiet", null, false);
const BOTS = [FALSE_HUGO, FALSE_ROSA, ROSA, HUGO, QUIET, OTTO, IDA];
const OTHERS = [FALSE_HUGO, FALSE_ROSA, QUIET];

/** @param {readonly unknown[]} found @param {readonly unknown[]} wanted */
function same(found, wanted) {
  const [one, other] = [found, wanted].map((each) => JSON.stringify(each));
  if (one !== other) throw new Error(`${one}, not ${other}`);
}

Deno.test("the bot that was chosen comes first, and then those whose strength is nearest to its own", () => {
  same(ranked(BOTS, "Otto"), [OTTO, HUGO, IDA, ROSA, ...OTHERS]);
});

Deno.test("for an expert that does not play the game comes the strongest that does, for a beginner the weakest", () => {
  same(ranked(BOTS, "Emil", bot("Emil", 4)), [IDA, HUGO, OTTO, ROSA, ...OTHERS]);
  same(ranked(BOTS, "Emil"), [IDA, HUGO, OTTO, ROSA, ...OTHERS]);
  same(ranked(BOTS, "Lotte", bot("Lotte", 1)).slice(0, 1), [ROSA]);
});

Deno.test("a stranger's bot is before no bot of the house, whatever it calls itself and however strong it says it is", () => {
  for (const key of ["Hugo", "Rosa", "Emil", ""]) same(ranked(BOTS, key).slice(-3), OTHERS);
  same(BOTS.toSorted(byStrength), [ROSA, HUGO, OTTO, IDA, FALSE_HUGO, QUIET, FALSE_ROSA]);
});

Deno.test("a stranger's bot that was chosen comes, and no other of its name", () => {
  same(ranked(BOTS, keyOf(FALSE_HUGO)).slice(0, 1), [FALSE_HUGO]);
  const chosen = { seats: 3, who: [keyOf(FALSE_HUGO), keyOf(HUGO)] };
  same(comers(/** @type {any} */ (chosen), BOTS), [FALSE_HUGO, HUGO]);
});

Deno.test("who is chosen for a seat changes places with who was to sit there", () => {
  same(seated([HUGO, FALSE_HUGO, null], 0, keyOf(FALSE_HUGO)), [keyOf(FALSE_HUGO), "Hugo", null]);
  same(seated([HUGO, FALSE_HUGO, null], 1, null), ["Hugo", null, null]);
});

Deno.test("who has won is offered the next stronger bot of the house in place of the weakest, who has lost an easier one", () => {
  const next = (/** @type {boolean} */ won, /** @type {any[]} */ ...played) => {
    const { one, other } = nextRival(BOTS, played.map(({ id }) => id), won) ?? {};
    return [one?.displayName, other?.displayName];
  };
  const none = [undefined, undefined];
  same([next(true, ROSA), next(true, OTTO), next(true, IDA)], [["Rosa", "Hugo"], ["Otto", "Ida"], none]);
  same([next(false, IDA), next(false, OTTO), next(false, ROSA)], [["Ida", "Otto"], ["Otto", "Rosa"], none]);
  same([next(true, IDA, ROSA), next(false, IDA, ROSA)], [["Rosa", "Hugo"], ["Ida", "Otto"]]);
  same([next(true, FALSE_HUGO), next(true, ROSA, QUIET), next(true, bot("Emil", 4))], [none, none, none]);
});
