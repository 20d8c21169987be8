// How tables are opened: against bots, for friends, for anybody.

import { nameOf } from "../../boards/games.js";
import { seatsText } from "../../text/seats.js";
import { prepare } from "./ahead.js";
import { copy } from "../shell/copy.js";
import { home } from "../shell/router.js";
import { Follow } from "../match/follow.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").Game} Game */
/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */
/** @typedef {import("../../../sdk/javascript/types/api.js").NewMatch} NewMatch */
/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/**
 * What was chosen for a table.
 * @typedef {{ seats: number, clock: keyof typeof CLOCKS, open: boolean, own: Record<string, unknown>,
 *   who: (string | null | undefined)[] }} Chosen `own` are options of the rules as they were set, by name; `who` the
 *   keys of the bots for the other seats, null for a friend, undefined for whoever is there
 */

/** The clocks; "usual" is `BOTS` where bots are invited, `STRANGERS` where somebody is found, or else none. */
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
/** Nobody has to wait for whoever goes away from a table with somebody unknown. @type {keyof typeof CLOCKS} */
const STRANGERS = "calm";

/**
 * All deals are sealed, so that nobody can choose the cards (docs/fairness.md). A friend may come while the page that
 * has to open the seal is asleep, so there is as much time for it as the service gives.
 */
const SEALED = /** @type {const} */ ({ deal: "sealed" });
const REVEAL = "86400s";
/** Most bots sit down within this time, in milliseconds; the page of the match waits for those that do not. */
const AT_ONCE = 1500;

/** @param {number} seats @returns {Chosen} */
export function defaults(seats) {
  return { seats, clock: "usual", open: false, own: {}, who: [] };
}

/**
 * The settings of a match or a ticket, as the service takes them.
 * @param {Game} game
 * @param {Chosen} chosen
 * @returns {Pick<NewMatch, "game" | "options" | "clock" | "seats" | "deal">}
 */
export function settings(game, chosen) {
  const clock = CLOCKS[chosen.clock];
  const options = Object.fromEntries(Object.entries(chosen.own).filter(([, value]) => value !== ""));
  return /** @type {any} */ ({ game, options, seats: chosen.seats, ...SEALED, ...(clock ? { clock } : {}) });
}

/** What was chosen, with this clock where the usual one was. @param {Chosen} chosen @param {keyof typeof CLOCKS} usual @returns {Chosen} */
const timed = (chosen, usual) => chosen.clock === "usual" ? { ...chosen, clock: usual } : chosen;

/**
 * A table with bots in the other seats, as far as there are so many; the rest is for friends.
 * @param {Shell} shell
 * @param {Game} game
 * @param {Chosen} chosen
 * @param {Available[]} bots the one to be invited first
 */
export async function playNow(shell, game, chosen, bots) {
  prepare(shell, game);
  const me = await shell.player();
  const match = await me.matches.create({ ...settings(game, timed(chosen, BOTS)), access: "private" });
  const guests = bots.slice(0, chosen.seats - 1);
  const follow = shell.ahead = new Follow(shell, match.id, match);
  const all = await invited(shell, match, guests);
  if (all && guests.length === chosen.seats - 1) await begun(follow);
  shell.router.go(`/m/${match.id}`);
}

/** Until a match begins, or should have begun. @param {Follow} follow */
function begun(follow) {
  return new Promise((resolve) => {
    const look = () => follow.view && follow.view.status !== "waiting" && resolve(undefined);
    follow.addEventListener("change", look);
    look();
    setTimeout(resolve, AT_ONCE);
  });
}

/**
 * Invite players. The match is there even if one of them does not come, which is told.
 * @param {Shell} shell
 * @param {import("../../../sdk/javascript/src/index.js").Match} match
 * @param {{ id: string }[]} players
 * @returns {Promise<boolean>} whether all are invited
 */
export async function invited(shell, match, players) {
  const all = await Promise.allSettled(players.map(({ id }) => match.invite(id)));
  const refused = all.find(({ status }) => status === "rejected");
  if (refused) shell.failed(/** @type {PromiseRejectedResult} */ (refused).reason);
  return !refused;
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
  shell.ahead = new Follow(shell, match.id, match);
  shell.router.go(`/m/${match.id}`);
  if (await copy(linkTo(match.now))) {
    shell.tell({ kind: "note", text: seatsText(shell.text.language).invitation.copied });
  }
}

/**
 * What is looked for, as the service takes it. It says after which absence somebody can lose; with a day a move, nobody does.
 * @param {Game} game
 * @param {Chosen} chosen
 * @returns {any} a wish
 */
export function sought(game, chosen) {
  const terms = timed(chosen, STRANGERS);
  const { clock } = terms;
  return { ...settings(game, terms), goneAfter: clock === "none" ? "600s" : clock === "day" ? null : "120s" };
}

/**
 * Look for somebody.
 * @param {Shell} shell
 * @param {Game} game
 * @param {Chosen} chosen
 */
export async function findSomebody(shell, game, chosen) {
  const me = await shell.player();
  shell.say(shell.text.seek.title(nameOf(game)));
  await shell.search?.start(me, sought(game, chosen));
}

/**
 * The address with which others come to a table. A code is in the fragment, which stays in the browser.
 * @param {MatchView} match
 */
export function linkTo({ id, inviteCode }) {
  return `${home()}/${inviteCode ? `j#${inviteCode}` : `m/${id}`}`;
}
