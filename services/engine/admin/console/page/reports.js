// Reports of players by players.

import { perform } from "./acting.js";
import { get, query } from "./api.js";
import { ago, button, facts, h, idText, matchLink, pill, playerLink, section, table, title, when } from "./dom.js";

/** The page of reports, of those that are open unless others are asked for. */
export async function reports(asked) {
  const closed = asked.state === "closed";
  const { reports: found, names, next } = await get(`reports${query({ state: asked.state, first: asked.first })}`);
  const tab = (state, text) =>
    h("a", { href: `#/reports${query({ state })}`, "aria-current": (state === "closed") === closed ? "page" : null }, text);
  return [
    title("Reports"),
    h("nav", { class: "tabs", "aria-label": "Which reports" }, tab("", "Open"), tab("closed", "Closed")),
    h(
      "section",
      { class: "card", "aria-label": closed ? "Closed reports" : "Open reports" },
      table(
        closed ? "Closed reports, newest first" : "Open reports, oldest first",
        ["Made", "Reason", "Player", "By", "Match", "Text", ""],
        found.map((each) => [
          ago(each.time),
          pill(each.reason, "plain"),
          playerLink(each.player, names[each.player]),
          playerLink(each.by, names[each.by]),
          each.matchId && matchLink(each.matchId),
          each.text && h("span", { class: "cut" }, each.text),
          h("a", { href: `#/reports/${each.id}`, "aria-label": `Open the report of ${names[each.player] ?? each.player}` }, "Open"),
        ]),
        closed ? "No report was closed lately." : "No report is open. Well done.",
      ),
    ),
    next && h("a", { href: `#/reports${query({ state: asked.state, first: String(next) })}`, class: "button" }, "More"),
  ];
}

/** The page of one report. */
export async function report(id, { again }) {
  const { report: of, names } = await get(`reports/${encodeURIComponent(id)}`);
  return [
    h("p", { class: "crumb" }, h("a", { href: "#/reports" }, "Reports")),
    title(`${of.reason}: ${names[of.player] ?? "a player"}`, " ", of.closed ? pill("closed", "good") : pill("open", "note")),
    section(
      "Report",
      facts([
        ["Id", idText(of.id)],
        ["Made", when(of.time)],
        ["Player", playerLink(of.player, names[of.player])],
        ["By", playerLink(of.by, names[of.by])],
        ["Match", of.matchId && matchLink(of.matchId)],
      ]),
      of.text ? h("blockquote", {}, of.text) : h("p", { class: "none" }, "Without a text."),
    ),
    of.closed
      ? section("Closed", facts([["When", when(of.closed.time)], ["By", of.closed.by], ["What came of it", of.closed.reason]]))
      : h("div", { class: "row" }, button("Close …", () => close(of, again), "primary")),
  ];
}

async function close(of, again) {
  const done = await perform({
    title: "Close this report",
    words: "Nobody is told. Say what came of it.",
    path: `reports/${encodeURIComponent(of.id)}/close`,
  });
  if (done) again();
}
