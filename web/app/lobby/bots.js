// The bots that can be played against: who is there, who comes to a table, and how strong those of the house are. What bots
// of others say of themselves is never told as if the service said it: they come after the house, in no order of their own.

import { Refused } from "../../../sdk/javascript/src/errors.js";
import { html, nothing, svg } from "../../vendor/lit.js";
import { first } from "../shell/first-few.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("./new-table.js").Chosen} Chosen */
/** @typedef {import("../../../sdk/javascript/types/api.js").Game} Game */
/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */

/** What the browser keeps: against whom the player has played last. */
const RIVAL = "croupier:rival";
const MOST = 20;
/** The levels of strength, of which a bot has one. */
const LEVELS = [1, 2, 3, 4];

/** The bots that can be invited to a game. @param {Shell} shell @param {string} game */
export const botsOf = (shell, game) => playersOf(shell, game, "bot");

/**
 * Who can be invited to a game: nobody to one that the service has no more, though the page knows it still.
 * @param {Shell} shell
 * @param {string} game
 * @param {"bot"} [kind]
 * @returns {Promise<Available[]>}
 */
export async function playersOf(shell, game, kind) {
  try {
    return await first(shell.me.players({ available: /** @type {Game} */ (game), kind, pageSize: MOST }), MOST);
  } catch (error) {
    if (error instanceof Refused && error.code === "not_found") return [];
    throw error;
  }
}

/**
 * By what a bot is chosen: of the house by its name, which nobody else can have and a new account of it keeps; else by the
 * id, since anybody may have any other name.
 * @param {Pick<Available, "house" | "displayName" | "id">} bot
 */
export function keyOf({ house, displayName, id }) {
  return house ? displayName : id;
}

/** How strong a bot is, as far as the service knows; null of those that only say so. @param {Available | undefined} bot */
function levelOf(bot) {
  return bot?.house ? bot.level ?? null : null;
}

/** The house first, its weakest before the others, and by name where they are as strong. @param {Available} one @param {Available} other */
export function byStrength(one, other) {
  const [level, least] = [one, other].map((each) => levelOf(each) ?? LEVELS.length + 1);
  return Number(other.house) - Number(one.house) || level - least || one.displayName.localeCompare(other.displayName);
}

/** The key of the bot that the player wants. @param {Shell} shell */
export function wanted(shell) {
  return shell.kept.getItem(RIVAL) ?? "Hugo";
}

/** @param {Shell} shell @param {string} key */
export function want(shell, key) {
  shell.kept.setItem(RIVAL, key);
}

/**
 * The bots in the order in which they are asked to come: the one of that key, and then those of the house by how near their
 * strength is to that of the one, who may not play this game; the stronger of two that are as near, and without its
 * strength the strongest. Bots of others come last.
 * @param {readonly Available[]} bots
 * @param {string} key
 * @param {Available} [chosen] the one of that key
 */
export function ranked(bots, key, chosen = bots.find((bot) => keyOf(bot) === key)) {
  const strength = levelOf(chosen) ?? LEVELS.length;
  const rank = (/** @type {Available} */ bot) => {
    if (keyOf(bot) === key) return -1;
    return bot.house ? Math.abs(strength - (levelOf(bot) ?? 0)) : LEVELS.length + 1;
  };
  return bots.toSorted((one, other) => rank(one) - rank(other) || (levelOf(other) ?? 0) - (levelOf(one) ?? 0));
}

/**
 * Who could come to the next match in the place of one who has played: for whoever has won, the next stronger bot of the house
 * in that of the weakest, and else the next easier one in that of the strongest. undefined if there is none, or if not all
 * who have played are bots of the house that are there.
 * @param {readonly Available[]} bots those that are there
 * @param {readonly string[]} played the ids of the others
 * @param {boolean} won
 * @returns {{ one: Available, other: Available } | undefined} who goes, and who comes
 */
export function nextRival(bots, played, won) {
  const all = bots.filter(levelOf).toSorted((one, other) => won ? byStrength(one, other) : byStrength(other, one));
  const rivals = all.filter(({ id }) => played.includes(id));
  if (!rivals.length || rivals.length < played.length) return undefined;
  const [one] = rivals;
  const other = all.find((bot) =>
    !rivals.includes(bot) && levelOf(bot) !== levelOf(one) && all.indexOf(bot) > all.indexOf(one)
  );
  return other && { one, other };
}

/**
 * Who comes to the other seats of a table; null where a seat is free for a friend, or nobody is left.
 * @param {Chosen} chosen
 * @param {readonly Available[]} bots as `ranked` has them
 * @returns {(Available | null)[]}
 */
export function comers({ seats, who }, bots) {
  const chosen = Array.from({ length: seats - 1 }, (_, at) => who[at]);
  const others = bots.filter((bot) => !chosen.includes(keyOf(bot)));
  return chosen.map((key) => {
    if (key === null) return null;
    return bots.find((bot) => keyOf(bot) === key) ?? others.shift() ?? null;
  });
}

/**
 * Have somebody at a seat; whoever was to sit there changes places with them.
 * @param {readonly (Available | null)[]} guests as `comers` has them
 * @param {number} at
 * @param {string | null} key null for a friend
 * @returns {Chosen["who"]}
 */
export function seated(guests, at, key) {
  const who = guests.map((bot) => bot && keyOf(bot));
  const before = key === null ? -1 : who.indexOf(key);
  if (before >= 0) who[before] = who[at];
  who[at] = key;
  return who;
}

/**
 * What there is to say of a bot beside its name: how strong it is, in words and as points, if it is of the house; else that
 * it is not, with what it says of itself as its own words.
 * @param {Available} bot
 * @param {import("../../text/index.js").Text["home"]} words
 */
export function strength({ house, level, description, kind }, { levels, says, foreign }) {
  if (!house) {
    const said = description ? says(description) : "";
    return html`<small>${[kind === "bot" ? foreign : "", said].filter(Boolean).join(" · ")}</small>`;
  }
  if (!level) return html`<small>${description ?? nothing}</small>`;
  return html`<small class="level">${levels[level - 1]} <svg class="pips" viewBox="0 0 30 6" width="30" height="6"
    aria-hidden="true">${LEVELS.map((each) => pip(each, each <= level))}</svg></small>`;
}

/** @param {number} at @param {boolean} full */
const pip = (at, full) =>
  svg`
    <circle class=${full ? "full" : "hollow"} cx=${at * 8 - 5} cy="3" r="2.4" />
  `;
