// The hooks of the installation: back ends that are told of what happens.

import { field, perform } from "./acting.js";
import { actsOn } from "./acts.js";
import { get } from "./api.js";
import { ago, button, facts, h, idText, otherLink, pill, section, table, title, when } from "./dom.js";
import { shownOnce } from "./players.js";

const STATES = { on: "good", failing: "note", gone: "wrong", sent: "good", waiting: "note", dead: "wrong", superseded: "plain" };
/** What the herald notes where nothing has answered. */
const ANSWERS = {
  certificate: "its certificate is not good",
  connection: "no connection",
  name: "its name has no address",
  refused: "its address is not public",
  timeout: "no answer in time",
};

/** The page of all hooks. */
export async function hooks(asked, { again }) {
  const { hooks: found, events } = await get("hooks");
  return [
    title("Hooks"),
    h("p", { class: "lead" }, "URLs of your own back ends, which the herald tells of what happens."),
    h(
      "section",
      { class: "card", "aria-label": "Hooks" },
      table(
        "Hooks of the installation",
        ["Hook", "State", "URL", "Events", "Since"],
        found.map((each) => [
          otherLink("hooks", each.id),
          state(each),
          h("span", { class: "break" }, each.url),
          each.events.join(", "),
          [ago(each.created), each.ofFile && h("span", { class: "detail" }, " from the file")],
        ]),
        "Nobody is told of anything.",
      ),
    ),
    h("div", { class: "row" }, button("Add …", () => add(events, again), "primary")),
  ];
}

const state = (each) => [pill(each.state, STATES[each.state] ?? "wrong"), each.failingSince && h("span", { class: "detail" }, " since ", ago(each.failingSince))];

/** The page of one hook, with its last messages. */
export async function hook(id, { again }) {
  const path = `hooks/${encodeURIComponent(id)}`;
  const [{ hooks: all }, { deliveries }] = await Promise.all([get("hooks"), get(`${path}/deliveries`)]);
  const of = all.find((each) => each.id === id);
  const dead = deliveries.filter((each) => each.state === "dead");
  return [
    h("p", { class: "crumb" }, h("a", { href: "#/hooks" }, "Hooks")),
    title(new URL(of.url).host, " ", pill(of.state, STATES[of.state] ?? "wrong")),
    h(
      "div",
      { class: "row" },
      button("Replay …", () => replay(path, again)),
      button("Remove …", () => remove(path, id), "danger"),
    ),
    section(
      "About",
      facts([
        ["Id", idText(of.id)],
        ["URL", h("span", { class: "break" }, of.url)],
        ["Events", of.events.join(", ")],
        ["Since", when(of.created)],
        of.failingSince && ["Failing", when(of.failingSince)],
        of.ofFile && ["From", "the file that heralds read: what is removed here comes back with it"],
      ]),
    ),
    actsOn(of.id),
    section("Dead letters", messages(dead, "Every message has arrived, or is still tried.")),
    section("Last messages", messages(deliveries, "Nothing has been told yet.")),
  ];
}

const messages = (found, none) =>
  table(
    "Messages",
    ["Made", "Type", "State", "Tries", "Answer", "Next"],
    found.map((each) => [ago(each.time), each.type, pill(each.state, STATES[each.state]), String(each.tries), each.status ? String(each.status) : ANSWERS[each.error] ?? (each.error || "–"), ago(each.nextTry)]),
    none,
  );

async function add(events, again) {
  const boxes = events.map((each) => field("events", each, { type: "checkbox", value: each }));
  const done = await perform({
    title: "Add a hook",
    words: "Its URL must be public and of https. The secret that signs its messages is shown once.",
    path: "hooks",
    fields: [
      field("url", "URL", { type: "url", required: true, maxlength: "2000", placeholder: "https://backend.example.net/croupier" }),
      h("fieldset", {}, h("legend", {}, "What it is told of"), boxes),
    ],
    body: ({ url }, form) => ({ url, events: new FormData(form).getAll("events") }),
  });
  if (!done) return;
  await shownOnce("The secret of the hook", "It signs every message, so that your back end can tell them from others. It is shown this once.", done.secret);
  again();
}

async function replay(path, again) {
  const done = await perform({
    title: "Replay what has happened",
    words: "Everything since then is told once more, with the same ids.",
    path: `${path}/replay`,
    fields: [field("since", "Since, in UTC", { type: "datetime-local", required: true })],
  });
  if (done) again();
}

async function remove(path, id) {
  const done = await perform({ title: "Remove this hook", words: "It is told nothing more, and its last messages are forgotten.", path: `${path}/remove`, confirm: id });
  if (done) location.hash = "#/hooks";
}
