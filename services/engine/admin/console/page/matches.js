// Matches: lists, and what operators see of one and do to it.

import { choice, field, perform } from "./acting.js";
import { actsOn } from "./acts.js";
import { get, query, slow } from "./api.js";
import { ago, button, facts, h, idText, matchLink, pill, playerLink, section, table, title, when } from "./dom.js";

const ID = /^[\w-]{22}$/;
const KINDS = { active: "good", waiting: "note", finished: "plain", aborted: "wrong" };
const STATUSES = Object.keys(KINDS).map((each) => [each, each]);

/** The page of matches. */
export async function matches(asked) {
  const { status, game, player, before } = asked;
  const { matches: found, next, games } = await get(`matches${query({ status, game, player, before })}`);
  const form = h(
    "form",
    { class: "search", role: "search", onsubmit: search },
    choice("status", "Status", [["", "any"], ...STATUSES], status),
    choice("game", "Game", [["", "any"], ...games.map((each) => [each, each])], game),
    field("id", "Id of a match or a player", { value: player, maxlength: "100", class: "mono", spellcheck: "false" }),
    h("button", { class: "button primary" }, "Show"),
  );
  return [
    title("Matches"),
    h("p", { class: "lead" }, player ? ["All matches of ", playerLink(player), ", private ones too. Newest first."] : "Public matches, newest first. Private ones are found by their id, or by a player's."),
    h("section", { class: "card", "aria-label": "Matches" }, form, matchTable(found)),
    h(
      "nav",
      { class: "row", "aria-label": "Pages of matches" },
      before && h("a", { href: `#/matches${query({ status, game, player })}`, class: "button" }, "Newest"),
      next && h("a", { href: `#/matches${query({ status, game, player, before: next })}`, class: "button" }, "Older"),
    ),
  ];
}

/** An id is a match's if there is one, and a player's otherwise. */
async function search(event) {
  event.preventDefault();
  const { status, game, id } = Object.fromEntries(new FormData(event.target));
  const wanted = id.trim();
  const isMatch = ID.test(wanted) && (await get(`matches/${wanted}`).then(() => true, () => false));
  location.hash = isMatch ? `#/matches/${wanted}` : `#/matches${query({ status, game, player: wanted })}`;
}

/** A table of matches. */
export const matchTable = (found) =>
  table(
    "Matches",
    ["Match", "Game", "Status", "Players", "Version", "Changed"],
    found.map((each) =>
      each.unreadable
        ? [matchLink(each.id), "–", pill("cannot be read", "wrong"), "–", "–", "–"]
        : [
            matchLink(each.id),
            each.game,
            [pill(each.status, KINDS[each.status]), each.access === "private" && [" ", pill("private")]],
            seats(each),
            String(each.version),
            [ago(each.changed), each.deadline && h("span", { class: "detail" }, " due ", ago(each.deadline))],
          ],
    ),
  );

const seats = ({ seats: all, toMove }) =>
  all.map((seat, at) => [
    at ? ", " : "",
    seat ? h("span", { class: toMove.includes(at) ? "strong" : "" }, playerLink(seat.id, seat.name)) : "free",
  ]);

/** The page of one match, as a spectator sees it. */
export async function match(id, { again }) {
  const path = `matches/${encodeURIComponent(id)}`;
  const [{ match: of, audit }, { text }] = await Promise.all([get(path), get(`${path}/text`)]);
  const runs = of.status === "active" || of.status === "waiting";
  const said = h("p", { class: "said", role: "status" });
  return [
    h("p", { class: "crumb" }, h("a", { href: "#/matches" }, "Matches")),
    title(of.seats.map(({ player }) => player?.displayName ?? "free").join(" – "), " ", pill(of.game), " ", pill(of.status, KINDS[of.status]), of.access === "private" ? pill("private") : ""),
    h(
      "div",
      { class: "row" },
      button("Verify", (event) => verify(path, said, event.target)),
      button("Show hidden cards …", () => reveal(path, id, again)),
      of.ratings?.counted && button("Take out of ratings …", () => voidIt(path, id, again), "danger"),
      runs && button("Abort …", () => abort(path, id, again), "danger"),
    ),
    said,
    h("div", { id: "hidden" }),
    section(
      "About",
      facts([
        ["Id", idText(of.id)],
        ["Players", of.seats.map(({ player }, at) => [at ? ", " : "", player ? playerLink(player.id, player.displayName) : "free"])],
        ["Version", String(of.version)],
        ["Created", when(of.createTime)],
        ["Changed", when(of.updateTime)],
        of.outcome && ["Ended", `${of.outcome.reason}${of.outcome.note ? `: ${of.outcome.note}` : ""}`],
        of.ratings && ["Ratings", of.ratings.counted ? `counted, entry ${of.ratings.seq} of ${of.ratings.pool}` : `not counted: ${of.ratings.reason}`],
        ["Log head", h("code", { class: "cut" }, of.fairness.logHead)],
      ]),
    ),
    section("Table, as a spectator sees it", h("pre", { class: "lines", tabindex: "0", "aria-label": "Table" }, text.split("\naccess  ")[0])),
    section("Audit, which the players read after the end", auditTable(audit), actsOn(id)),
    log(path, of.version),
  ];
}

const auditTable = (audit) =>
  table("What operators did to this match", ["When", "Version", "Who", "What", "Why"], audit.map((each) => [when(each.time), String(each.version), each.by, each.act, each.reason || "–"]), "No operator has touched this match.");

function log(path, version) {
  const lines = h("pre", { class: "lines", tabindex: "0", "aria-label": "Log" });
  const more = h("div", { class: "row" });
  const load = async (after) => {
    const told = await get(`${path}/log${query({ after: String(after) })}`).catch((error) => ({ lines: [error.message] }));
    lines.append(told.lines.map((each) => `${each}\n`).join(""));
    more.replaceChildren(told.next ? button("More", () => load(told.next)) : "");
  };
  const details = h("details", {}, h("summary", {}, `${version} changes`), lines, more);
  details.addEventListener("toggle", () => details.open && !lines.textContent && load(0));
  return section("Log", details);
}

async function verify(path, said, target) {
  target.disabled = true;
  said.textContent = "Verifying …";
  const lines = [];
  const told = await slow(`${path}/verify`, ({ line }) => lines.push(line)).catch((error) => error);
  target.disabled = false;
  if (told instanceof Error) said.textContent = told.message;
  else said.textContent = told.right ? "All that is stored follows from the log." : lines.join(" ");
}

async function abort(path, id, again) {
  const done = await perform({
    title: "Abort this match",
    words: "It ends at once, without a winner, and for all of its players.",
    path: `${path}/abort`,
    readBy: "players",
    confirm: id,
  });
  if (done) again();
}

async function voidIt(path, id, again) {
  const done = await perform({
    title: "Take this match out of ratings",
    words: "Its ledger gets a further entry, and the players' numbers follow from the others.",
    path: `${path}/void`,
    readBy: "everybody",
    confirm: id,
    line: (line) => JSON.stringify(line),
  });
  if (done) again();
}

async function reveal(path, id, again) {
  const stored = await perform({
    title: "Show hidden cards",
    words: "All hands, the deck and the seed. That you looked is in the match's audit, before anything is shown.",
    path: `${path}/secrets`,
    readBy: "players",
    confirm: id,
  });
  if (!stored) return;
  await again();
  const place = document.getElementById("hidden");
  const shown = section("Hidden cards", h("pre", { class: "lines", tabindex: "0", "aria-label": "The match as it is stored" }, JSON.stringify(stored, null, 1)));
  place.replaceChildren(shown);
  shown.querySelector("pre").focus();
}
