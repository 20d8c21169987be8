// Web Push: this browser is told what waits for its player while no page is seen. It is loaded once somebody wants that, and on
// pages of players of whom a browser is told: the service sends nothing to any as long as one of their pages asks.

import { sessionOf } from "../../../sdk/javascript/src/client.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { at } from "./router.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("../../../sdk/javascript/types/api.js").Push} Push */
/** @typedef {import("../../../sdk/javascript/types/api.js").HookEvent} HookEvent */
/**
 * What is kept of the subscription: the browser's id at the service, and what it belongs to. Without an id, this browser is not
 * told and another one of the player is.
 * @typedef {{ id?: string, token?: string, endpoint?: string, events?: HookEvent[] }} Noted
 */

const PATH = "/v1/players/me/push";
const NOTED = "croupier:push";
/** Between two signs that a page is seen, in milliseconds; the herald waits for 90 seconds. */
const SIGN = 60_000;
/** What is told unless somebody chooses: what has to be answered, and how a match has ended. @type {HookEvent[]} */
export const USUAL = [
  "yourTurn",
  "entropyNeeded",
  "invited",
  "rematchOffered",
  "matchFinished",
  "checkInOpened",
  "roundPaired",
];
/** Where the worker finds the language of the page. */
export const WORDS = { cache: "croupier-language", path: at("/language") };
/** What may be on a home screen only. */
const APPLE = /iPhone|iPad|iPod/;

/** Whether this browser can be told: "homeScreen" if it could from the home screen. @returns {"yes" | "no" | "homeScreen"} */
export function able() {
  if ("PushManager" in globalThis && "Notification" in globalThis && navigator.serviceWorker) return "yes";
  const { userAgent, platform, maxTouchPoints, standalone } = /** @type {any} */ (navigator);
  const apple = APPLE.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
  return apple && !standalone ? "homeScreen" : "no";
}

/** The key of the service, and the browsers that it tells. @param {Croupier} me @returns {Promise<Push>} */
export function read(me) {
  return sessionOf(me).call("GET", PATH);
}

/** What is kept of the subscription here. @param {Pick<Shell, "kept">} shell @returns {Noted} */
export function noted({ kept }) {
  return JSON.parse(kept.getItem(NOTED) ?? "{}");
}

/** Whether this browser is told of what waits for the player who is here. @param {Shell} shell */
export function isTold(shell) {
  const { id, token } = noted(shell);
  return id !== undefined && token === shell.session.account?.token;
}

/**
 * Have this browser be told, or be told of something else. The browser has been asked before.
 * @param {Shell} shell
 * @param {readonly HookEvent[]} [events]
 * @returns {Promise<boolean>} whether it is; not if the service tells nobody
 * @throws what the service refuses, and DOMException where the browser can reach no push service
 */
export async function subscribe(shell, events = noted(shell).events ?? USUAL) {
  const me = await shell.player();
  const { publicKey } = await read(me);
  const registration = await worker();
  if (!publicKey || !registration) return false;
  await put(shell, me, await subscribed(registration, publicKey), [...events]);
  await speaks(shell.text.language);
  begin(shell);
  return true;
}

/** Have this browser be told nothing more. @param {Shell} shell */
export async function unsubscribe(shell) {
  const { id, token } = noted(shell);
  shell.kept.removeItem(NOTED);
  await (await (await worker())?.pushManager.getSubscription())?.unsubscribe();
  if (id && token) await end(shell.session.of(token), id);
}

/** Have a browser of the player be told nothing more. @param {Croupier} me @param {string} id */
export async function end(me, id) {
  try {
    await sessionOf(me).call("DELETE", `${PATH}/${id}`);
  } catch (error) {
    if (!(error instanceof Refused && [401, 404].includes(error.status))) throw error;
  }
}

/**
 * Have the service tell this browser where it does not any more: the push service has given it another address, the installation has
 * another key, or somebody else plays here now.
 * @param {Shell} shell
 */
export async function heal(shell) {
  await navigator.locks?.request(NOTED, () => healed(shell)); // another tab may be about it, too
}

/** @param {Shell} shell */
async function healed(shell) {
  const { session } = shell;
  const own = noted(shell);
  if (!session.known || !session.account) return;
  const { token } = session.account;
  const { publicKey, browsers } = await read(session.me);
  const listed = browsers.find(({ id }) => id === own.id);
  if (!own.id) return told(shell, browsers.length > 0);
  const registration = await worker();
  if (!registration || !publicKey) return; // an installation that tells nobody for a while
  if (Notification.permission !== "granted") return await unsubscribe(shell);
  const before = await registration.pushManager.getSubscription();
  const dead = listed && ["gone", "off"].includes(listed.status);
  if (dead) await before?.unsubscribe();
  const subscription = await subscribed(registration, publicKey);
  const same = subscription.endpoint === own.endpoint && token === own.token;
  if (same && !listed) return await unsubscribe(shell); // ended from another device
  if (!same || dead) await put(shell, session.me, subscription, own.events ?? USUAL);
  await speaks(shell.text.language);
}

/** @type {WeakSet<Shell>} */
const begun = new WeakSet();

/** Show the service that a page is seen, and keep the subscription, from now on. @param {Shell} shell */
export function begin(shell) {
  if (begun.has(shell)) return;
  begun.add(shell);
  const look = () => {
    if (document.visibilityState !== "visible" || !shell.kept.getItem(NOTED)) return;
    shell.session.check().catch(() => {}); // the next sign is as good
    tidy(shell);
  };
  document.addEventListener("visibilitychange", look);
  setInterval(look, SIGN);
  shell.router.addEventListener("change", () => tidy(shell));
  shell.session.addEventListener("change", () => heal(shell).catch(() => {})); // the next page does
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data.resubscribed) heal(shell).catch(() => {});
  });
  heal(shell).catch(() => {});
  look();
}

/** Close what was told of the match that is looked at. @param {Shell} shell */
async function tidy({ router: { route } }) {
  if (route.page !== "match") return;
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const each of await registration?.getNotifications?.({ tag: `croupier ${route.id}` }) ?? []) each.close();
}

/** Note that other browsers of the player are told, for whose sake pages show that they are seen. @param {Shell} shell @param {boolean} elsewhere */
function told(shell, elsewhere) {
  if (!elsewhere) return shell.kept.removeItem(NOTED);
  shell.kept.setItem(NOTED, "{}");
  begin(shell);
}

/** @param {Shell} shell @param {Croupier} me @param {PushSubscription} subscription @param {HookEvent[]} events */
async function put(shell, me, subscription, events) {
  const { keys } = subscription.toJSON();
  const { endpoint } = subscription;
  const before = noted(shell);
  const { id } = await sessionOf(me).call("PUT", PATH, { body: { endpoint, keys, events } });
  shell.kept.setItem(NOTED, JSON.stringify({ id, token: shell.session.account?.token, endpoint, events }));
  if (before.id && before.token && before.id !== id) await end(shell.session.of(before.token), before.id);
}

/** The subscription by this key; one by another key ends. @param {ServiceWorkerRegistration} registration @param {string} key */
async function subscribed({ pushManager }, key) {
  const before = await pushManager.getSubscription();
  if (before && encoded(before.options.applicationServerKey) === key) return before;
  await before?.unsubscribe();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** @param {ArrayBuffer | null} key */
function encoded(key) {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? [])));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The worker, which is active; undefined on a page that has none. */
async function worker() {
  if (able() !== "yes" || !await navigator.serviceWorker.getRegistration()) return undefined;
  return await navigator.serviceWorker.ready;
}

/** Have the worker speak this language. @param {string} language */
async function speaks(language) {
  await (await caches.open(WORDS.cache)).put(WORDS.path, new Response(language));
}
