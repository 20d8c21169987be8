// What an operator looks at first: what is wrong, what runs, maintenance, and what was done last.

import { field, perform } from "./acting.js";
import { actTable } from "./acts.js";
import { get } from "./api.js";
import { ago, button, h, pill, section, table, title } from "./dom.js";

const EVERY_MS = 15_000;
const BUSY = "dialog, main details[open], main :focus:not(h1), #counted:not([hidden])";
/** While somebody looks at something or is about to do something, the page stays as it is. */
const LEVELS = { wrong: "wrong", note: "note", ok: "good" };
const ORDER = ["wrong", "note", "ok"];
const NO_NEW_MATCHES = "No new matches for now; running matches can be played.";
const STATUSES = ["waiting", "active", "finished", "aborted"];

/** The page. What the doctor finds comes by itself, as that takes longer. */
export async function health(asked, { again, signal }) {
  const told = await get("overview");
  const found = section("What the doctor finds", h("p", { class: "none", role: "status" }, "Looking …"));
  look(found, signal);
  const timer = setInterval(() => document.querySelector(BUSY) || again(), EVERY_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  return [
    title("Health"),
    h("ul", { class: "tiles" }, tiles(told)),
    h("div", { class: "columns" }, found, h("div", {}, maintenance(told.maintenance, again), games(told.games))),
    section("Done last", actTable(told.acts), h("p", {}, h("a", { href: "#/acts" }, "All acts"))),
    section(
      "Put right",
      h("p", {}, "Lists and the archive follow from the matches, and can be made anew while people play."),
      h(
        "div",
        { class: "row" },
        button("Rebuild lists …", () => rebuildLists(again)),
        button("Archive again …", () => archiveAgain(again)),
        button("Count matches by rules", count),
      ),
      h("pre", { id: "counted", class: "lines", hidden: true, tabindex: "0", "aria-label": "Matches by rules" }),
    ),
  ];
}

function tiles({ engines, games: found, openReports, maintenance: notice }) {
  const sum = (status) => Object.values(found).reduce((all, each) => all + each[status], 0);
  return [
    tile(engines, engines === 1 ? "engine" : "engines", engines ? "" : "wrong"),
    tile(sum("active"), "running", "", "#/matches?status=active"),
    tile(sum("waiting"), "waiting", "", "#/matches?status=waiting"),
    tile(openReports, openReports === 1 ? "open report" : "open reports", openReports ? "note" : "", "#/reports"),
    tile(notice ? "on" : "off", "maintenance", notice ? "note" : ""),
  ];
}

function tile(number, name, kind, href) {
  const inner = [h("strong", {}, String(number)), h("span", {}, name)];
  return h("li", { class: `tile ${kind}` }, href ? h("a", { href }, inner) : inner);
}

async function look(found, signal) {
  const heading = found.firstChild;
  try {
    const { findings } = await get("findings");
    if (signal.aborted) return;
    findings.sort((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level));
    const bad = findings.filter((each) => each.level !== "ok");
    const good = findings.filter((each) => each.level === "ok");
    found.replaceChildren(
      heading,
      bad.length ? list(bad) : h("p", { class: "none" }, "Nothing is wrong."),
      h("details", {}, h("summary", {}, `${good.length} things are well`), list(good)),
    );
  } catch (error) {
    if (!signal.aborted) found.replaceChildren(heading, h("p", { class: "none" }, error.message));
  }
}

const list = (findings) =>
  h("ul", { class: "findings" }, findings.map(({ level, text }) => h("li", {}, pill(level, LEVELS[level]), h("span", {}, text))));

function maintenance(notice, again) {
  if (!notice) {
    return section("Maintenance", h("p", {}, "New matches can begin."), button("Begin maintenance …", () => begin(again)));
  }
  return section(
    "Maintenance",
    h("p", {}, pill("on", "note"), " Nothing new begins. Players read:"),
    h("blockquote", {}, notice.message),
    h("p", {}, `Since `, ago(notice.since), `, by ${notice.by}.`),
    button("End maintenance …", () => end(again), "primary"),
  );
}

async function begin(again) {
  const done = await perform({
    title: "Begin maintenance",
    words: "No match, ticket or rematch begins until you end it. Running matches can be played on.",
    path: "maintenance/begin",
    fields: [
      field("message", "What players read", { required: true, maxlength: "200", value: NO_NEW_MATCHES }),
      field("retryAfter", "Seconds until programs try again", { inputmode: "numeric", pattern: "[1-9][0-9]{0,4}", value: "60", "data-wrong": "Give 1 to 99999 seconds." }),
    ],
  });
  if (done) again();
}

async function end(again) {
  if (await perform({ title: "End maintenance", words: "New matches can begin at once.", path: "maintenance/end" })) again();
}

async function rebuildLists(again) {
  const done = await perform({
    title: "Rebuild lists",
    words: "The lists of matches and the queue of deadlines are made anew. This reads all matches.",
    path: "reindex",
    line: (line) => JSON.stringify(line),
  });
  if (done) again();
}

async function archiveAgain(again) {
  const done = await perform({
    title: "Archive again",
    words: "All ended matches and tournaments that Redis has are archived once more, as after a restore of an older archive.",
    path: "rearchive",
    line: (line) => JSON.stringify(line),
  });
  if (done) again();
}

async function count({ target }) {
  const shown = document.getElementById("counted");
  target.disabled = true;
  shown.hidden = false;
  shown.textContent = "Counting …";
  try {
    shown.textContent = (await get("games")).lines.join("\n");
  } catch (error) {
    shown.textContent = error.message;
  }
  target.disabled = false;
}

function games(found) {
  const names = Object.keys(found).sort();
  return section(
    "Public matches",
    table("Public matches by game", ["Game", ...STATUSES], names.map((name) => [name, ...STATUSES.map((each) => cell(name, each, found[name][each]))])),
  );
}

const cell = (game, status, number) =>
  number ? h("a", { href: `#/matches?game=${game}&status=${status}` }, String(number)) : "0";
