// Ratings: pools, seasons, signals of collusion, and what puts ledgers right.

import { choice, field, perform } from "./acting.js";
import { get, query, slow } from "./api.js";
import { ago, button, h, matchLink, pill, playerLink, section, table, title } from "./dom.js";

/** The page. */
export async function ratings(asked, { again, signal }) {
  const { pools, seasons } = await get("ratings");
  return [
    title("Ratings"),
    section("Pools", table("Pools", ["Pool", "Entries", "On its board"], pools.map((each) => [h("code", {}, each.pool), String(each.entries), String(each.onBoard)]), "No rated match has ended yet.")),
    section(
      "Seasons",
      table(
        "Seasons",
        ["Season", "Began", "By", "Why"],
        seasons.map((each) => [String(each.season), each.start ? ago(each.start) : "always", each.by || "–", each.reason || "–"]),
      ),
      button("Begin season …", () => begin(seasons, again)),
    ),
    signals(pools, signal),
    ledgers(pools, again),
    outage(pools),
  ];
}

async function begin(seasons, again) {
  const done = await perform({
    title: "Begin season",
    words: "It begins in a minute. Matches that end from then on count in new ledgers; the boards of the last season stay.",
    path: "seasons",
    readBy: "everybody",
    fields: [field("number", "Its number", { required: true, inputmode: "numeric", pattern: "[1-9][0-9]{0,5}", value: String(seasons.at(-1).season + 1), "data-wrong": "Give the number of the next season." })],
  });
  if (done) again();
}

const poolChoice = (pools) => choice("pool", "Pool", [["", "all"], ...pools.map(({ pool }) => [pool, pool])]);

function signals(pools, signal) {
  const found = h("div", { "aria-live": "polite" });
  const form = h("form", { class: "search", onsubmit: look }, poolChoice(pools), h("button", { class: "button" }, "Look at the last week"));
  async function look(event) {
    event.preventDefault();
    const { pool } = Object.fromEntries(new FormData(form));
    const list = [];
    found.replaceChildren(h("p", { class: "none" }, "Looking …"));
    try {
      await slow(`signals${query({ pool })}`, (line) => list.push(line), null, signal);
      found.replaceChildren(
        table("Signals", ["Kind", "What", "Players", "Matches"], list.map((each) => [pill(each.kind, "note"), each.says, spaced(each.players.map((one) => playerLink(one))), spaced(each.matches.slice(0, 5).map(matchLink))]), "Nothing stands out."),
      );
    } catch (error) {
      if (!signal.aborted) found.replaceChildren(h("p", { class: "none" }, error.message));
    }
  }
  return section("Signals of collusion", h("p", {}, "Questions and no verdicts: two friends who play only each other look the same."), form, found);
}

const spaced = (links) => links.flatMap((each, at) => (at ? [", ", each] : [each]));

function ledgers(pools, again) {
  const lines = h("pre", { class: "lines", hidden: true, tabindex: "0", role: "log", "aria-label": "What the check tells" });
  const said = h("p", { class: "said", role: "status" });
  const which = poolChoice(pools);
  const pool = () => which.querySelector("select").value;
  async function check({ target }) {
    target.disabled = true;
    lines.hidden = true;
    lines.textContent = "";
    said.textContent = "Recomputing …";
    try {
      const { left } = await slow(`ratings/rebuild${query({ pool: pool() })}`, (line) => ((lines.hidden = false), lines.append(`${lineOf(line)}\n`)));
      said.textContent = left ? `${left} things differ.` : "All that is stored follows from the ledgers.";
    } catch (error) {
      said.textContent = error.message;
    }
    target.disabled = false;
  }
  const correct = async () => {
    const done = await perform({
      title: "Correct ratings",
      words: `What is stored of ${pool() || "all pools"} is recomputed from the ledgers, and what differs is corrected.`,
      path: "ratings/rebuild",
      body: () => ({ pool: pool() }),
      line: lineOf,
    });
    if (done) again();
  };
  return section(
    "Ledgers",
    h("p", {}, "Ledgers are the truth, and all that is stored beside them is recomputed from them."),
    which,
    h("div", { class: "row" }, button("Check", check, "primary"), button("Correct …", correct)),
    said,
    lines,
  );
}

const lineOf = ({ line, pool }) => line ?? `${pool.pool}: ${pool.entries} entries, ${pool.players} players, ${pool.wrong} wrong, ${pool.corrected} corrected`;

function outage(pools) {
  const said = h("p", { class: "said", role: "status" });
  const form = h(
    "form",
    { class: "search", onsubmit: (event) => event.preventDefault() },
    field("since", "From, in UTC", { type: "datetime-local", required: true }),
    field("until", "To, in UTC", { type: "datetime-local", required: true }),
    poolChoice(pools),
  );
  const given = () => Object.fromEntries(new FormData(form));
  const found = ({ void: taken, others, gone }) => `${taken.length} ended by time, ${others} otherwise${gone ? `; ${gone} are gone` : ""}.`;
  async function look({ target }) {
    if (!form.reportValidity()) return;
    target.disabled = true;
    said.textContent = await slow(`ratings/void${query(given())}`, () => {}).then(found, (error) => error.message);
    target.disabled = false;
  }
  async function take() {
    if (!form.reportValidity()) return;
    const { since, until } = given();
    const done = await perform({
      title: "Take out matches of an outage",
      words: `Every rated match that ended by time between ${since} and ${until} UTC leaves its ledger. Look at them first.`,
      path: "ratings/void",
      readBy: "everybody",
      body: given,
      line: (line) => JSON.stringify(line),
    });
    if (done) said.textContent = `Taken out: ${found(done)}`;
  }
  return section("After an outage", h("p", {}, "Players lose by time while the service is away. These matches can be taken out of their ledgers."), form, h("div", { class: "row" }, button("Look", look), button("Take out …", take, "danger")), said);
}
