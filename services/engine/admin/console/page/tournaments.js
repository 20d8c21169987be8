// Tournaments: lists, and what operators see of one and do to it.

import { choice, field, perform } from "./acting.js";
import { actsOn } from "./acts.js";
import { get, query, slow } from "./api.js";
import { ago, button, facts, h, idText, otherLink, pill, playerLink, section, table, title, when } from "./dom.js";

const ID = /^[\w-]{22}$/;
const KINDS = { open: "note", checkIn: "note", running: "good", finished: "plain", aborted: "wrong" };
const STATUSES = Object.keys(KINDS).map((each) => [each, each]);

/** The page of tournaments. */
export async function tournaments(asked) {
  const { status, player, first } = asked;
  const { tournaments: found, next } = await get(`tournaments${query({ status, player, first })}`);
  const form = h(
    "form",
    { class: "search", role: "search", onsubmit: search },
    choice("status", "Status", [["", "any"], ...STATUSES], status),
    field("id", "Id of a tournament or a player", { value: player, maxlength: "100", class: "mono", spellcheck: "false" }),
    h("button", { class: "button primary" }, "Show"),
  );
  return [
    title("Tournaments"),
    h("p", { class: "lead" }, player ? ["All that ", playerLink(player), " has made or joined, private ones too. Newest first."] : "Public tournaments, newest first. Private ones are found by their id, or by a player's."),
    h("section", { class: "card", "aria-label": "Tournaments" }, form, list(found)),
    h(
      "nav",
      { class: "row", "aria-label": "Pages of tournaments" },
      first && h("a", { href: `#/tournaments${query({ status, player })}`, class: "button" }, "Newest"),
      next && h("a", { href: `#/tournaments${query({ status, player, first: String(next) })}`, class: "button" }, "Older"),
    ),
  ];
}

/** An id is a tournament's if there is one, and a player's otherwise. */
async function search(event) {
  event.preventDefault();
  const { status, id } = Object.fromEntries(new FormData(event.target));
  const wanted = id.trim();
  const isOne = ID.test(wanted) && (await get(`tournaments/${wanted}`).then(() => true, () => false));
  location.hash = isOne ? `#/tournaments/${wanted}` : `#/tournaments${query({ status, player: wanted })}`;
}

const list = (found) =>
  table(
    "Tournaments",
    ["Tournament", "Name", "Game", "Status", "Players", "Round", "Starts"],
    found.map((each) => [
      otherLink("tournaments", each.id),
      h("span", { class: "break" }, each.name),
      each.game,
      [pill(each.status, KINDS[each.status]), each.access === "private" && [" ", pill("private")]],
      `${each.players} of ${each.mostPlayers}`,
      String(each.round),
      ago(each.starts) ?? "when full",
    ]),
  );

/** The page of one tournament. */
export async function tournament(id, { again }) {
  const path = `tournaments/${encodeURIComponent(id)}`;
  const of = await get(path);
  const runs = of.status === "running";
  const over = of.status === "finished" || of.status === "aborted";
  const said = h("p", { class: "said", role: "status" });
  return [
    h("p", { class: "crumb" }, h("a", { href: "#/tournaments" }, "Tournaments")),
    title(h("span", { class: "break" }, of.name), " ", pill(of.game), " ", pill(of.status, KINDS[of.status]), of.access === "private" ? pill("private") : ""),
    h(
      "div",
      { class: "row" },
      button("Verify", (event) => verify(path, said, event.target)),
      of.status === "open" && button("Start …", () => act(path, "start", "The check-in opens now.", again)),
      runs && !of.paused && button("Pause …", () => act(path, "pause", "No further round begins until it is resumed.", again)),
      runs && of.paused && button("Resume …", () => act(path, "resume", "It goes on with the next round.", again)),
      !over && button("Remove a player …", () => remove(path, again), "danger"),
      !over && button("Abort …", () => abort(path, id, again), "danger"),
    ),
    said,
    section(
      "About",
      facts([
        ["Id", idText(of.id)],
        ["Maker", playerLink(of.maker.id, of.maker.displayName)],
        ["System", of.system],
        ["Rated", of.rated ? "yes" : "no"],
        ["Players", `${of.players} of ${of.mostPlayers}`],
        ["Round", `${of.round}, with ${of.openTables} open tables`],
        of.paused && ["Paused", "by its maker or an operator"],
        of.held && ["Held", "no engine plays the game"],
        ["Created", when(of.created)],
        ["Starts", when(of.starts) ?? "when it is full"],
        ["Due", when(of.due) ?? "nothing, but for results"],
        ["Version", String(of.version)],
        ["Log head", h("code", { class: "cut" }, of.head)],
      ]),
    ),
    section("Standings", standings(of.standings)),
    section("What operators did", actsOn(id)),
  ];
}

const standings = (rows) =>
  table(
    "The best of the standings",
    ["Place", "Player", "Points", ""],
    rows.map((each) => [String(each.rank), playerLink(each.id, each.name), String(each.points), each.presence]),
    "No round has been paired yet.",
  );

async function verify(path, said, target) {
  target.disabled = true;
  said.textContent = "Verifying …";
  const told = await slow(`${path}/verify`).catch((error) => error);
  target.disabled = false;
  if (told instanceof Error) said.textContent = told.message;
  else said.textContent = told.finding ?? `All ${told.entries} entries follow from each other.`;
}

async function act(path, verb, words, again) {
  const name = verb[0].toUpperCase() + verb.slice(1);
  const done = await perform({ title: `${name} this tournament`, words, path: `${path}/${verb}` });
  if (done) again();
}

async function remove(path, again) {
  const done = await perform({
    title: "Remove a player",
    words: "Who is removed plays no further round, and cannot come back.",
    path: `${path}/remove`,
    fields: [field("player", "Id of the player", { required: true, maxlength: "100", class: "mono", spellcheck: "false" })],
  });
  if (done) again();
}

async function abort(path, id, again) {
  const done = await perform({
    title: "Abort this tournament",
    words: "It is over at once, for all who play, and its open matches are called off.",
    path: `${path}/abort`,
    readBy: "log",
    confirm: id,
  });
  if (done) again();
}
