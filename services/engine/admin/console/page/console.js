// The console's page: who is signed in, where one is, and what is shown there.

import { Refused } from "./api.js";
import { acts } from "./acts.js";
import { button, h, title } from "./dom.js";
import { health } from "./health.js";
import { hook, hooks } from "./hooks.js";
import { match, matches } from "./matches.js";
import { player, players } from "./players.js";
import { ratings } from "./ratings.js";
import { report, reports } from "./reports.js";
import { enter, signOut } from "./sign-in.js";
import { tournament, tournaments } from "./tournaments.js";

const AGAIN_MS = 2000;
const PAGES = {
  "": { name: "Health", list: health },
  players: { name: "Players", list: players, one: player },
  matches: { name: "Matches", list: matches, one: match },
  tournaments: { name: "Tournaments", list: tournaments, one: tournament },
  reports: { name: "Reports", list: reports, one: report },
  ratings: { name: "Ratings", list: ratings },
  hooks: { name: "Hooks", list: hooks, one: hook },
  acts: { name: "Acts", list: acts },
};
const main = document.getElementById("main");
const top = document.getElementById("top");
const away = document.getElementById("away");
let leaving = new AbortController();
let entering = null;

/** Where one is: the page, the id, and what is asked. */
function place() {
  const [path, asked] = location.hash.replace(/^#\/?/, "").split("?");
  const [noun, id] = path.split("/").map(decode);
  return { noun: noun in PAGES ? noun : "", id: id ?? "", asked: Object.fromEntries(new URLSearchParams(asked)) };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Show where one is. A page is made anew whenever that may have changed; while it cannot be had, the one before
 * stays, and it is tried again.
 */
async function show({ focus = true } = {}) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const { noun, id, asked } = place();
  const page = PAGES[noun];
  mark(noun);
  const again = (options) => !signal.aborted && show({ focus: false, ...options });
  try {
    const made = id && page.one ? await page.one(id, { again, signal }) : await page.list(asked, { again, signal });
    if (signal.aborted) return;
    away.textContent = "";
    const held = main.contains(document.activeElement); // what had the focus is about to go
    main.replaceChildren(...[made].flat().filter(Boolean));
    const heading = main.querySelector("h1");
    document.title = `${heading.textContent.trim()} – Croupier console`;
    if (focus || held) heading.focus({ preventScroll: !focus });
  } catch (error) {
    if (signal.aborted) return;
    failed(error, { signal, focus, name: page.name });
  }
}

function failed(error, { signal, focus, name }) {
  if (!(error instanceof Refused)) throw error;
  if (error.status === 401) return signIn("Your session has ended. Sign in again.");
  if (error.passes) {
    away.textContent = `${error.message} Trying again.`;
    if (!main.querySelector("h1")) main.replaceChildren(title(name));
    const timer = setTimeout(() => show({ focus }), AGAIN_MS);
    signal.addEventListener("abort", () => clearTimeout(timer));
    return undefined;
  }
  main.replaceChildren(title(name), h("p", { class: "none" }, error.message));
  document.title = `${name} – Croupier console`;
  if (focus) main.querySelector("h1").focus();
  return undefined;
}

/** Mark in the navigation where one is. */
function mark(noun) {
  for (const link of top.querySelectorAll("nav a")) {
    if (link.dataset.noun === noun) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function head(by) {
  const links = Object.entries(PAGES).map(([noun, { name }]) => h("li", {}, h("a", { href: `#/${noun}`, "data-noun": noun }, name)));
  top.replaceChildren(
    button("Skip to the page", () => main.focus(), "skip"),
    h("a", { href: "#/", class: "brand" }, h("img", { src: "icon.svg", alt: "", width: "24", height: "24" }), "Croupier"),
    h("nav", { "aria-label": "Pages" }, h("ul", {}, links)),
    h("p", { class: "who" }, h("span", { title: by }, by), button("Sign out", out, "quiet small")),
  );
  top.hidden = false;
}

async function out() {
  await signOut().catch(() => {});
  signIn("You have signed out.");
}

/** Let somebody sign in, once at a time, and show the page. */
function signIn(words = "") {
  leaving.abort();
  entering ??= enter(main, words).finally(() => (entering = null)).then((by) => {
    head(by);
    return show();
  });
  top.hidden = Boolean(words);
  away.textContent = "";
  return entering;
}

addEventListener("hashchange", () => {
  if (!entering && location.hash.startsWith("#/")) show();
});
signIn();
