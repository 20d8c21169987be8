// Asks for the match of this address at once, while the modules of the page are still on their way: `Line` takes the answer.
// And sees whether one of them is missing. It imports nothing, so it is there whatever else is not.

const FILE = /[/]t[/](web|sdk)[/]/;
/** The versions that were loaded again in this tab. */
const RELOADED = "croupier:reloaded";

/** @typedef {{ url: string, authorization: string | null, answer: Promise<Response> }} Asked */

const [, id] = /^[/]m[/]([\w-]{1,64})[/]?$/.exec(location.pathname) ?? [];
if (id && !location.hash.includes("invite=")) { // who is invited sees nothing yet
  const service = document.querySelector("meta[name=croupier-service]")?.getAttribute("content");
  const url = `${service || location.origin}/v1/matches/${id}?include=legalMoves`;
  const authorization = token();
  const headers = { Accept: "application/json", ...(authorization && { Authorization: authorization }) };
  const answer = fetch(url, { headers, cache: "no-store" });
  answer.catch(() => {}); // whoever takes it minds
  Object.assign(globalThis, { asked: /** @type {Asked} */ ({ url, authorization, answer }) });
}

/** That of the player of this browser, if there is one. */
function token() {
  try {
    return `Bearer ${JSON.parse(localStorage.getItem("croupier:account") ?? "").token}`;
  } catch {
    return null;
  }
}

// While gateways are replaced, a page of the one version may ask a gateway of the other for a file.
if ("responseStatus" in PerformanceResourceTiming.prototype) {
  new PerformanceObserver((list) => {
    const files = /** @type {PerformanceResourceTiming[]} */ (list.getEntries());
    if (files.some(({ name, responseStatus }) => responseStatus === 404 && FILE.test(name))) reloadOnce();
  }).observe({ type: "resource", buffered: true });
} else { // Safari tells no status: what does not come while the service answers is missing
  const missed = () => fetch("/t/current", { cache: "no-store" }).then(({ ok }) => ok && reloadOnce(), () => {});
  addEventListener("error", ({ target }) => target instanceof Element && missed(), true);
  addEventListener("late", missed); // `late` in page.js has not loaded what it needs
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
