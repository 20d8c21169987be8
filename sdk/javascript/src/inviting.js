// Opponents who are invited: those who can be had, one after the other, until one accepts.

import { unless } from "./errors.js";
import { sleep } from "./pause.js";

/** @typedef {import("./client.js").Croupier} Croupier */
/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("../types/api.js").Available} Available */

/** In place of a name: any bot that can be had. */
export const ANY = "any";
/** For how many seconds one who is invited may think about it. */
const ANSWER = 15;
/** After how many seconds an invitation is looked up; they double each time. */
const LOOK = { first: 0.1, most: 1 };
/** For how many seconds a match is tried to be left that nobody has joined. */
const GO = 2;
/** How an invitation is refused of one who cannot be had any more, or taken back too late. */
const NOT_HAD = [404, 409];

/**
 * The others of this name who can be invited, those of the house first; with "any" all bots.
 * @param {Croupier} me
 * @param {import("../types/api.js").Game} game
 * @param {string} name
 */
export async function whoCanBeHad(me, game, name) {
  const own = (await me.player()).id;
  /** @type {Available[]} */
  const found = [];
  for await (const each of me.players({ available: game, kind: name === ANY ? "bot" : undefined })) {
    if (each.id !== own && [ANY, each.displayName].includes(name)) found.push(each);
  }
  return found;
}

/**
 * Invite them in turn, until all seats are taken. The match is left if some are not.
 * @param {Match} match
 * @param {Available[]} players
 * @param {AbortSignal} signal
 */
export async function joinedBy(match, players, signal) {
  let free = match.now.seats.filter(({ player }) => player === null).length;
  try {
    for (const { id } of players) {
      if (free && await accepted(match, id, signal)) free--;
      signal.throwIfAborted();
    }
  } finally {
    if (free) await Promise.race([match.leave().catch(() => {}), sleep(GO)]);
  }
  return !free;
}

/** @param {Match} match @param {string} player its id @param {AbortSignal} signal */
async function accepted(match, player, signal) {
  const invitation = await match.invite(player).catch(unless(NOT_HAD));
  if (!invitation) return false;
  const until = Date.now() + ANSWER * 1000;
  /** @type {string} */
  let status = invitation.status;
  for (let look = LOOK.first; status === "pending" && Date.now() < until && !signal.aborted; look *= 2) {
    await sleep(Math.min(look, LOOK.most), signal);
    status = await statusOf(match, invitation.id);
  }
  if (status === "pending") {
    await match.withdraw(invitation.id).catch(unless(NOT_HAD));
    status = await statusOf(match, invitation.id);
  }
  return status === "accepted";
}

/** @param {Match} match @param {string} id */
async function statusOf(match, id) {
  return (await match.invitations()).find((each) => each.id === id)?.status ?? "expired";
}
