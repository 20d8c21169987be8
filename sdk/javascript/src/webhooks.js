// Webhooks: URLs that are called when something waits for a player, and what they are sent. A page needs none of this.

import { sessionOf } from "./client.js";
import { CroupierError } from "./errors.js";
import { checkedId } from "./session.js";

/** @typedef {import("./client.js").Croupier} Croupier */
/** @typedef {import("../types/api.js").Webhook} Webhook */

const PATH = "/v1/players/me/webhooks";
/** How old a message may be, and how far ahead its clock, in seconds. */
const TOLERANCE_S = 300;

/** @param {string} id @param {string} [rest] */
const pathOf = (id, rest = "") => `${PATH}/${checkedId(id)}${rest}`;

/** The caller's webhooks, without their secrets. @param {Croupier} me @returns {Promise<Webhook[]>} */
export async function webhooks(me) {
  return (await sessionOf(me).call("GET", PATH)).webhooks;
}

/**
 * Have a URL called: at most five. Keep the `secret`, which is told this once.
 * @param {Croupier} me
 * @param {import("../types/api.js").NewWebhook} wish
 * @returns {Promise<Webhook & { secret: string }>}
 */
export function addWebhook(me, wish) {
  return sessionOf(me).call("POST", PATH, { body: wish });
}

/** End a webhook. What is being sent at this moment may still arrive. @param {Croupier} me @param {string} id */
export async function deleteWebhook(me, id) {
  await sessionOf(me).call("DELETE", pathOf(id));
}

/**
 * Have a message of the type `test` sent. One that arrives switches a webhook on again.
 * @param {Croupier} me
 * @param {string} id
 * @returns {Promise<string>} the id of its delivery
 */
export async function testWebhook(me, id) {
  return (await sessionOf(me).call("POST", pathOf(id, "/test"), { body: {} })).id;
}

/** Another secret. For a day, messages are signed with both. @param {Croupier} me @param {string} id @returns {Promise<string>} */
export async function changeWebhookSecret(me, id) {
  return (await sessionOf(me).call("POST", pathOf(id, "/secret"), { body: {} })).secret;
}

/**
 * The last 50 messages with what became of them, the newest first.
 * @param {Croupier} me
 * @param {string} id
 * @returns {Promise<import("../types/api.js").WebhookDelivery[]>}
 */
export async function webhookDeliveries(me, id) {
  return (await sessionOf(me).call("GET", pathOf(id, "/deliveries"))).deliveries;
}

/** Have a message sent once more that was sent before, or was given up. @param {Croupier} me @param {string} id @param {string} delivery */
export async function retryWebhook(me, id, delivery) {
  await sessionOf(me).call("POST", pathOf(id, `/deliveries/${checkedId(delivery)}/retry`), { body: {} });
}

/**
 * What a message of a webhook says. The same may come twice; it has the same `webhook-id` then.
 * @param {string} body as it came
 * @param {Headers | Record<string, string>} headers
 * @param {string} secret that `addWebhook` has told
 * @returns {Promise<{ type: string, timestamp: string, data: Record<string, any> }>}
 * @throws {CroupierError} for what is no message of the service, or an old one
 */
export async function verifyWebhook(body, headers, secret) {
  const said = new Headers(headers);
  const [id, at, signatures] = ["id", "timestamp", "signature"].map((name) => said.get(`webhook-${name}`));
  if (!id || !/^\d+$/.test(at ?? "") || !signatures) throw new CroupierError("This is no message of a webhook.");
  if (Math.abs(Date.now() / 1000 - Number(at)) > TOLERANCE_S) {
    throw new CroupierError("The message is old, or the clock of this machine is wrong.");
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret.replace(/^whsec_/, "")), algorithm, false, [
    "verify",
  ]);
  const signed = new TextEncoder().encode(`${id}.${at}.${body}`);
  for (const [version, signature] of signatures.split(" ").map((each) => each.split(","))) {
    if (version === "v1" && signature && await crypto.subtle.verify("HMAC", key, bytesOf(signature), signed)) {
      return JSON.parse(body);
    }
  }
  throw new CroupierError("The message is not signed with this secret.");
}

/** Empty for what is no Base64. @param {string} base64 */
function bytesOf(base64) {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
