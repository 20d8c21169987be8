// Leave an account: sign out here, or delete it. Nothing of it stays in this browser: neither what is kept, nor what a page
// that is open in another tab, or that the Back button brings back, still shows.

import { sessionOf } from "../../../sdk/javascript/src/client.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { SAID } from "../session/storage.js";
import { at } from "../shell/router.js";
import { forgetKeys } from "../shell/ways-in.js";
import { WORDS } from "../shell/web-push.js";
import { devicesOf, signOutDevice } from "./devices.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */

/** What the page keeps by names that begin with this. */
const OWN = "croupier:";
/** What is the device's and not the player's. All else goes, also what comes to be kept later. */
const STAYS = ["croupier:language", "croupier:look", "croupier:preferences", "croupier:typing"];

/**
 * Revoke this browser's token, and forget the account; also where the service cannot be told, since nobody has the token then.
 * @param {Shell} shell
 * @param {{ signedOut: string, untold: string }} words
 */
export async function signOut(shell, { signedOut, untold }) {
  await shell.search?.end();
  const { session } = shell;
  const all = [session.me, ...session.earlier.map(({ token }) => session.of(token))];
  // First: another tab that is refused before it hears of this would keep the account, as one that may be known again.
  forgetKept();
  session.be(undefined);
  const [told] = await Promise.all(all.map(revoked));
  await forgetAll(shell, told ? signedOut : untold);
}

/** Delete the account. @param {Shell} shell @param {string} words @throws what the service refuses */
export async function deleteAccount(shell, words) {
  await shell.search?.end();
  const { id } = await shell.me.player();
  await sessionOf(shell.me).call("DELETE", "/v1/players/me");
  await forgetKeys(shell, id);
  await forgetAll(shell, words);
}

/** Whether a token is good no more. @param {Croupier} me */
async function revoked(me) {
  try {
    const own = (await devicesOf(me)).find(({ current }) => current);
    if (own) await signOutDevice(me, own.id);
    return true;
  } catch (error) {
    return error instanceof Refused && error.status === 401;
  }
}

/** Be nobody, and begin anew: a page that is loaded knows nothing of the one before. @param {Shell} shell @param {string} words */
async function forgetAll({ session }, words) {
  await untold().catch(() => {}); // the service has ended it with the token
  forgetKept();
  session.be(undefined);
  try {
    sessionStorage.clear();
    sessionStorage.setItem(SAID, words);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  location.replace(at("/"));
}

/** Have nothing told to this browser any more, and close what was told. */
async function untold() {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const each of await registration?.getNotifications() ?? []) each.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  await caches.delete(WORDS.cache);
}

/** Other tabs look for the account once it goes, so it goes last. */
function forgetKept() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(OWN) && !STAYS.includes(name));
    const last = (/** @type {string} */ name) => Number(name === "croupier:account");
    for (const name of names.sort((one, other) => last(one) - last(other))) localStorage.removeItem(name);
  } catch {
    // The same.
  }
}
