// How tables are opened: against bots, for friends, for anybody.

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../../sdk/javascript/types/api.js").Game} Game */
/** @typedef {import("../../sdk/javascript/types/api.js").Available} Available */
/** @typedef {import("../../sdk/javascript/types/api.js").NewMatch} NewMatch */
/** @typedef {import("../../sdk/javascript/types/api.js").MatchView} MatchView */
/**
 * What was chosen for a table.
 * @typedef {{ seats: number, clock: keyof typeof CLOCKS, rounds: number, colors: number, flags: string[],
 *   open: boolean, own: Record<string, unknown> }} Chosen `own` are options of the rules as they were set, by name
 */

/** The clocks; "usual" is `BOTS` where bots are invited, or else none. */
export const CLOCKS = {
  usual: undefined,
  none: undefined,
  quick: { bank: "300s", increment: "3s" },
  calm: { bank: "900s", increment: "10s" },
  move: { perMove: "60s" },
  day: { perMove: "86400s" },
};

/** Nobody has to hurry, and no bot is kept for long by a match that was left. @type {keyof typeof CLOCKS} */
const BOTS = "day";

/**
 * All deals are sealed, so that nobody can choose the cards (docs/fairness.md). A friend may come while the page that
 * has to open the seal is asleep, so there is as much time for it as the service gives.
 */
const SEALED = /** @type {const} */ ({ deal: "sealed" });
const REVEAL = "86400s";

/** What can be switched on, by game. @type {Record<string, Record<string, object>>} */
export const FLAGS = {
  livingstone: { allowPass: { allowPass: true }, coinsPublic: { coinsPublic: true } },
  just4fun: { random: { layout: "RANDOM" }, closed: { ownLocked: false } },
};

/** The seat that begins; "" is not sent, and draws lots. @type {Rule} */
const STARTS = { usual: "", most: 0, of: ["", 0, 1] };

/**
 * Options of the rules that are numbers or one of some words, by game, with what they are if nobody sets them. Lists
 * have as many numbers as these, and what has names has a number for each. @type {Record<string, Record<string, Rule>>}
 * @typedef {{ usual: number | string | number[] | Record<string, number>, most: number, of?: (number | string)[] }} Rule
 */
export const RULES = {
  "lost-cities": { startSeat: STARTS, maxTurnsWithoutDeckDraw: { usual: 0, most: 1000 } },
  just4fun: { startSeat: STARTS },
  livingstone: {
    startSeat: STARTS,
    river: { usual: [1, 2, 2, 3, 3, 4, 4, 5, 5, 6], most: 99 },
    rowBonus: { usual: [12, 10, 8, 6, 4, 2], most: 99 },
    mineCrashDraw: { usual: "ALL", most: 0, of: ["ALL", "DRAWER", "LOSERS"] },
    cardCounts: {
      usual: {
        noCostTent: 3,
        anyRowTent: 3,
        scoredRowTent: 2,
        twoDice: 3,
        market: 3,
        threeStones: 3,
        fourCoins: 3,
        vp2: 2,
        vp3: 2,
        vp4: 1,
        boatBack: 1,
        mineCrash: 1,
      },
      most: 30,
    },
  },
};

/**
 * What is said of a table's options before one sits down: those of the page that are set otherwise than usual.
 * @param {string} game
 * @param {Record<string, unknown>} options
 */
export function unusual(game, options) {
  const rules = Object.entries(RULES[game] ?? {}).filter(([name, { usual }]) =>
    name in options && !same(options[name], usual)
  );
  const flags = Object.entries(FLAGS[game] ?? {}).filter(([, set]) =>
    Object.entries(set).every(([name, value]) => options[name] === value)
  );
  return { rules: rules.map(([name]) => [name, options[name]]), flags: flags.map(([flag]) => flag) };
}

/** Whether an option is as it usually is. @param {any} one @param {Rule["usual"]} usual */
function same(one, usual) {
  if (typeof usual !== "object" || Array.isArray(usual)) return `${one}` === `${usual}`;
  return Object.entries(usual).every(([name, number]) => one[name] === number);
}

/** @returns {Chosen} */
export function defaults() {
  return { seats: 2, clock: "usual", rounds: 3, colors: 5, flags: [], open: false, own: {} };
}

/**
 * The settings of a match or a ticket, as the service takes them.
 * @param {Game} game
 * @param {Chosen} chosen
 * @returns {Pick<NewMatch, "game" | "options" | "clock" | "seats" | "deal">}
 */
export function settings(game, chosen) {
  const flags = chosen.flags.map((flag) => FLAGS[game]?.[flag] ?? {});
  const own = game === "lost-cities" ? { rounds: chosen.rounds, colors: chosen.colors } : {};
  const clock = CLOCKS[chosen.clock];
  const set = Object.fromEntries(Object.entries(chosen.own).filter(([, value]) => value !== ""));
  const options = Object.assign({}, own, ...flags, set);
  return /** @type {any} */ ({ game, options, seats: chosen.seats, ...SEALED, ...(clock ? { clock } : {}) });
}

/**
 * A table with bots in the other seats, as far as there are so many; the rest is for friends.
 * @param {Shell} shell
 * @param {Game} game
 * @param {Chosen} chosen
 * @param {Available[]} bots the one to be invited first
 */
export async function playNow(shell, game, chosen, bots) {
  const me = await shell.player();
  const clock = chosen.clock === "usual" ? BOTS : chosen.clock;
  const match = await me.matches.create({ ...settings(game, { ...chosen, clock }), access: "private" });
  await invited(shell, match, bots.slice(0, chosen.seats - 1));
  shell.router.go(`/m/${match.id}`);
}

/**
 * Invite players. The match is there even if one of them does not come, which is told.
 * @param {Shell} shell
 * @param {import("../../sdk/javascript/src/index.js").Match} match
 * @param {{ id: string }[]} players
 */
export async function invited(shell, match, players) {
  const all = await Promise.allSettled(players.map(({ id }) => match.invite(id)));
  const refused = all.find(({ status }) => status === "rejected");
  if (refused) shell.failed(/** @type {PromiseRejectedResult} */ (refused).reason);
}

/**
 * A table for those who get the link, or for anybody.
 * @param {Shell} shell
 * @param {Game} game
 * @param {Chosen} chosen
 */
export async function openTable(shell, game, chosen) {
  const me = await shell.player();
  const access = chosen.open ? "public" : "private";
  const match = await me.matches.create({ ...settings(game, chosen), access, reveal: REVEAL });
  shell.router.go(`/m/${match.id}`);
}

/**
 * Look for somebody.
 * @param {Shell} shell
 * @param {Game} game
 * @param {Chosen} chosen
 */
export async function findSomebody(shell, game, chosen) {
  const me = await shell.player();
  scrollTo({ top: 0 });
  shell.say(shell.text.seek.title(shell.text.gameNames[game]));
  await shell.seeking?.start(me, /** @type {any} */ (settings(game, chosen)));
}

/**
 * The address with which others come to a table. What is in the fragment stays in the browser: the code, and whose
 * table of which game it is, and by which settings, since nobody else tells that of a private one.
 * @param {MatchView} match
 */
export function linkTo({ id, inviteCode, game, seats, yourSeat, clock, options, deal }) {
  if (!inviteCode) return `${location.origin}/m/${id}`;
  const from = seats[yourSeat ?? 0].player?.displayName ?? "";
  const terms = JSON.stringify(termsOf({ game, seats: seats.length, clock, options: options ?? {}, deal }));
  return `${location.origin}/m/${id}#${new URLSearchParams({ invite: inviteCode, game, from, terms })}`;
}

/**
 * The settings of a table, as short as they can be told.
 * @typedef {{ seats: number, clock?: { perMove?: string | null, bank?: string | null, increment?: string | null },
 *   rounds?: number, colors?: number, rules: unknown[][], flags: string[], deal?: MatchView["deal"] }} Terms
 */

/**
 * @param {{ game: string, seats: number, clock: MatchView["clock"], options: Record<string, any>, deal: MatchView["deal"] }} match
 * @returns {Terms}
 */
function termsOf({ game, seats, clock, options, deal }) {
  const { perMove, bank, increment } = clock ?? {};
  const { rounds, colors } = game === "lost-cities" ? options : /** @type {Partial<Chosen>} */ ({});
  const timed = clock ? { perMove, bank, increment } : undefined;
  return { seats, clock: timed, rounds, colors, deal, ...unusual(game, options) };
}

/**
 * The settings that a link tells; undefined if it tells none that can be read.
 * @param {string} text as whoever wrote the link has it
 * @returns {Terms | undefined}
 */
export function termsIn(text) {
  try {
    const { seats, clock, rounds, colors, rules, flags, deal } = JSON.parse(text);
    if (![seats, rounds ?? 1, colors ?? 5].every(Number.isInteger) || !Array.isArray(rules) || !Array.isArray(flags)) {
      return undefined;
    }
    const kind = ["open", "sealed"].includes(deal) ? deal : undefined;
    return { seats, clock: clock ?? undefined, rounds, colors, rules, flags, deal: kind };
  } catch {
    return undefined;
  }
}

/** Copy a text, also where there is no clipboard, as without TLS. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
