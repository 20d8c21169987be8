// The page where there is no line: its files are kept as they come, and the page that was loaded last. Whatever the
// service says about players and matches goes past this.

/** @type {any} */
const worker = self;
/** The path below which the page lies: this script is directly below it. */
const ROOT = location.pathname.replace(/[/][^/]*$/, "");
/** The addresses of the page, below that. */
const SCREEN = /^\/($|j$|friends$|leaderboards(?:\/|$)|lobby$|signed-in$|tournaments(?:\/|$)|wall$|m\/|p\/|rules\/)/;
const FILE = /\/t\/(?:web|sdk|\w+\/games)\/[^"&]+\.\w+/;
/** A file that is named by its content never changes, nor does one of a game. */
const FIXED = /-[A-Z0-9]{8}\.\w+$|\/t\/\w+\/games\//;
const VERSION = /<meta name="croupier-version" content="([0-9a-f]+)"/;
const PREFIX = "croupier:";
/** Seconds until a page that was not there is asked for again. */
const AGAIN = "3";
/** The page is the same at all of its addresses, but for what it loads early. */
const PAGE = `${ROOT}/`;
/** What the page keeps of its language. */
const LANGUAGE = `${ROOT}/language`;
/** A notice that was shown so lately is replaced without a sound by one that says the same, in milliseconds. */
const LATELY = 180_000;
/** What notices say, in the languages of `text/`. @type {Record<string, Record<string, string>>} */
const NOTICES = {
  en: {
    yourTurn: "It is your turn",
    entropyNeeded: "A match waits for you to begin",
    invited: "You are invited to a match",
    rematchOffered: "You are asked for a rematch",
    matchStarted: "Your match has begun",
    matchFinished: "Your match is over",
    checkInOpened: "Your tournament begins: say that you are here",
    roundPaired: "The next round of your tournament has begun",
    tournamentFinished: "Your tournament is over",
    other: "Something waits for you",
  },
  de: {
    yourTurn: "Du bist dran",
    entropyNeeded: "Eine Partie wartet auf dich, um zu beginnen",
    invited: "Du bist zu einer Partie eingeladen",
    rematchOffered: "Jemand möchte noch einmal mit dir spielen",
    matchStarted: "Deine Partie hat begonnen",
    matchFinished: "Deine Partie ist vorbei",
    checkInOpened: "Dein Turnier beginnt: Sag, dass du da bist",
    roundPaired: "Die nächste Runde deines Turniers hat begonnen",
    tournamentFinished: "Dein Turnier ist vorbei",
    other: "Etwas wartet auf dich",
  },
};
/** Who starts it before anything is kept is told so, in the words of `text/`. @type {Record<string, string>} */
const WORDS = {
  en: "You are offline.",
  de: "Du bist offline.",
};

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(fresh(new Request(PAGE))); // without a page to keep, the next visit tries again
});

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && SCREEN.test(pathname.slice(ROOT.length))) event.respondWith(page(request));
  else if (FILE.test(pathname)) event.respondWith(file(request));
});

let told = Promise.resolve();
worker.addEventListener("push", (/** @type {any} */ event) => {
  told = told.then(() => noticed(said(event.data))).catch(() => {}); // in order: the newest of a match stays
  event.waitUntil(told);
});

worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(resubscribed(event)));

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(shown(event.notification.data.path));
});

/** What a message says: a type, and the id of a match or tournament, or of both. @param {any} data
 * @returns {{ type?: string, matchId?: string, tournamentId?: string }} */
function said(data) {
  try {
    return data.json() ?? {};
  } catch {
    return {}; // which still must be shown: a browser ends the subscription of who shows nothing
  }
}

/** Tell of something, in place of what was told of the same match or tournament before. @param {ReturnType<typeof said>} message */
async function noticed({ type = "", matchId = "", tournamentId = "" }) {
  const known = /^[\w-]{22}$/.test(matchId || tournamentId);
  const path = !known ? "/" : matchId ? `/m/${matchId}` : `/tournaments/${tournamentId}`;
  const seen = (await pages()).some((each) => each.visibilityState === "visible" && pathOf(each) === path);
  if (known && seen) return;
  const words = NOTICES[await spoken()];
  const tag = `croupier ${matchId || tournamentId}`;
  const before = (await worker.registration.getNotifications({ tag }))[0];
  const again = before?.data.type === type && Date.now() - before.timestamp < LATELY;
  const title = Object.hasOwn(words, type) ? words[type] : words.other;
  await worker.registration.showNotification(title, { tag, renotify: !again, data: { type, path } });
}

/** Another address or other keys: a page that is open tells the service, or else the next one. @param {any} event */
async function resubscribed({ oldSubscription, newSubscription }) {
  const { userVisibleOnly = true, applicationServerKey } = oldSubscription?.options ?? {};
  if (!newSubscription && applicationServerKey) {
    await worker.registration.pushManager.subscribe({ userVisibleOnly, applicationServerKey });
  }
  for (const each of await pages()) each.postMessage({ resubscribed: true });
}

/** The language of the page, or else one of the browser's. */
async function spoken() {
  const kept = await caches.match(LANGUAGE).then((each) => each?.text(), () => undefined);
  const wanted = [kept ?? "", ...navigator.languages].map((each) => each.slice(0, 2));
  return wanted.find((each) => each in NOTICES) ?? "en";
}

/** The pages that are open. @returns {Promise<any[]>} */
async function pages() {
  const all = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter((/** @type {any} */ each) => SCREEN.test(pathOf(each)));
}

/** The path of a page below that of the first one. @param {{ url: string }} page */
function pathOf({ url }) {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : "";
}

/** Show a path in a page that is open, best in one that shows it already, or else in a new one. @param {string} path */
async function shown(path) {
  const all = await pages();
  const open = all.find((each) => pathOf(each) === path) ?? all[0];
  if (!open) return await worker.clients.openWindow(ROOT + path);
  open.postMessage({ path });
  await open.focus().catch(() => {}); // without a click, nobody comes to the front
}

/** The page of the service, so that a new version is taken at once; without a line the one that was kept. @param {Request} request */
async function page(request) {
  try {
    return await fresh(request);
  } catch {
    return await caches.match(PAGE, { ignoreVary: true }) ?? offline();
  }
}

/** The page of the service, which is kept. @param {Request} request @throws without a line */
async function fresh(request) {
  const response = await fetch(request);
  if (response.ok) await keep(response.clone()).catch(() => {}); // the storage may be full
  return response;
}

/** A file that was kept if it cannot be another one by now, or else that of the service. @param {Request} request */
async function file(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept && FIXED.test(request.url)) return kept;
  try {
    const response = await fetch(request);
    const name = (await versions()).at(-1);
    if (response.ok && name) await (await caches.open(name)).put(request, response.clone()).catch(() => {});
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** The names of the caches, of which there is one but while a new version comes. */
async function versions() {
  return (await caches.keys()).filter((each) => each.startsWith(PREFIX));
}

/** Keep a page and the files that it names, in place of those of other versions. @param {Response} response */
async function keep(response) {
  const text = await response.clone().text();
  const version = VERSION.exec(text)?.[1];
  if (!version) return;
  const name = `${PREFIX}${version}`;
  const cache = await caches.open(name);
  await cache.put(PAGE, response);
  const paths = new Set(Array.from(text.matchAll(new RegExp(FILE, "g")), ([path]) => ROOT + path));
  await Promise.all([...paths].map(async (path) => await cache.match(path) ?? await cache.add(path)));
  const others = (await versions()).filter((each) => each !== name);
  await Promise.all(others.map((each) => caches.delete(each)));
}

/** What is shown where no page is kept; it tries again by itself. */
function offline() {
  const language = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in WORDS) ?? "en";
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Refresh": AGAIN };
  return new Response(WORDS[language], { status: 503, headers });
}
