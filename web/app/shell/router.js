// Addresses of the page: `/`, `/lobby`, `/friends`, `/signed-in`, `/p/{id}` of a player, `/leaderboards/{pool}`, `/rules/{game}`, `/wall`, `/tournaments`, its
// `/new` and `/{id}`, `/deals` and its `/{id}`, `/j` with the code of an invitation in the fragment, and `/m/{id}`, or its `/replay` with a step.

/** The path below which the page lies, such as "/cards"; "" if it is all of its host. */
const ROOT = globalThis.document?.querySelector("meta[name=croupier-root]")?.getAttribute("content") ?? "";

/** The address of a screen, such as "/lobby", on this host. @param {string} path */
export const at = (path) => ROOT + path;

/** The origin of the page, with the path below which it lies. */
export const home = () => location.origin + ROOT;

/** The path of a screen at an address of this host. @param {string} pathname */
const screenAt = (pathname) => pathname.startsWith(`${ROOT}/`) ? pathname.slice(ROOT.length) : pathname;

/**
 * @typedef {{ page: "home" } | { page: "lobby" } | { page: "players" } | { page: "match", id: string }
 *   | { page: "invitation", code: string } | { page: "replay", id: string, place: string } | { page: "rules", game: string }
 *   | { page: "wall", matches: string[] } | { page: "missing" }} Route `place` is what the fragment says
 */

/**
 * The route of an address.
 * @param {{ pathname: string, hash: string }} address
 * @returns {Route}
 */
export function routeOf({ pathname, hash }) {
  const path = screenAt(pathname).replace(/[/]+$/, "");
  if (path === "" || path === "/index.html") return { page: "home" };
  if (path === "/lobby") return { page: "lobby" };
  if (path === "/j") return { page: "invitation", code: hash.slice(1) };
  if (path === "/wall") return { page: "wall", matches: idsOf(new URLSearchParams(hash.slice(1)).get("matches")) };
  const game = /^[/]rules[/]([\w-]{1,64})$/.exec(path)?.[1];
  if (game) return { page: "rules", game };
  if (/^[/](deals|friends|leaderboards|p|signed-in|tournaments)\b/.test(path)) return { page: "players" };
  const [, id, replay] = /^[/]m[/]([\w-]{1,64})([/]replay)?$/.exec(path) ?? [];
  if (!id) return { page: "missing" };
  if (replay) return { page: "replay", id, place: hash.slice(1) };
  return { page: "match", id };
}

/** The ids of a list such as `a,b`. @param {string | null} list */
const idsOf = (list) => (list ?? "").split(",").filter((id) => /^[\w-]{1,64}$/.test(id));

/** The page's address; "change" is sent when there is another one. */
export class Router extends EventTarget {
  constructor() {
    super();
    this.route = routeOf(location);
    this.path = screenAt(location.pathname);
    /** The path of the page before. @type {string | undefined} */
    this.before = undefined;
    addEventListener("popstate", () => this.#changed());
    addEventListener("hashchange", () => this.#changed());
    document.addEventListener("click", (event) => this.#clicked(event));
  }

  /** What lies over a page is an entry of the history, in the place of which the next page comes. @param {string} path @param {{ replace?: boolean }} [how] */
  go(path, { replace = Boolean(history.state?.sheet || history.state?.over) } = {}) {
    if (replace) history.replaceState(null, "", at(path));
    else history.pushState(null, "", at(path));
    this.#changed();
    scrollTo(0, 0);
  }

  #changed() {
    this.route = routeOf(location);
    const path = screenAt(location.pathname);
    if (path !== this.path) [this.before, this.path] = [this.path, path];
    this.dispatchEvent(new Event("change"));
  }

  /** Follow links of the page without loading it again. @param {MouseEvent} event */
  #clicked(event) {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (routeOf(link).page === "missing") return;
    event.preventDefault();
    this.go(screenAt(link.pathname) + link.search + link.hash);
  }
}
