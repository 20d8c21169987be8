// How an account is kept and opened in this browser: passkeys and printed codes, and what is told of either. It comes with
// whatever asks for it first.

import {
  askPasskey,
  hasPasskeys,
  issuers,
  keepAccount,
  rpOf,
  signIn,
  waysIn,
} from "../../../sdk/javascript/src/access.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { isolated } from "../../boards/bidi.js";
import { waysInText } from "../../text/ways-in.js";
import { localeOf } from "./time.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").Access} Access */
/** @typedef {import("../../../sdk/javascript/types/api.js").AccessEvent} AccessEvent */
/** @typedef {{ done: boolean, words: string }} Outcome whether it was done, and what to say; "" for nothing */

/** Up to when this device has shown what has happened to the account. */
const SEEN = "croupier:access";
/** For so long options are good, in milliseconds. */
const LIFE = 300_000;

/** Whether this page can have passkeys. */
export const can = hasPasskeys;

/** The name of this device among tokens and keys. */
export function deviceName() {
  return /^[A-Za-z]+/.exec(navigator.platform)?.[0] ?? "browser";
}

/** Where people may have an account besides. @param {Shell} shell @returns {Promise<import("./single-sign-on.js").Issuer[]>} */
export async function issuersOf({ session }) {
  return await issuers(session.of()).catch(() => []); // then they are offered another time
}

/** A day, as people read it. @param {Shell} shell @param {string} time */
export function day(shell, time) {
  return new Date(time).toLocaleDateString(localeOf(shell.text.language));
}

/** Have this device keep the account. @param {Shell} shell @returns {Promise<Outcome>} */
export async function keep(shell) {
  const words = waysInText(shell.text.language);
  const begun = Date.now();
  try {
    await keepAccount(shell.me, deviceName());
    await seen(shell).catch(() => {}); // then it is told as if another device had done it
    return { done: true, words: words.kept };
  } catch (error) {
    return await failed(shell, error, begun, words.notKept, words.refused);
  }
}

/**
 * Sign in with a passkey of this device; nothing is said where it was only offered.
 * @param {Shell} shell
 * @param {{ mediation?: CredentialMediationRequirement, signal?: AbortSignal }} [how]
 * @returns {Promise<Outcome>}
 */
export async function signInByKey(shell, how = {}) {
  const words = waysInText(shell.text.language);
  const begun = Date.now();
  try {
    return await became(shell, await askPasskey(shell.session.of(), how));
  } catch (error) {
    if (how.signal?.aborted || how.mediation && !(error instanceof Refused)) return { done: false, words: "" };
    return await failed(shell, error, begun, words.nothing, words.unknown);
  }
}

/** Offer the passkeys of this device among what a field for a name suggests, until that is ended. @param {Shell} shell @param {AbortSignal} signal @returns {Promise<Outcome>} */
export async function offerKeys(shell, signal) {
  if (!can() || !await PublicKeyCredential.isConditionalMediationAvailable?.()) return { done: false, words: "" };
  return await signInByKey(shell, { mediation: "conditional", signal });
}

/** Sign in with a printed code. @param {Shell} shell @param {string} recoveryCode @returns {Promise<Outcome>} */
export async function signInByCode(shell, recoveryCode) {
  const words = waysInText(shell.text.language);
  try {
    return await became(shell, { recoveryCode });
  } catch (error) {
    return await failed(shell, error, Date.now(), words.nothing, words.badCode);
  }
}

/** Be whom this opens; a guest of this browser stays one of its earlier accounts. @param {Shell} shell @param {any} way @returns {Promise<Outcome>} */
export async function became(shell, way) {
  const words = waysInText(shell.text.language);
  const { session } = shell;
  const guest = session.account;
  const me = await signIn(session.url, way, { ...session.settings(), name: deviceName() });
  const { displayName, id } = await me.player();
  const isOther = guest && (await session.me.player().catch(() => undefined))?.id !== id;
  if (isOther) session.swap({ token: me.token, name: displayName });
  else session.be({ token: me.token, name: displayName });
  const events = await seen(shell).catch(() => []); // the next page looks
  const operators = events.find(({ event }) => event === "operatorCodeMade");
  const [name, other] = [isolated(displayName), isolated(guest?.name ?? "")];
  const told = [isOther ? words.stays(name, other) : words.done(name), operators && inWords(shell, operators)];
  return { done: true, words: told.filter(Boolean).join(" ") };
}

/**
 * What went wrong, in words. Of a browser's NotAllowedError nobody can say whether somebody said no, or had nothing to say yes to.
 * @param {Shell} shell
 * @param {unknown} error
 * @param {number} begun when it was asked for
 * @param {string} nothing what a "no" means
 * @param {string} refused what the service's refusal means
 * @returns {Promise<Outcome>}
 */
async function failed(shell, error, begun, nothing, refused) {
  const words = waysInText(shell.text.language);
  const tell = (/** @type {string} */ words) => ({ done: false, words });
  if (error instanceof Refused && ["unauthenticated", "passkey_refused"].includes(error.code)) {
    return tell(Date.now() - begun > LIFE ? words.late : refused);
  }
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError") return tell(words.hasOne);
  if (name === "SecurityError") return tell(words.open(await rightAddress(shell)));
  if (["NotAllowedError", "AbortError"].includes(name)) return tell(nothing);
  return tell(shell.wording(error));
}

/** Where passkeys can be used. @param {Shell} shell @returns {Promise<string>} */
async function rightAddress({ session }) {
  const answer = await fetch(new URL("/.well-known/webauthn", session.url || location.href));
  const { origins } = await answer.json();
  return origins[0];
}

/** What has happened to the account and was not shown on this device yet, newest first. @param {Shell} shell @param {Access} access */
export function unseen({ kept }, { events }) {
  const since = kept.getItem(SEEN);
  return since === null ? [] : events.filter(({ time }) => time > since);
}

/** All that has happened so far has been shown here; it is returned. @param {Shell} shell */
export async function seen(shell) {
  const { events } = await waysIn(shell.me);
  shell.kept.setItem(SEEN, events[0]?.time ?? "");
  return events;
}

/** Tell of what has happened to the account since this device was told last. @param {Shell} shell */
export async function tellNews(shell) {
  const { session, text, kept } = shell;
  if (!session.known) return;
  const access = await waysIn(session.me);
  const [newest] = unseen(shell, access);
  if (newest) shell.tell({ kind: "note", text: `${inWords(shell, newest)} ${waysInText(text.language).notYou}` });
  else if (kept.getItem(SEEN) === null) kept.setItem(SEEN, access.events[0]?.time ?? "");
}

/** An event in words. @param {Shell} shell @param {AccessEvent} event */
export function inWords(shell, { event, time, name, reason }) {
  const words = waysInText(shell.text.language).events[event];
  return words?.(day(shell, time), isolated(name ?? reason ?? "")) ?? "";
}

/** Tell this device that a key opens nothing any more, since its owner has removed it. @param {Shell} shell @param {string} credentialId */
export async function forgetKey(shell, credentialId) {
  await signal(shell, "signalUnknownCredential", { credentialId });
}

/** Tell this device that no key of an account opens anything, since its owner has deleted it. @param {Shell} shell @param {string} userId */
export async function forgetKeys(shell, userId) {
  await signal(shell, "signalAllAcceptedCredentials", { userId, allAcceptedCredentialIds: [] });
}

/**
 * Only ever after what the owner did: for a refused sign-in, a service that was restored older would wipe good keys.
 * @param {Shell} shell
 * @param {"signalUnknownCredential" | "signalAllAcceptedCredentials"} name
 * @param {object} what
 */
async function signal(shell, name, what) {
  if (!can() || !(name in PublicKeyCredential)) return;
  try {
    const rpId = await rpOf(shell.session.of());
    await /** @type {any} */ (PublicKeyCredential)[name]({ rpId, ...what });
  } catch {
    // The device goes on to offer what opens nothing.
  }
}
