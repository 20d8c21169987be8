// What operators did.

import { get, query } from "./api.js";
import { ago, h, matchLink, otherLink, pill, playerLink, table, title } from "./dom.js";

const SAYS = {
  "match.abort": "ended a match without a winner",
  "match.secrets": "looked at hidden cards",
  "match.export": "exported a match",
  "match.import": "imported a match",
  "matches.export": "exported matches for research",
  "matches.reindex": "rebuilt the lists of matches",
  "matches.rearchive": "had matches archived again",
  "player.suspend": "suspended a player",
  "player.unsuspend": "ended a suspension",
  "player.rename": "renamed a player",
  "player.hide": "took a player off boards",
  "player.unhide": "let boards have a player again",
  "player.recover": "made a recovery code",
  "player.removeKey": "removed a passkey",
  "player.endSession": "ended a session",
  "player.revoke": "ended all ways into an account",
  "player.delete": "deleted a player",
  "player.recount": "counted a player's matches anew",
  "report.close": "closed a report",
  "ratings.rebuild": "recomputed ratings",
  "ratings.void": "took matches out of a ledger",
  "season.begin": "began a season",
  "tournament.start": "opened a check-in",
  "tournament.pause": "paused a tournament",
  "tournament.resume": "resumed a tournament",
  "tournament.abort": "called a tournament off",
  "tournament.remove": "removed a player from a tournament",
  "tournament.export": "exported a tournament",
  "tournament.import": "imported a tournament",
  "hook.add": "added a hook",
  "hook.remove": "removed a hook",
  "hook.replay": "had a hook told again",
  "maintenance.begin": "began maintenance",
  "maintenance.end": "ended maintenance",
  "console.signIn": "signed in at the console",
};
const DANGEROUS = ["match.abort", "match.secrets", "match.export", "player.delete", "player.revoke", "tournament.abort", "hook.remove"];

/** The page of all acts. */
export async function acts(asked) {
  const { on, before } = asked;
  const { acts: found, next } = await get(`acts${query({ on, before })}`);
  return [
    title("Acts"),
    h(
      "p",
      { class: "lead" },
      on ? ["What operators did to ", h("code", {}, on), ". ", h("a", { href: "#/acts" }, "All acts")] : "What operators did, here and by croupierctl. Newest first.",
    ),
    h("section", { class: "card", "aria-label": "Acts" }, actTable(found)),
    h(
      "nav",
      { class: "row", "aria-label": "Pages of acts" },
      before && h("a", { href: `#/acts${query({ on })}`, class: "button" }, "Newest"),
      next && h("a", { href: `#/acts${query({ on, before: next })}`, class: "button" }, "Older"),
    ),
  ];
}

/** A link to what operators did to something. */
export const actsOn = (id) => h("p", {}, h("a", { href: `#/acts${query({ on: id })}` }, "All acts on it"));

/** A table of acts; one that failed says so. */
export function actTable(found) {
  const failures = new Map(found.filter((each) => each.kind === "failed").map((each) => [each.subject, each]));
  const ids = new Set(found.map((each) => each.id));
  const rows = found.filter((each) => each.kind !== "failed" || !ids.has(each.subject));
  return table(
    "Acts of operators",
    ["When", "Who", "What", "On", "Why"],
    rows.map((each) => [ago(each.time), each.by, what(each, failures.get(each.id)), subject(each), each.reason || "–"]),
    "Nobody has done anything yet.",
  );
}

function what(act, failure) {
  if (act.kind === "failed") return [pill("failed", "wrong"), " ", act.detail];
  const detail = act.detail && h("span", { class: "detail" }, ` ${act.detail}`);
  return [
    h("span", { class: DANGEROUS.includes(act.kind) ? "strong" : "", title: act.kind }, SAYS[act.kind] ?? act.kind),
    detail,
    failure && [" ", pill("failed", "wrong"), h("span", { class: "detail" }, ` ${failure.detail}`)],
  ];
}

function subject({ kind, subject: of }) {
  const [noun] = kind.split(".");
  if (!of) return "–";
  if (noun === "player") return playerLink(of);
  if (noun === "match" || kind === "ratings.void") return matchLink(of);
  if (noun === "report") return otherLink("reports", of);
  if (noun === "tournament") return otherLink("tournaments", of);
  if (noun === "hook") return otherLink("hooks", of);
  return of;
}
