// The page where there is no line: its files are kept as they come, and the page that was loaded last. Whatever the
// service says about players and matches goes past this.

/** @type {any} */
const worker = self;
/** The addresses of the page. */
const SCREEN = /^\/($|lobby$|wall$|m\/|p\/|rules\/)/;
/** Files never change under a path with the digest of all of them. */
const FILE = /\/t\/([0-9a-f]{32})\/[^"]+/;
const PREFIX = "croupier:";
/** The page is the same at all of its addresses, but for what it loads early. */
const PAGE = "/";
/** Who starts it before anything is kept is told so, in the words of `text/`. @type {Record<string, string>} */
const WORDS = {
  en: "You are offline.",
  de: "Du bist offline.",
};

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(page(new Request(PAGE)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && SCREEN.test(pathname)) event.respondWith(page(request));
  else if (FILE.test(pathname)) event.respondWith(file(request));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(shown(event.notification.data.path));
});

/** Show a path in a page that is open, or else in a new one. @param {string} path */
async function shown(path) {
  const [open] = await worker.clients.matchAll({ type: "window" });
  if (!open) return await worker.clients.openWindow(path);
  open.postMessage({ path });
  await open.focus().catch(() => {}); // without a click, nobody comes to the front
}

/** The page of the service, so that a new version is taken at once; without a line the one that was kept. @param {Request} request */
async function page(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await keep(response.clone()).catch(() => {}); // the storage may be full
    return response;
  } catch {
    return await caches.match(PAGE, { ignoreVary: true }) ?? offline();
  }
}

/** @param {Request} request */
async function file(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  const name = `${PREFIX}${FILE.exec(request.url)?.[1]}`;
  // Other versions, which a page may go on with that was loaded before, are the browser's own affair.
  if (response.ok && await caches.has(name)) {
    await (await caches.open(name)).put(request, response.clone()).catch(() => {});
  }
  return response;
}

/** Keep a page and the files that it names, in place of those of other versions. @param {Response} response */
async function keep(response) {
  const text = await response.clone().text();
  const digest = FILE.exec(text)?.[1];
  if (!digest) return;
  const name = `${PREFIX}${digest}`;
  const cache = await caches.open(name);
  await cache.put(PAGE, response);
  const paths = new Set(Array.from(text.matchAll(new RegExp(FILE, "g")), ([path]) => path));
  await Promise.all([...paths].map(async (path) => await cache.match(path) ?? await cache.add(path)));
  const others = (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== name);
  await Promise.all(others.map((each) => caches.delete(each)));
}

function offline() {
  const language = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in WORDS) ?? "en";
  return new Response(WORDS[language], { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
