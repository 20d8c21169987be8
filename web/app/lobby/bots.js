// The bots that can be played against: who is there, who comes to a table, and how strong they say that they are.

import { html, nothing, svg } from "../../vendor/lit.js";
import { first } from "./first-few.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("./new-table.js").Chosen} Chosen */
/** @typedef {import("../../../sdk/javascript/types/api.js").Game} Game */
/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */

/** What the browser keeps: against whom the player has played last. */
const RIVAL = "croupier:rival";
const MOST = 20;
/** The levels of strength, of which a bot has one. */
const LEVELS = [1, 2, 3, 4];

/** The bots that can be invited to a game. @param {Shell} shell @param {string} game @returns {Promise<Available[]>} */
export function botsOf(shell, game) {
  return first(shell.me.players({ available: /** @type {Game} */ (game), kind: "bot", pageSize: MOST }), MOST);
}

/** The weakest first, and by name where they are as strong. @param {Available} one @param {Available} other */
export function byStrength(one, other) {
  const [level, least] = [one, other].map((each) => each.level ?? LEVELS.length + 1);
  return level - least || one.displayName.localeCompare(other.displayName);
}

/** The name of the bot that the player wants. @param {Shell} shell */
export function wanted(shell) {
  return shell.kept.getItem(RIVAL) ?? "Hugo";
}

/** @param {Shell} shell @param {string} name */
export function want(shell, name) {
  shell.kept.setItem(RIVAL, name);
}

/**
 * The bots in the order in which they are asked to come: the one of that name, and then by how near their strength is to
 * that of the one, who may not play this game; the stronger of two that are as near, and without its strength the strongest.
 * @param {readonly Available[]} bots
 * @param {string} name
 * @param {number | null} [strength] of the one of that name
 */
export function ranked(bots, name, strength = bots.find(({ displayName }) => displayName === name)?.level) {
  const wanted = strength ?? LEVELS.length;
  const rank = (/** @type {Available} */ { displayName, level }) =>
    displayName === name ? -1 : Math.abs(wanted - (level ?? 0));
  return bots.toSorted((one, other) => rank(one) - rank(other) || (other.level ?? 0) - (one.level ?? 0));
}

/**
 * Who comes to the other seats of a table; null where a seat is free for a friend, or nobody is left.
 * @param {Chosen} chosen
 * @param {readonly Available[]} bots as `ranked` has them
 * @returns {(Available | null)[]}
 */
export function comers({ seats, who }, bots) {
  const named = Array.from({ length: seats - 1 }, (_, at) => who[at]);
  const others = bots.filter(({ displayName }) => !named.includes(displayName));
  return named.map((name) => {
    if (name === null) return null;
    return bots.find(({ displayName }) => displayName === name) ?? others.shift() ?? null;
  });
}

/**
 * Have somebody at a seat; whoever was to sit there changes places with them.
 * @param {readonly (Available | null)[]} guests as `comers` has them
 * @param {number} at
 * @param {string | null} name null for a friend
 * @returns {Chosen["who"]}
 */
export function seated(guests, at, name) {
  const who = guests.map((bot) => bot?.displayName ?? null);
  const before = name === null ? -1 : who.indexOf(name);
  if (before >= 0) who[before] = who[at];
  who[at] = name;
  return who;
}

/** How strong a bot is, in words and as points; else what it says about itself. @param {Available} bot @param {string[]} levels */
export function strength({ level, description }, levels) {
  if (!level) return html`<small>${description ?? nothing}</small>`;
  return html`<small class="level">${levels[level - 1]} <svg class="pips" viewBox="0 0 30 6" width="30" height="6"
    aria-hidden="true">${LEVELS.map((each) => pip(each, each <= level))}</svg></small>`;
}

/** @param {number} at @param {boolean} full */
const pip = (at, full) =>
  svg`
    <circle class=${full ? "full" : "hollow"} cx=${at * 8 - 5} cy="3" r="2.4" />
  `;
