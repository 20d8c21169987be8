// Players: finding them, and what operators do to them.

import { choice, field, perform } from "./acting.js";
import { actsOn } from "./acts.js";
import { get, query, slow } from "./api.js";
import { ago, at, button, facts, h, idText, pill, playerLink, section, table, title, when } from "./dom.js";
import { matchTable } from "./matches.js";

const ID = /^[\w-]{22}$/;
const COUNTED = ["active", "waiting", "finished", "aborted"];

/** The page on which players are found. */
export async function players(asked, { signal }) {
  const found = h("div", { "aria-live": "polite" });
  const name = field("name", "Name, or id", { required: true, maxlength: "100", value: asked.name, type: "search" });
  const part = field("part", "Also within longer names", { type: "checkbox", value: "true", checked: asked.part === "true" });
  const form = h("form", { class: "search", role: "search", onsubmit: search }, name, part, h("button", { class: "button primary" }, "Find"));
  if (asked.name) find(asked, found, signal);
  return [
    title("Players"),
    h("p", { class: "lead" }, "Names are not unique, and all accounts are looked through: a million takes some 20 seconds."),
    h("section", { class: "card", "aria-label": "Find players" }, form, found),
  ];
}

function search(event) {
  event.preventDefault();
  const { name = "", part } = Object.fromEntries(new FormData(event.target));
  const wanted = name.trim();
  if (!wanted) return;
  const to = ID.test(wanted) ? `#/players/${wanted}` : `#/players${query({ name: wanted, part })}`;
  if (to === location.hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = to;
}

async function find({ name, part }, found, signal) {
  const list = [];
  const show = (text) =>
    found.replaceChildren(
      h("p", { class: "none" }, text),
      list.length
        ? table("Players found", ["Name", "Kind", "Matches", "Id"], list.map((each) => [playerLink(each.id, each.displayName), each.kind, counts(each.matches), h("code", {}, each.id)]))
        : "",
    );
  show("Looking …");
  try {
    const { count, more } = await slow(`players${query({ name, part })}`, (line) => (list.push(line), show("Looking …")), null, signal);
    const none = part ? "No player has a name like this." : "No player has this name. Look within longer names as well?";
    show(count === 0 ? none : more ? `There are more than ${count}. Give more of the name.` : count === 1 ? "One player." : `${count} players.`);
  } catch (error) {
    if (!signal.aborted) show(error.message);
  }
}

const counts = (matches) => COUNTED.filter((each) => matches[each]).map((each) => `${matches[each]} ${each}`).join(", ") || "none";

/** The page of one player. */
export async function player(id, { again }) {
  const path = `players/${encodeURIComponent(id)}`;
  const [of, { matches }] = await Promise.all([get(path), get(`matches${query({ player: id })}`)]);
  const { account, standing } = of;
  const name = standing?.displayName ?? "A player who was deleted";
  const act = async (given) => {
    const done = await perform({ readBy: "audit", ...given, path: `${path}/${given.path}` });
    if (done) again();
  };
  return [
    h("p", { class: "crumb" }, h("a", { href: "#/players" }, "Players")),
    title(name, " ", pills(of)),
    standing && h("div", { class: "row" }, actions(of, name, act)),
    section(
      "About",
      facts([
        ["Id", idText(of.id)],
        account && ["Kind", account.kind],
        account?.created && ["Created", account.created.startsWith("before") ? account.created : when(account.created)],
        account?.lastSeen && ["Played", ["never; last seen ", ago(account.lastSeen)]],
        ["In logs", h("code", {}, of.inLogs)],
        standing?.suspended && ["Suspended", [standing.suspended.until ? ["until ", when(standing.suspended.until)] : "for ever", `: ${standing.suspended.reason}`]],
        standing && ["Boards", standing.hidden ? "hidden by an operator" : standing.listed ? "listed" : "wants to be on none"],
        of.deletion && ["Deletion", ["ordered; next pass ", ago(of.deletion)]],
        ["Matches", counts(of.matches)],
      ]),
    ),
    account && waysIn(account, name, act),
    audit(standing?.audit ?? [], id),
    section("Newest matches", matchTable(matches), h("p", {}, h("a", { href: `#/matches${query({ player: id })}` }, "All of this player's matches"))),
    account && section(
      "End",
      h("p", {}, "To end all ways in locks the player out: tokens, passkeys, identities and codes. Deletion cannot be taken back."),
      h(
        "div",
        { class: "row" },
        button("End all ways in …", () => act(revoking(name, id)), "danger"),
        button("Delete …", () => act(deleting(name, id)), "danger"),
      ),
    ),
  ].filter(Boolean);
}

function pills({ account, standing, deletion }) {
  return [
    account?.kind === "bot" && pill("bot"),
    standing?.suspended && pill("suspended", "wrong"),
    standing?.hidden && pill("hidden", "note"),
    deletion && pill("being deleted", "wrong"),
  ].filter(Boolean).flatMap((each) => [each, " "]);
}

function actions({ id, standing }, name, act) {
  return [
    standing.suspended
      ? button("End suspension …", () => act({ title: `End the suspension of ${name}`, path: "unsuspend" }), "primary")
      : button("Suspend …", () => act(suspending(name))),
    button("Rename …", () => act(renaming(name))),
    standing.hidden
      ? button("Show on boards …", () => act({ title: `Show ${name} on boards`, words: "Boards have the player again within seconds, if it wants that.", path: "unhide" }))
      : button("Hide from boards …", () => act({ title: `Hide ${name} from boards`, words: "The player is on no board, whatever it plays. Its ratings go on.", path: "hide" })),
    button("Recovery code …", () => recover(id, name)),
    button("Check counters", (event) => check(id, name, act, event.target)),
  ];
}

const suspending = (name) => ({
  title: `Suspend ${name}`,
  words: "The player begins and joins nothing new. Matches that run can be finished.",
  path: "suspend",
  readBy: "player",
  fields: [
    choice("length", "For how long", [["1", "A day"], ["7", "A week"], ["30", "30 days"], ["365", "A year"], ["", "For ever"]], "7"),
  ],
  body: ({ length }) => (length ? { until: new Date(Date.now() + Number(length) * 86400000).toISOString() } : {}),
});

const renaming = (name) => ({
  title: `Rename ${name}`,
  words: "Matches so far keep the earlier name.",
  path: "rename",
  fields: [field("name", "New name", { required: true, maxlength: "100" })],
});

const revoking = (name, id) => ({
  title: `End all ways into the account of ${name}`,
  words: "Nobody can use the account any more, until you make a recovery code for its player.",
  path: "revoke",
  readBy: "operators",
  confirm: id,
});

const deleting = (name, id) => ({
  title: `Delete ${name}`,
  words: "Gateways delete the account within seconds. Matches, results and ledgers keep the id and lose the name.",
  path: "delete",
  readBy: "operators",
  confirm: id,
});

async function recover(id, name) {
  const done = await perform({
    title: `Make a recovery code for ${name}`,
    words: "It opens the account once, within a day, in place of the player's own code. Give it to nobody but the player, who is told of it at the next sign-in.",
    path: `players/${encodeURIComponent(id)}/recover`,
    readBy: "player",
  });
  if (done) shownOnce(`A recovery code for ${name}`, "It opens the account once, within a day. It is shown this once.", done.recoveryCode);
}

/** Show something that nobody is shown again. */
export function shownOnce(heading, words, text) {
  return new Promise((resolve) => {
    const dialog = h(
      "dialog",
      { "aria-labelledby": "once", onclose: () => (dialog.remove(), resolve()) },
      h("h2", { id: "once" }, heading),
      h("p", {}, words),
      h("p", { class: "once" }, idText(text)),
      h("div", { class: "row end" }, button("Done", () => dialog.close(), "primary")),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

async function check(id, name, act, target) {
  target.disabled = true;
  const said = await slow(`players/${encodeURIComponent(id)}/counters`, () => {}).catch((error) => error);
  target.disabled = false;
  const wrong = said.differences ?? [];
  const text = said instanceof Error ? said.message : `${said.matches} ended matches: ${wrong.length ? `${wrong.length} counters differ.` : "all counters are right."}`;
  target.after(h("p", { class: "said", role: "status" }, text));
  target.disabled = !wrong.length;
  if (!wrong.length) return;
  target.replaceWith(
    button("Count anew …", () => act({ title: `Count the matches of ${name} anew`, path: "counters", readBy: "operators", line: (line) => JSON.stringify(line) })),
  );
}

function waysIn(account, name, act) {
  const end = (token) => ({ title: `End the session ${token.name}`, words: `Whoever plays as ${name} with it is signed out.`, path: "end-session", body: () => ({ token: token.id }) });
  const remove = (key) => ({ title: `Remove the passkey ${key.name}`, words: `It opens the account of ${name} no more.`, path: "remove-key", body: () => ({ key: key.id }) });
  const rows = [
    ...account.tokens.map((each) => ["session", each.name, ago(each.createTime), each.expireTime ? ["until ", ago(each.expireTime)] : each.scopes.join(", "), small("End", `End the session ${each.name}`, () => act(end(each)))]),
    ...account.passkeys.map((each) => ["passkey", each.name, ago(each.createTime), each.useTime ? ["used ", ago(each.useTime)] : "never used", small("Remove", `Remove the passkey ${each.name}`, () => act(remove(each)))]),
    ...account.identities.map((each) => ["identity", each.issuer, ago(each.createTime), h("code", {}, each.subject), ""]),
    ...(account.recovery ? [["recovery code", "–", ago(account.recovery.createTime), account.recovery.expireTime ? ["until ", ago(account.recovery.expireTime)] : "–", ""]] : []),
  ];
  return section("Ways in", table("Ways into the account", ["Kind", "Name", "Made", "More", ""], rows, "Nothing opens this account."));
}

const small = (text, label, onclick) => button(`${text} …`, onclick, "small", { "aria-label": label });

function audit(entries, id) {
  const rows = entries.toReversed().map((each) => [h("time", { datetime: each.time }, at(each.time)), each.by, each.act.replace("_", " "), each.reason]);
  return section("Operators’ audit", table("What operators did to this account", ["When", "Who", "What", "Why"], rows, "No operator has changed this account."), actsOn(id));
}
