// Earlier accounts of this browser, which the service has refused: when its store is lost, it knows nobody until that is
// restored. Nothing tells this from a token that was revoked, so whoever was refused is asked for again.

import { Refused } from "../../../sdk/javascript/src/errors.js";
import { moreOf } from "../../text/more.js";

/** @typedef {import("./session.js").Account} Account */
/** @typedef {import("./session.js").Earlier} Earlier */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../../text/index.js").Text} Text */
/**
 * What it needs of the page's shell.
 * @typedef {{ session: Session, search?: { wish?: unknown }, kept: import("./storage.js").Kept, text: Text,
 *   tell: (notice: { kind: "note", text: string }) => void }} Shell
 */

/** Between two questions of an open page, in milliseconds. */
const PAUSE = 300_000;
/** An account that is still refused after so long comes back no more by itself, in milliseconds: a month. */
const LIFE = 30 * 86_400_000;

/** The shells that ask. @type {WeakSet<Shell>} */
const asking = new WeakSet();

/** Take an earlier account back as soon as it works. @param {Shell} shell @param {boolean} now whether to ask at once, too */
export async function recall(shell, now) {
  if (!asking.has(shell)) setInterval(() => takeBack(shell).catch(() => {}), PAUSE); // the next time asks again
  asking.add(shell);
  if (now) await takeBack(shell);
}

/** Be the last player that was refused and works again, if nothing was done as another one since. @param {Shell} shell */
export async function takeBack(shell) {
  const { session } = shell;
  const refused = session.earlier.filter(({ left }) => !left);
  if (!refused.length) return;
  const { me } = session;
  if (searches(shell) || await plays(session)) return session.settle();
  for (const each of refused) {
    const account = await working(session, each);
    if (me !== session.me || searches(shell)) return;
    if (account) return back(shell, account);
  }
}

/** Those earlier accounts that work. @param {Session} session @returns {Promise<Account[]>} */
export async function offered(session) {
  const all = await Promise.all(session.earlier.map((each) => working(session, each)));
  return all.filter((each) => each !== undefined);
}

/** Be an earlier player, whom the player has chosen; the present one becomes an earlier one. @param {Session} session @param {Account} account */
export function choose(session, account) {
  session.settle();
  session.swap(account);
}

/**
 * Be the earlier player. The guest can be chosen: it may have begun to play meanwhile, or a search that was kept may find it a match.
 * @param {Shell} shell
 * @param {Account} account
 */
function back(shell, account) {
  shell.session.swap(account);
  shell.tell({ kind: "note", text: moreOf(shell.text.language).settings.back(account.name) });
}

/** Whether a tab of this browser looks for somebody. @param {Shell} shell */
function searches({ session, search, kept }) {
  return session.known && Boolean(search?.wish ?? kept.getItem("croupier:searches"));
}

/** Whether the player has any match. @param {Session} session */
async function plays({ known, me }) {
  if (!known) return false;
  const { done } = await me.matches.list({ player: "me" }).next();
  return !done;
}

/** The account with its present name; undefined if it does not work. @param {Session} session @param {Earlier} earlier */
async function working(session, { token, at = Infinity }) {
  try {
    const { displayName } = await session.of(token).player();
    return { token, name: displayName };
  } catch (error) {
    if (error instanceof Refused && error.status === 401 && Date.now() - at > LIFE) {
      session.settle((each) => each.token === token);
    }
    return undefined;
  }
}
