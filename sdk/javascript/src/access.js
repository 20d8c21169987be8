// The ways into an account besides its token: passkeys, a recovery code that was printed, and sessions. A page loads it once
// somebody signs in or keeps an account.

import { Croupier, sessionOf } from "./client.js";

/** @typedef {import("../types/api.js").Settings} Settings */
/** @typedef {import("../types/api.js").Passkey} Passkey */

const OWN = "/v1/players/me/passkeys";

/** Whether this browser can have passkeys on this page: it cannot at an address such as 127.0.0.1, and without TLS. */
export function hasPasskeys() {
  return typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/**
 * The passkeys of the caller, its recovery code, and what has lately happened to them.
 * @param {Croupier} me
 * @returns {Promise<import("../types/api.js").Access>}
 */
export function waysIn(me) {
  return sessionOf(me).call("GET", OWN);
}

/**
 * Have this device keep the caller's account by a passkey; the browser asks its user.
 * @param {Croupier} me
 * @param {string} [name] of the key, such as that of the device
 * @returns {Promise<Passkey>}
 * @throws {DOMException} InvalidStateError where the device has one already, NotAllowedError where its user does not want to
 */
export async function keepAccount(me, name) {
  const session = sessionOf(me);
  const options = await session.call("POST", `${OWN}/options`, { body: {} });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  return await session.call("POST", OWN, { body: { name, credential: made.toJSON() } });
}

/** Give a passkey another name. @param {Croupier} me @param {string} id @param {string} name @returns {Promise<Passkey>} */
export function renamePasskey(me, id, name) {
  return sessionOf(me).call("PATCH", `${OWN}/${encodeURIComponent(id)}`, { body: { name } });
}

/** Remove a passkey; sessions that it has begun go on. @param {Croupier} me @param {string} id */
export async function removePasskey(me, id) {
  await sessionOf(me).call("DELETE", `${OWN}/${encodeURIComponent(id)}`);
}

/** A code to print, with which the caller can sign in once. It ends the one before. @param {Croupier} me @returns {Promise<string>} */
export async function newRecoveryCode(me) {
  return (await sessionOf(me).call("POST", "/v1/players/me/recovery-code", { body: {} })).code;
}

/** The issuers with which people sign in on pages. @param {Croupier} nobody @returns {Promise<{ issuer: string, clientId: string, name: string }[]>} */
export async function issuers(nobody) {
  return (await sessionOf(nobody).call("GET", "/v1/about")).oidc;
}

/**
 * Have a subject of an issuer of OpenID Connect open the caller's account.
 * @param {Croupier} me
 * @param {{ idToken: string, nonce?: string }} shown
 * @returns {Promise<{ id: string, issuer: string, createTime: string }>}
 * @throws {Refused} `conflict` where it opens an account already
 */
export function addIdentity(me, shown) {
  return sessionOf(me).call("POST", "/v1/players/me/identities", { body: shown });
}

/** Have an identity open the account no more; sessions that it has begun go on. @param {Croupier} me @param {string} id */
export async function removeIdentity(me, id) {
  await sessionOf(me).call("DELETE", `/v1/players/me/identities/${encodeURIComponent(id)}`);
}

/**
 * What a passkey of this device says, for `signIn`: the browser asks its user which one.
 * @param {Croupier} nobody who needs no token
 * @param {{ mediation?: CredentialMediationRequirement, signal?: AbortSignal }} [how] "conditional" offers it in a field for names
 * @returns {Promise<{ passkey: PublicKeyCredentialJSON }>}
 * @throws {DOMException} NotAllowedError where there is none, or its user does not want to
 */
export async function askPasskey(nobody, how = {}) {
  const options = await sessionOf(nobody).call("POST", "/v1/sessions/options", { body: {} });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const found = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey, ...how }));
  return { passkey: found.toJSON() };
}

/** The domain that passkeys of this service are for. @param {Croupier} nobody @returns {Promise<string>} */
export async function rpOf(nobody) {
  return (await sessionOf(nobody).call("POST", "/v1/sessions/options", { body: {} })).rpId;
}

/**
 * Begin a session of the account that a passkey, a recovery code or an ID token opens. Keep `token`: it ends 30 days after its last use.
 * @param {string} url
 * @param {{ passkey: PublicKeyCredentialJSON } | { recoveryCode: string } | { idToken: string, nonce?: string }} way
 * @param {Settings & { name?: string }} [settings] `name` is that of the device
 * @returns {Promise<Croupier>}
 * @throws {Refused} `unauthenticated` for what opens nothing
 */
export async function signIn(url, way, settings = {}) {
  const { name, ...rest } = settings;
  const nobody = new Croupier(url, rest);
  const { token } = await sessionOf(nobody).call("POST", "/v1/sessions", { body: { ...way, name } });
  return new Croupier(url, { ...rest, token });
}
