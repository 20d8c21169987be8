// Sign-in with an account elsewhere: OpenID Connect, by code flow with PKCE. It comes once somebody asks for it, or is back from there.

import { addIdentity } from "../../../sdk/javascript/src/access.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { waysInText } from "../../text/ways-in.js";
import { at, home } from "./router.js";
import { became, seen } from "./ways-in.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("./ways-in.js").Outcome} Outcome */
/** @typedef {{ issuer: string, clientId: string, name: string }} Issuer as the service tells of it */
/** @typedef {Issuer & { verifier: string, state: string, nonce: string, adds: boolean }} Begun what this tab has begun */

/** What this tab has begun, until it is back. */
const BEGUN = "croupier:signing-in";
const BACK = "/signed-in";

/**
 * Go to where somebody has an account. Nothing is returned but what went wrong.
 * @param {Shell} shell
 * @param {Issuer} issuer
 * @param {boolean} [adds] whether the account that is here gets another way in
 * @returns {Promise<string>}
 */
export async function begin(shell, issuer, adds = false) {
  try {
    const { authorization_endpoint: endpoint } = await configuration(issuer);
    const begun = { ...issuer, verifier: random(), state: random(), nonce: random(), adds };
    sessionStorage.setItem(BEGUN, JSON.stringify(begun));
    const address = new URL(endpoint);
    for (const [name, value] of Object.entries(await asked(begun))) address.searchParams.set(name, value);
    location.assign(address);
    return "";
  } catch {
    return waysInText(shell.text.language).elsewhereAway(issuer.name);
  }
}

/** Be whoever has come back from there. @param {Shell} shell @returns {Promise<Outcome>} */
export async function finish(shell) {
  const words = waysInText(shell.text.language);
  const told = new URLSearchParams(location.search);
  history.replaceState(null, "", at(BACK)); // a code is no address to keep
  /** @type {Begun | null} */
  const begun = JSON.parse(sessionStorage.getItem(BEGUN) ?? "null");
  sessionStorage.removeItem(BEGUN);
  const code = told.get("code");
  const isOurs = begun && told.get("state") === begun.state && (told.get("iss") ?? begun.issuer) === begun.issuer;
  if (!isOurs) return { done: false, words: words.elsewhereUnasked };
  if (!code) {
    return { done: false, words: told.get("error") === "access_denied" ? words.elsewhereNo : words.elsewhereWrong };
  }
  try {
    const shown = { idToken: await exchange(begun, code), nonce: begun.nonce };
    if (!begun.adds) return await became(shell, shown);
    await addIdentity(shell.me, shown);
    await seen(shell).catch(() => {}); // then it is told as if another device had done it
    return { done: true, words: words.elsewhereAdded(begun.name) };
  } catch (error) {
    if (!(error instanceof Refused)) return { done: false, words: words.elsewhereAway(begun.name) };
    if (error.code === "conflict") return { done: false, words: words.elsewhereTaken };
    return { done: false, words: error.code === "unauthenticated" ? words.elsewhereWrong : shell.wording(error) };
  }
}

/** Where an issuer is asked what. @param {Issuer} issuer */
async function configuration({ issuer }) {
  const answer = await fetch(`${issuer.replace(/[/]$/, "")}/.well-known/openid-configuration`);
  const found = await answer.json();
  if (found.issuer !== issuer || !/^https:/.test(found.authorization_endpoint)) throw new TypeError("another issuer");
  return found;
}

/** What is asked of an issuer. @param {Begun} begun */
async function asked({ clientId, verifier, state, nonce }) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return {
    client_id: clientId,
    redirect_uri: home() + BACK,
    response_type: "code",
    scope: "openid profile",
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: "S256",
    state,
    nonce,
  };
}

/** The ID token for a code. @param {Begun} begun @param {string} code @returns {Promise<string>} */
async function exchange(begun, code) {
  const { token_endpoint: endpoint } = await configuration(begun);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: home() + BACK,
    client_id: begun.clientId,
    code_verifier: begun.verifier,
  });
  const answer = await fetch(endpoint, { method: "POST", body });
  const { id_token: idToken } = await answer.json();
  if (!answer.ok || typeof idToken !== "string") throw new TypeError("no token");
  return idToken;
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** @param {Uint8Array} bytes */
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
