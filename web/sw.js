// The page where there is no line: its files are kept as they come, and the page that was loaded last. Whatever the
// service says about players and matches goes past this.

/** @type {any} */
const worker = self;
/** The path below which the page lies: this script is directly below it. */
const ROOT = location.pathname.replace(/[/][^/]*$/, "");
/** The addresses of the page, below that. */
const SCREEN = /^\/($|j$|friends$|leaderboards(?:\/|$)|lobby$|signed-in$|wall$|m\/|p\/|rules\/)/;
const FILE = /\/t\/(?:web|sdk|\w+\/games)\/[^"&]+\.\w+/;
/** A file that is named by its content never changes, nor does one of a game. */
const FIXED = /-[A-Z0-9]{8}\.\w+$|\/t\/\w+\/games\//;
const VERSION = /<meta name="croupier-version" content="([0-9a-f]+)"/;
const PREFIX = "croupier:";
/** Seconds until a page that was not there is asked for again. */
const AGAIN = "3";
/** The page is the same at all of its addresses, but for what it loads early. */
const PAGE = `${ROOT}/`;
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

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(shown(event.notification.data.path));
});

/** Show a path in a page that is open, or else in a new one. @param {string} path */
async function shown(path) {
  const [open] = await worker.clients.matchAll({ type: "window" });
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
