// Elements, made without markup: what players write is always text.

/** Stands where there is nothing. */
const NONE = "–";

/**
 * Make an element. Properties that begin with "on" are listeners, others attributes; `true` is an attribute
 * without a value, and what is null, undefined or false is left out, also among the children.
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((each) => each != null && each !== false));
  return element;
}

/** A heading of the page, which is focused when the page is shown. */
export const title = (text, ...more) => h("h1", { tabindex: "-1", class: "title" }, text, ...more);

/** A part of the page, with its heading. */
export function section(heading, ...children) {
  const id = `s-${heading.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  return h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, heading), ...children);
}

/** A button; `kind` is "", "primary", "danger" or "quiet". */
export const button = (text, onclick, kind = "", more = {}) =>
  h("button", { type: "button", class: `button ${kind}`, onclick, ...more }, text);

/** A word with a colour: good, wrong, note, busy or plain. */
export const pill = (text, kind = "plain") => h("span", { class: `pill ${kind}` }, text);

/**
 * A table. `columns` are headings; each row is a list of cells. On a narrow page each row is a card with
 * the headings in it, so all roles are said.
 */
export function table(caption, columns, rows, none = "There are none.") {
  if (!rows.length) return h("p", { class: "none" }, none);
  return h(
    "table",
    { role: "table" },
    h("caption", { class: "unseen" }, caption),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, columns.map((each) => h("th", { role: "columnheader", scope: "col" }, each || h("span", { class: "unseen" }, "Act"))))),
    h(
      "tbody",
      { role: "rowgroup" },
      rows.map((cells) => h("tr", { role: "row" }, cells.map((each, at) => cell(each || NONE, columns[at])))),
    ),
  );
}

const cell = (value, label) => h("td", { role: "cell", "data-label": label, "data-none": value === NONE }, h("div", {}, value));

/** Names with values. */
export const facts = (pairs) =>
  h("dl", { class: "facts" }, pairs.filter(Boolean).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value ?? "–"))));

const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const ABSOLUTE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** How long ago, or until, a time of RFC 3339; the time itself is its title. */
export function ago(time) {
  if (!time) return null;
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS.at(-1);
  return h("time", { datetime: time, title: `${at(time)} (${time})` }, RELATIVE.format(Math.round(seconds / size), unit));
}

/** A time of RFC 3339 as the reader's own clock has it. */
export const at = (time) => ABSOLUTE.format(new Date(time));

/** A time, and how long ago that is. */
export const when = (time) => (time ? h("span", {}, h("time", { datetime: time, title: time }, at(time)), " · ", ago(time)) : null);

/** An id that can be copied. */
export function idText(id) {
  const copy = h("button", { type: "button", class: "copy", "aria-label": `Copy ${id}` }, "copy");
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(id);
    copy.textContent = "copied";
    setTimeout(() => (copy.textContent = "copy"), 1500);
  });
  return h("span", { class: "id" }, h("code", {}, id), copy);
}

const short = (id) => (id.length > 10 ? `${id.slice(0, 8)}…` : id);

/** A link to the page of a player, by its name if that is known. */
export const playerLink = (id, name) =>
  h("a", { href: `#/players/${encodeURIComponent(id)}`, title: id, class: name ? "" : "mono" }, name || short(id));

/** A link to the page of a match. */
export const matchLink = (id) => h("a", { href: `#/matches/${encodeURIComponent(id)}`, title: id, class: "mono" }, short(id));

/** A link to the page of a report, or of a hook. */
export const otherLink = (noun, id) => h("a", { href: `#/${noun}/${encodeURIComponent(id)}`, title: id, class: "mono" }, short(id));
