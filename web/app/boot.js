// Asks for the match of this address at once, while the modules of the page are still on their way: `Line` takes the answer.
// It shows the pictures of the games meanwhile where they are on the page, and sees whether a module is missing. It imports
// nothing, so it is there whatever else is not; the page is drawn after it, so that it never is in other colours than the
// player prefers (`shell/preferences.js`).

const FILE = /[/]t[/](web|sdk|\w+[/]games)[/]/;
/** A frame that nobody has taken after so many milliseconds is not needed. */
const UNTAKEN = 15_000;
/** The versions that were loaded again in this tab. */
const RELOADED = "croupier:reloaded";

document.documentElement.style.cssText = kept("croupier:look") ?? "";

/** The path below which the page lies, and that of this screen below it. */
const root = document.querySelector("meta[name=croupier-root]")?.getAttribute("content") ?? "";
const screen = location.pathname.slice(root.length);

if (screen === "/") frame();

/** @typedef {{ url: string, authorization: string | null, answer: Promise<Response> }} Asked */

const [, id] = /^[/]m[/]([\w-]{1,64})[/]?$/.exec(screen) ?? [];
if (id) {
  const service = document.querySelector("meta[name=croupier-service]")?.getAttribute("content");
  const url = `${service || location.origin + root}/v1/matches/${id}?include=legalMoves`;
  const authorization = token();
  const headers = { Accept: "application/json", ...(authorization && { Authorization: authorization }) };
  const answer = fetch(url, { headers, cache: "no-store" });
  answer.then((response) => response.clone().json()).then(hurry, () => {}); // whoever takes it minds what has failed
  Object.assign(globalThis, { asked: /** @type {Asked} */ ({ url, authorization, answer }) });
}

/** Ask for the modules of the board of a match, of which none of the page's own knows yet. @param {{ game: string, status: string }} match */
function hurry({ game, status }) {
  const { web, early = [] } = games().find(({ id }) => id === game) ?? {};
  if (web && !web.own) return status === "waiting" ? undefined : invite(web);
  for (const name of early) load(web.files + name);
}

/** @param {string} href of a module */
function load(href) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}

/**
 * Begin the frame of a board that is a guest, out of sight: `guest-line.js` moves it to its place, where that does not load it
 * again. It goes if a field has the focus before, or if nobody takes it.
 * @param {{ frame: string }} web
 */
function invite({ frame: address }) {
  load(document.querySelector("link[rel=framed-board]")?.getAttribute("href") ?? "");
  if (!("moveBefore" in document.body)) return;
  const language = kept("croupier:language") ?? navigator.language.slice(0, 2);
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("allow", "");
  Object.assign(frame, { hidden: true, src: address + language });
  /** @type {import("../boards/guest-line.js").Early} */
  const guest = { frame, loads: 0, ready: false };
  frame.addEventListener("load", () => guest.loads++);
  addEventListener("message", ({ source, data }) => {
    if (!frame.hidden || source !== frame.contentWindow) return;
    if (guest.ready || data?.kind !== "ready") return frame.remove(); // nobody counts here what a board sends
    guest.ready = true;
  });
  const leave = () => frame.hidden && frame.remove();
  addEventListener("focusin", (event) => {
    const [target] = /** @type {Element[]} */ (event.composedPath());
    if (target.matches("input, textarea, [contenteditable]")) leave();
  });
  setTimeout(leave, UNTAKEN);
  document.body.append(frame);
  Object.assign(globalThis, { guest });
}

/** The games as the page tells them. @returns {any[]} */
function games() {
  return JSON.parse(document.querySelector("meta[name=croupier-games]")?.getAttribute("content") || "[]");
}

/** Show where the pictures of the games will be, below the place for the tables of a player who has some. */
function frame() {
  const place = document.querySelector(".frame");
  place?.classList.toggle("kept", token() !== null && kept("croupier:seated") !== "no");
  for (const { web } of games()) {
    const card = document.createElement("div");
    if (web?.tile) {
      card.append(Object.assign(new Image(), { alt: "", fetchPriority: "low", src: `${web.files}tile.svg` }));
    }
    place?.append(card);
  }
}

/** That of the player of this browser, if there is one. */
function token() {
  const account = kept("croupier:account");
  return account && `Bearer ${JSON.parse(account).token}`;
}

/** What the browser keeps by a name. @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a private window
  }
}

// While gateways are replaced, a page of the one version may ask a gateway of the other for a file.
if ("responseStatus" in PerformanceResourceTiming.prototype) {
  new PerformanceObserver((list) => {
    const files = /** @type {PerformanceResourceTiming[]} */ (list.getEntries());
    if (files.some(({ name, responseStatus }) => responseStatus === 404 && FILE.test(name))) reloadOnce();
  }).observe({ type: "resource", buffered: true });
} else { // Safari tells no status: what does not come while the service answers is missing
  const missed = () => fetch(`${root}/t/current`, { cache: "no-store" }).then(({ ok }) => ok && reloadOnce(), () => {});
  addEventListener("error", ({ target }) => target instanceof Element && missed(), true);
  addEventListener("late", missed); // `late` in shell/page.js has not loaded what it needs
}

/** Load the page again, in the version that the service has now; each version once. That of no gateway has no name. */
function reloadOnce() {
  const version = document.querySelector("meta[name=croupier-version]")?.getAttribute("content") ?? "";
  try {
    const before = sessionStorage.getItem(RELOADED) ?? "";
    if (before.split(" ").includes(version)) return;
    sessionStorage.setItem(RELOADED, `${before} ${version}`);
    location.reload();
  } catch {
    // A browser that keeps nothing would do so for ever.
  }
}
